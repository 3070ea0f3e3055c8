"""Works out by plain pandas the numbers that the charts of the suite must show: `python make_gold.py` writes them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from autoviz.evaluation.suites import Case, load_suite
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.requirements import Aggregation, AnyOf, Change, Derive, Filter, Having, Limit, Window

SUITE = Path(__file__).parent / "questions.jsonl"
DATES = {
    "order_date": "%Y-%m-%d",
    "Obs Date": "%d.%m.%Y",
    "visit_dt": "%m/%d/%Y",
    "bookingDate": "%d-%b-%Y",
    "BirthDate": "%d %b %Y",
    "ts": "%Y-%m-%d %H:%M",
}
PERIODS = {"hour": "h", "day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}
MARKS = ("bar", "stacked_bar", "grouped_bar", "line", "multi_line", "area", "pie")
MOST_ROWS = 60


def frame_of(path: Path) -> pd.DataFrame:
    """A table with its dates read by the format that we know it has."""
    frame = pd.read_csv(path)
    for column in frame.columns.intersection(list(DATES)):
        frame[column] = pd.to_datetime(frame[column], format=DATES[column])
    return frame


def gold(case: Case, frame: pd.DataFrame) -> list[list[Any]]:
    """The rows x, y and colour of the right chart; none where the question leaves the numbers open."""
    if not is_settled(case):
        return []
    wanted, expect = case.requirements, case.expect
    kept = frame
    for condition in (*wanted.all(Filter), *wanted.all(AnyOf)):
        kept = kept[holds(kept, condition)]
    x = expect.x.column
    keys = [name for name in (x, expect.color, expect.facet) if name]
    if kept[keys].isna().any().any():
        return []
    labels = kept.assign(**{x: cut(kept[x], expect.time_bin)}) if x in DATES else kept
    values = ordered(case, summarised(case, labels.groupby(keys, sort=True)))
    table = values.dropna().rename("(y)").reset_index()[[x, "(y)", *keys[1:]]]
    rows = [[plain(part) for part in row] for row in table.itertuples(index=False)]
    return rows if len(rows) <= MOST_ROWS else []


def is_settled(case: Case) -> bool:
    """Whether the question has one right set of numbers, of groups that are aggregated in one way."""
    expect, wanted = case.expect, case.requirements
    if expect.charts[0] not in MARKS or expect.any_attributes or expect.any_chart or "share" in wanted.analysis:
        return False
    if expect.y.aggregate is None or len(expect.y.aggregate_accept) > 1 or expect.y.derived:
        return False
    if expect.x.column in DATES and expect.time_bin is None:
        return False
    open_parts = [item for item in case.optional.constraints if isinstance(item, Filter | Limit)]
    open_parts += [change for change in case.also_right if "constraints" in change]
    return not open_parts and not any(wanted.all(kind) for kind in (Window, Change, Derive))


def holds(frame: pd.DataFrame, condition: Filter | AnyOf) -> pd.Series:
    """Which rows meet a condition."""
    if isinstance(condition, AnyOf):
        return pd.concat([holds(frame, part) for part in condition.filters], axis=1).any(axis=1)
    column, value = frame[condition.column], condition.value
    if pd.api.types.is_datetime64_any_dtype(column):
        column = column.dt.normalize()
        value = tuple(map(pd.Timestamp, value)) if isinstance(value, tuple) else pd.Timestamp(value)
    tests = {
        "=": lambda: column == value,
        "!=": lambda: column != value,
        "<": lambda: column < value,
        "<=": lambda: column <= value,
        ">": lambda: column > value,
        ">=": lambda: column >= value,
        "between": lambda: column.between(*value),
        "in": lambda: column.isin(value),
        "not in": lambda: ~column.isin(value),
        "contains": lambda: column.str.contains(value, case=False, regex=False),
        "not contains": lambda: ~column.str.contains(value, case=False, regex=False),
        "starts with": lambda: column.str.lower().str.startswith(value.lower()),
        "ends with": lambda: column.str.lower().str.endswith(value.lower()),
        "is null": column.isna,
        "not null": column.notna,
    }
    return tests[condition.op]()


def cut(dates: pd.Series, grain: str) -> pd.Series:
    """The first day of each period, or the name of a day, a month or an hour that comes round again."""
    if grain not in CYCLIC_GRAINS:
        return dates.dt.to_period(PERIODS[grain]).dt.start_time.dt.strftime("%Y-%m-%d %H:%M:%S")
    names = {"weekday": dates.dt.day_name().str[:3], "month_of_year": dates.dt.month_name().str[:3]}
    return names.get(grain, dates.dt.hour)


def summarised(case: Case, groups: Any) -> pd.Series:
    """One value per group."""
    expect = case.expect
    if expect.y.aggregate == "count":
        return groups.size()
    if expect.y.aggregate == "quantile":
        return groups[expect.y.column].quantile(case.requirements.constraint(Aggregation).quantile)
    return groups[expect.y.column].agg(expect.y.aggregate)


def ordered(case: Case, values: pd.Series) -> pd.Series:
    """Only the groups that the question keeps after grouping."""
    for having in case.requirements.all(Having):
        frame = pd.DataFrame({"value": values})
        values = values[holds(frame, Filter(column="value", op=having.op, value=having.value))]
    limit = case.requirements.constraint(Limit)
    if limit is None:
        return values
    ranked = values.sort_values(ascending=limit.order == "asc")
    if ranked.iloc[limit.n - 1] == ranked.iloc[limit.n]:
        raise ValueError(f"{case.id}: the limit cuts through a tie")
    return ranked.head(limit.n)


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    value = value.item() if hasattr(value, "item") else value
    return float(f"{value:.9g}") if isinstance(value, float) else value


def main() -> int:
    suite = load_suite(SUITE)
    frames = {case.table: frame_of(suite.table_path(case)) for case in suite.cases}
    lines = []
    for case, line in zip(suite.cases, SUITE.read_text(encoding="utf-8").splitlines(), strict=True):
        entry = json.loads(line)
        entry.pop("gold", None)
        rows = gold(case, frames[case.table])
        lines.append(json.dumps({**entry, "gold": rows} if rows else entry, ensure_ascii=False))
    SUITE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
