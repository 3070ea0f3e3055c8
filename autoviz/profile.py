"""Profile: what is known of a frame without its rows, cached by its fingerprint."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.dates.reading import find_dates
from autoviz.dates.series import PandasColumn, typed_dates
from autoviz.frames import engine_of, open_frame, to_pandas
from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnProfile, DatasetProfile, TimeSpan

SAMPLED_ROWS = 20_000
LISTED_TEXTS = 200
LISTED_NUMBERS = 50
PARSED_SHARE = 0.9
REMEMBERED = 64
_YES_NO = frozenset({"yes", "no", "y", "n", "true", "false", "t", "f"})
_PLACES = frozenset({"country", "city", "state", "nation", "continent", "county", "province"})
_known: OrderedDict[tuple[str, str], DatasetProfile] = OrderedDict()


def profile(frame: Any, name: str = "df", *, descriptions: Mapping[str, str] | None = None) -> DatasetProfile:
    """The schema of a frame of any engine: kinds, ranges, distinct values, spans."""
    opened = open_frame(frame)
    if isinstance(opened, nw.LazyFrame):
        rows = int(to_pandas(opened.select(nw.len().alias("rows")))["rows"].iloc[0])
        table = to_pandas(opened.head(SAMPLED_ROWS))
    else:
        table = opened.to_native()
        rows = len(table)
    mark = f"{fingerprint(table)}-{rows}"
    if (name, mark) not in _known:
        told = {**getattr(frame, "attrs", {}).get("descriptions", {}), **(descriptions or {})}
        columns = tuple(_column(str(label), table[label], rows, told.get(str(label), "")) for label in table.columns)
        _known[name, mark] = DatasetProfile(
            name=name, engine=engine_of(frame), rows=rows, columns=columns, fingerprint=mark
        )
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)
    return _known[name, mark]


def fingerprint(table: pd.DataFrame) -> str:
    """A hash of the names and of every cell."""
    names = repr([(str(name), str(dtype)) for name, dtype in table.dtypes.items()]).encode()
    try:
        cells = pd.util.hash_pandas_object(table, index=False).to_numpy().tobytes()
    except TypeError:
        cells = repr(table.to_numpy().tolist()).encode()
    return hashlib.sha256(names + cells).hexdigest()[:16]


def _column(name: str, column: pd.Series[Any], rows: int, description: str) -> ColumnProfile:
    present = column.dropna()
    basics: dict[str, Any] = {
        "name": name,
        "dtype": str(column.dtype),
        "rows": rows,
        "missing": len(column) - len(present),
        "description": description,
    }
    try:
        basics["distinct"] = int(present.nunique())
    except TypeError:
        return ColumnProfile(**basics, kind="text")
    if pd.api.types.is_bool_dtype(column.dtype):
        return ColumnProfile(**basics, kind="boolean", values=tuple(bool(value) for value in _ranked(present)))
    return _dates(name, column, present, basics) or _plain(name, present, basics)


def _dates(
    name: str, column: pd.Series[Any], present: pd.Series[Any], basics: dict[str, Any]
) -> ColumnProfile | None:
    """The column as dates, where it is typed as such or reads as such."""
    if pd.api.types.is_datetime64_any_dtype(column.dtype) or isinstance(column.dtype, pd.PeriodDtype):
        return ColumnProfile(**basics, kind="temporal", span=_span(typed_dates(column)))
    if not len(present):
        return None
    read = PandasColumn(column)
    evidence = find_dates(read, name)
    if evidence is None or evidence.parse_rate < PARSED_SHARE:
        return None
    few = basics["distinct"] <= LISTED_NUMBERS
    values = tuple(_scalar(value) for value in _ranked(present)) if few else ()
    return ColumnProfile(
        **basics, kind="temporal", dates=evidence, span=_span(read.result(evidence.format)), values=values
    )


def _plain(name: str, present: pd.Series[Any], basics: dict[str, Any]) -> ColumnProfile:
    if pd.api.types.is_numeric_dtype(present.dtype):
        return _numbers(name, present, basics)
    texts = present.astype(str)
    values = tuple(_ranked(texts)) if basics["distinct"] <= LISTED_TEXTS else ()
    return ColumnProfile(**basics, kind=_text_kind(name, texts, values, basics["distinct"]), values=values)


def _numbers(name: str, present: pd.Series[Any], basics: dict[str, Any]) -> ColumnProfile:
    finite = present[present.abs() != float("inf")]
    if not len(finite):
        return ColumnProfile(**basics, kind="numeric", metric=True)
    low, high = float(finite.min()), float(finite.max())
    whole = bool((finite.astype(float) % 1 == 0).all())
    kind: Kind = "numeric"
    if whole and _names_an_id(name):
        kind = "identifier"
    elif whole and _few(basics["distinct"], len(finite)) and high - low <= 40:
        kind = "ordinal"
    values = tuple(int(value) for value in _ranked(finite)) if kind == "ordinal" else ()
    return ColumnProfile(
        **basics,
        kind=kind,
        metric=kind != "identifier",
        minimum=int(low) if whole else low,
        maximum=int(high) if whole else high,
        mean=float(finite.astype(float).mean()),
        values=values,
    )


def _few(distinct: int, rows: int) -> bool:
    """Few enough different whole numbers to be classes rather than measurements."""
    return distinct <= 20 and distinct <= max(2.0, rows * (0.7 if rows < 50 else 0.2))


def _text_kind(name: str, texts: pd.Series[Any], values: tuple[Any, ...], distinct: int) -> Kind:
    if values and {str(value).casefold() for value in values} <= _YES_NO:
        return "boolean"
    if _names_an_id(name) and distinct > 0.9 * len(texts):
        return "identifier"
    if distinct > LISTED_TEXTS and distinct > 0.5 * len(texts):
        return "text"
    return "geographic" if any(place in name.casefold() for place in _PLACES) else "categorical"


def _names_an_id(name: str) -> bool:
    return name.casefold() == "id" or name.endswith(("_id", "_ID", "Id", "ID", " id", "_Id"))


def _ranked(present: pd.Series[Any]) -> list[Any]:
    """The values, most frequent first."""
    return [_scalar(value) for value in present.value_counts().index]


def _scalar(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _span(dates: pd.Series[Any]) -> TimeSpan | None:
    present = dates.dropna()
    if not len(present):
        return None
    first, last = present.min(), present.max()
    gaps = present.drop_duplicates().sort_values().diff().dropna().dt.total_seconds() / 86_400
    return TimeSpan(
        first=first.isoformat(),
        last=last.isoformat(),
        days=(last - first).total_seconds() / 86_400,
        spacing_days=float(gaps.median()) if len(gaps) else None,
    )
