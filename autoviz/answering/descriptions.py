"""Descriptions: how values are spread, which are outliers, where one lies, and what a table is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from autoviz.answering.emptiness import rows_kept
from autoviz.answering.facts import facts_of, plain
from autoviz.answering.form import Form
from autoviz.answering.measure_forms import unit_of
from autoviz.answering.nouns import singular
from autoviz.answering.numerals import percent, probability, shown
from autoviz.answering.rendering import Finding, label, name_of
from autoviz.answering.result import Result
from autoviz.answering.statistics import alpha_of, records, sentences
from autoviz.answering.things import things_counted
from autoviz.answering.verdicts_of_tests import is_clear, opened, yes_or_no
from autoviz.columns import steady_number
from autoviz.drawing.scales import scaled
from autoviz.drawing.titles import readable, sentence
from autoviz.listing import counted, few, listed
from autoviz.measures.anomalies import LEAST, MADE, THRESHOLDS, rule_in_words
from autoviz.measures.distributions import CLEAR_KURTOSIS, CLEAR_SKEW, LEAST_FOR_SHAPE
from autoviz.model.fact import Fact
from autoviz.model.requirements import Aggregation, Statistic
from autoviz.query.language import Column

Record = dict[str, Any]


def distributions(result: Result) -> Finding:
    """Each column: the shape that was asked for, else its typical value, spread and shape."""
    shapes = [item.method for item in result.requirements.all(Statistic) if item.kind == "shape"]
    groups = [str(name) for name in result.step.params.get("group_by") or ()]
    rows = _along_scales(list(records(result)), groups)
    names = ("median", "mean", "std", "min", "q25", "q75", "max", "skew", "kurtosis", "normal_p", "count", "missing")
    facts = [
        Fact(
            name=name,
            value=row[name],
            metric=row["column"],
            group={key: row[key] for key in groups},
            step_id=result.step.id,
        )
        for row in rows
        for name in names
        if row[name] is not None
    ]
    if shapes and groups:
        return Finding("distribution", tuple(facts), _shapes_of_groups(result, rows, groups, shapes))
    told = [_spread(result, row, groups, shapes) for row in rows]
    return Finding("distribution", tuple(facts), sentences(told, result.limit))


def _along_scales(rows: list[Record], groups: Sequence[str]) -> list[Record]:
    """The rows of each column with its groups along their own scale, as they are drawn."""
    columns = list(dict.fromkeys(row["column"] for row in rows))
    steps = [(key, scaled(row[key] for row in rows)) for key in groups]
    return sorted(rows, key=lambda row: (columns.index(row["column"]), *(step[row[key]] for key, step in steps)))


def _shapes_of_groups(result: Result, rows: list[Record], groups: list[str], shapes: Sequence[str | None]) -> str:
    """The shape of each group, short, after the verdict on all of them."""
    asked = next(iter(dict.fromkeys(shapes)))
    known = [row for row in rows if row["skew"] is not None]
    holds = bool(known) and all(_holds(result, row, asked) for row in known)
    told = [f"{', '.join(label(row[key]) for key in groups)} {_shape_in_short(result, row, shapes)}" for row in rows]
    by = listed([readable(key) for key in groups])
    columns = list(dict.fromkeys(result.called(row["column"]) for row in rows))
    what = f"{WORDS_OF_SHAPES[asked or 'skew']} of {listed(columns)}"
    return f"{opened(yes_or_no(holds, result), f'{what} by {by}')}: {'; '.join(few(told, result.limit))}."


WORDS_OF_SHAPES = {"skew": "skewness", "kurtosis": "excess kurtosis", "normality": "normality", "shapiro": "normality"}


def _holds(result: Result, row: Record, shape: str | None) -> bool:
    """Whether a distribution is what the question may claim: skewed, with heavy tails, or normal."""
    if shape == "skew":
        return bool(abs(row["skew"]) > CLEAR_SKEW)
    return bool(row["kurtosis"] > CLEAR_KURTOSIS) if shape == "kurtosis" else not is_clear(row["normal_p"], result)


def _shape_in_short(result: Result, row: Record, shapes: Sequence[str | None]) -> str:
    if row["skew"] is None:
        return f"not judged ({counted(row['count'], 'value')})" if row["count"] < LEAST_FOR_SHAPE else "does not vary"
    parts = []
    for shape in dict.fromkeys(shapes):
        if shape in ("skew", "kurtosis"):
            parts.append(shown(row[shape]))
            continue
        normal = "no clear departure from normal" if _holds(result, row, shape) else "not normal"
        parts.append(f"{normal} ({row['normal_test']} p {probability(row['normal_p'])}, n = {row['count']:,})")
    return ", ".join(parts)


def _spread(result: Result, row: Record, groups: list[str], shapes: Sequence[str | None]) -> str:
    of = ", ".join(label(row[key]) for key in groups)
    name = f"{result.called(row['column'])}{f' ({of})' if of else ''}"
    if row["median"] is None:
        return f"{name} has no values"
    if row["count"] == 1:
        return f"{name} is {_value(result, row, 'min')} (one row)"
    if row["min"] == row["max"]:
        whole = f"all {row['count']:,} {things_counted(result.form, result.profile)}"
        return f"{name} is {_value(result, row, 'min')} in {whole}: it does not vary"
    if shapes and row["skew"] is None:
        return f"{name} has {row['count']:,} values, too few to tell a shape (at least {LEAST_FOR_SHAPE} are needed)"
    if shapes:
        first, *others = dict.fromkeys(shapes)
        verdict = opened(yes_or_no(_holds(result, row, first), result), f"{name} {_shape(result, row, first)}")
        more = [f"it {_shape(result, row, shape)}" for shape in others]
        return "; ".join((verdict, *more, _middle(result, row)))
    shape = f"; {row['shape']}" if row["shape"] else ""
    ends = f"from {_value(result, row, 'min')} to {_value(result, row, 'max')}"
    return f"{name}: {_middle(result, row)}, {ends}{shape}"


def _middle(result: Result, row: Record) -> str:
    half = f"half of the values lie between {_value(result, row, 'q25')} and {_value(result, row, 'q75')}"
    figures = f"average {_value(result, row, 'mean')}, standard deviation {_value(result, row, 'std')}"
    return f"median {_value(result, row, 'median')} ({half}), {figures}"


def _shape(result: Result, row: Record, shape: str | None) -> str:
    """What a column is like in one respect, with the figure that says so."""
    skew, kurtosis = row["skew"], row["kurtosis"]
    holds = _holds(result, row, shape)
    if shape == "skew":
        told = f"skewed to the {'right' if skew > 0 else 'left'}" if holds else "close to symmetric"
        return f"is {told}: skewness {shown(skew)}"
    if shape == "kurtosis":
        tails = "heavy tails" if holds else "light tails" if kurtosis < -CLEAR_KURTOSIS else "about normal tails"
        return f"has {tails}: excess kurtosis {shown(kurtosis)}"
    verdict = "shows no clear departure from a normal distribution" if holds else "is not normally distributed"
    test = f"{row['normal_test']} test, p {probability(row['normal_p'])}, n = {row['count']:,}"
    asked = result.requirements.statistic("significance")
    level = f" at alpha {alpha_of(result):g}" if asked and asked.alpha else ""
    return f"{verdict}{level} ({test}; skewness {shown(skew)}, excess kurtosis {shown(kurtosis)})"


def _value(result: Result, row: Record, name: str) -> str:
    return shown(row[name], unit_of(Column(name=str(row["column"])), result.profile) or None)


def anomalies(result: Result) -> Finding:
    """How many values are outliers by which rule, and which, the strangest first; or that it cannot be told."""
    metric = str(result.step.params["metric"])
    method = str(result.step.params.get("method") or "iqr")
    threshold = float(result.resolved.get("threshold") or result.step.params.get("threshold") or THRESHOLDS[method])
    data: dict[str, int] = next((note.data for note in result.notes if "unusual" in note.data), {})
    found, rows = data.get("unusual", result.rows), data.get("rows", result.rows_before)
    facts = [result.fact("anomalies", found), *([result.fact("rows", rows)] if rows else [])]
    rule = rule_in_words(method, threshold)
    dull = next((note for note in result.notes if "rows" in note.data and "unusual" not in note.data), None)
    if dull is not None and dull.data["rows"] == rows:
        reason = "the values are too few or hardly differ"
        if method == "iqr" and (rows or 0) >= LEAST:
            reason = "there are no values, or half of them or more are the same (an interquartile range of 0)"
        return Finding(metric, tuple(facts), f"Outliers in {result.called(metric)} cannot be judged: {reason}.")
    unjudged = f" {dull.message}" if dull is not None and result.step.params.get("group_by") else ""
    of = f" among {rows:,} {things_counted(Form(), result.profile)}" if rows else ""
    if not found:
        none = f"no outliers in {result.called(metric)}{of} ({rule}).{unjudged}"
        return Finding(metric, tuple(facts), opened(yes_or_no(False, result), none))
    frame = result.table.pandas()
    if "anomaly" in frame:
        frame = frame[frame["anomaly"]].sort_values("anomaly_score", ascending=False, kind="stable")
    table, names = result.table.having(_wrapped(frame)), _names(result, frame, metric)
    each = facts_of(table, result.step.id, [metric], names, "anomaly")
    unit = unit_of(Column(name=metric), result.profile) or None
    items = [f"{shown(fact.value, unit)}{_called(fact)}" for fact in each]
    bounds = _bounds(result, frame, unit)
    which = listed(few(items, result.limit, of=found))
    noun = "outlier" if found == 1 else "outliers"
    told = f"{found:,} {noun} in {result.called(metric)}{of} ({rule}{bounds}): {which}.{unjudged}"
    return Finding(metric, (*facts, *each), opened(yes_or_no(True, result), told))


def _called(fact: Fact) -> str:
    """An outlier's own name; a bare number says of what it is the key."""
    bare = len(fact.group) == 1 and all(isinstance(value, (int, float)) for value in fact.group.values())
    word = f"{readable(next(iter(fact.group)))} " if bare else ""
    return f" ({word}{name_of(fact)})" if name_of(fact) else ""


def _wrapped(frame: pd.DataFrame) -> Any:
    import narwhals.stable.v2 as nw

    return nw.from_native(frame)


def _bounds(result: Result, frame: pd.DataFrame, unit: str | None) -> str:
    """The usual range, where all rows have the same."""
    ranges = frame[["expected_low", "expected_high"]].astype("float64").drop_duplicates().to_numpy()
    if len(ranges) != 1:
        return ""
    low, high = map(float, ranges[0])
    return f": below {shown(low, unit)} or above {shown(high, unit)}"


def _names(result: Result, frame: pd.DataFrame, metric: str) -> list[str]:
    """The columns by which an outlier is named: what tells rows apart where there is such, else groups and texts."""
    things = result.profile.things if result.profile else None
    if things is not None and things.rows_each <= 1.0 and not things.time:
        keys = [name for name in things.columns if name in frame.columns and name != metric]
        if keys:
            return keys
    made = (*MADE, metric)
    return [name for name in frame.columns if name not in made and not pd.api.types.is_numeric_dtype(frame[name])]


STRIKING = 3
"""How many facts of an overview are told."""
FAR = 3.0
"""A highest value this many interquartile ranges above the upper quartile stands out."""


SUMMARIES = {
    "mean": "average {}", "median": "median {}", "min": "lowest {}", "max": "highest {}",
    "std": "standard deviation of {}",
}  # fmt: skip
"""The columns of a summary that a question may ask for by a function, and their words."""


def summary(result: Result) -> Finding:
    """The functions of columns that the question names, else each named column, else what the table is about."""
    rows = list(records(result))
    groups = [str(name) for name in result.step.params.get("group_by") or ()]
    facts = tuple(
        Fact(
            name=name,
            value=cell,
            metric=str(row["column"]),
            group={key: row[key] for key in groups},
            step_id=result.step.id,
        )
        for row in rows
        for name, cell in row.items()
        if name not in ("column", *groups) and cell is not None
    )
    asked = {(item.metric, item.func) for item in result.requirements.all(Aggregation) if item.func in SUMMARIES}
    wanted = [fact for fact in facts if (fact.metric, fact.name) in asked]
    if wanted:
        told = [_function(fact, result) for fact in wanted]
        return Finding("summary", facts, f"{sentence('; '.join(told))}{rows_kept(result.requirements)}.")
    if result.step.params.get("columns") or groups:
        return Finding("summary", facts, sentences([_column(result, row, groups) for row in rows], result.limit))
    return overview(result, rows, facts)


def _function(fact: Fact, result: Result) -> str:
    of = f" ({', '.join(map(label, fact.group.values()))})" if fact.group else ""
    unit = unit_of(Column(name=str(fact.metric)), result.profile) or None
    return f"{SUMMARIES[fact.name].format(result.called(fact.metric))}{of} is {shown(fact.value, unit)}"


def _column(result: Result, row: Record, groups: list[str]) -> str:
    """One column in words, of the kind that it has."""
    of = ", ".join(label(row[key]) for key in groups)
    name = f"{result.called(row['column'])}{f' ({of})' if of else ''}"
    missing = f", {row['missing']:,} missing" if row["missing"] else ""
    if not row["count"]:
        return f"{name} has no values"
    if row.get("median") is not None:
        spread = f", standard deviation {_value(result, row, 'std')}" if row["std"] is not None else ""
        ends = f"from {_value(result, row, 'min')} to {_value(result, row, 'max')}"
        middle = f"average {_value(result, row, 'mean')}, median {_value(result, row, 'median')}"
        return f"{name}: {middle}{spread}, {ends}{missing}"
    if row.get("earliest") is not None:
        return f"{name}: from {_day(row['earliest'])} to {_day(row['latest'])}{missing}"
    most = f", most frequent {row['most_frequent']} ({row['frequency']:,.0f})" if row.get("frequency") else ""
    return f"{name}: {row['distinct'] or 0:,.0f} different values{most}{missing}"


def overview(result: Result, rows: list[Record], facts: tuple[Fact, ...]) -> Finding:
    """What the table is about: rows and things, columns, span, and the three facts that stand out."""
    size = max((row["count"] + row["missing"] for row in rows), default=0)
    whole = result.profile.rows if result.profile else size
    counts = [result.fact("rows", size), result.fact("columns", len(rows))]
    counts += [result.fact("rows of the table", whole)] if size < whole else []
    names = [result.called(row["column"]) for row in rows]
    things = things_counted(Form(), result.profile)
    each = ", one row each," if things != "rows" else ""
    called = f"{singular(things) if whole == 1 else things}{each}"
    called = f"{size:,} of {whole:,} {called}" if size < whole else f"{size:,} {called}"
    dates = next((row for row in rows if row.get("earliest") is not None), None)
    span = f", {readable(dates['column'])} from {_day(dates['earliest'])} to {_day(dates['latest'])}" if dates else ""
    held = f"{counted(len(rows), 'column')}: {listed(few(names, result.limit))}"
    about = f"{'these are' if size < whole else 'the table holds'} {called} with {held}{span}."
    told = _striking(result, rows, size)
    out = f" What stands out: {'; '.join(told)}." if told else ""
    return Finding("summary", (*counts, *facts), f"{sentence(about)}{out}")


def _striking(result: Result, rows: list[Record], size: int) -> list[str]:
    """The facts that stand out most, each with how far it does."""
    found = [item for row in rows if (item := _standing_out(result, row, size)) is not None]
    best = sorted(found, key=lambda item: -steady_number(item[0]))[:STRIKING]
    if len(best) < STRIKING and not any(row["missing"] for row in rows):
        best.append((0.0, "no values are missing"))
    return [text for _, text in best]


def _standing_out(result: Result, row: Record, size: int) -> tuple[float, str] | None:
    """What is most striking about a column: gaps, sameness, a far end, a value that most rows have."""
    name, known = result.called(row["column"]), row["count"]
    if not known:
        return 2.0, f"{name} has no values at all"
    gap = row["missing"] / size
    options: list[tuple[float, str]] = []
    if gap:
        options.append((gap + 0.2, f"{name} is missing in {percent(gap)} of the rows"))
    if row.get("median") is not None:
        options += _of_numbers(row, name)
    frequency, distinct = row.get("frequency"), row.get("distinct")
    if frequency is not None and distinct is not None and 1 < distinct < known / 2:
        share = frequency / known
        most = {"True": "yes", "False": "no", "": "empty"}.get(row["most_frequent"], row["most_frequent"])
        options.append((share - 1 / distinct, f"the most frequent {name} is {most} ({percent(share)})"))
    if distinct == 1 and known > 1:
        options.append((1.0, f"{name} is {row['most_frequent']} everywhere"))
    return max(options, default=None, key=lambda item: steady_number(item[0]))


def _of_numbers(row: Record, name: str) -> list[tuple[float, str]]:
    low, high, usual = row["min"], row["max"], (row["q25"], row["q75"])
    if low == high:
        return [(1.0, f"{name} is {shown(low)} everywhere")] if row["count"] > 1 else []
    unit = usual[1] - usual[0]
    between = f"{shown(usual[0])} to {shown(usual[1])}"
    far = (high - usual[1]) / unit if unit > 0 else 0.0
    if far > FAR:
        return [(min(0.5 + far / 40, 1.0), f"{name} reaches {shown(high)}, far above the usual {between}")]
    return [(0.1, f"{name} is {shown(row['median'])} in the middle, half of it between {between}")]


def _day(value: Any) -> str:
    return str(plain(value)).removesuffix(" 00:00:00").partition(".")[0]


def left_out(result: Result) -> Finding:
    """How many rows were left out as outliers, by which rule and bounds; or that there were none to leave out."""
    data = next((note.data for note in result.notes if "outliers" in note.data), None)
    ruled = [note.data for note in result.notes if "low" in note.data]
    facts = [result.fact("outliers", data["outliers"]), result.fact("rows", data["rows"])] if data else []
    for item in ruled:
        facts += [
            Fact(name=name, value=item[name], metric=item["column"], step_id=result.step.id) for name in ("low", "high")
        ]
    if not ruled:
        names = listed([result.called(name) for name in result.step.params["columns"]])
        told_none = f"No outliers were left out: the values of {names} hardly differ."
        return Finding("outliers left out", tuple(facts), told_none)
    told = [
        f"{result.called(item['column'])} below {_value(result, item, 'low')} or above {_value(result, item, 'high')}"
        for item in ruled
    ]
    count = f"{data['outliers']:,} of {counted(data['rows'], 'row')}" if data else "rows"
    rule = rule_in_words(ruled[0]["method"], ruled[0]["threshold"])
    return Finding("outliers left out", tuple(facts), f"Left out as outliers: {count} ({'; '.join(told)}, {rule}).")
