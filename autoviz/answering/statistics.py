"""Statistics: what the table of each statistic says, in a sentence and in facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autoviz.answering.facts import plain
from autoviz.answering.measure_forms import unit_of
from autoviz.answering.numerals import probability, shown
from autoviz.answering.rendering import Finding, label
from autoviz.answering.result import Result
from autoviz.drawing.titles import readable
from autoviz.listing import counted, few, listed
from autoviz.model.fact import Fact
from autoviz.query.language import Column

CLEAR = 0.05
"""A difference this improbable by chance is told as one."""
_STRENGTHS = ((0.7, "strong"), (0.4, "moderate"), (0.1, "weak"), (0.0, "next to none"))
"""From which size of r on two columns go together how strongly."""
MANY_PAIRS = 3
"""From so many pairs of columns on the closest one is told first, and the others by their r alone."""
_SEASONAL = ((0.64, "strong"), (0.5, "weak"), (0.0, "no clear"))
"""From which share of the variance a season is called how strong."""


def alpha_of(result: Result) -> float:
    """Below which p a finding is more than chance: what the question says, else 1 in 20."""
    for asked in (result.requirements.statistic(kind) for kind in ("significance", "association", "shape")):
        if asked is not None and asked.alpha:
            return asked.alpha
        if asked is not None and asked.confidence:
            return 1 - asked.confidence
    return CLEAR


def correlations(result: Result) -> Finding:
    """Each pair of columns with its r, in each group where there are groups."""
    groups = [str(name) for name in result.step.params.get("group_by") or ()]
    rows = list(records(result))
    facts = tuple(fact for row in rows for fact in _facts_of_pair(result, row, groups))
    pairs = len({(row["column_a"], row["column_b"]) for row in rows})
    several = pairs > 1
    what = "Spearman's rank correlation" if result.step.params.get("method") == "spearman" else "Correlation"
    if not several:
        what += f" of {_pair(result, rows[0])}"
    by = f" by {listed([readable(name) for name in groups])}" if groups else ""
    if pairs >= MANY_PAIRS and not groups:
        return Finding("correlation", facts, f"{_closest(result, rows, what)}.")
    told = "; ".join(few([_related(result, row, groups, several) for row in rows], result.limit))
    return Finding("correlation", facts, f"{_claim(result, rows)}{what}{by}: {told}.")


def _closest(result: Result, rows: list[dict[str, Any]], what: str) -> str:
    """Of many pairs the closest in full, and the r of the others."""
    alpha = alpha_of(result)
    known = [row for row in rows if row["r"] is not None]
    if not known:
        return f"{what} cannot be told for any of the {len(rows):,} pairs: their columns do not vary together"
    first, *others = known
    clear = sum(row["p"] is not None and row["p"] < alpha for row in known)
    told = [f"{_pair(result, row)} {shown(row['r'])}" for row in others]
    rest = f". The others: {listed(few(told, result.limit))}" if told else ""
    unknown = f" ({counted(len(rows) - len(known), 'pair')} cannot be told)" if len(known) < len(rows) else ""
    lead = f"{what} is closest for {_pair(result, first)}: {_related(result, first, [], False)}"
    return f"{lead}; {clear:,} of the {len(rows):,} pairs {'is' if clear == 1 else 'are'} significant{unknown}{rest}"


def _pair(result: Result, row: dict[str, Any]) -> str:
    return f"{result.called(row['column_a'])} and {result.called(row['column_b'])}"


def _facts_of_pair(result: Result, row: dict[str, Any], groups: list[str]) -> list[Fact]:
    names = {"r": "correlation", "p": "p", "low": "low", "high": "high", "n": "n"}
    group = {part: row[part] for part in (*groups, "column_a", "column_b")}
    return [
        Fact(name=name, value=row[key], group=group, step_id=result.step.id)
        for key, name in names.items()
        if row[key] is not None
    ]


def _claim(result: Result, rows: list[dict[str, Any]]) -> str:
    """Yes or no to the claim that two columns go together, or go together that way."""
    if result.form.opens != "yes_no" or len(rows) != 1 or rows[0]["r"] is None or rows[0]["p"] is None:
        return ""
    clear = rows[0]["p"] < alpha_of(result)
    if clear and result.form.judging and not result.form.together:
        return ""  # of what is good or bad the sign says nothing: more bruises are worse, more points are not
    way = result.form.together or result.form.direction
    holds = clear and (not way or (rows[0]["r"] > 0) == (way > 0))
    weak = min(least for least, _ in _STRENGTHS if least)
    return "No. " if not holds else "Yes. " if abs(rows[0]["r"]) >= weak else "Hardly. "


def _related(result: Result, row: dict[str, Any], groups: list[str], named: bool) -> str:
    """One pair: r, which way and how strongly the two go together, how sure that is, and of how many rows."""
    r, p = row["r"], row["p"]
    parts = [", ".join(label(row[name]) for name in groups)] if groups else []
    parts += [_pair(result, row)] if named else []
    of = " ".join(parts)
    of = f"{of} " if of else ""
    if r is None:
        both = counted(row["n"], "row")
        if not row["n"]:
            return f"{of}cannot be told, because no values of both stand in one row"
        return f"{of}cannot be told, because one of the two does not vary ({both} with values in both)"
    strength = next(word for least, word in _STRENGTHS if abs(r) >= least)
    way = "positive" if r > 0 else "negative"
    clear = "too few rows to judge" if p is None else "significant" if p < alpha_of(result) else "not significant"
    kind = f"{strength} {way}, {clear}" if abs(r) >= _STRENGTHS[-2][0] else f"{strength}, {clear}"
    between = f", 95% interval {shown(row['low'])} to {shown(row['high'])}" if row["low"] is not None else ""
    return f"{of}r = {shown(r)} ({kind}, p {probability(p)}{between}, n = {row['n']:,})"


def percentiles(result: Result) -> Finding:
    """The value below which each share of the rows lies, column by column and group by group."""
    rows = list(records(result))
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
        below = shown(fact.value, _unit(result, fact))
        by_group.setdefault(_of_group(result, fact), []).append(
            f"{fact.name.removeprefix('percentile ')}% below {below}"
        )
    told = [f"{what}: {listed(items)}{_between_quartiles(result, facts, what)}" for what, items in by_group.items()]
    return Finding("percentiles", tuple(facts), sentences(told, result.limit))


def _of_group(result: Result, fact: Fact) -> str:
    return ", ".join((result.called(fact.metric), *map(label, fact.group.values())))


def _unit(result: Result, fact: Fact) -> str | None:
    return unit_of(Column(name=str(fact.metric)), result.profile) or None


def _between_quartiles(result: Result, facts: list[Fact], what: str) -> str:
    """The interquartile range, where both quartiles are there."""
    found = {fact.name: fact for fact in facts if _of_group(result, fact) == what}
    ends = [found[name] for name in ("percentile 25", "percentile 75") if name in found]
    low, high = (fact.value for fact in ends) if len(ends) == 2 else (None, None)
    if not isinstance(low, (int, float)) or not isinstance(high, (int, float)):
        return ""
    return f" (interquartile range {shown(float(high) - float(low), _unit(result, ends[0]))})"


def gaps(result: Result) -> Finding:
    """Which columns lack values, and how many."""
    rows = list(records(result))
    missing = [row for row in rows if row["missing"]]
    facts = tuple(
        Fact(name=name, value=row[key], metric=str(row["column"]), step_id=result.step.id)
        for row in rows
        for name, key in (("missing", "missing"), ("share", "missing_share"))
    )
    yes = "" if result.form.opens != "yes_no" else "Yes: " if missing else "No: "
    if len(rows) == 1:
        only = rows[0]
        whole = only["missing"] + only["present"]
        number = f"{only['missing']:,}" if missing else "none" if yes else "None"
        lacking = f"{number} of {'' if missing else 'the '}{counted(whole, 'value')} of {result.called(only['column'])}"
        are = f"{'is' if only['missing'] <= 1 else 'are'} missing"
        return Finding("missing values", facts, f"{yes}{lacking} {are} ({only['missing_share']:.1%}).")
    if not missing:
        return Finding("missing values", facts, f"No missing values in {counted(len(rows), 'column')}.")
    told = [f"{result.called(row['column'])} {row['missing']:,} ({row['missing_share']:.1%})" for row in missing]
    rest = len(rows) - len(missing)
    none = f"; none in {counted(rest, 'other column')}" if rest else ""
    yes = yes.replace(":", ".")
    return Finding("missing values", facts, f"{yes}Missing values: {listed(few(told, result.limit))}{none}.")


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
    for row in records(result):
        group = {name: row[name] for name in groups}
        facts += [
            Fact(name=name, value=row[name], metric=metric, group=group, step_id=result.step.id)
            for name in sorted(made)
            if row.get(name) is not None
        ]
        what = ", ".join((result.called(metric), *map(label, group.values())))
        told.append(f"{what}: {'; '.join(_course(row, grain))}")
    return Finding("course", tuple(facts), sentences(told, result.limit))


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


def records(result: Result) -> Iterator[dict[str, Any]]:
    """The rows with plain cells, what is missing as None."""
    for row in result.table.pandas().to_dict("records"):
        yield {str(name): plain(cell) for name, cell in row.items()}


def _facts(result: Result, row: dict[str, Any], metric: str, names: tuple[str, ...]) -> list[Fact]:
    return [
        Fact(name=name, value=row[name], metric=metric, step_id=result.step.id)
        for name in names
        if row[name] is not None
    ]


def sentences(told: list[str], limit: int) -> str:
    """One sentence each up to the limit, and how many more there are."""
    return " ".join(f"{item[0].upper()}{item[1:]}." for item in few(told, limit))




def negative(value: float | None) -> float | None:
    return None if value is None else -value
