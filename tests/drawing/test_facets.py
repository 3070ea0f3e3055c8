"""Panels lie on a grid, share their axes and leave room for their labels."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

from autoviz.drawing.facets import GAP_WIDTH, Panel, across, axes, columns_for, domain, headings, panels
from autoviz.drawing.rows import PANEL, Rows, X, Y


def drawn(count: int) -> list[Panel]:
    names = [f"panel {number}" for number in range(count)]
    data = pd.DataFrame({X: 1, Y: 2, PANEL: names})
    return panels(Rows(data, "number", {PANEL: list(names)}))


@pytest.mark.parametrize(("count", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (9, 3), (10, 4), (12, 4)])
def test_a_grid_is_about_as_wide_as_deep(count: int, columns: int) -> None:
    assert columns_for(count) == columns
    assert across(drawn(count)) == columns


@pytest.mark.parametrize("count", [2, 5, 12])
def test_panels_do_not_overlap_and_stay_inside(count: int) -> None:
    places = [domain(drawn(count), panel, GAP_WIDTH) for panel in drawn(count)]
    for wide, high in places:
        assert 0 <= wide[0] < wide[1] <= 1
        assert 0 <= high[0] < high[1] <= 1
    for (wide, high), (other_wide, other_high) in combinations(places, 2):
        beside = wide[1] < other_wide[0] or other_wide[1] < wide[0]
        assert beside or high[1] < other_high[0] or other_high[1] < high[0]


def test_the_lowest_panel_of_each_column_carries_the_labels() -> None:
    layout = axes(drawn(5), {}, {}, ("x", "y"))
    shown = [number for number in range(1, 6) if layout[f"xaxis{number if number > 1 else ''}"]["showticklabels"]]
    assert shown == [3, 4, 5]
    assert [layout[f"yaxis{suffix}"]["showticklabels"] for suffix in ("", "2", "3", "4", "5")] == [
        True, False, False, True, False,
    ]  # fmt: skip


def test_panels_of_their_own_scale_do_not_share_it() -> None:
    layout = axes(drawn(2), {}, {}, ("x", "y"), own_scales=True)
    assert "matches" not in layout["yaxis2"]
    assert layout["yaxis2"]["showticklabels"]
    assert layout["xaxis2"]["matches"] == "x"


def test_each_panel_has_a_heading() -> None:
    assert [heading["text"] for heading in headings(drawn(3))] == ["panel 0", "panel 1", "panel 2"]
    assert {heading["xanchor"] for heading in headings(drawn(3))} == {"center"}, "over its middle"


def test_one_panel_without_a_label_is_an_ordinary_figure() -> None:
    layout = axes(panels(Rows(pd.DataFrame({X: [1], Y: [2]}), "number")), {}, {}, ("across", "up"))
    assert layout == {"xaxis": {"title": {"text": "across"}}, "yaxis": {"title": {"text": "up"}}}
