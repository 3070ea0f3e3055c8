"""Answer: facts from the results, and the text that they make, phrased by a model only as far as it can be proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from autoviz.answering.calling import called
from autoviz.answering.checking import Asked, problems
from autoviz.answering.emptiness import no_values_found, told_emptied
from autoviz.answering.findings import BESIDE, TESTS, TOLD_APART, all_facts, grouped, rows_drawn, rows_listed
from autoviz.answering.form import Form
from autoviz.answering.leading import rows_in_words
from autoviz.answering.numerals import shown
from autoviz.answering.rendering import Finding, rendered, style_for
from autoviz.answering.result import Result
from autoviz.errors import AutovizError
from autoviz.linking.lexicon import common_words
from autoviz.listing import counted
from autoviz.measures.correlations import correlations
from autoviz.model.fact import Fact
from autoviz.model.plan import SOURCE, Step
from autoviz.model.provenance import StepRecord
from autoviz.model.requirements import AnyOf, Filter
from autoviz.planning.filters import condition_of
from autoviz.query.language import Query, parts_of
from autoviz.registry.wording import wording
from autoviz.stages.base import Stage, State
from autoviz.table import Outcome, Table

_UNSAID = (*TESTS, "compute_correlations", "compute_distributions", "detect_anomalies")
"""Tools whose words leave open of which rows they are."""
MOST_CORRELATED = 1_000_000
"""Of so many rows at most a chart's own correlation is computed; of more it is one of a sample."""


def tell(state: State) -> State:
    """The facts behind what is shown, told in the order of the plan."""
    assert state.plan is not None and state.outcomes is not None
    if state.emptied is not None:
        said = told_emptied(state.emptied, state.form, state.profile)
        return replace(state, facts=(), answer=said, answer_reason="nothing is left to compute from")
    findings = [found for step in _in_order(state.plan.steps) if (found := _found(step, state)) is not None]
    findings = findings or _drawn(state)
    facts = all_facts(findings)
    query = _query(state)
    known = query is not None and query.by and query.having is None
    if findings and not facts and query is not None and known and _has_groups(query, state):
        why = no_values_found(query, state.form, state.profile)
        if state.next_readers:
            raise why  # another reader may do better
        said = f"{told_emptied(why, state.form, state.profile)} {why.hint}"
        return replace(state, facts=(), answer=said, answer_reason="no group has a value", emptied=why)
    sentences, reason = _worded(findings, facts, state)
    lacking = [line.partition(":")[0] for line in state.coverage.not_done] if state.coverage else []
    undrawn = "constraints.chart" if "outputs.chart" in lacking else ""  # no chart, none of a kind
    not_done = [_not_done(key) for key in lacking if key != undrawn]
    answer = "\n".join([*sentences, *not_done]) or "There is nothing to show."
    return replace(state, facts=facts, answer=answer, answer_reason=reason)


def _has_groups(query: Query, state: State) -> bool:
    """Whether there are groups of which something was measured, whatever that came to."""
    measured = {item.name for item in query.measures}
    tables = [outcome.table for outcome in (state.outcomes or {}).values()]
    return bool(measured) and any(one is not None and measured <= {*one.columns} and one.counted > 0 for one in tables)


def _not_done(key: str) -> str:
    """What could not be done, in words."""
    return f"Not done: {wording().asked.get(key, key.partition('.')[2].replace('_', ' ') or key)}."


def _in_order(steps: Sequence[Step]) -> list[Step]:
    """Verdicts come first, then the part that was asked for, then what they are of, then what was done beside it."""
    ranks = {**dict.fromkeys(TESTS, 0), "filter_rows": 1, **dict.fromkeys(BESIDE, 3)}
    return sorted(steps, key=lambda step: ranks.get(step.tool, 2))


def _found(step: Step, state: State) -> Finding | None:
    """What a step's table comes to; None where it is only on the way to another."""
    assert state.outcomes is not None and state.plan is not None and state.reading is not None
    table = state.outcomes[step.id].table
    if table is None or not _told(step, state) or _in_verdict(step, state):
        return None
    if step.tool == "show_table" and step.inputs[0] in state.outcomes and _groups_rows(step, state):
        table = state.outcomes[step.inputs[0]].table or table  # what is shown may be cut; what is told is not
    result = _result(step, table, state)
    if step.tool in TOLD_APART:
        return _told_apart(step.tool, result)
    groups = _groups_rows(step, state) and not _lists_rows(result.query)
    return (grouped(result) if groups else None) or rows_listed(result)


def _told_apart(tool: str, result: Result) -> Finding:
    """What such a tool found, with the rows that it looked at where these are not all."""
    finding, profile, asked = TOLD_APART[tool](result), result.profile, result.requirements
    if tool not in _UNSAID or profile is None:
        return finding
    kept = tuple(item for item in asked.constraints if isinstance(item, Filter | AnyOf))
    params = result.step.params
    keys = (*(params.get("group_by") or ()), *filter(None, (params.get("group"),)))
    rows = rows_in_words(asked.query or Query(where=condition_of(kept, profile)), profile, keys)
    return replace(finding, note=f"{finding.note} Only the rows{rows}.") if rows else finding


def _result(step: Step, table: Table, state: State) -> Result:
    """The table of a step with what its reading needs beside it."""
    assert state.outcomes is not None and state.plan is not None and state.reading is not None
    record = next((item for item in state.step_records if item.step_id == step.id), None)
    drawn = [other.params.get("y") for other in state.plan.steps if step.id in other.inputs]
    return Result(
        step,
        table,
        state.reading.requirements,
        drawn=tuple(str(name) for name in drawn if name),
        rows_before=_rows_before(record, state.outcomes[step.id]),
        limit=state.context.settings.max_items,
        notes=state.outcomes[step.id].notes,
        resolved=state.outcomes[step.id].resolved,
        query=_query(state),
        profile=state.profile,
        form=_form(step, state),
        before=_before_the_limit(state),
        groups=_tested_groups(step, state),
    )


def _rows_before(record: StepRecord | None, outcome: Outcome) -> int | None:
    """How many rows a step was given; a lazy table does not say it itself, but who showed its first rows counted it."""
    counted = next((note.data["rows"] for note in outcome.notes if "shown" in note.data), None)
    return record.rows_in if record is not None and record.rows_in is not None else counted


def _tested_groups(step: Step, state: State) -> Table | None:
    """What is told of the groups that a test is of."""
    assert state.plan is not None and state.outcomes is not None
    others = [other for other in state.plan.steps if other.id != step.id and _groups_rows(other, state)]
    tables = [state.outcomes[other.id].table for other in others] if step.tool in TESTS else []
    return next((table for table in tables if table is not None), None)


def _in_verdict(step: Step, state: State) -> bool:
    """Whether the verdict on two groups says all that a table of them would."""
    assert state.plan is not None and state.outcomes is not None
    if step.tool in TOLD_APART:
        return False
    tested = [other for other in state.plan.steps if other.tool in TESTS]
    compared = [state.outcomes[other.id].table for other in tested if "metric" in other.params]
    two = bool(compared) and all(table is not None and len(table.pandas()) == 1 for table in compared)
    table = state.outcomes[step.id].table
    rated = any(other.params.get("other") in _metrics(state) for other in tested)
    return two or (rated and table is not None and len(table.pandas()) == 2)


def _metrics(state: State) -> tuple[str, ...]:
    return state.reading.requirements.metrics if state.reading is not None else ()


def _form(step: Step, state: State) -> Form:
    """What the words of the question call for; where a test gives the verdict, no other table does."""
    assert state.plan is not None
    form = state.form
    tested = any(other.tool in TESTS for other in state.plan.steps)
    return replace(form, opens="") if tested and step.tool not in TESTS else form


def _query(state: State) -> Query | None:
    """What is asked, where one Query says it."""
    assert state.reading is not None
    return state.reading.requirements.query or (state.queries[0] if len(state.queries) == 1 else None)


def _before_the_limit(state: State) -> Table | None:
    """The table of which a step took the first rows, where there is such a step."""
    assert state.plan is not None and state.outcomes is not None
    for step in reversed(state.plan.steps):
        cuts = {"query.limit", "constraints.limit"} & set(step.satisfies)
        if cuts and step.inputs and step.inputs[0] in state.outcomes:
            return state.outcomes[step.inputs[0]].table
        if cuts and step.inputs == (SOURCE,):
            return state.sources.get(str(state.frame_name))
    return None


def _drawn(state: State) -> list[Finding]:
    """Rows that are drawn as they stand: what they say, else what the chart shows, and how many rows it shows."""
    assert state.outcomes is not None
    findings: list[Finding] = []
    for record in state.step_records:
        chart = state.outcomes[record.step_id].chart
        said = _said_by(record.step_id, chart.mark, state) if chart is not None else None
        if said is not None:
            findings.append(said)
        elif chart is not None and record.rows_in is not None:
            rows = Fact(name="rows", value=record.rows_in, step_id=record.step_id)
            findings.append(Finding(chart.title, (rows,), f"{chart.title}, from {shown(record.rows_in)} rows."))
        elif chart is not None:
            findings.append(Finding(chart.title, (), f"{chart.title}."))
    return findings


def _said_by(step_id: str, mark: str, state: State) -> Finding | None:
    """What the rows say that a chart draws: how two numbers go together, or one of each name or moment."""
    assert state.plan is not None and state.outcomes is not None
    step = state.plan.step(step_id)
    start = step.inputs[0]
    table = state.outcomes[start].table if start in state.outcomes else state.sources.get(str(state.frame_name))
    x, y = step.params.get("x"), step.params.get("y")
    if table is None or x is None or y is None:
        return None
    if mark == "scatter" and all(table.schema[name].is_numeric() for name in (x, y)):
        pairs, _ = correlations(table, (x, y), "pearson", MOST_CORRELATED)
        return _told_apart("compute_correlations", _result(step.replaced(params={}), table.having(pairs), state))
    if mark not in ("bar", "line", "area"):
        return None
    keys = dict.fromkeys(name for name in (x, step.params.get("color")) if name)
    told = called(table, state.form, state.queries, state.profile)
    return rows_drawn(_result(step, told, state), tuple(keys), (y, *step.params.get("more_y", ())))


def _told(step: Step, state: State) -> bool:
    """A table is told if it is what a chart draws, what a statistic found, or the end of the plan."""
    assert state.plan is not None
    catalog = state.context.catalog
    if "df" not in catalog.tools[step.tool].outputs:
        return False
    if step.tool in TOLD_APART:
        return True
    readers = [other for other in state.plan.steps if step.id in other.inputs]
    charts = [other.tool for other in readers if "chart" in catalog.tools[other.tool].outputs]
    if "plot_scatter" in charts:  # its points say how two numbers go together
        return False
    return (bool(charts) and _groups_rows(step, state)) or not readers


def _groups_rows(step: Step, state: State) -> bool:
    """Whether what a step gives was put together from rows, by whatever tool."""
    assert state.plan is not None
    catalog = state.context.catalog
    tools = (step.tool, *(state.plan.step(name).tool for name in state.plan.feeding(step.id)))
    return any("aggregate" in catalog.capabilities_of(name) for name in tools)


def _lists_rows(query: Query | None) -> bool:
    """Whether rows are asked for as they stand; what they are held against may be put together from all of them."""
    return query is not None and not any(item.grouped for item in (query, *parts_of(Query, query.source)))


def _worded(findings: list[Finding], facts: tuple[Fact, ...], state: State) -> tuple[tuple[str, ...], str]:
    """The sentences and why they are as they are: a model's where it may and can, else our own."""
    settings = state.context.settings
    style, reason = style_for(findings, settings.answer_style)
    own = rendered(findings, style, settings)
    told = f"{style} style: {reason}"
    phrase: Callable[..., Any] | None = getattr(state.reader, "phrase", None)
    if phrase is None or not settings.share_values or not facts:
        return own, told
    phrased, complaint = _phrased(phrase, findings, state)
    return (phrased, "phrased by the model, every part of it a fact") if phrased else (own, f"{told}; {complaint}")


def _phrased(phrase: Callable[..., Any], findings: list[Finding], state: State) -> tuple[tuple[str, ...], str]:
    """A model's sentences that pass the check at the first or the stricter second try, or none and the reason."""
    assert state.reading is not None and state.profile is not None
    facts = tuple(fact for finding in findings for fact in finding.facts)
    asked = Asked(
        question=state.question.normalised,
        requirements=state.reading.requirements,
        profile=state.profile,
        facts=facts,
        measures=tuple(finding.what for finding in findings),
        wording=wording(),
        common=common_words(),
    )
    wrong: tuple[str, ...] = ()
    for stricter in (False, True):
        try:
            sentences = tuple(phrase(state.question, facts, state.context, stricter=stricter))
        except AutovizError as error:
            return (), f"the model could not phrase it: {error.what}"
        wrong = problems(sentences, asked)
        if not wrong:
            return sentences[: state.context.settings.max_paragraphs], ""
    return (), f"the model's text was refused: {'; '.join(wrong[:3])}"


ANSWER = Stage(
    name="answer",
    run=tell,
    needs=("plan", "outcomes"),
    promises=("facts", "answer"),
    summary=lambda state: f"{counted(len(state.facts or ()), 'fact')}, {len(state.answer or '')} characters",
    reason=lambda state: state.answer_reason,
)
