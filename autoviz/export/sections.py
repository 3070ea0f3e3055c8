"""Sections: how the words were read, the plan diff, coverage, provenance, tools and code, each closed at first."""

from __future__ import annotations

from typing import Any

from autoviz.answering.requirement_words import gap_words, requirement_words
from autoviz.export.markup import (
    AMBER,
    GREEN,
    GREY,
    INK,
    MONO,
    RED,
    Markup,
    badge,
    code,
    joined,
    param_shown,
    params_told,
    section,
    shown,
    soft,
    table,
    tag,
)
from autoviz.listing import counted
from autoviz.model.coverage import Coverage
from autoviz.model.plan import PlanDiff, StepDiff
from autoviz.model.proof import Proof
from autoviz.model.provenance import ModelCall, Provenance, StepRecord
from autoviz.model.record import AnalysisRecord, Part
from autoviz.model.requirements import Link, Requirements
from autoviz.model.tool import Shortlist
from autoviz.registry.catalog import default_catalog

_ACTIONS = {
    "added": ("+", GREEN),
    "removed": ("−", RED),
    "changed": ("~", AMBER),
    "unchanged": ("=", GREY),
}
_BREAK = Markup("<br>")


def reading(part: Part, *, opened: bool = False) -> Markup:
    """Each phrase of the question with what it was taken for and how sure that is."""
    asked = part.requirements
    digest = " · ".join(f"{link.phrase} → {_target(link)}" for link in asked.links) or "no phrase named a column"
    rows = [
        (f"“{link.phrase}”", _target(link), link.kind, f"{link.score:.2f}", link.alternative or "–")
        for link in asked.links
    ]
    body: list[object] = [
        table(("Phrase", "Read as", "By", "Score", "Next best"), rows, numeric=frozenset({3})) if rows else "",
        tag("div", "Asked for: ", joined((code(line) for line in asked_for(asked)), " "), style="line-height:1.9"),
        tag("div", soft(f"Intent {part.intent.primary} ({part.intent.confidence:.2f}): {part.intent.reasoning}")),
    ]
    if asked.not_found:
        body.append(tag("div", "Not found: ", ", ".join(asked.not_found), style=f"background:{RED}; padding:3px 8px"))
    body.append(_command("Correct a reading with", '%autoviz read "phrase" = column'))
    return section("How I read it", digest, *body, opened=opened)


def asked_for(requirements: Requirements) -> list[str]:
    """The requirements in short: one line per field or constraint."""
    fields = {
        "metrics": requirements.metrics,
        "group_by": requirements.group_by,
        "analysis": requirements.analysis,
        "outputs": requirements.outputs,
    }
    lines = [f"{name}: {', '.join(values)}" for name, values in fields.items() if values]
    if requirements.time:
        lines.append(f"time: {requirements.time.column}, grain {param_shown('grain', requirements.time.grain)}")
    for item in requirements.constraints:
        given = item.model_dump(exclude={"kind"}, exclude_none=True, mode="json")
        lines.append(f"{item.kind}: {', '.join(f'{key} {shown(value)}' for key, value in given.items())}")
    return lines


def _target(link: Link) -> str:
    return f"{link.target} = {link.value}" if link.value is not None else link.target


def plan(part: Part, *, opened: bool = False, hidden: str = "") -> Markup:
    """The plan against its template: what was added, removed and changed, and the requirement that caused it."""
    counts = {action: sum(step.action == action for step in part.diff.steps) for action in _ACTIONS}
    told = ", ".join(f"{number} {action}" for action, number in counts.items() if number)
    tints = [_ACTIONS[step.action][1] if step.action != "unchanged" else None for step in part.diff.steps]
    rows = [_masked(step) if step.step_id == hidden else _diff_row(step) for step in part.diff.steps]
    body = table(("", "Step", "Parameters", "Because of"), rows, tints=tints, caption=f"Against {part.diff.base}")
    rationale = tag("div", soft(part.diff.rationale)) if part.diff.rationale else ""
    return section("Plan", f"{told}, against {part.diff.base}", body, rationale, opened=opened)


def _diff_row(step: StepDiff) -> tuple[object, ...]:
    sign, tint = _ACTIONS[step.action]
    name = joined((tag("b", step.step_id), _BREAK, code(step.tool)))
    because: object = ", ".join(map(requirement_words, step.because)) or soft(step.note or "–")
    return badge(f"{sign} {step.action}", tint), name, _params(step), because


def _masked(step: StepDiff) -> tuple[object, ...]:
    return badge("?", GREY), tag("b", "hidden"), soft("Predict it: which tool, and with what?"), soft("–")


def _params(step: StepDiff) -> Markup:
    """Params line by line; a changed one shows the value before and the value after."""
    before, after = step.before or {}, step.after or {}
    if step.action == "removed":
        return joined((_struck(f"{name}: {param_shown(name, value)}") for name, value in before.items()), "<br>")
    lines = [_param(step, name, before, after) for name in (*after, *(name for name in before if name not in after))]
    return joined(lines, "<br>") if lines else soft("none")


def _param(step: StepDiff, name: str, before: dict[str, Any], after: dict[str, Any]) -> Markup:
    if step.action == "added" or (name in before and name in after and before[name] == after[name]):
        return tag("span", f"{name}: {param_shown(name, after[name])}", style=MONO)
    old = (_struck(param_shown(name, before[name])), " → ") if name in before else ()
    new = _fresh(param_shown(name, after[name])) if name in after else _fresh("left out")
    return tag("span", f"{name}: ", *old, new, style=MONO)


def _struck(words: str) -> Markup:
    return tag("del", words, style=f"{MONO}; background:{RED}; padding:0 3px; border-radius:3px")


def _fresh(words: str) -> Markup:
    return tag("ins", words, style=f"background:{GREEN}; padding:0 3px; border-radius:3px; text-decoration:none")


def coverage(part: Part, *, opened: bool = False) -> Markup:
    """Which step serves which requirement, the gaps in red, and what the second computation showed."""
    body = (matrix(part), _gaps(part.coverage), _differences(part.proof))
    return section("Coverage", proof_digest(part), *body, opened=opened)


def proof_digest(part: Part) -> str:
    """Coverage and proof in one line."""
    digest = coverage_digest(part.coverage)
    return f"{digest} · {part.proof.line}" if part.proof else digest


def _differences(proof: Proof | None) -> Markup:
    """Where the second computation came out otherwise."""
    style = f"background:{RED}; padding:3px 8px; margin:2px 0"
    return joined(tag("div", f"✗ {line}", style=style) for line in (proof.differences if proof else ()))


def sql(record: AnalysisRecord, *, opened: bool = False) -> Markup:
    """The SQL that the numbers were computed with a second time, with what reads text as numbers and dates."""
    from autoviz.export.prepared_sql import sql_of

    written = [sql_of(record, part, default_catalog()) for part in record.parts if part.proof and part.proof.sql]
    if not written:
        return Markup("")
    told = "computed a second time by DuckDB; it runs on the raw table, called t"
    return section("SQL", told, *(block(text) for text in written), opened=opened)


def coverage_digest(proof: Coverage) -> str:
    """The proof in one line."""
    served = sum(bool(steps) for steps in proof.served.values())
    sign = "✓" if served == len(proof.served) and proof.complete else "✗"
    gaps = f", {len(proof.gaps)} gap{'s' if len(proof.gaps) != 1 else ''}" if proof.gaps else ""
    return f"{sign} {served} of {len(proof.served)} requirements served{gaps}"


def matrix(part: Part) -> Markup:
    """Requirements down, in words and by the key that a plan names them with; steps across."""
    steps = [step.id for step in part.plan.steps]
    rows = [
        (_requirement(key), *(_mark(name in serving) for name in steps), "" if serving else badge("✗ no step", RED))
        for key, serving in part.coverage.served.items()
    ]
    tints = [None if serving else RED for serving in part.coverage.served.values()]
    return table(("Asked for", *steps, ""), rows, tints=tints, caption="A dot says that the step serves it.")


def _requirement(key: str) -> Markup:
    return joined((requirement_words(key), " ", soft(code(key))))


def _mark(serves: bool) -> Markup:
    return tag("span", "●", role="img", aria_label="yes", style="color:#009E73") if serves else Markup("")


def _gaps(proof: Coverage) -> Markup:
    """What is missing, unjustified or out of order; what the gate took out; and what is not done."""
    gaps = map(gap_words, proof.gaps)
    removed = [f"taken out: {line}" for line in proof.removed]
    lines = dict.fromkeys((*gaps, *removed, *proof.not_done))
    style = f"background:{RED}; padding:3px 8px; margin:2px 0"
    return joined(tag("div", f"✗ {line}", style=style) for line in lines)


def provenance(record: AnalysisRecord, *, opened: bool = False) -> Markup:
    """What each step did, with what, how long it took, and what it found out."""
    told = record.provenance
    steps = table(("Step", "Params", "Rows", "Empty cells", "Time", "Found out"), map(_step_row, told.steps))
    stages = table(
        ("Stage", "What went in", "What came out", "Why", "Reader", "Tries", "Time"),
        [(s.stage, s.received, s.summary, s.reason, s.reader or "–", s.tries, _time(s.seconds)) for s in told.stages],
        numeric=frozenset({5, 6}),
    )
    frame = tag("div", soft(f"Frame {told.frame}, fingerprint {told.frame_fingerprint}"))
    body = (steps if told.steps else tag("div", "No step was run."), _dates(record), stages, frame)
    return section("Provenance", _provenance_digest(told), *body, opened=opened)


def _provenance_digest(told: Provenance) -> str:
    repairs = sum(len(step.repairs) for step in told.steps)
    seconds = sum(stage.seconds for stage in told.stages)
    mended = f", {counted(repairs, 'repair')}" if repairs else ""
    return f"{counted(len(told.steps), 'step')}{mended}, {_time(seconds)}"


def _step_row(step: StepRecord) -> tuple[object, ...]:
    rows = f"{_count(step.rows_in)} → {_count(step.rows_out)}" if step.rows_out is not None else _count(step.rows_in)
    repairs = [f"repaired {fix.param}: {shown(fix.before)} → {shown(fix.after)}, {fix.reason}" for fix in step.repairs]
    found = [*repairs, *(f"{note.kind}: {note.message}" for note in step.notes)]
    given = ((name.replace("_", " "), value) for name, value in _given(step).items())
    params = joined((tag("span", f"{name}: {param_shown(name, value)}", style=MONO) for name, value in given), "<br>")
    name = joined((tag("b", step.step_id), _BREAK, code(step.tool), _BREAK, soft(f"{step.status}, {step.engine}")))
    return name, params, rows, _count(step.nulls), _time(step.seconds), joined(found, "<br>") if found else "–"


def _given(step: StepRecord) -> dict[str, Any]:
    return {name: value for name, value in step.params.items() if value not in (None, [], "")}


def _dates(record: AnalysisRecord) -> Markup:
    """How text was read as dates, for each column that the question uses."""
    used = {name for part in record.parts for step in part.plan.steps for name in [step.params.get("column")] if name}
    lines = [
        tag("div", "Dates in ", code(column.name), f" read as {column.dates.format}: {column.dates.reason}")
        for column in record.profile.columns
        if column.dates and column.name in used
    ]
    return joined(lines)


def tools(shortlist: Shortlist, *, opened: bool = False) -> Markup:
    """The tools that the plan could use and those that were left out, each with the reason."""
    rows = [
        (
            badge(word, tint),
            code(item.tool),
            item.origin,
            "–" if item.score is None else f"{item.score:.2f}",
            item.reason,
        )
        for word, tint, items in (("in", GREEN, shortlist.tools), ("out", GREY, shortlist.left_out))
        for item in items
    ]
    digest = f"{len(shortlist.tools)} in, {len(shortlist.left_out)} left out, cap {shortlist.cap}"
    body = table(("", "Tool", "From", "Score", "Why"), rows, numeric=frozenset({3}))
    return section("Tools considered", digest, body, opened=opened)


def sent(record: AnalysisRecord, *, opened: bool = False) -> Markup:
    """The exact text that went to a model; nothing where none was used."""
    prompts = record.provenance.sent
    if not prompts:
        return Markup("")
    calls = [call for call in record.provenance.calls if not call.cached]
    tokens = sum(call.tokens_in + call.tokens_out for call in calls)
    rows = [
        (call.stage, call.model, f"{call.tokens_in:,} → {call.tokens_out:,}", _time(call.seconds), _judgement(call))
        for call in calls
    ]
    costs = table(("Stage", "Model", "Tokens", "Time", "Reply"), rows)
    digest = f"{len(prompts)} prompt{'s' if len(prompts) != 1 else ''}, {tokens:,} tokens"
    return section("Sent to the model", digest, costs, *(block(prompt) for prompt in prompts), opened=opened)


def _judgement(call: ModelCall) -> str:
    return f"refused: {'; '.join(call.problems)}" if call.problems else "accepted"


def script(source: str, *, opened: bool = False) -> Markup:
    """The plain pandas and plotly code."""
    if not source:
        return Markup("")
    body = (block(source), _command("Put it into a new cell with", "%autoviz code"))
    return section("Code", f"{len(source.splitlines())} lines of pandas and plotly", *body, opened=opened)


def block(source: str) -> Markup:
    """Text in which every space counts."""
    style = f"{MONO}; {INK}; background:{GREY}; padding:8px 12px; margin:4px 0; overflow-x:auto; white-space:pre-wrap"
    return tag("pre", source, style=style)


def _command(words: str, command: str) -> Markup:
    return tag("div", soft(f"{words} "), code(command), style="font-size:12px; padding-top:3px")


def _count(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def _time(seconds: float) -> str:
    return f"{seconds:.2f}\N{NO-BREAK SPACE}s" if seconds >= 0.95 else f"{seconds * 1000:.0f}\N{NO-BREAK SPACE}ms"


def diff_lines(diff: PlanDiff) -> list[str]:
    """The diff as text, one line per step, for places without HTML."""
    calls = [f"{step.tool}({params_told(step.after or step.before or {})})" for step in diff.steps]
    return [f"{_ACTIONS[step.action][0]} {step.step_id}: {call}" for step, call in zip(diff.steps, calls, strict=True)]
