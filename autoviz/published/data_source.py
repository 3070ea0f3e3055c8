"""A published Tableau data source that is asked like a frame: `autoviz.tableau(server, datasource)`."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast, get_args

import numpy as np
import pandas as pd
from pydantic import SecretStr

from autoviz.errors import QueryError, SettingsError, SourceError
from autoviz.frames.remote import Remote
from autoviz.model.profile import ColumnFacts
from autoviz.published.computing import MOST_ROWS, answered, rows_of, table_of
from autoviz.published.tableau_service import Published, Service
from autoviz.query.formulas import DATES, NUMBERS, DataField, DataType, Fields
from autoviz.query.language import COUNT_ROWS, Aggregate, Column, Named, Query
from autoviz.query.vizql import Pushed, grouped_request

ROW_GUARD = 50_000
"""Rows of a reply beyond which a question is refused; they are groups, never single rows of the data."""
PROOF_ROWS = 20_000
"""Rows up to which the data are fetched, grouped, to compute the answer a second time."""
LISTED_VALUES = 2_000
"""A text field with more different values than this is no label, and its values are not fetched."""
MADE_UP_ROWS = 4_000
"""How long a stand-in may be."""
_EMPTY_TYPES = {
    "INTEGER": "int64", "REAL": "float64", "BOOLEAN": "bool", "DATE": "datetime64[us]", "DATETIME": "datetime64[us]"
}  # fmt: skip
_READABLE = ("INTEGER", "REAL", "STRING", "DATETIME", "BOOLEAN", "DATE")


def tableau(
    server: str | None = None,
    datasource: str | None = None,
    *,
    token_name: str | None = None,
    token: str | None = None,
    site: str = "",
    row_guard: int = ROW_GUARD,
    proof_rows: int = PROOF_ROWS,
    seconds: float = 60.0,
) -> PublishedSource:
    """A published data source by its name or identifier, for `autoviz.ask`, Session and `%%autoviz`.

    `server`, `datasource`, `token_name` and `token` (a personal access token) may stand in AUTOVIZ_TABLEAU_SERVER,
    AUTOVIZ_TABLEAU_DATASOURCE, AUTOVIZ_TABLEAU_TOKEN_NAME and AUTOVIZ_TABLEAU_TOKEN instead; `site` is empty for the
    default one. A reply of more than `row_guard` rows is refused; of up to `proof_rows` rows the answer is computed
    twice; one request may take `seconds`. Nothing is sent before the first question.
    """
    address = _given(server, "AUTOVIZ_TABLEAU_SERVER", "server")
    named = _given(datasource, "AUTOVIZ_TABLEAU_DATASOURCE", "datasource")
    name = _given(token_name, "AUTOVIZ_TABLEAU_TOKEN_NAME", "token_name")
    secret = SecretStr(_given(token, "AUTOVIZ_TABLEAU_TOKEN", "token"))
    if row_guard < 1 or proof_rows < 0 or seconds <= 0:
        raise SettingsError("row_guard and seconds must be above nought, and proof_rows not below it")
    service = Service(address if "://" in address else f"https://{address}", site, name, secret, seconds)
    return PublishedSource(service, named, row_guard, proof_rows)


def _given(value: str | None, variable: str, argument: str) -> str:
    found = value or os.environ.get(variable, "")
    if not found:
        raise SettingsError(f"{argument} is missing", f"Give it to autoviz.tableau(...), or set {variable}.")
    return found


@dataclass(frozen=True)
class _Known:
    """What was fetched of one version of a data source."""

    published: Published
    fields: Fields
    rows: int
    totals: Mapping[str, Mapping[str, Any]]


class PublishedSource(Remote):
    """One data source on one server; what is known of it is kept until the server says that it has changed."""

    def __init__(self, service: Service, named: str, row_guard: int, proof_rows: int) -> None:
        self.service = service
        self.named = named
        self.row_guard = row_guard
        self.proof_rows = proof_rows
        self._fields: tuple[str, Fields] | None = None
        self._looked: _Known | None = None
        self._texts: dict[str, list[str]] = {}

    def __repr__(self) -> str:
        return f"tableau({self.service.shown!r}, {self.named!r})"

    @cached_property
    def _luid(self) -> str:
        return self.service.find(self.named).luid

    @property
    def fields(self) -> Fields:
        """The fields that can be asked for, by their captions; read once for each version."""
        published = self.service.find(self.named)
        if self._fields is None or self._fields[0] != published.version:
            self.__dict__["_luid"] = published.luid
            self._fields = (published.version, _fields(self.service.metadata(published.luid)))
            self._looked = None
            self._texts = {}
        return self._fields[1]

    @property
    def known_fields(self) -> Fields:
        """The fields as they were read last, without a look at whether they have changed since."""
        known = self._fields[1] if self._fields else self.fields
        if self._looked is not None:
            known = {name: self._looked.fields.get(name, item) for name, item in known.items()}
        return {name: replace(item, texts=tuple(self._texts.get(name, ()))) for name, item in known.items()}

    @property
    def attrs(self) -> dict[str, dict[str, ColumnFacts]]:
        """What the owner of the data source says of its fields, where profiles look for it."""
        return {"descriptions": {name: _facts(item) for name, item in self.fields.items()}}

    def outline(self) -> pd.DataFrame:
        """Its fields with their types, and no rows."""
        return pd.DataFrame({name: _empty(item) for name, item in self.known_fields.items()})

    def look(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """The number of rows and the totals of all fields, from one query."""
        if self._looked is None:
            self._looked = self._counted()
        return self._looked.rows, {name: dict(item) for name, item in self._looked.totals.items()}

    def texts(self, names: Sequence[str], most: int) -> dict[str, list[str]]:
        """The different texts of label fields, one small query a field, each asked once for a version."""
        _, totals = self.look()
        found: dict[str, list[str]] = {}
        for name in names:
            item = self.known_fields.get(name)
            if item is None or item.data_type != "STRING" or item.aggregated:
                continue
            if (totals[name]["distinct"] or 0) > min(LISTED_VALUES, most):
                continue
            if name not in self._texts:
                asked = Query(by=(Named(name=name, expr=Column(name=name)),))
                table, _ = self.answer(asked)
                self._texts[name] = sorted(str(value) for value in table[name].dropna())
            found[name] = self._texts[name]
        return found

    def stand_in(self) -> pd.DataFrame:
        """Rows from the least to the largest of every field; as no row of the data, they only show what steps make.

        There are as many as the dates have different values, because periods are chosen by how close these lie.
        """
        _, totals = self.look()
        dates = [totals[name]["distinct"] or 0 for name, item in self.known_fields.items() if item.data_type in DATES]
        count = min(max(3, *dates, 0), MADE_UP_ROWS)
        return pd.DataFrame({name: _between(item, totals[name], count) for name, item in self.known_fields.items()})

    def answer(self, query: Query) -> tuple[pd.DataFrame, str]:
        """What a Query gives: what VizQL can say is asked of Tableau, and the rest is computed from the reply."""
        return answered(query, self.known_fields, self._fetched)

    def rows(self, names: Sequence[str] | None) -> tuple[pd.DataFrame, str]:
        """The rows with these columns; those that agree in all of them come once, with their number."""
        fields = self.known_fields
        for name in names or ():
            if name in fields and fields[name].aggregated:
                what = f"{name!r} is summarised by its own formula and has no value in a single row"
                raise QueryError(what, "Ask for it by a group.")
        wanted = tuple(name for name in (names or fields) if name in fields and not fields[name].aggregated)
        return rows_of(wanted, fields, self._fetched)

    def code(self, name: str, names: Sequence[str] | None) -> str:
        """The lines of a script that fetch the rows, with the token from the environment."""
        place = [self.service.shown, self.named]
        site = f", site={self.service.site!r}" if self.service.site else ""
        wanted = None if names is None else list(names)
        return (
            "import autoviz  # AUTOVIZ_TABLEAU_TOKEN_NAME and AUTOVIZ_TABLEAU_TOKEN are in the environment\n"
            f"{name} = autoviz.tableau({', '.join(map(repr, place))}{site}).rows({wanted!r})[0]"
        )

    def affordable(self, names: Sequence[str] | None) -> bool:
        """Whether a second computation costs one reply of few rows at most."""
        rows, totals = self.look()
        single = {name for name in totals if not self.known_fields[name].aggregated}
        wanted = single if names is None else set(names) & set(totals)
        most = math.prod(max(1, totals[name]["distinct"] or rows) for name in wanted)
        return wanted <= single and min(rows, most) <= self.proof_rows

    def _fetched(self, pushed: Pushed) -> pd.DataFrame:
        """The reply to one request, under the guard."""
        data = self.service.query(self._luid, pushed.body, min(pushed.most or MOST_ROWS, self.row_guard + 1))
        if len(data) > self.row_guard:
            what = "different rows" if pushed.spread else "groups"
            raise SourceError(
                f"Tableau has more than {self.row_guard:,} {what} for this, which is the guard for one reply",
                "Ask for fewer groups or add a condition; row_guard=... of autoviz.tableau raises the guard.",
            )
        return table_of(data, pushed)

    def _counted(self) -> _Known:
        fields = self._fields[1] if self._fields else self.fields
        measures = [Named(name="rows", expr=COUNT_ROWS)]
        wanted: list[tuple[str, str]] = []
        for name, item in fields.items():
            for func in () if item.aggregated else _LOOKED.get(item.data_type, ()):
                wanted.append((name, func))
                expr = Aggregate.model_validate({"func": func, "args": (Column(name=name),)})
                measures.append(Named(name=f"f{len(wanted)}", expr=expr))
        pushed = grouped_request(Query(measures=tuple(measures)), fields)
        row = self._fetched(pushed).iloc[0]
        rows = int(row["rows"])
        cells: dict[str, dict[str, Any]] = {name: {"missing": 0, "distinct": None} for name in fields}
        for place, (name, func) in enumerate(wanted, 1):
            value = row[f"f{place}"]
            if func == "count":
                cells[name]["missing"] = rows - int(value)
            else:
                cells[name][_TOTALS[func]] = None if pd.isna(value) else value
        known = {name: _with_counts(item, cells[name]) for name, item in fields.items()}
        published = Published(self._luid, self.named, self._fields[0] if self._fields else "")
        return _Known(published, known, rows, cells)


_LOOKED = {
    "INTEGER": ("count", "distinct", "min", "max", "mean"), "REAL": ("count", "distinct", "min", "max", "mean"),
    "STRING": ("count", "distinct", "min", "max"), "BOOLEAN": ("count", "distinct"),
    "DATE": ("count", "distinct", "min", "max"), "DATETIME": ("count", "distinct", "min", "max"),
}  # fmt: skip
_TOTALS = {"distinct": "distinct", "min": "minimum", "max": "maximum", "mean": "mean"}


def _with_counts(item: DataField, totals: Mapping[str, Any]) -> DataField:
    distinct = totals["distinct"]
    return replace(item, distinct=None if distinct is None else int(distinct), complete=totals["missing"] == 0)


def _fields(metadata: Mapping[str, Any]) -> Fields:
    """The fields that hold values; hidden ones, shapes and table calculations are left out."""
    found: dict[str, DataField] = {}
    for item in metadata.get("data") or ():
        caption, kind = item.get("fieldCaption"), item.get("dataType")
        if not caption or kind not in _READABLE or item.get("hidden") or item.get("columnClass") == "TABLE_CALCULATION":
            continue
        assert kind in get_args(DataType)
        found[caption] = DataField(
            caption=caption,
            data_type=kind,
            measure=item.get("fieldRole") == "MEASURE",
            column_class=item.get("columnClass") or "COLUMN",
            default=item.get("defaultAggregation") or "",
            formula=item.get("formula") or "",
            description=item.get("description") or "",
        )
    if not found:
        raise SourceError("The data source has no fields that can be asked for", "Check it in Tableau.")
    return found


def _facts(item: DataField) -> ColumnFacts:
    """What metadata say beyond the type: a description, that a number is a name, and that a total means nothing."""
    told = item.description or (f"computed by {item.formula}" if item.formula else "")
    if item.data_type in NUMBERS and item.measure and item.default not in ("", "SUM", "COUNT"):
        return ColumnFacts(description=told, adds_up=False)
    return ColumnFacts(description=told)


def _empty(item: DataField) -> pd.Series[Any]:
    return pd.Series([], dtype=_EMPTY_TYPES.get(item.data_type, "object"))


def _between(item: DataField, totals: Mapping[str, Any], count: int) -> pd.Series[Any]:
    """Values from the least to the largest, evenly apart; whole where they seem to be so."""
    low, high = totals.get("minimum"), totals.get("maximum")
    if item.data_type == "BOOLEAN":
        return pd.Series([True, False] * count)[:count]
    if item.aggregated and item.data_type in NUMBERS:
        low, high = 0.0, 1.0
    if low is None or high is None:
        return pd.Series([None] * count, dtype=_EMPTY_TYPES.get(item.data_type, "object").replace("int64", "float64"))
    if item.data_type == "STRING":
        return pd.Series([low] * (count - 1) + [high], dtype=object)
    if item.data_type in DATES:
        moments = pd.Series(pd.date_range(low, high, periods=count, unit="us"))
        return moments.dt.normalize() if low == low.normalize() and high == high.normalize() else moments
    numbers = pd.Series(np.linspace(float(low), float(high), count))
    whole = float(low).is_integer() and float(high).is_integer() and (totals["distinct"] or count) <= high - low + 1
    numbers = numbers.round() if whole or item.data_type == "INTEGER" else numbers
    typed: pd.Series[Any] = numbers.astype(cast("Any", _EMPTY_TYPES[item.data_type]))
    return typed
