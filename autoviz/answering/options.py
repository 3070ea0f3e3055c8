"""Options: a reading told in one line, so that a user can choose between two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autoviz.answering.query_words import measure_words, where_words
from autoviz.drawing.numbers import exact
from autoviz.drawing.titles import CYCLES, readable
from autoviz.errors import nearest
from autoviz.listing import counted, listed
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.query_filters import filters_of
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Change,
    ChartWish,
    Cumulative,
    Filter,
    Limit,
    Requirements,
    Statistic,
    Time,
    Window,
)
from autoviz.query.language import Query

LONGEST_TOLD = 160
"""A condition of more letters is one of several parts, which the details tell."""
FUNCTIONS = {
    "sum": "total {}", "mean": "average {}", "median": "median {}", "min": "lowest {}", "max": "highest {}",
    "count": "number of rows with {}", "nunique": "number of different {}", "std": "standard deviation of {}",
    "quantile": "percentile of {}",
}  # fmt: skip
KINDS = {"distribution": "distribution of {}", "correlation": "correlation of {}", "anomaly": "outliers in {}"}
FINDINGS = {
    "completeness": "which values are missing", "duplicates": "which rows are repeated",
    "significance": "whether groups differ beyond chance", "percentiles": "below which values given shares lie",
    "seasonality": "whether there is a trend or a season", "shape": "what shape the values have",
    "association": "whether columns go together", "relation": "whether columns go together",
    "standing": "at which percentile a value lies", "outliers": "which values lie far from the others",
}  # fmt: skip
"""What each Statistic is to tell."""
TIED = "This can be read in more than one way. Which one do you mean?"


def not_found(phrases: Sequence[str], profile: DatasetProfile | None) -> str:
    """Which phrases answer to nothing in the table, and the columns whose names come nearest."""
    told = f"Nothing was found for {listed([repr(phrase) for phrase in phrases])}."
    close = dict.fromkeys(name for phrase in phrases for name in nearest(phrase, profile.names if profile else ()))
    return f"{told} Nearest columns: {listed([repr(name) for name in close])}." if close else told


def option_label(requirements: Requirements) -> str:
    """What a reading would show: 'average price by region where year = 2020, only the 3 highest, as a bar chart'."""
    parts = [_measures(requirements)]
    if requirements.query is not None and requirements.query.by:
        parts.append(f"by {listed([readable(item.name) for item in requirements.query.by])}")
    elif requirements.group_by:
        parts.append(f"by {listed([readable(name) for name in requirements.group_by])}")
    if requirements.time and requirements.query is None:
        parts.append(_course(requirements.time))
    if rows := rows_told(requirements):
        parts.append(rows)
    wish = requirements.constraint(ChartWish)
    further = [*_further(requirements)] if requirements.query is None else []
    if wish and wish.mark:
        further.append(f"as a {wish.mark} chart")
    return ", ".join(filter(None, (" ".join(filter(None, parts)), *further)))


def _course(time: Time) -> str:
    """The dates that a reading goes along, with the periods that it names."""
    name = readable(time.column)
    return f"over {name}" if time.grain == "unknown" else f"by {CYCLES.get(time.grain, time.grain)} of {name}"


def _further(requirements: Requirements) -> Iterator[str]:
    """What is worked out from the measures once they are there, and which of them are kept."""
    yield from dict.fromkeys(FINDINGS[item.kind] for item in requirements.all(Statistic))
    if "share" in requirements.analysis:
        yield "as a share"
    if requirements.constraint(Cumulative):
        yield "as a running total"
    if window := requirements.constraint(Window):
        grain = requirements.time.grain if requirements.time else "unknown"
        yield f"as a rolling average of {counted(window.n, 'period' if grain in (*CYCLES, 'unknown') else grain)}"
    if change := requirements.constraint(Change):
        how = "percent of change" if change.relative else "change"
        yield f"as the {how} against the {change.base.removeprefix('previous ')} before"
    if limit := requirements.constraint(Limit):
        end = "first" if not requirements.metrics else "highest" if limit.order == "desc" else "lowest"
        yield f"only the {end}" if limit.n == 1 else f"only the {limit.n} {end}"


def rows_told(requirements: Requirements) -> str:
    """The rows that are taken, as the end of a phrase: 'where status is returned', 'in 2024'; empty where all are."""
    shared = requirements.group_by if "share" in requirements.analysis else ()  # shares are of all rows
    if requirements.query is not None and filters_of(requirements.query.where) is None:
        told = where_words(requirements.query.where)
        return told if len(told) <= LONGEST_TOLD else "where a condition of several parts holds"
    found = [item for item in requirements.constraints if isinstance(item, (Filter, AnyOf))]
    conditions = [item for item in found if not (isinstance(item, Filter) and item.column in shared)]
    told = listed(told_together(conditions, told_condition))
    return f"where {told}" if told else ""


def told_together(conditions: Sequence[Filter | AnyOf], told: Callable[[Filter], str]) -> list[str]:
    """Conditions that all hold, in words; what holds in one of several ways has brackets where it is not alone."""
    worded = [[*map(told, item.filters if isinstance(item, AnyOf) else (item,))] for item in conditions]
    alone = len(worded) == 1
    return [" or ".join(ways) if alone or len(ways) == 1 else f"({' or '.join(ways)})" for ways in worded]


def told_condition(item: Filter) -> str:
    """One condition in words."""
    name = readable(item.column)
    if item.op in ("is null", "not null"):
        return f"{name} is {'missing' if item.op == 'is null' else 'given'}"
    if not isinstance(item.value, tuple):
        return f"{name} {item.op} {_operand(item.value)}"
    values = [_operand(value) for value in item.value]
    if item.op == "between":
        return f"{name} from {values[0]} to {values[-1]}"
    return f"{name} {'is not' if item.op == 'not in' else 'is'} {' or '.join(values)}"


def _operand(value: Scalar) -> str:
    return exact(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _measures(requirements: Requirements) -> str:
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    if requirements.query is not None:
        return _asked(requirements.query)
    if not requirements.metrics:
        if requirements.all(Statistic):
            return ""
        shown = {"summary": "a summary of the columns", "lookup": "the rows"}
        return shown.get(" ".join(requirements.analysis), "number of rows")
    words = [
        FUNCTIONS.get(stated[name], "{}").format(readable(name)) if name in stated else readable(name)
        for name in requirements.metrics
    ]
    kind = next((KINDS[label] for label in requirements.analysis if label in KINDS), "{}")
    return kind.format(listed(words))


def _asked(query: Query) -> str:
    """What a Query shows: its measures, the columns of its rows, or the rows."""
    made = {item.name: item for item in (*query.measures, *query.then)}
    shown = [name for name in query.shown if not query.by or name not in {item.name for item in query.by}]
    measures = {item.name for item in query.measures}
    words = [
        measure_words(made[name].expr, name, "rows", None).text if name in measures else readable(name)
        for name in (shown or made)
    ]
    first = f"the first {query.limit.n} of " if query.limit is not None and query.limit.n > 1 else ""
    return first + (listed(words) if words else "the values" if query.by else "the rows")
