"""Rows come from any table by role, and what cannot be drawn is told."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.rows import PANEL, SERIES, SHADE, X, Y, cells, gathered
from autoviz.errors import ColumnError
from autoviz.table import Lineage, Table


def encoded(values: dict[str, Any], lineage: dict[str, Lineage] | None = None, **roles: Any) -> Encoding:
    wrapped = Table(nw.from_native(pd.DataFrame(values)), lineage or {})
    return Encoding(wrapped, **{"mark": "line", "x": "x", "y": ("y",), **roles})


@pytest.mark.parametrize(("values", "kind"), [
    (pd.to_datetime(["2023-01-01"]), "date"),
    (pd.to_datetime(["2023-01-01"], utc=True), "date"),
    (pd.PeriodIndex(["2023-01"], freq="M"), "date"),
    ([date(2023, 1, 1)], "date"),
    ([1.5], "number"),
    (pd.array([1], dtype="Int64"), "number"),
    ([True], "category"),
    (["a"], "category"),
])  # fmt: skip
def test_the_axis_follows_the_type(values: Any, kind: str) -> None:
    assert gathered(encoded({"x": values, "y": [1.0]})).kind == kind


def test_time_zones_show_the_clock_on_the_wall() -> None:
    noon = pd.to_datetime(["2023-07-01 12:00"]).tz_localize("Europe/Paris")
    moments = cells(gathered(encoded({"x": noon, "y": [1.0]})).data[X])
    assert [(moment.hour, moment.tzinfo) for moment in moments] == [(12, None)]


def test_a_cycle_is_a_category_even_as_a_number() -> None:
    rows = gathered(encoded({"x": [23, 0], "y": [1, 2]}, {"x": Lineage("at", grain="hour_of_day")}))
    assert (rows.kind, rows.order(X)) == ("category", [0, 23])


def test_few_numbers_are_labels_where_categories_are_drawn() -> None:
    assert gathered(encoded({"x": [4, 8], "y": [1, 2]}), categories=True).kind == "category"
    many = {"x": np.arange(100.0), "y": np.arange(100)}
    assert gathered(encoded(many), categories=True).kind == "number"


def test_the_table_behind_a_chart_is_never_changed() -> None:
    table = pd.DataFrame({"x": ["a", None], "y": [1.0, np.inf], "z": [1, 2]})
    before = table.copy(deep=True)
    gathered(Encoding(Table(nw.from_native(table)), "bar", "x", ("y", "z"), facet="x"))
    pd.testing.assert_frame_equal(table, before)


def test_infinite_values_and_unplaced_rows_are_told() -> None:
    rows = gathered(encoded({"x": [1.0, None, np.inf, 3.0], "y": [1.0, 2.0, 2.0, np.inf]}))
    assert [note.message for note in rows.notes] == [
        "Not drawn: 1 infinite value.",
        "Not drawn: 2 rows without a place on the x axis.",
    ]
    assert cells(rows.data[Y]) == pytest.approx([1.0, float("nan")], nan_ok=True)


def test_metrics_become_series_of_one_axis_or_panels_of_their_own() -> None:
    values = {"x": [1, 2], "y": [1.0, 2.0], "like": [2.0, 3.0], "huge": [1e6, 2e6], "g": ["a", "b"]}
    assert gathered(encoded(values, y=("y", "like"))).order(SERIES) == ["Y", "Like"]
    apart = gathered(encoded(values, y=("y", "huge")))
    assert (apart.order(PANEL), apart.own_scales) == (["Y", "Huge"], True)
    assert gathered(encoded(values, y=("y", "like"), color="g")).own_scales


def test_metrics_of_different_units_do_not_share_an_axis() -> None:
    units = {"y": Lineage("y", unit="USD"), "z": Lineage("z", unit="kg")}
    assert gathered(encoded({"x": [1], "y": [1.0], "z": [1.0]}, units, y=("y", "z"))).own_scales


def test_a_measured_colour_is_a_shade_only_where_shades_are_drawn() -> None:
    values = {"x": range(20), "y": range(20), "c": np.arange(20.0)}
    assert SHADE in gathered(encoded(values, color="c"), shades=True).data
    assert SERIES in gathered(encoded(values, color="c")).data


@pytest.mark.parametrize("values", [[Decimal("1.5")], [True], pd.array([1], dtype="Int64")])
def test_numbers_of_every_kind_can_be_measured(values: Any) -> None:
    assert cells(gathered(encoded({"x": [1], "y": values})).data[Y])[0] in (1.5, 1.0, 1)


def test_text_cannot_be_measured() -> None:
    with pytest.raises(ColumnError, match="string"):
        gathered(encoded({"x": [1], "y": ["a"]}))


def test_cells_are_plain_python() -> None:
    assert [type(cell) for cell in cells(pd.Series([1.5, None]))] == [float, float]
    assert [type(cell) for cell in cells(pd.Series([1]))] == [int]
