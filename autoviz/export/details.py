"""Details: one line of proof under an answer, which opens what was done in plain words and everything behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from autoviz.answering.options import option_label
from autoviz.answering.query_steps import query_steps
from autoviz.export import sections
from autoviz.export.markup import FONT, INK, Markup, soft, tag
from autoviz.follow_ups.understood import understood
from autoviz.listing import counted
from autoviz.model.provenance import Note
from autoviz.model.record import AnalysisRecord, Part
from autoviz.planning.told_tables import PREPARING
from autoviz.registry.catalog import default_catalog

_LEFT_OPEN = ("grain", "nulls", "dropped", "coerced", "sampled", "thinned", "join")
"""Notes of steps that tell what was decided where the question said nothing."""
_DEFAULTS = {
    "sum": "added up", "mean": "averaged", "nunique": "counted, each different value once", "count": "counted"
}  # fmt: skip
_CALLED = re.compile(" of | with ")
"""After what a chart is called, its tool's description goes on so."""
_DIRECTIVES = {
    "%Y": "year", "%y": "year", "%m": "month", "%b": "month", "%B": "month", "%d": "day", "%H": "hour", "%I": "hour",
    "%M": "minute", "%S": "second", "%f": "fraction", "%p": "am/pm", "%z": "zone", "%a": "weekday", "%A": "weekday",
}  # fmt: skip
"""What a directive of strptime stands for, for those who never wrote one."""
_LIST = "margin:2px 0 8px 20px; padding:0; line-height:1.6"


@dataclass(frozen=True)
class Assumption:
    """What the question left open and how it was settled, and of which kind it is."""

    sentence: str
    about: Literal["reading", "function", "grain", "missing", "passed over", "chart", "step"]
    columns: tuple[str, ...] = ()
    """Where it is about missing values, kept as a group or taken in by no measure: the columns that lack them."""


def proof_line(record: AnalysisRecord) -> str:
    """What of the answer is proven, how much was assumed, and that the rest can be read."""
    taken = len(assumptions(record))
    told = counted(taken, "assumption") if taken else "nothing assumed"
    return " · ".join((_proven(record), told, "how I read it"))


def _proven(record: AnalysisRecord) -> str:
    """The verdict over all parts: what is not served or does not hold speaks for the whole."""
    lacking = [part.coverage for part in record.parts if not part.coverage.complete or part.coverage.not_done]
    if lacking:
        return sections.coverage_digest(lacking[0])
    if not record.answer:
        return "✓ every part of the question has its step"
    proofs = [part.proof for part in record.parts if part.proof is not None]
    for verdict, sign in (("differs", "✗"), ("not proven", "–")):
        for proof in proofs:
            if proof.verdict == verdict:
                return f"{sign} {proof.line}"
    numbers, rows = sum(proof.numbers for proof in proofs), sum(proof.rows for proof in proofs)
    return f"✓ {proofs[0].replaced(numbers=numbers, rows=rows).line}" if proofs else "✓ every part is served"


def assumptions(record: AnalysisRecord) -> tuple[Assumption, ...]:
    """What the question left open and how it was settled, each told once."""
    kinds = (_of_reading, _by_default)
    found = [item for part in record.parts for kind in kinds for item in kind(part, record)]
    tools = default_catalog().tools
    for step in record.provenance.steps:
        drawn = step.tool in tools and "chart" in tools[step.tool].outputs
        found += [_of_note(note, drawn=drawn) for note in step.notes if note.kind in _LEFT_OPEN]
    return tuple(dict.fromkeys(found))


def _of_reading(part: Part, record: AnalysisRecord) -> Iterator[Assumption]:
    for sentence in part.requirements.assumed:
        yield Assumption(begun(sentence), "reading")


def _by_default(part: Part, record: AnalysisRecord) -> Iterator[Assumption]:
    """Measures for which the question names no function."""
    asked = part.requirements
    if not (asked.group_by or asked.time):
        return
    for item in understood(asked, record.profile).measures:
        if item.assumed and (done := _DEFAULTS.get(item.func)):
            yield Assumption(begun(f"{item.words} is {done}, as the question does not say."), "function")


def _of_note(note: Note, *, drawn: bool) -> Assumption:
    if note.kind == "grain":
        return Assumption(begun(note.message), "grain")
    if passed := note.data.get("passed_over"):
        return Assumption(begun(note.message), "passed over", tuple(passed))
    columns = tuple(note.data.get("keys", ())) if note.kind == "nulls" else ()
    return Assumption(begun(note.message), "missing" if columns else "chart" if drawn else "step", columns)


def begun(sentence: str) -> str:
    """A sentence with its first letter large."""
    return sentence[:1].upper() + sentence[1:]


def steps_told(part: Part, record: AnalysisRecord) -> tuple[str, ...]:
    """What the plan does, in sentences: of its Query where there is one, else of its tools."""
    rows, tools = record.profile.rows, default_catalog().tools
    known = [tools[step.tool] for step in part.plan.steps if step.tool in tools]
    computing = [tool for tool in known if "chart" not in tool.outputs and not PREPARING.issuperset(tool.capabilities)]
    if part.queries:
        done = [sentence for query in part.queries for sentence in query_steps(query, record.profile)]
    else:
        done = [f"{tool.description.partition(':')[0].rstrip('.')}." for tool in computing]
    done = [*_prepared(part, record), *done]
    drawn = [f"Draw {_article(_CALLED.split(tool.description)[0])}." for tool in known if "chart" in tool.outputs]
    return f"Take the {counted(rows, 'row')} of {record.profile.name}.", *done, *dict.fromkeys(drawn)


def _prepared(part: Part, record: AnalysisRecord) -> list[str]:
    """What was made of the rows before anything was computed: text read as numbers or dates, doubled rows dropped."""
    tools, ran = default_catalog().tools, record.ran(part)
    steps = [step for step in part.plan.steps if step.tool in tools]
    preparing = [step for step in steps if PREPARING.issuperset(tools[step.tool].capabilities)]
    told = [" ".join(note.message for note in ran[step.id].notes) for step in preparing if step.id in ran]
    return [begun(re.sub("%[A-Za-z]", lambda form: _DIRECTIVES.get(form[0], form[0]), line)) for line in told if line]


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name.lower()}"


def recipe(part: Part, record: AnalysisRecord) -> Markup:
    """What the plan does as a numbered list."""
    return tag("ol", *(tag("li", line) for line in steps_told(part, record)), style=_LIST)


def plain_words(record: AnalysisRecord) -> Markup:
    """How the question was read, what was done and what was assumed, in sentences."""
    pieces: list[Markup] = []
    for number, part in enumerate(record.parts, start=1):
        which = f"Part {number}, read as: " if len(record.parts) > 1 else "Read as: "
        pieces.append(tag("div", tag("b", which), f"{option_label(part.requirements)}."))
        pieces.append(recipe(part, record))
        if part.proof is not None:
            pieces.append(tag("div", tag("b", "Checked: "), f"{_checked(part)}", style="margin:0 0 6px"))
    taken = assumptions(record)
    if taken:
        pieces += [tag("b", "Assumed:"), tag("ul", *(tag("li", item.sentence) for item in taken), style=_LIST)]
    return tag("div", *pieces, class_="autoviz-plain")


def _checked(part: Part) -> str:
    assert part.proof is not None
    if part.proof.verdict != "proven":
        return f"{part.proof.line}."
    return f"{part.proof.line.partition(': ')[2]}: by the steps, and by SQL that shares no code with them. Both agree."


def fold(record: AnalysisRecord, *body: object, opened: bool = False) -> Markup:
    """The line of proof, closed over everything behind it."""
    line = tag("summary", soft(proof_line(record)), style=f"cursor:pointer; padding:6px 0; {INK}")
    inside = tag("div", *body, style="padding:2px 0 4px 16px; overflow-x:auto")
    return tag("details", line, inside, style=f"{FONT}; font-size:13px", class_="autoviz-details", open=opened)
