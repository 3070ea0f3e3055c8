"""Series: the largest are drawn, the rest is disclosed, and colours follow their order."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import panels
from autoviz.drawing.rows import SERIES, Rows, Y, gathered
from autoviz.drawing.series import colors, folded, ranked, strands, trimmed
from autoviz.drawing.theme import OTHER_COLOR, PALETTE, steps
from autoviz.table import Lineage, Table


def encoded(aggregate: str | None = "sum", **values: Any) -> Encoding:
    table = {"x": [1] * 5, "g": list("abcde"), "v": [5.0, 1.0, 4.0, 2.0, 3.0], **values}
    wrapped = Table(nw.from_native(pd.DataFrame(table)), {"v": Lineage("v", aggregate)})
    return Encoding(wrapped, "line", "x", ("v",), "g")


def heights(rows: Rows) -> dict[Any, float]:
    return dict(zip(rows.data[SERIES], rows.data[Y], strict=True))


def test_names_are_ranked_by_size() -> None:
    encoding = encoded()
    assert ranked(gathered(encoding), SERIES, additive=True) == ["a", "c", "e", "d", "b"]


def test_the_smallest_add_up_to_other() -> None:
    encoding = encoded()
    rows, settled = folded(gathered(encoding), encoding, 3, None)
    assert heights(rows) == {"a": 5.0, "c": 4.0, "e": 3.0, "Other": 3.0}
    assert rows.order(SERIES) == ["a", "c", "e", "Other"]
    assert settled == {"max_series": 3, "other": True}


@pytest.mark.parametrize("aggregate", ["mean", "median", "max", "nunique", None])
def test_what_does_not_add_up_is_left_out(aggregate: str | None) -> None:
    encoding = encoded(aggregate)
    rows, settled = folded(gathered(encoding), encoding, 3, None)
    assert set(heights(rows)) == {"a", "c", "e"}
    assert settled["other"] is False
    assert rows.notes[0].data == {"values": 5, "drawn": 3}


def test_percentages_and_sums_of_averages_do_not_add_up() -> None:
    assert encoded().additive
    for story in (Lineage("v", "sum", unit="%"), Lineage("v", "sum", made_by="sum of mean")):
        table = Table(nw.from_native(pd.DataFrame({"x": [1], "v": [1]})), {"v": story})
        assert not Encoding(table, "line", "x", ("v",)).additive


def test_the_user_decides_about_other() -> None:
    encoding = encoded()
    rows, _ = folded(gathered(encoding), encoding, 3, False)
    assert set(heights(rows)) == {"a", "c", "e"}


def test_single_rows_are_pooled_without_being_added_up() -> None:
    encoding = encoded(None)
    rows, _ = folded(gathered(encoding), encoding, 3, None, pooled=True)
    assert sorted(rows.data[SERIES]) == ["Other", "Other", "a", "c", "e"]


def test_no_two_have_one_colour_and_other_is_never_one_alone() -> None:
    names = [f"n{number:02d}" for number in range(13)]
    encoding = encoded(x=[1] * 13, g=names, v=range(13))
    rows, settled = folded(gathered(encoding), encoding, None, None)
    assert (len(rows.order(SERIES) or ()), settled["max_series"]) == (12, 11)
    assert len({colors(rows, encoding)[name] for name in rows.order(SERIES) or ()}) == 12


def test_names_have_colours_far_apart_and_numbers_go_from_light_to_dark() -> None:
    encoding = encoded()
    rows, _ = folded(gathered(encoding), encoding, 3, None)
    shades = colors(rows, encoding)
    assert [shades[name] for name in ("a", "c", "e", "Other")] == [*PALETTE[:3], OTHER_COLOR]
    years = encoded(g=[2019, 2020, 2021, 2022, 2023])
    rows, _ = folded(gathered(years), years, None, None)
    assert [colors(rows, years)[year] for year in range(2019, 2024)] == list(steps(5))


def test_the_first_panel_carries_the_legend_for_all() -> None:
    encoding = encoded(f=["p", "p", "q", "q", "q"])
    faceted = Encoding(encoding.table, "line", "x", ("v",), "g", "f")
    rows, _ = folded(trimmed(gathered(faceted), faceted), faceted, None, None)
    first, second = panels(rows)
    assert [strand.legend["showlegend"] for strand in strands(rows, faceted, first)] == [True] * 5
    assert [strand.legend["showlegend"] for strand in strands(rows, faceted, second)] == [False] * 2
