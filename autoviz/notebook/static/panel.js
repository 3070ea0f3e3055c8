// Progress while a cell runs, and the live bar under the latest answer. Text goes in by textContent alone.

const element = (name, properties = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") node.className = value;
    else if (key === "on") for (const [event, heard] of Object.entries(value)) node.addEventListener(event, heard);
    else if (key in node && key !== "role") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};

/* Not crypto.randomUUID, which a page has only over https or on this very machine. */
const unique = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
const PAGE = (window.autovizPage ??= unique());

/* Text in which the signs that start a formula stand alone, so that the Lab typesets nothing in it. */
const inert = (text) =>
  String(text).split(/([$\\])/).map((part) => (part === "$" || part === "\\" ? element("span", {}, part) : part));

const seconds = (value) => (value >= 0.95 ? `${value.toFixed(1)} s` : `${Math.round(value * 1000)} ms`);
const quoted = (text) => `"${text}"`;
const mode = () => (document.body.dataset.jpThemeLight === "false" ? "dark" : "light");

// ---- progress ----------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const list = element("ol", { "aria-label": "Stages" });
  const sentence = element("p", { role: "status", "aria-live": "polite" });
  const box = element("div", { class: "autoviz-progress" }, list, sentence);
  el.append(box);
  let since = performance.now();
  let running = "";
  const draw = () => {
    const stages = model.get("stages");
    const now = stages.find((stage) => stage.state === "running");
    if (now && now.name !== running) {
      running = now.name;
      since = performance.now();
      sentence.textContent = now.sentence;
    }
    list.replaceChildren(
      ...stages.map((stage) => {
        const time = stage.state === "running" ? (performance.now() - since) / 1000 : stage.seconds;
        const item = element("li", { title: stage.summary || stage.sentence }, stage.name);
        item.dataset.state = stage.state;
        if (time !== null) item.append(element("span", { class: "autoviz-seconds" }, seconds(time)));
        return item;
      }),
    );
  };
  draw();
  model.on("change:stages", draw);
  const clock = setInterval(draw, 200);
  return () => {
    clearInterval(clock);
    model.off("change:stages", draw);
  };
}

// ---- the live bar ------------------------------------------------------------------------------------------------

function initialize({ model }) {
  let bar = null;
  let waiting = 0;
  const said = {};
  const observer = new MutationObserver(() => tell("theme", { mode: mode() }));
  // An edit replaces the outputs, and with them the tables, some time after the bar is drawn.
  const tables = new MutationObserver(() => model.get("bar") && sortable(bar?.previousElementSibling, model.get("bar"), tell));
  const tell = (action, content = {}) =>
    model.send({ action, version: model.get("bar")?.version, token: unique(), ...content });

  const mount = (tries = 100) => {
    clearTimeout(waiting);
    const spec = model.get("bar");
    if (!spec) return remove();
    // After a reload the kernel can no longer replace the outputs of that cell, so there is no bar to offer.
    if (model.get("page") && model.get("page") !== PAGE) return;
    const marker = document.querySelector(`[data-autoviz="${CSS.escape(spec.marker)}"]`);
    if (!marker) {
      if (tries > 0) waiting = setTimeout(() => mount(tries - 1), 100);
      return;
    }
    const home = marker.closest(".jp-Cell-outputWrapper") ?? marker.closest(".jp-OutputArea") ?? marker.parentElement;
    const kept = bar?.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const fresh = drawBar(model, spec, tell, said);
    if (spec.refused) retype(bar, fresh);
    if (bar?.isConnected) bar.replaceWith(fresh);
    else home.parentElement.insertBefore(fresh, home.nextSibling);
    bar = fresh;
    indent(bar, marker);
    if (kept) bar.querySelector(`[data-key="${CSS.escape(kept)}"]`)?.focus();
    bar.querySelector(".autoviz-command").textContent = said.command ?? "%autoviz help";
    sortable(home, spec, tell);
    tables.disconnect();
    tables.observe(home, { childList: true, subtree: true });
    if (!mount.told) {
      mount.told = true;
      model.set("page", PAGE);
      model.save_changes();
      observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
      tell("theme", { mode: mode() });
    }
  };
  const remove = () => {
    clearTimeout(waiting);
    observer.disconnect();
    tables.disconnect();
    bar?.remove();
    bar = null;
  };
  const message = (content) => content.kind === "rows" && fill(model.get("bar")?.marker, content);
  const onBar = () => mount();
  const onStatus = () => bar && (bar.querySelector("[role=status]").textContent = model.get("status"));
  model.on("change:bar", onBar);
  model.on("change:status", onStatus);
  model.on("msg:custom", message);
  if (model.get("bar")) mount();
  return () => {
    model.off("change:bar", onBar);
    model.off("change:status", onStatus);
    model.off("msg:custom", message);
    remove();
  };
}

/* What was typed and refused stays in its box, to be mended there. */
function retype(old, fresh) {
  for (const box of old?.querySelectorAll("input") ?? []) {
    const same = fresh.querySelector(`input[data-key="${CSS.escape(box.dataset.key)}"]`);
    if (same) same.value = box.value;
  }
}

/* The bar starts where the answer starts, whatever the width of the prompt beside it. */
function indent(bar, marker) {
  const left = marker.getBoundingClientRect().left - bar.parentElement.getBoundingClientRect().left;
  if (left > 0) bar.style.setProperty("--autoviz-indent", `${left}px`);
}

function drawBar(model, spec, tell, said) {
  const sheet = element("style", {}, model.get("sheet"));
  const status = element("div", { role: "status", "aria-live": "polite" }, model.get("status"));
  const body =
    spec.mode === "choose" ? options(spec, tell) : spec.mode === "confirm" ? plan(spec, tell) : answer(spec, tell, status);
  const command = element("code", { class: "autoviz-command" });
  const bar = element(
    "section",
    { class: "autoviz-bar", "aria-label": "Change this answer", "data-lm-suppress-shortcuts": "true" },
    sheet,
    ...body,
    element("div", { class: "autoviz-foot" }, element("span", {}, "The same in words: "), command),
    status,
  );
  // Every control has a command that does the same; that of the one which is pointed at, used or last used is shown.
  const show = (event) => {
    const told = event.target.closest?.("[data-command]")?.dataset.command;
    if (told) command.textContent = told;
    if (told && ["change", "click"].includes(event.type)) said.command = told;
  };
  for (const kind of ["mouseover", "focusin", "change", "click"]) bar.addEventListener(kind, show);
  return bar;
}

function answer(spec, tell, status) {
  return [
    row("Read as", ...asked(spec, tell)),
    ...(spec.assumed.length ? [row("Assumed", ...spec.assumed.map((item) => assumption(item, spec, tell)))] : []),
    ...(spec.next.length ? [row("Next", ...spec.next.map((question) => next(question, spec, tell)))] : []),
    row(" ", ...last(spec, tell, status)),
  ];
}

/* Choices beside what they are; rows with a label, if only a blank one, start below one another. */
function row(label, ...chips) {
  const made = element("div", { class: "autoviz-row" }, ...chips);
  if (!label) return made;
  return element("div", { class: "autoviz-labelled" }, element("span", { class: "autoviz-label" }, label), made);
}

/* What was understood, a chip for each piece: of which part of the question, measures, groups, periods, rows, chart. */
function asked(spec, tell) {
  return [
    ...part(spec, tell),
    ...spec.measures.map((item) => measure(item, spec, tell)),
    ...groups(spec, tell),
    ...period(spec, tell),
    ...moreGroups(spec, tell),
    ...conditions(spec, tell),
    ...limit(spec, tell),
    ...chart(spec, tell),
    ...reading(spec, tell),
  ];
}

/* A chip: words and controls in one line, and where it can go a cross that takes it away. */
function chip(command, assumed, parts, away) {
  const cross = away
    ? [button("×", `${away.key}-away`, away.heard, away.label)]
    : [];
  const made = element("span", { class: assumed ? "autoviz-chip autoviz-open" : "autoviz-chip" }, ...parts, ...cross);
  made.dataset.command = command;
  if (assumed) made.title = "The question leaves this open.";
  return made;
}

const words = (text) => element("span", {}, text);

function part(spec, tell) {
  if (spec.parts.length < 2) return [];
  const chosen = select("Part of the question", spec.parts, spec.parts[spec.part - 1], "part");
  chosen.addEventListener("change", () => tell("part", { number: chosen.selectedIndex + 1 }));
  return [chip(`%autoviz part ${spec.part}`, false, [words("part"), chosen])];
}

function commanded(input, written, heard) {
  input.dataset.command = written(input.value);
  input.addEventListener("change", () => {
    input.dataset.command = written(input.value);
    heard(input.value);
  });
  return input;
}

function measure(item, spec, tell) {
  if (item.column === null) return chip("%autoviz help", false, [words(item.words)]);
  const old = item.column || "rows";
  const column = commanded(
    select("Measure", with_(item.columns, item.column), item.column, "measure", { "": "rows" }),
    (value) => `%autoviz measure ${old} = ${value || "rows"}`,
    (value) => tell("measure", { old: item.column, value }),
  );
  if (!item.func) return chip(column.dataset.command, false, [column]);
  const func = commanded(
    select("Function", item.functions, item.func, "function", item.called),
    (value) => `%autoviz function ${value}`,
    (value) => tell("function", { value }),
  );
  return chip(func.dataset.command, item.assumed, [func, column]);
}

const grouping = (names) => `%autoviz groups ${names.join(", ") || "none"}`;
const keys = (spec) => [...(spec.time ? [spec.time.column] : []), ...spec.groups];

function groups(spec, tell) {
  return spec.groups.map((name) => {
    const left = keys(spec).filter((other) => other !== name);
    const away = { key: `group-${name}`, label: `Without ${name}`, heard: () => tell("groups", { value: left }) };
    return chip(grouping(left), false, [words(`by ${name}`)], away);
  });
}

function period(spec, tell) {
  if (!spec.time) return [];
  const grain = commanded(
    select("Periods", spec.time.options, spec.time.value, "grain", spec.time.called),
    (value) => `%autoviz grain ${value}`,
    (value) => tell("grain", { value }),
  );
  const away = { key: "time", label: `Without ${spec.time.column}`, heard: () => tell("groups", { value: spec.groups }) };
  const dates = spec.time.columns.length < 2 ? [words(`${spec.time.column} by`)] : [
    commanded(
      select("Dates", spec.time.columns, spec.time.column, "dates"),
      (value) => grouping([value, ...spec.groups]),
      (value) => tell("groups", { value: [value, ...spec.groups] }),
    ),
    words("by"),
  ];
  return [chip(grain.dataset.command, spec.time.assumed, [...dates, grain], away)];
}

function moreGroups(spec, tell) {
  if (!spec.more_groups.length) return [];
  const added = select("Add a group", ["", ...spec.more_groups], "", "add-group", { "": "+ group" });
  return [commanded(
    added,
    (value) => grouping([...keys(spec), value || "COLUMN"]),
    (value) => value && tell("groups", { value: [...keys(spec), value] }),
  )];
}

/* One box for each condition; what is typed may be any number of them, with and, or, dates and numbers in words. */
function conditions(spec, tell) {
  const written = spec.conditions.filter((item) => item.editable).map((item) => item.text);
  const set = (texts) => tell("filter", { value: texts.filter(Boolean).join("; ") });
  const command = (texts) => `%autoviz filter ${texts.filter(Boolean).join("; ")}`;
  const box = (text, place, label) => {
    const input = element("input", {
      value: text,
      size: Math.max(text.length, 14),
      placeholder: "+ condition",
      "aria-label": label,
      title: "Such as: region = West and units > 5 · date = March 2024 · revenue > 50 million · city in Oslo, Rome",
    });
    input.dataset.key = `filter-${place}`;
    const changed = (value) => written.map((other, at) => (at === place ? value : other)).concat(place < written.length ? [] : [value]);
    input.addEventListener("input", () => (input.dataset.command = command(changed(input.value))));
    input.dataset.command = command(changed(text));
    committed(input, (value) => set(changed(value)));
    return input;
  };
  let place = -1;
  const made = spec.conditions.map((item) => {
    if (!item.editable) {
      const away = { key: `free-${item.text}`, label: `Without ${item.text}`, heard: () => tell("free", { columns: item.columns }) };
      return chip("%autoviz filter", false, [words(`where ${item.text}`)], away);
    }
    place += 1;
    const at = place;
    const left = written.filter((_, other) => other !== at);
    const away = { key: `filter-${at}`, label: `Without ${item.text}`, heard: () => set(left) };
    return chip(command(left), false, [words("where"), box(item.text, at, `Condition ${at + 1}`)], away);
  });
  return [...made, box("", written.length, "Only rows where")];
}

function limit(spec, tell) {
  if (!spec.limit) return [];
  const count = element("input", { type: "number", min: 1, value: spec.limit, "aria-label": "How many" });
  count.dataset.key = "limit";
  commanded(count, (value) => `%autoviz limit ${value}`, (value) => Number(value) > 0 && tell("limit", { value: Number(value) }));
  const away = { key: "limit", label: "All of them", heard: () => tell("limit", { value: 0 }) };
  return [chip(count.dataset.command, false, [words("first"), count], away)];
}

function chart(spec, tell) {
  if (spec.chart.options.length < 2) return [];
  const chosen = commanded(
    select("Chart", with_(spec.chart.options, spec.chart.value), spec.chart.value, "chart"),
    (value) => `%autoviz chart ${value}`,
    (value) => tell("chart", { value }),
  );
  return [chip(chosen.dataset.command, false, [words("as"), chosen])];
}

/* One phrase at a time: which one, and what it should be read as. */
function reading(spec, tell) {
  if (!spec.readings.length) return [];
  const phrase = select("Phrase", spec.readings.map((item) => item.phrase), spec.readings[0].phrase, "phrase");
  const column = select("Read as", spec.columns, spec.readings[0].target, "column");
  const made = chip("", false, [words("“"), phrase, words("” means"), column]);
  const show = () => {
    made.dataset.command = `%autoviz read ${quoted(phrase.value)} = ${column.value}`;
  };
  phrase.addEventListener("change", () => {
    column.value = spec.readings.find((item) => item.phrase === phrase.value).target;
    show();
  });
  column.addEventListener("change", () => {
    show();
    tell("read", { phrase: phrase.value, column: column.value });
  });
  show();
  return [made];
}

/* A button: a click settles it otherwise, by the control above that it is about, by leaving rows out, by a follow-up
   or by what is kept of a column; where nothing does, it opens what was done. */
function assumption(item, spec, tell) {
  const heard = (event) => {
    if (item.correct) tell("correct", item.correct);
    else if (item.without) tell("filter", { value: item.without });
    else if (item.instead) tell("ask", { question: item.instead });
    else point(event.currentTarget, item.control);
  };
  const look = { class: "autoviz-chip autoviz-open", type: "button", on: { click: heard } };
  const made = element("button", look, ...inert(item.text), element("u", {}, item.label));
  made.dataset.key = `assumed-${item.text}`;
  if (item.control === "details") made.dataset.command = "%autoviz why";
  if (item.without) made.dataset.command = `%autoviz filter ${item.without}`;
  if (item.instead) made.dataset.command = `%autoviz ${spec.frame} ${item.instead}`;
  if (item.correct) made.dataset.command = item.correct.command;
  return made;
}

/* To the control that an assumption is about: a list opens, a cross is pressed, the line of proof is unfolded. */
function point(from, key) {
  const bar = from.closest(".autoviz-bar");
  const control = bar.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const fold = key === "details" && bar.previousElementSibling?.querySelector("details.autoviz-details");
  if (fold) {
    fold.open = true;
    return fold.scrollIntoView({ block: "nearest" });
  }
  if (control?.tagName === "BUTTON") return control.click();
  control?.focus();
  control?.showPicker?.();
}

function next(question, spec, tell) {
  const made = button(question, `next-${question}`, () => tell("ask", { question }));
  made.dataset.command = `%autoviz ${spec.frame} ${question}`;
  return made;
}

function last(spec, tell, status) {
  const copy = button("Copy code", "copy", async () => {
    const done = await copied(spec.code);
    status.textContent = done ? "The code is on the clipboard." : "The browser refused; %autoviz code puts it into a cell.";
  });
  copy.dataset.command = "%autoviz code";
  const thumbs = [[true, "Good answer"], [false, "Bad answer"]].map(([good, label]) => {
    const made = button(thumb(good), `rate-${good}`, (event) => {
      for (const other of thumbs) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      tell("rate", { good });
    }, label);
    made.dataset.command = `%autoviz rate ${good ? "up" : "down"}`;
    return made;
  });
  return [...undo(spec, tell), ...(spec.code ? [copy] : []), words("Was it right?"), ...thumbs];
}

function undo(spec, tell) {
  if (!spec.undo) return [];
  const made = button("Undo", "undo", () => tell("undo"));
  made.dataset.command = "%autoviz undo";
  return [made];
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function options(spec, tell) {
  const buttons = spec.options.map((label, place) => {
    const made = button(label, `choose-${place}`, () => tell("choose", { number: place + 1 }));
    made.dataset.command = `%autoviz choose ${place + 1}`;
    return made;
  });
  return [row("", ...buttons, ...undo(spec, tell))];
}

// ---- a plan to approve -------------------------------------------------------------------------------------------

/* The plan is told in words above; here it is approved, its reading corrected, and behind a fold each step changed. */
function plan(spec, tell) {
  const heads = [["Step"], ["Params"], ["Drop"]];
  const head = element("tr", {}, ...heads.map((words) => element("th", { scope: "col" }, ...words)));
  const rows = spec.steps.map((step) => stepRow(step, spec, tell));
  const gaps = spec.coverage.gaps.map((gap) => element("div", { class: "autoviz-gap" }, `✗ ${gap}`));
  const proof = element("div", { class: spec.coverage.complete ? "autoviz-good" : "autoviz-gap" }, spec.coverage.text);
  const restore = spec.dropped.map((name) =>
    button(`Put ${name} back`, `restore-${name}`, () => tell("restore", { step: name })),
  );
  const approve = button("Approve and run", "run", () => tell("run"));
  approve.classList.add("autoviz-approve");
  approve.dataset.command = "%autoviz run";
  const steps = element(
    "details",
    { open: stepsOpen },
    element("summary", {}, `${spec.steps.length} step${spec.steps.length === 1 ? "" : "s"} with their params`),
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
  );
  steps.addEventListener("toggle", () => (stepsOpen = steps.open));
  return [
    row("", ...asked(spec, tell)),
    element("div", { class: "autoviz-coverage", "aria-live": "polite" }, proof, ...gaps),
    row("", approve, ...restore, ...undo(spec, tell)),
    steps,
  ];
}

let stepsOpen = false;

function stepRow(step, spec, tell) {
  const params = step.params.map((param) => paramControl(step, param, spec, tell));
  const drop = button("Drop", `drop-${step.id}`, () => tell("drop", { step: step.id }), `Drop ${step.id}`);
  drop.dataset.command = `%autoviz drop ${step.id}`;
  return element(
    "tr",
    {},
    element("th", { scope: "row", title: step.description }, element("div", {}, step.id), element("code", {}, step.tool)),
    element("td", {}, element("div", { class: "autoviz-params" }, ...params)),
    element("td", {}, drop),
  );
}

function paramControl(step, param, spec, tell) {
  const key = `${step.id}.${param.name}`;
  const closed = { choice: param.choices, flag: ["true", "false"], column: spec.columns }[param.type];
  const input = closed
    ? select(param.name, with_(param.optional ? ["", ...closed] : closed, param.value), param.value, key, param.called)
    : element("input", { value: param.value, "aria-label": param.name });
  input.dataset.key = key;
  // Conditions that the question states are part of what is asked; others are a matter of the step alone.
  committed(input, (value) =>
    param.asked ? tell("filter", { value }) : tell("param", { step: step.id, name: param.name, value }));
  input.dataset.command = param.asked ? `%autoviz filter ${param.value}` : `%autoviz set ${key} = ${param.value}`;
  return element("label", { title: param.description }, element("span", {}, param.name), input);
}

const with_ = (known, value) => (known.includes(value) ? known : [value, ...known]);

// ---- small parts -------------------------------------------------------------------------------------------------

/* A value counts when it is chosen, when Enter is pressed or when the field is left, and once. */
function committed(input, heard) {
  let known = input.value;
  const commit = () => {
    if (input.value === known) return;
    known = input.value;
    heard(known);
  };
  input.addEventListener("change", commit);
  input.addEventListener("keydown", (event) => event.key === "Enter" && commit());
}

/* A list; what is sent and written in commands may be called otherwise where people read it. */
function select(label, values, chosen, key, called = {}) {
  const choice = (value) => element("option", { value }, called[value] ?? (value || "–"));
  const made = element("select", { "aria-label": label }, ...values.map(choice));
  made.value = chosen;
  made.dataset.key = key;
  return made;
}

/* Drawn here, because not every system has a font with thumbs. */
function thumb(up) {
  const space = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(space, "svg");
  const line = document.createElementNS(space, "path");
  const look = { viewBox: "0 0 24 24", width: 15, height: 15, fill: "none", stroke: "currentColor", "stroke-width": 2 };
  for (const [name, value] of Object.entries({ ...look, "stroke-linejoin": "round", "aria-hidden": "true" })) {
    drawn.setAttribute(name, value);
  }
  if (!up) drawn.style.transform = "rotate(180deg)";
  line.setAttribute("d", "M7 11v9H3v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.8 20H7");
  drawn.append(line);
  return drawn;
}

function button(words, key, heard, label = words) {
  const made = element("button", { type: "button", "aria-label": label, on: { click: heard } }, words);
  made.dataset.key = key;
  return made;
}

// ---- the table, sortable while it is live --------------------------------------------------------------------------

function sortable(home, spec, tell) {
  for (const table of home?.querySelectorAll("table[data-autoviz-table]") ?? []) {
    if (Number(table.dataset.autovizTable) >= spec.tables) continue;
    table.dataset.autovizOwner = spec.marker;
    table.querySelectorAll("thead th").forEach((head, column) => {
      if (head.querySelector("button")) return;
      const arrow = element("span", { "aria-hidden": "true" });
      const sort = element("button", { class: "autoviz-sort", title: "Sort" }, ...head.childNodes, arrow);
      sort.addEventListener("click", () => {
        const descending = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        for (const other of table.querySelectorAll(".autoviz-sort")) other.lastChild.textContent = "";
        arrow.textContent = descending ? " ▼" : " ▲";
        const count = table.querySelectorAll("tbody tr").length;
        tell("rows", { table: Number(table.dataset.autovizTable), column, descending, count });
      });
      head.replaceChildren(sort);
    });
  }
}

function fill(marker, content) {
  for (const table of document.querySelectorAll(`table[data-autoviz-table="${Number(content.table)}"]`)) {
    if (table.dataset.autovizOwner !== marker) continue;
    table.querySelectorAll("tbody tr").forEach((row, place) => {
      row.querySelectorAll("td").forEach((cell, column) => {
        cell.replaceChildren(...inert(content.rows[place]?.[column] ?? ""));
      });
    });
  }
}

export default { initialize, render };
