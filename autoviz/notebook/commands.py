"""The subcommands of `%autoviz`: what a click does, said in words, and the proof on its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from autoviz.errors import ParameterError, QuestionError
from autoviz.export import sections
from autoviz.export.markup import FONT, INK, Markup, code, joined, shown, table, tag
from autoviz.model.conditions import read_conditions
from autoviz.notebook.options import help_text
from autoviz.notebook.running import Watch
from autoviz.notebook.view import Slots, publish

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits
    from autoviz.model.profile import DatasetProfile
    from autoviz.notebook.conversations import Conversations
    from autoviz.notebook.live import Live

_PAIR = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|(.+?))\s*(?:=|→|->)\s*(.+?)\s*$""")
_CORRECTION = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|(\S+))\s+(.+)$""")
_FACT = re.compile(r"""(\w+)\s*=\s*("[^"]*"|'[^']*'|\S+)""")
_PARAM = re.compile(r"^\s*(\w+)\.(\w+)\s*=\s*(.*?)\s*$")


class Magic(Protocol):
    """What a subcommand needs of the magic: the latest answer, ways to change it, and the shell that it runs in."""

    shell: Any
    conversations: Conversations

    def need_latest(self) -> Live:
        """The latest answer, or an error that says how to get one."""
        ...

    def edit(self, **changes: Any) -> Analysis:
        """The latest answer with a correction."""
        ...

    def change(
        self,
        work: Callable[[Watch], tuple[Analysis, Analysis]],
        *,
        edits: Edits | None = None,
        approve: bool = False,
    ) -> Analysis:
        """A new analysis and its base from the latest one."""
        ...

    def show_again(self, analysis: Analysis) -> Analysis:
        """An analysis from before, as the latest one."""
        ...

    def settings_told(self) -> list[tuple[str, Any, str]]:
        """Each setting with its value and what it does."""
        ...


@dataclass(frozen=True)
class Command:
    """One subcommand: how it is written, what it does, and the function that does it."""

    usage: str
    summary: str
    run: Callable[[Magic, str], Analysis | None]


def show_html(body: Markup, plain: str) -> None:
    """Display a piece of HTML with its text."""
    publish({"text/html": tag("div", body, style=f"{FONT}; {INK}"), "text/plain": plain})


def show_plan(magic: Magic, words: str) -> None:
    """The steps, their params and what each serves."""
    analysis = magic.need_latest().analysis
    for part in analysis.record.parts:
        rows = [
            (
                tag("b", step.id),
                code(step.tool),
                _params(step.params),
                ", ".join(step.inputs),
                ", ".join(step.satisfies),
            )
            for step in part.plan.steps
        ]
        plain = "\n".join(f"{step.id}: {step.tool}({_params(step.params)})" for step in part.plan.steps)
        show_html(table(("Step", "Tool", "Params", "Reads from", "Serves"), rows), plain)


def _params(params: dict[str, Any]) -> str:
    return ", ".join(f"{name}={shown(value)}" for name, value in params.items())


def show_diff(magic: Magic, words: str) -> None:
    """The plan against its template."""
    for part in magic.need_latest().analysis.record.parts:
        show_html(sections.plan(part, opened=True), "\n".join(sections.diff_lines(part.diff)))


def show_why(magic: Magic, words: str) -> None:
    """How the words were read, what serves what, which tools were considered, and what each step did."""
    record = magic.need_latest().analysis.record
    for part in record.parts:
        body = (
            sections.reading(part, opened=True),
            sections.coverage(part, opened=True),
            sections.tools(part.shortlist, opened=True),
        )
        lines = [f"{link.phrase} → {link.target} ({link.kind}, {link.score:.2f})" for link in part.requirements.links]
        show_html(joined(body), "\n".join((*lines, sections.coverage_digest(part.coverage))))
    show_html(sections.provenance(record, opened=True), "\n".join(record.notes))


def put_code(magic: Magic, words: str) -> None:
    """Put the pandas and plotly script into the next cell."""
    magic.shell.set_next_input(magic.need_latest().analysis.code())


def show_metrics(magic: Magic, words: str) -> None:
    """How the questions of this session went; `autoviz metrics` in a terminal tells it of all sessions."""
    from autoviz.export.metrics_table import HEAD, metric_rows

    rows = metric_rows(magic.conversations.need_latest().metrics)
    plain = "\n".join(f"{name}: {value} ({over})" for name, value, over in rows)
    show_html(table(HEAD, rows, numeric=frozenset({1})), plain)


def show_config(magic: Magic, words: str) -> None:
    """The settings and their values."""
    rows = magic.settings_told()
    plain = "\n".join(f"AutoViz.{name} = {value!r}" for name, value, _ in rows)
    cells = [(code(f"AutoViz.{name}"), code(repr(value)), words) for name, value, words in rows]
    show_html(
        table(("Setting", "Value", "What it does"), cells, caption="Change one: %config AutoViz.name = value"), plain
    )


def show_help(magic: Magic, words: str) -> None:
    """Options and subcommands."""
    width = max(len(command.usage) for command in COMMANDS.values())
    listed = "\n".join(f"  {command.usage:{width}}  {command.summary}" for command in COMMANDS.values())
    text = f"{help_text()}\nsubcommands, about the latest answer:\n{listed}\n"
    show_html(sections.block(text), text)


def choose(magic: Magic, words: str) -> Analysis:
    """Go on with one of the readings that tied."""
    if not words.strip().isdigit():
        raise ParameterError("Which option is meant?", "Write its number: %autoviz choose 1")
    number, live = int(words), magic.need_latest()

    def chosen(watch: Watch) -> tuple[Analysis, Analysis]:
        base = live.base.choose(number, only_plan=True)
        return base.revised(live.edits, only_plan=live.confirm, watch=watch), base

    return magic.change(chosen)


def read(magic: Magic, words: str) -> Analysis:
    """Take a phrase for another column."""
    found = _PAIR.match(words)
    if not found:
        raise ParameterError("What should be read how?", 'Write %autoviz read "phrase" = column')
    phrase = next(group for group in found.groups()[:3] if group)
    readings = {**magic.need_latest().own_edits.readings, phrase: found.group(4).strip("\"'")}
    return magic.edit(readings=readings)


def grain(magic: Magic, words: str) -> Analysis:
    """Other periods of time."""
    return magic.edit(grain=_one(words, "grain", "week"))


def chart(magic: Magic, words: str) -> Analysis:
    """Another chart."""
    return magic.edit(mark=_one(words, "chart", "bar"), layout=None)


def filter_rows(magic: Magic, words: str) -> Analysis:
    """Other rows: these conditions instead of those that were read; none keeps all rows."""
    return magic.edit(filters=read_conditions(words))


def turn_to_part(magic: Magic, words: str) -> None:
    """Let corrections be of another part of a question that asks for several things."""
    number = _one(words, "part", "2")
    if not number.isdigit():
        raise ParameterError("Which part is meant?", "Write its number: %autoviz part 2")
    magic.need_latest().turn_to(int(number))


def _one(words: str, name: str, example: str) -> str:
    if len(words.split()) != 1:
        raise ParameterError(f"Which {name} is meant?", f"Write %autoviz {name} {example}")
    return words.strip()


def drop(magic: Magic, words: str) -> Analysis:
    """Leave a step out of the plan."""
    edits = magic.need_latest().own_edits
    return magic.edit(dropped=tuple(dict.fromkeys((*edits.dropped, _one(words, "drop", "STEP")))))


def set_param(magic: Magic, words: str) -> Analysis:
    """Change a param of a step."""
    found = _PARAM.match(words)
    if not found:
        raise ParameterError("Which param should become what?", "Write %autoviz set step.param = value")
    step, name, value = found.groups()
    return magic.edit(params=magic.need_latest().own_edits.and_param(step, name, value).params)


def run(magic: Magic, words: str) -> Analysis:
    """Approve the plan and run it."""
    live = magic.need_latest()
    if live.analysis.answer:
        raise QuestionError("The plan was run already", "Ask with --confirm to see a plan before it runs.")
    return magic.change(lambda watch: (live.base.revised(live.edits, watch=watch), live.base), approve=True)


def rate(magic: Magic, words: str) -> None:
    """Keep a rating in the local feedback file."""
    first, _, comment = words.strip().partition(" ")
    if first not in ("up", "down"):
        raise ParameterError("Up or down?", "Write %autoviz rate up, or %autoviz rate down and why")
    magic.need_latest().analysis.rate(first == "up", comment)


def show(magic: Magic, words: str) -> Analysis:
    """Show the latest answer again, here."""
    live = magic.need_latest()
    return magic.change(lambda watch: (live.analysis, live.base))


def show_history(magic: Magic, words: str) -> None:
    """Every question of the session, and where it stands."""
    session = magic.conversations.need_latest()
    turns, at = session.history, session.current
    rows = [
        (
            "→" if turn is at else "",
            str(turn.number),
            str(turn.parent or "–"),
            turn.question,
            turn.kind,
            next(iter(turn.answer.splitlines()), "asked back" if turn.clarification else "planned"),
        )
        for turn in turns
    ]
    reuse = session.reuse
    caption = f"{reuse.query_rate:.0%} of the questions and {reuse.step_rate:.0%} of the steps used what was there."
    plain = "\n".join(f"{'→' if turn is at else ' '} {turn}" for turn in turns)
    show_html(table(("", "No.", "After", "Question", "How", "Answer"), rows, caption=caption), plain)


def back(magic: Magic, words: str) -> Analysis:
    """Go back to the question before, or to one by its number."""
    session = magic.conversations.need_latest()
    number = words.strip()
    if number and not number.isdigit():
        raise ParameterError(
            "To which question?", "Write %autoviz back, or %autoviz back NUMBER; %autoviz history lists them."
        )
    analysis = session.go(int(number)) if number else session.back()
    return magic.show_again(analysis)


def alias(magic: Magic, words: str) -> None:
    """Say what a word means, or list what is known."""
    from autoviz.aliases import alias as add
    from autoviz.aliases import load_project, project_file

    if words.strip():
        found = _PAIR.match(words)
        if not found:
            raise ParameterError("What should mean what?", 'Write %autoviz alias "west coast" = region: West')
        word = next(group for group in found.groups()[:3] if group)
        column, colon, value = (part.strip(" \"'") for part in found.group(4).partition(":"))
        add(magic.conversations.need_latest().frame_with(column), {word: {column: value} if colon else column})
    known = load_project().aliases
    rows = [
        (f"“{word}”", item.column, shown(item.value), item.type, f"{item.confidence:.2f}", item.source)
        for word, item in known.items()
    ]
    plain = "\n".join(
        f"{word} → {item.column}{f' = {item.value}' if item.value is not None else ''}" for word, item in known.items()
    )
    head = ("Word", "Column", "Value", "Type", "Confidence", "From")
    show_html(table(head, rows, caption=f"Kept in {project_file()}"), plain or "no aliases yet")


def show_profile(magic: Magic, words: str) -> None:
    """What is known of a frame: by its name, or of the frame that was asked last."""
    from autoviz.export.profile_table import as_markup, as_text

    for found in _profiles(magic, words.split()):
        show_html(as_markup(found), as_text(found))


def _profiles(magic: Magic, names: list[str]) -> list[DatasetProfile]:
    from autoviz.aliases import load_project
    from autoviz.notebook.namespace import frame_for, named_frames
    from autoviz.profile import profile

    space = magic.shell.user_ns
    if names:
        frames = named_frames(tuple(names), space)
    elif magic.conversations.latest is not None:
        frames = dict(magic.conversations.latest.frames)
    else:
        name, frame, _ = frame_for("", space)
        frames = {name: frame}
    said = load_project().columns
    return [profile(frame, name, descriptions=said) for name, frame in frames.items()]


def correct_column(magic: Magic, words: str) -> None:
    """Say what a column means, whether it adds up or its unit; kept in the project's file."""
    from autoviz.aliases import correct

    found = _CORRECTION.match(words)
    facts = dict(_FACT.findall(found.group(4))) if found else {}
    if not found or not facts:
        raise ParameterError("What is wrong with which column?", "Write %autoviz column price adds_up=no unit=EUR")
    name = next(group for group in found.groups()[:3] if group)
    told = {key: value.strip("\"'") for key, value in facts.items()}
    holding = [item for item in _profiles(magic, []) if name in item.by_name] or _profiles(magic, [])
    correct(holding[0], name, **told)
    show_profile(magic, "")


def make_report(magic: Magic, words: str) -> None:
    """Answer many questions about a frame and write them into one file."""
    from autoviz.notebook.namespace import frame_for, is_named, named_frames
    from autoviz.reporting import report

    space, given = magic.shell.user_ns, words.split()
    paths = [word for word in given if word.lower().endswith((".html", ".md", ".ipynb"))]
    listed = [word for word in given if word.lower().endswith((".yaml", ".yml"))]
    names = [word for word in given if word not in (*paths, *listed)]
    odd = [word for word in names if not is_named(word, space)]
    if odd or len(names) > 1:
        wrong = odd[0] if odd else names[1]
        hint = "Write %autoviz report df questions.yaml report.html; each may be left out."
        raise ParameterError(f"{wrong!r} is no frame to report on", hint)
    name, frame = next(iter(named_frames(tuple(names), space).items())) if names else frame_for("", space)[:2]
    slots = Slots()

    def tell(number: int, count: int, question: str) -> None:
        told = f"{number} of {count}: {question}"
        bar = tag("progress", value=number - 1, max=count)
        slots.show("progress", {"text/html": tag("div", bar, " ", told), "text/plain": told})

    made = report(frame, listed[0] if listed else None, name=name, tell=tell)
    path = made.write(paths[0] if paths else f"{name}_report.html")
    answered = sum(not entry.problem for entry in made.entries)
    done = f"Wrote {path}: {answered} of {len(made.entries)} questions answered"
    link = tag("a", str(path), href=str(path), target="_blank")
    slots.show(
        "progress",
        {
            "text/html": tag("div", "Wrote ", link, f": {answered} of {len(made.entries)} questions answered"),
            "text/plain": done,
        },
    )


def freeze(magic: Magic, words: str) -> None:
    """Take the live bar away."""
    magic.need_latest().freeze()


COMMANDS: dict[str, Command] = {
    "plan": Command("%autoviz plan", "the steps of the plan", show_plan),
    "diff": Command("%autoviz diff", "the plan against its template", show_diff),
    "why": Command("%autoviz why", "how it was read, what serves what, which tools were considered", show_why),
    "code": Command("%autoviz code", "pandas and plotly code in the next cell", put_code),
    "show": Command("%autoviz show", "the answer again, in this cell", show),
    "choose": Command("%autoviz choose NUMBER", "one of the readings that tied", choose),
    "read": Command('%autoviz read "PHRASE" = COLUMN', "correct how a phrase was read", read),
    "grain": Command("%autoviz grain GRAIN", "other periods of time", grain),
    "chart": Command("%autoviz chart MARK", "another chart", chart),
    "filter": Command("%autoviz filter CONDITIONS", "other rows, such as: region = West; units > 5", filter_rows),
    "part": Command("%autoviz part NUMBER", "correct another part of a question with several", turn_to_part),
    "drop": Command("%autoviz drop STEP", "leave a step out", drop),
    "set": Command("%autoviz set STEP.PARAM = VALUE", "change a param of a step", set_param),
    "run": Command("%autoviz run", "approve and run the plan that --confirm showed", run),
    "rate": Command("%autoviz rate up|down [WHY]", "rate the answer; kept on this machine", rate),
    "history": Command("%autoviz history", "the questions of this session, and where it stands", show_history),
    "back": Command("%autoviz back [NUMBER]", "the question before, or the one of that number", back),
    "alias": Command('%autoviz alias ["WORD" = COLUMN[: VALUE]]', "what words mean in this project", alias),
    "profile": Command("%autoviz profile [FRAME]", "what each column means, keys, series, warnings", show_profile),
    "column": Command("%autoviz column NAME FACT=VALUE", "correct meaning, adds_up, unit, description", correct_column),
    "report": Command(
        "%autoviz report [FRAME] [YAML] [FILE]", "many questions in one .html, .md or .ipynb", make_report
    ),
    "freeze": Command("%autoviz freeze", "take the live bar away", freeze),
    "metrics": Command("%autoviz metrics", "how the questions of this session went, in rates", show_metrics),
    "config": Command("%autoviz config", "the settings and their values", show_config),
    "help": Command("%autoviz help", "this", show_help),
}
NAMES: tuple[str, ...] = tuple(COMMANDS)
