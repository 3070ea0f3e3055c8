"""Statistics: what the table of each statistic says, in a sentence and in facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd

from autoviz.answering.facts import facts_of, plain
from autoviz.answering.numerals import shown
from autoviz.answering.rendering import Finding, label, name_of
from autoviz.answering.result import Result
from autoviz.drawing.numbers import counted, listed
from autoviz.drawing.titles import readable
from autoviz.model.fact import Fact
from autoviz.model.requirements import Aggregation

SUMMARIES = {
    "mean": "average {}",
    "median": "median {}",
    "min": "lowest {}",
    "max": "highest {}",
    "std": "spread of {}",
}
"""The columns of a summary that a question may ask for by a function, and their words."""
_FOUND_BY_ANOMALIES = ("anomaly_score", "expected_low", "expected_high", "anomaly_reason")
CLEAR = 0.05
"""A difference this improbable by chance is told as one."""
_STRENGTHS = ((0.7, "strong"), (0.4, "moderate"), (0.1, "weak"), (0.0, "next to none"))
"""From which size of r on two columns go together how strongly."""
_SEASONAL = ((0.64, "strong"), (0.5, "weak"), (0.0, "no clear"))
"""From which share of the variance a season is called how strong."""


def correlations(result: Result) -> Finding:
    """Each pair of columns with its r."""
    facts = facts_of(result.table, result.step.id, ["r"], ["column_a", "column_b"], "correlation")
    ordered = sorted(facts, key=lambda fact: -abs(float(fact.value or 0)))
    rows = {(row["column_a"], row["column_b"]): row for row in _records(result)}
    pairs = [_related(rows[fact.group["column_a"], fact.group["column_b"]]) for fact in ordered]
    return Finding("correlation", tuple(ordered), f"Correlation: {'; '.join(_kept(pairs, result.limit))}.")


def _related(row: dict[str, Any]) -> str:
    """One pair: r, which way and how strongly the two go together, how sure that is, and of how many rows."""
    r, p = row["r"], row["p"]
    strength = next(word for least, word in _STRENGTHS if abs(r) >= least)
    way = "positive" if r > 0 else "negative"
    clear = "significant" if p is not None and p < CLEAR else "not significant"
    kind = f"{strength} {way}, {clear}" if abs(r) >= _STRENGTHS[-2][0] else f"{strength}, {clear}"
    named = f"{row['column_a']} and {row['column_b']}"
    return f"{named} r = {shown(r)} ({kind}, p {_probability(p)}, n = {row['n']:,})"


def anomalies(result: Result) -> Finding:
    """How many values are unusual, and which, the strangest first."""
    metric = str(result.step.params["metric"])
    count = result.fact("anomalies", result.rows)
    if not result.rows:
        return Finding(metric, (count,), f"No unusual values in {readable(metric)}.")
    frame = result.table.pandas()
    labels = [
        name
        for name in frame.columns
        if name not in (*_FOUND_BY_ANOMALIES, metric) and not pd.api.types.is_numeric_dtype(frame[name])
    ]
    facts = facts_of(result.table, result.step.id, [metric], labels, "anomaly")
    items = [f"{shown(fact.value)}{f' ({name_of(fact)})' if name_of(fact) else ''}" for fact in facts]
    told = listed(_kept(items, result.limit, of=result.rows))
    return Finding(metric, (count, *facts), f"{counted(result.rows, 'unusual value')} in {readable(metric)}: {told}.")


def summary(result: Result) -> Finding:
    """The statistics of each column; one that the question names by its function is told."""
    frame = result.table.pandas()
    facts = [
        Fact(name=str(name), value=value, metric=str(row["column"]), step_id=result.step.id)
        for row in frame.to_dict("records")
        for name, cell in row.items()
        if name != "column" and (value := plain(cell)) is not None
    ]
    asked = {(item.metric, item.func) for item in result.requirements.all(Aggregation) if item.func in SUMMARIES}
    wanted = [fact for fact in facts if (fact.metric, fact.name) in asked]
    if wanted:
        told = [f"{SUMMARIES[fact.name].format(readable(str(fact.metric)))} is {shown(fact.value)}" for fact in wanted]
        note = f"{'; '.join(told)}."
        return Finding("summary", tuple(facts), note[0].upper() + note[1:])
    count = result.fact("columns", result.rows)
    return Finding("summary", (count, *facts), f"Summary of {counted(result.rows, 'column')}.")


def distributions(result: Result) -> Finding:
    """The middle, the ends and the shape of each column."""
    facts: list[Fact] = []
    told = []
    for row in _records(result):
        name = str(row["column"])
        facts += _facts(result, row, name, ("median", "mean", "min", "max", "count", "missing"))
        if row["median"] is None:
            told.append(f"{readable(name)} has no values")
            continue
        shape = f"; {row['shape']}" if row["shape"] else ""
        told.append(
            f"{readable(name)}: median {shown(row['median'])}, average {shown(row['mean'])}, "
            f"from {shown(row['min'])} to {shown(row['max'])}{shape}"
        )
    return Finding("distribution", tuple(facts), _sentences(told, result.limit))


def percentiles(result: Result) -> Finding:
    """The value below which each share of the rows lies, column by column and group by group."""
    rows = list(_records(result))
    made = ("column", "percentile", "value")
    facts = [
        Fact(
            name=f"percentile {row['percentile']:g}",
            value=row["value"],
            metric=str(row["column"]),
            group={name: cell for name, cell in row.items() if name not in made},
            step_id=result.step.id,
        )
        for row in rows
        if row["value"] is not None
    ]
    by_group: dict[str, list[str]] = {}
    for fact in facts:
        group = ", ".join(map(label, fact.group.values()))
        what = f"{readable(str(fact.metric))}, {group}" if group else readable(str(fact.metric))
        by_group.setdefault(what, []).append(f"{fact.name.removeprefix('percentile ')}% below {shown(fact.value)}")
    told = [f"{what}: {listed(items)}" for what, items in by_group.items()]
    return Finding("percentiles", tuple(facts), _sentences(told, result.limit))


def comparisons(result: Result) -> Finding:
    """Each pair of groups: by how much one average lies above the other, and how sure that is."""
    metric = str(result.step.params["metric"])
    facts: list[Fact] = []
    told = []
    for row in _records(result):
        if row["difference"] is None:
            continue
        first, second, low, high = row["group_a"], row["group_b"], row["low"], row["high"]
        if row["difference"] < 0:
            first, second, low, high = second, first, _negative(high), _negative(low)
        p = row["p_adjusted"] if row["p_adjusted"] is not None else row["p"]
        pair = {"group_a": first, "group_b": second}
        values = {"difference": abs(row["difference"]), "low": low, "high": high, "p": p}
        facts += [
            Fact(name=name, value=value, metric=metric, group=pair, step_id=result.step.id)
            for name, value in values.items()
            if value is not None
        ]
        sure = f"95% interval {shown(low)} to {shown(high)}, p {_probability(p)}"
        if p is not None and p < CLEAR:
            told.append(f"{label(first)} lies {shown(values['difference'])} above {label(second)} ({sure})")
        else:
            told.append(f"no clear difference between {label(first)} and {label(second)} ({sure})")
    pairs = "; ".join(_kept(told, result.limit))
    return Finding("comparison", tuple(facts), f"Difference in average {readable(metric)}: {pairs}.")


def gaps(result: Result) -> Finding:
    """Which columns lack values, and how many."""
    rows = list(_records(result))
    missing = [row for row in rows if row["missing"]]
    facts = tuple(
        Fact(name=name, value=row[key], metric=str(row["column"]), step_id=result.step.id)
        for row in rows
        for name, key in (("missing", "missing"), ("share", "missing_share"))
    )
    if not missing:
        return Finding("missing values", facts, f"No missing values in {counted(len(rows), 'column')}.")
    told = [f"{readable(row['column'])} {row['missing']:,} ({row['missing_share']:.1%})" for row in missing]
    rest = len(rows) - len(missing)
    none = f"; none in {counted(rest, 'other column')}" if rest else ""
    return Finding("missing values", facts, f"Missing values: {listed(_kept(told, result.limit))}{none}.")


def repeats(result: Result) -> Finding:
    """How many rows are there more than once."""
    frame = result.table.pandas()
    data: dict[str, int] = next((note.data for note in result.notes if "repeats" in note.data), {})
    facts = tuple(Fact(name=name, value=value, step_id=result.step.id) for name, value in data.items())
    if frame.empty:
        return Finding("repeated rows", facts, "No row occurs more than once.")
    named = result.step.params.get("columns") or ()
    of = f" that agree in {listed([readable(name) for name in named])}" if named else ""
    groups, rows = data["groups"], data["rows"]
    note = f"{counted(rows, 'row')}{of} occur more than once, {groups:,} different: {data['repeats']:,} too many."
    return Finding("repeated rows", facts, note)


def courses(result: Result) -> Finding:
    """Where each series goes, how seasonal it is and when it turned."""
    metric = str(result.step.params["metric"])
    made = {"trend", "slope", "slope_low", "slope_high", "season_strength", "season_length", "turning_points"}
    groups = [str(name) for name in result.step.params.get("group_by") or ()]
    grain = str(result.resolved.get("grain") or "period")
    facts: list[Fact] = []
    told = []
    for row in _records(result):
        group = {name: row[name] for name in groups}
        facts += [
            Fact(name=name, value=row[name], metric=metric, group=group, step_id=result.step.id)
            for name in sorted(made)
            if row.get(name) is not None
        ]
        what = ", ".join((readable(metric), *map(label, group.values())))
        told.append(f"{what}: {'; '.join(_course(row, grain))}")
    return Finding("course", tuple(facts), _sentences(told, result.limit))


def _course(row: dict[str, Any], grain: str) -> Iterator[str]:
    if row["trend"] is None:
        yield "too few periods for a trend"
        return
    slope, low, high = row["slope"], row["slope_low"], row["slope_high"]
    between = f" (95% interval {shown(low)} to {shown(high)})" if low != high else ""
    yield f"{row['trend']}, {shown(slope)} per {grain}{between}"
    if row["season_strength"] is None:
        yield "too few seasons to judge a season"
    else:
        word = next(word for least, word in _SEASONAL if row["season_strength"] >= least)
        yield f"{word} season of {row['season_length']:.0f} {grain}s (strength {shown(row['season_strength'])} of 1)"
    if row["turning_points"]:
        yield f"turned at {row['turning_dates']}"


def _records(result: Result) -> Iterator[dict[str, Any]]:
    """The rows with plain cells, what is missing as None."""
    for row in result.table.pandas().to_dict("records"):
        yield {str(name): plain(cell) for name, cell in row.items()}


def _facts(result: Result, row: dict[str, Any], metric: str, names: tuple[str, ...]) -> list[Fact]:
    return [
        Fact(name=name, value=row[name], metric=metric, step_id=result.step.id)
        for name in names
        if row[name] is not None
    ]


def _sentences(told: list[str], limit: int) -> str:
    """One sentence each up to the limit, and how many more there are."""
    return " ".join(f"{item[0].upper()}{item[1:]}." for item in _kept(told, limit))


def _kept(told: list[str], limit: int, of: int | None = None) -> list[str]:
    """The first ones up to the limit, and how many more there are."""
    rest = (len(told) if of is None else of) - limit
    return [*told[:limit], f"{rest:,} more"] if rest > 0 else told


def _negative(value: float | None) -> float | None:
    return None if value is None else -value


def _probability(p: float | None) -> str:
    if p is None:
        return "unknown"
    return "< 0.001" if p < 0.001 else f"= {p:.2g}"


STATISTICS: dict[str, Callable[[Result], Finding]] = {
    "detect_anomalies": anomalies,
    "compute_correlations": correlations,
    "compute_summary_stats": summary,
    "compute_distributions": distributions,
    "compute_percentiles": percentiles,
    "compute_time_series_features": courses,
    "compare_groups": comparisons,
    "missing_report": gaps,
    "find_duplicates": repeats,
}
"""Tools whose result is told in a way of its own."""
