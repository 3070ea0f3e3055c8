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
    const fresh = drawBar(model, spec, tell);
    if (bar?.isConnected) bar.replaceWith(fresh);
    else home.parentElement.insertBefore(fresh, home.nextSibling);
    bar = fresh;
    indent(bar, marker);
    if (kept) bar.querySelector(`[data-key="${CSS.escape(kept)}"]`)?.focus();
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

/* The bar starts where the answer starts, whatever the width of the prompt beside it. */
function indent(bar, marker) {
  const left = marker.getBoundingClientRect().left - bar.parentElement.getBoundingClientRect().left;
  if (left > 0) bar.style.setProperty("--autoviz-indent", `${left}px`);
}

function drawBar(model, spec, tell) {
  const sheet = element("style", {}, model.get("sheet"));
  const status = element("div", { role: "status", "aria-live": "polite" }, model.get("status"));
  const body =
    spec.mode === "choose" ? options(spec, tell) : spec.mode === "confirm" ? plan(spec, tell) : answer(spec, tell, status);
  return element(
    "section",
    { class: "autoviz-bar", "aria-label": "Change this answer", "data-lm-suppress-shortcuts": "true" },
    sheet,
    ...body,
    status,
  );
}

function answer(spec, tell, status) {
  return [element("div", { class: "autoviz-controls" }, ...asked(spec, tell), ...last(spec, tell, status))];
}

/* What was understood: of which part of the question, its phrases, its rows, its periods and its chart. */
function asked(spec, tell) {
  return [...part(spec, tell), ...reading(spec, tell), ...rows(spec, tell), ...choices(spec, tell)];
}

function part(spec, tell) {
  if (spec.parts.length < 2) return [];
  const chosen = select("Part of the question", spec.parts, spec.parts[spec.part - 1], "part");
  chosen.addEventListener("change", () => tell("part", { number: chosen.selectedIndex + 1 }));
  return [control("Part", element("code", {}, `%autoviz part ${spec.part}`), chosen)];
}

function rows(spec, tell) {
  const command = element("code", {}, `%autoviz filter ${spec.filters}`);
  const typed = element("input", {
    value: spec.filters,
    placeholder: "all rows",
    "aria-label": "Only rows where",
    title: 'Conditions such as: region = West; units > 5; city in Oslo, Rome; "unit price" between 1 and 9',
  });
  typed.dataset.key = "filter";
  committed(typed, (value) => {
    command.textContent = `%autoviz filter ${value}`;
    tell("filter", { value });
  });
  return [control("Only rows where", command, typed)];
}

/* One phrase at a time: which one, and what it should be read as. */
function reading(spec, tell) {
  if (!spec.readings.length) return [];
  const phrase = select("Phrase", spec.readings.map((item) => item.phrase), spec.readings[0].phrase, "phrase");
  const column = select("Read as", spec.columns, spec.readings[0].target, "column");
  const command = element("code");
  const show = () => {
    command.textContent = `%autoviz read ${quoted(phrase.value)} = ${column.value}`;
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
  return [control("How I read it", command, phrase, document.createTextNode("→"), column)];
}

function choices(spec, tell) {
  const made = [];
  for (const [name, label] of [["grain", "Periods"], ["chart", "Chart"]]) {
    if (!spec[name]) continue;
    const known = spec[name].options;
    const chosen = select(label, known.includes(spec[name].value) ? known : [spec[name].value, ...known], spec[name].value, name);
    const command = element("code", {}, `%autoviz ${name} ${chosen.value}`);
    chosen.addEventListener("change", () => {
      command.textContent = `%autoviz ${name} ${chosen.value}`;
      tell(name, { value: chosen.value });
    });
    made.push(control(label, command, chosen));
  }
  return made;
}

function last(spec, tell, status) {
  const copy = button("Copy code", "copy", async () => {
    const done = await copied(spec.code);
    status.textContent = done ? "The code is on the clipboard." : "The browser refused; %autoviz code puts it into a cell.";
  });
  const thumbs = [[true, "Good answer"], [false, "Bad answer"]].map(([good, label]) =>
    button(thumb(good), `rate-${good}`, (event) => {
      for (const other of thumbs) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      tell("rate", { good });
    }, label),
  );
  const rating = control("Was it right?", element("code", {}, "%autoviz rate up"), ...thumbs);
  return [...(spec.code ? [control("Code", element("code", {}, "%autoviz code"), copy)] : []), rating];
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
  const buttons = spec.options.map((label, place) =>
    control(`Option ${place + 1}`, element("code", {}, `%autoviz choose ${place + 1}`),
      button(label, `choose-${place}`, () => tell("choose", { number: place + 1 }))),
  );
  return [element("div", { class: "autoviz-controls" }, ...buttons)];
}

// ---- a plan to approve -------------------------------------------------------------------------------------------

function plan(spec, tell) {
  const heads = [["Step"], ["Params ", element("code", {}, "%autoviz set STEP.PARAM = VALUE")], ["Drop"]];
  const head = element("tr", {}, ...heads.map((words) => element("th", { scope: "col" }, ...words)));
  const rows = spec.steps.map((step) => stepRow(step, spec, tell));
  const gaps = spec.coverage.gaps.map((gap) => element("div", { class: "autoviz-gap" }, `✗ ${gap}`));
  const proof = element("div", { class: spec.coverage.complete ? "autoviz-good" : "autoviz-gap" }, spec.coverage.text);
  const restore = spec.dropped.map((name) =>
    button(`Put ${name} back`, `restore-${name}`, () => tell("restore", { step: name })),
  );
  const approve = button("Approve and run", "run", () => tell("run"));
  approve.classList.add("autoviz-approve");
  return [
    element("div", { class: "autoviz-controls" }, ...asked(spec, tell)),
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
    element("div", { class: "autoviz-coverage", "aria-live": "polite" }, proof, ...gaps),
    element("div", { class: "autoviz-controls" }, control("Ready?", element("code", {}, "%autoviz run"), approve, ...restore)),
  ];
}

function stepRow(step, spec, tell) {
  const params = step.params.map((param) => paramControl(step, param, spec, tell));
  const drop = button("Drop", `drop-${step.id}`, () => tell("drop", { step: step.id }), `Drop ${step.id}`);
  return element(
    "tr",
    {},
    element("th", { scope: "row", title: step.description }, element("div", {}, step.id), element("code", {}, step.tool)),
    element("td", {}, element("div", { class: "autoviz-params" }, ...params)),
    element("td", {}, drop, element("div", {}, element("code", {}, `%autoviz drop ${step.id}`))),
  );
}

function paramControl(step, param, spec, tell) {
  const key = `${step.id}.${param.name}`;
  const closed = { choice: param.choices, flag: ["true", "false"], column: spec.columns }[param.type];
  const input = closed
    ? select(param.name, [...(param.optional ? [""] : []), ...with_(closed, param.value)], param.value, key)
    : element("input", { value: param.value, "aria-label": param.name });
  input.dataset.key = key;
  // Conditions that the question states are part of what is asked; others are a matter of the step alone.
  committed(input, (value) =>
    param.asked ? tell("filter", { value }) : tell("param", { step: step.id, name: param.name, value }));
  const told = `${param.description} ${param.asked ? "%autoviz filter …" : `%autoviz set ${key} = …`}`;
  return element("label", { title: told }, element("span", {}, param.name), input);
}

const with_ = (known, value) => (value === "" || known.includes(value) ? known : [value, ...known]);

// ---- small parts -------------------------------------------------------------------------------------------------

function control(label, command, ...inputs) {
  return element(
    "div",
    { class: "autoviz-control" },
    element("span", {}, label),
    element("div", { class: "autoviz-inputs" }, ...inputs),
    command,
  );
}

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

function select(label, values, chosen, key) {
  const made = element("select", { "aria-label": label }, ...values.map((value) => element("option", { value }, value || "–")));
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
