"""The code that is copied from an answer draws the picture that was shown, and leaves nothing else behind."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from plotly.subplots import make_subplots

from autoviz.analysis import Analysis, opening
from autoviz.evaluation.pictures import differences
from autoviz.export.code import _apart, _Names, _tidied
from autoviz.export.look import looking_alike
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.pipeline import run
from autoviz.query.language import Query
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.registry.catalog import default_catalog
from autoviz.registry.code import render
from autoviz.table import Lineage, Table

SALES = pd.DataFrame({
    "region": ["West", "East", "North"] * 4,
    "day": ["Mon", "Thur", "Sun"] * 4,
    "kind": ["a", "b"] * 6,
    "revenue": [float(value) for value in range(10, 130, 10)],
    "profit": [1.5, 2.5, 9.0, 4.0, 3.0, 2.0, 7.0, 8.0, 5.5, 1.0, 6.5, 4.5],
    "year": [2001, 2002, 2003, 2004] * 3,
})  # fmt: skip
BY_REGION = SALES.groupby("region", as_index=False)["revenue"].sum()
BY_BOTH = SALES.groupby(["region", "kind"], as_index=False)["revenue"].sum()
MANY = pd.DataFrame({"name": [f"a long name number {place}" for place in range(40)], "revenue": np.arange(40.0)})
UNEVEN = BY_BOTH.assign(revenue=[123456.0, 1234.5, 99.25, 12.0, 1.5, 4321.0])
TOTAL = {"revenue": Lineage("revenue", aggregate="sum")}


@pytest.mark.parametrize(("tool", "frame", "params"), [
    ("plot_bar", BY_REGION, {"x": "region", "y": "revenue"}),
    ("plot_bar", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_grouped_bar", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_bar", MANY, {"x": "name", "y": "revenue"}),
    ("plot_bar", MANY, {"x": "name", "y": "revenue", "sort": "y", "order": "asc"}),
    ("plot_bar", MANY, {"x": "name", "y": "revenue", "sort": "none"}),
    ("plot_line", SALES.groupby("year", as_index=False)["revenue"].sum(), {"x": "year", "y": "revenue"}),
    ("plot_scatter", SALES, {"x": "revenue", "y": "profit", "color": "kind"}),
    ("plot_histogram", SALES, {"x": "profit"}),
    ("plot_box", SALES, {"x": "region", "y": "profit"}),
    ("plot_violin", SALES, {"x": "region", "y": "profit"}),
    ("plot_pie", BY_REGION, {"x": "region", "y": "revenue"}),
    ("plot_pie", MANY, {"x": "name", "y": "revenue", "stated": True}),
    ("plot_heatmap", BY_BOTH, {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_heatmap", SALES, {"columns": ["revenue", "profit", "year"]}),
])  # fmt: skip
def test_the_exported_figure_looks_like_the_one_shown(tool: str, frame: pd.DataFrame, params: dict[str, Any]) -> None:
    catalog = default_catalog()
    outcome = catalog.functions[tool](Table(nw.from_native(frame), TOTAL), **catalog.validated(tool, dict(params)))
    entry = catalog.tool(tool)
    lines = render(
        entry, {**catalog.validated(tool, dict(params)), **outcome.resolved, **entry.fixed}, {"df": "df"}, "fig"
    )
    drawn, looks = looking_alike(lines.splitlines(), "fig", outcome.figure)
    most = 16 if len(frame) < 40 else 40
    assert len(looks) <= most and max(map(len, looks)) <= 100, "what follows the call is short"
    code = "\n".join([*drawn, *_tidied(drawn, "fig"), *looks])
    names: dict[str, Any] = {"pd": pd, "df": frame}
    exec(compile(code, tool, "exec"), names)
    assert set(names) - {"pd", "df", "fig", "px", "np", "__builtins__"} == set()
    _assert_same(names["fig"], outcome.figure)


@pytest.mark.parametrize(("tool", "params"), [
    ("plot_heatmap", {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_treemap", {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_grouped_bar", {"x": "region", "y": "revenue", "color": "kind"}),
    ("plot_bar", {"x": "region", "y": "revenue"}),
])  # fmt: skip
def test_the_code_works_out_its_figures_and_the_order_of_its_bars(tool: str, params: dict[str, Any]) -> None:
    catalog = default_catalog()
    frame = UNEVEN if "color" in params else UNEVEN.groupby("region", as_index=False)["revenue"].sum()
    outcome = catalog.functions[tool](Table(nw.from_native(frame), TOTAL), **catalog.validated(tool, dict(params)))
    entry = catalog.tool(tool)
    settled = {**catalog.validated(tool, dict(params)), **outcome.resolved, **entry.fixed}
    drawn, looks = looking_alike(render(entry, settled, {"df": "df"}, "fig").splitlines(), "fig", outcome.figure)
    code = "\n".join([*drawn, *_tidied(drawn, "fig"), *looks])
    assert "123k" not in code and "1,23" not in code and max(map(len, "\n".join(looks).splitlines())) <= 100
    assert "sort_values('revenue', ascending=False)['region']" in code or "color" in params
    names: dict[str, Any] = {"pd": pd, "df": frame}
    exec(compile(code, tool, "exec"), names)
    assert set(names) - {"pd", "df", "fig", "px", "np", "__builtins__"} == set()
    if tool == "plot_treemap":
        told = [dict(zip(one.data[0].ids, one.data[0].text, strict=True)) for one in (names["fig"], outcome.figure)]
        assert told[0] == told[1]
        return
    _assert_same(names["fig"], outcome.figure)


CLOUD = pd.DataFrame({
    "place": np.random.default_rng(1).normal(size=6001).round(3),
    "height": np.random.default_rng(2).exponential(size=6001).round(3),
    "group": np.random.default_rng(3).choice(["a", "b", "c"], size=6001),
    "day": pd.date_range("2001-01-01", periods=6001),
})  # fmt: skip
CLOUD.loc[[5, 77], "height"] = np.nan
GAPS = pd.DataFrame({"month": pd.to_datetime(["2023-01-01", "2023-02-01", "2023-03-01", "2023-04-01"] * 2),
                     "kind": ["a"] * 4 + ["b"] * 4, "sales": [1.0, 2, 4, 5, 3, 4, 5, 6]}).drop(index=2)  # fmt: skip
SIZES = pd.DataFrame({"name": ["a", "b", "c", "d"], "sold": [17702, 4081, 103, 4]})
YEARS = pd.DataFrame({"year": [2008, 2009, 2010], "sold": [3.5e9, 2e9, 1e9]})
PAID = pd.DataFrame({"city": ["Oslo", "Bern", "Oslo", "Bern"], "member": [True, False, False, True],
                     "amount": [1e9, 17702, 103, 0.5]})  # fmt: skip
HALF_KNOWN = pd.DataFrame({"member": [True, None, False], "amount": [1e9, 17702, 0.5]})
DATED = pd.DataFrame({"month": pd.to_datetime(["2023-01-01", "2023-02-01"] * 2), "city": ["Bern"] * 2 + ["Oslo"] * 2,
                      "amount": [0.5, 103, 17702, 1e9]})  # fmt: skip
LACKING = {"month": Lineage("month", grain="month")}
UNFILLED = {"year": Lineage("year", grain="year", incomplete=("2010-01-01",))}

SIDES = pd.DataFrame({"month": pd.to_datetime(["2023-01-01", "2023-02-01", "2023-03-01", "2023-01-01", "2023-03-01"]),
                      "side": ["L"] * 3 + ["R"] * 2, "sold": [17702.0, 4081, 103, 4, 5]})  # fmt: skip
UNFILLED_MONTHS = {"month": Lineage("month", grain="month", incomplete=("2023-03-01",))}


@pytest.mark.parametrize(("tool", "frame", "story", "params"), [
    ("plot_scatter", CLOUD, {}, {"x": "place", "y": "height"}),
    ("plot_scatter", CLOUD, {}, {"x": "day", "y": "height", "color": "group"}),
    ("plot_scatter", CLOUD, {}, {"x": "place", "y": "height", "trend": "linear"}),
    ("plot_line", CLOUD, {}, {"x": "day", "y": "height"}),
    ("plot_line", CLOUD, {}, {"x": "day", "y": "height", "more_y": ["place"]}),
    ("plot_area", CLOUD, {}, {"x": "day", "y": "height"}),
    ("plot_area", GAPS, LACKING, {"x": "month", "y": "sales", "color": "kind"}),
    ("plot_box", CLOUD, {}, {"x": "group", "y": "height"}),
    ("plot_violin", CLOUD, {}, {"x": "group", "y": "height"}),
    ("plot_histogram", CLOUD, {}, {"x": "height", "color": "group"}),
    ("plot_line", GAPS, LACKING, {"x": "month", "y": "sales", "color": "kind"}),
    ("plot_bar", SIZES, {}, {"x": "name", "y": "sold"}),
    ("plot_bar", YEARS, UNFILLED, {"x": "year", "y": "sold"}),
    ("plot_bar", SIDES, UNFILLED_MONTHS, {"x": "month", "y": "sold", "facet": "side"}),
    ("plot_bar", SIDES[:3], UNFILLED_MONTHS, {"x": "month", "y": "sold"}),
    ("plot_heatmap", PAID, {}, {"x": "city", "y": "amount", "color": "member"}),
    ("plot_heatmap", PAID, {}, {"x": "member", "y": "amount", "color": "city"}),
    ("plot_heatmap", DATED, LACKING, {"x": "month", "y": "amount", "color": "city"}),
    ("plot_bar", PAID[1:3], {}, {"x": "member", "y": "amount"}),
    ("plot_bar", PAID, {}, {"x": "city", "y": "amount", "color": "member"}),
    ("plot_bar", HALF_KNOWN, {}, {"x": "member", "y": "amount"}),
    ("plot_bar", HALF_KNOWN.astype({"member": "boolean"}), {}, {"x": "member", "y": "amount"}),
    ("plot_pie", PAID[2:], {}, {"x": "member", "y": "amount"}),
])  # fmt: skip
def test_the_exported_code_draws_the_same_marks(
    tool: str, frame: pd.DataFrame, story: dict[str, Lineage], params: dict[str, Any]
) -> None:
    """Thinned as the chart is, broken where it is, with its figures on the bars and pale where a year is unfinished."""
    catalog = default_catalog()
    params = catalog.validated(tool, dict(params))
    outcome = catalog.functions[tool](Table(nw.from_native(frame), story), **params)
    lines = render(catalog.tool(tool), {**params, **outcome.resolved}, {"df": "df"}, "fig").splitlines()
    kept = [line for line in lines if not line.startswith(("import ", "from "))]
    drawn, looks = looking_alike(_apart(kept, "fig"), "fig", outcome.figure)
    code = [*(line for line in lines if line not in kept), *drawn, *_tidied(drawn, "fig"), *looks]
    names: dict[str, Any] = {"pd": pd, "df": frame}
    exec(compile("\n".join(code), tool, "exec"), names)
    assert {name for name in names if name.startswith("fig")} == {"fig"}
    assert differences(outcome.figure, names["fig"]) == []


def test_a_picture_tells_what_is_drawn_otherwise() -> None:
    shown = go.Figure(go.Bar(x=["a", "b"], y=[1, 2], marker_color="#0072B2"), layout={"title": {"text": "Sold"}})
    same = go.Figure(go.Bar(x=["b", "a", "c"], y=[2, 1, None], marker_color="#0072B2"), layout=shown.layout)
    assert [line.partition(":")[0] for line in differences(shown, same)] == ["xaxis order"]
    same.update_xaxes(categoryorder="array", categoryarray=["a", "b"])
    other = go.Figure(same).update_traces(y=[2, 3, None]).update_layout(title_text="Made")
    told = [line.partition(":")[0] for line in differences(shown, other)]
    assert "title" in told and "marks of bar" in told


def _of_two_panels() -> go.Figure:
    return make_subplots(cols=2).add_bar(x=["a"], y=[1], name="L", row=1, col=1).add_bar(
        x=["a"], y=[2], name="R", row=1, col=2).add_bar(x=["a"], y=[3], name="S", row=1, col=2).add_scatter(
        x=[1, 2], y=[1, 2], mode="lines", row=1, col=1)  # fmt: skip


@pytest.mark.parametrize(("change", "part"), [
    (lambda figure: figure.add_pie(labels=["a"], values=[1], marker_colors=["red"]), "marks of pie"),
    (lambda figure: figure.data[0].update(xaxis="x2", yaxis="y2"), "marks of bar"),
    (lambda figure: figure.update_layout(barmode="stack"), "bars"),
    (lambda figure: figure.data[-1].update(line_width=5), "marks of scatter"),
    (lambda figure: figure.add_shape(type="line", x0=0, x1=1, y0=2, y1=2), "shapes"),
    (lambda figure: figure.layout.yaxis2.update(title_text="Sold"), "yaxis titles"),
])  # fmt: skip
def test_a_picture_tells_panels_widths_shapes_and_what_is_drawn_besides(
    change: Callable[[go.Figure], Any], part: str
) -> None:
    other = _of_two_panels()
    assert differences(_of_two_panels(), other) == []
    change(other)
    assert part in [line.partition(":")[0] for line in differences(_of_two_panels(), other)]


def test_panels_are_told_by_where_they_stand_not_by_the_numbers_of_their_axes() -> None:
    other = _of_two_panels()
    for trace in other.data:
        number = "" if trace.xaxis == "x2" else "2"
        trace.update(xaxis=f"x{number}", yaxis=f"y{number}")
    assert differences(_of_two_panels(), other) != []
    other.layout.xaxis.domain, other.layout.xaxis2.domain = other.layout.xaxis2.domain, other.layout.xaxis.domain
    assert differences(_of_two_panels(), other) == []


def test_the_exported_trend_line_has_the_colour_of_the_one_shown() -> None:
    catalog = default_catalog()
    params = catalog.validated("plot_scatter", {"x": "revenue", "y": "profit", "trend": "linear"})
    outcome = catalog.functions["plot_scatter"](Table(nw.from_native(SALES), TOTAL), **params)
    lines = render(catalog.tool("plot_scatter"), {**params, **outcome.resolved}, {"df": "df"}, "fig")
    names: dict[str, Any] = {"pd": pd, "df": SALES}
    exec(compile(lines, "plot_scatter", "exec"), names)
    trends = [
        [trace.line.color for trace in figure.data if trace.mode == "lines"]
        for figure in (names["fig"], outcome.figure)
    ]
    assert trends[0] == trends[1] and len(trends[0]) == 1


def _assert_same(found: go.Figure, shown: go.Figure) -> None:
    assert found.layout.title.text == shown.layout.title.text
    assert found.layout.height == shown.layout.height
    assert found.layout.coloraxis.colorscale == shown.layout.coloraxis.colorscale
    for one, other in ((found.layout.xaxis, shown.layout.xaxis), (found.layout.yaxis, shown.layout.yaxis)):
        for part in ("title.text", "type", "autorange", "tickformat", "dtick", "rangemode"):
            assert other[part] is None or one[part] == other[part], part
    _assert_same_order(found, shown)
    drawn = {"" if trace.type == "heatmap" else trace.name or "": trace for trace in found.data}
    for trace in shown.data:
        assert _colour(drawn[trace.name or ""]) == _colour(trace)
        assert drawn[trace.name or ""].type == trace.type
    assert found.layout.barmode == shown.layout.barmode
    hidden = found.layout.showlegend is False or not any(trace.showlegend for trace in found.data)
    assert shown.layout.showlegend or hidden


def _colour(trace: Any) -> Any:
    if trace.type in ("pie", "heatmap"):
        return trace.marker.colors if trace.type == "pie" else trace.coloraxis
    return trace.line.color or trace.marker.color if trace.type != "bar" else trace.marker.color


def test_a_heatmap_reads_from_top_to_bottom_in_the_colours_that_were_shown() -> None:
    catalog = default_catalog()
    params = catalog.validated("plot_heatmap", {"x": "region", "y": "revenue", "color": "kind"})
    shown = catalog.functions["plot_heatmap"](Table(nw.from_native(BY_BOTH), TOTAL), **params).figure
    drawn, looks = looking_alike(["fig = px.imshow(df)"], "fig", shown)
    assert "autorange='reversed'" in "\n".join(looks) and "color_continuous_scale=" in "\n".join(drawn)


@pytest.mark.parametrize("step", ["filter", "sum", "sorted", "min", "class"])
def test_no_builtin_is_shadowed(step: str) -> None:
    name = _Names("df", "").new(step, figure=False)
    assert name != step and not hasattr(builtins, name)


def test_names_that_only_helped_are_taken_away() -> None:
    assert _tidied(["fig_rows = df.copy()", "fig_rows['a'] = 1", "fig = 2"], "fig") == ["del fig_rows"]


DAYS = pd.DataFrame({
    "day": ["Sun", "Sat", "Thur", "Fri"] * 6,
    "kind": ["a", "b", "c"] * 8,
    "date": pd.date_range("2012-02-01", periods=24, freq="45D"),
    "bill": [float(10 + value % 7) for value in range(24)],
    "tip": [float(1 + value % 5) for value in range(24)],
    "visits": [40_000 + 1_000 * value for value in range(24)],
})  # fmt: skip
DAILY = pd.DataFrame({"date": pd.date_range("2021-03-10", "2024-05-12"), "bill": 2.5, "tip": 1.0, "visits": 3})
DAILY = DAILY.assign(day=DAILY["date"].dt.day_name().str[:3], kind=["a", "b", "c", "b"] * 290)
ASKED = [
    ("SELECT day, AVG(bill) FROM t GROUP BY day", None),
    ("SELECT day, SUM(bill) FROM t GROUP BY day", "pie"),
    ("SELECT kind, SUM(visits) FROM t GROUP BY kind", "treemap"),
    ("SELECT day, kind, AVG(bill) FROM t GROUP BY day, kind", "heatmap"),
    ("SELECT day, MAX(bill), MIN(bill) FROM t GROUP BY day", None),
    ("SELECT DATE_TRUNC('quarter', date), AVG(bill), AVG(tip) FROM t GROUP BY 1", None),
    ("SELECT DATE_TRUNC('year', date), SUM(visits), AVG(tip) FROM t GROUP BY 1", None),
    ("SELECT kind, AVG(CASE WHEN tip > 2 THEN 1.0 ELSE 0.0 END) AS part FROM t WHERE bill > 10 GROUP BY kind", None),
    ("SELECT FLOOR(bill / 2) * 2 AS bills, COUNT(*) FROM t GROUP BY 1", None),
    ("SELECT day IN ('Sat', 'Sun') AS off, AVG(bill) FROM t GROUP BY 1", None),
    ("SELECT day, tip >= 3 AS much, AVG(bill) FROM t GROUP BY 1, 2", None),
]


UNFINISHED = [
    ("SELECT DATE_TRUNC('year', date), SUM(visits) FROM t GROUP BY 1", None),
    ("SELECT DATE_TRUNC('month', date), kind, SUM(visits) FROM t GROUP BY 1, 2", None),
    ("SELECT YEAR(date) AS year, SUM(visits) FROM t GROUP BY 1", "line"),
]


@pytest.mark.parametrize(("sql", "mark"), UNFINISHED)
def test_the_code_marks_periods_that_the_data_does_not_fill(
    sql: str, mark: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(_dotted(_same_picture(DAILY, sql, mark, monkeypatch))) in (2, 6)


@pytest.mark.parametrize(("sql", "mark"), ASKED)
def test_the_code_of_an_answer_draws_its_picture_and_leaves_no_stray_names(
    sql: str, mark: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _same_picture(DAYS, sql, mark, monkeypatch)


def _same_picture(frame: pd.DataFrame, sql: str, mark: str | None, monkeypatch: pytest.MonkeyPatch) -> go.Figure:
    query = from_sql(sql, list(frame.columns))
    reading = Requirements(
        outputs=("chart",), query=query, constraints=(ChartWish.model_validate({"mark": mark}),) if mark else ()
    )
    state = replace(opening(frame, "how many visits?"), reader=_Given(query, reading), next_readers=())
    found = Analysis(run(state))
    monkeypatch.setattr(go.Figure, "show", lambda self: None)
    names: dict[str, Any] = {"df": frame, "rows": "the user's own", "text": "too"}
    exec(compile(found.code(), sql, "exec"), names)
    assert names.pop("rows") == "the user's own" and names.pop("text") == "too"
    assert set(names) - {step.id for step in found.plan.steps} <= {"pd", "px", "np", "df", "fig", "__builtins__"}
    assert not set(names) & set(dir(builtins))
    shown, drawn = found.figures[0], names["fig"]
    _assert_same_axes(drawn, shown)
    named = bool(shown.layout.showlegend)
    assert _drawn_points(drawn, named) == _drawn_points(shown, named)
    assert _dotted(drawn) == _dotted(shown)
    assert differences(shown, drawn) == []
    return shown


def _drawn_points(figure: go.Figure, named: bool) -> list[dict[Any, Any]]:
    """The points of each series, those that a dotted way leads to among them."""
    whole = [_points(trace, named) for trace in figure.data if not _is_dotted(trace)]
    for way in figure.data:
        if _is_dotted(way) and way.x is not None:  # else it is told by its start, and its series has the point
            points = _points(way, named)
            next(one for one in whole if one["color"] == points["color"]).update(points)
    return whole


def _dotted(figure: go.Figure) -> list[tuple[Any, ...]]:
    return sorted((way.line.color, *(round(float(y), 9) for y in way.y)) for way in figure.data if _is_dotted(way))


def _is_dotted(trace: Any) -> bool:
    return bool(trace.type == "scatter" and trace.line.dash == "dot")


class _Given(GivenReader):
    def __init__(self, query: Query, asked: Requirements) -> None:
        super().__init__(query)
        self._asked = asked

    def readings(self, *given: Any) -> tuple[Any, ...]:
        return tuple(reading.replaced(requirements=self._asked) for reading in super().readings(*given))


def _assert_same_order(drawn: go.Figure, shown: go.Figure) -> None:
    """The categories of each axis one after another; a heatmap has its rows and columns in their order."""
    for axis in ("x", "y"):
        order = shown.layout[f"{axis}axis"].categoryarray
        lined = drawn.data[0][axis] if shown.data[0].type == "heatmap" else drawn.layout[f"{axis}axis"].categoryarray
        assert order is None or tuple(lined) == tuple(order), axis


def _assert_same_axes(drawn: go.Figure, shown: go.Figure) -> None:
    assert drawn.layout.title.text == shown.layout.title.text
    for one, other in ((drawn.layout.xaxis, shown.layout.xaxis), (drawn.layout.yaxis, shown.layout.yaxis)):
        for part in ("autorange", "ticktext", "tickformat", "dtick"):
            assert other[part] in (None, other.tickvals) or one[part] == other[part], part
    _assert_same_order(drawn, shown)
    words = [sorted(item.text for item in figure.layout.annotations if item.text) for figure in (drawn, shown)]
    assert words[0] == words[1]


def _points(trace: Any, named: bool) -> dict[Any, Any]:
    """What is drawn where and in which colour, in whichever order it is told."""
    if trace.type == "pie":
        return {"slices": list(zip(trace.labels, trace.values, trace.marker.colors, strict=True))}
    if trace.type == "treemap":
        return dict(zip(trace.labels, zip(trace.values, trace.marker.colors, strict=True), strict=True))
    if trace.type == "heatmap":
        # Rows and columns in the order shown: plotly sets the figures in cells by their place.
        return {"x": list(trace.x), "y": list(trace.y), "z": [[_known(cell) for cell in row] for row in trace.z]}
    places = [str(pd.Timestamp(x)) if not isinstance(x, (str, int, float)) else x for x in np.asarray(trace.x).tolist()]
    color = trace.marker.color if trace.type == "bar" else trace.line.color
    heights = {x: _known(y) for x, y in zip(places, trace.y, strict=True) if _known(y) is not None}
    return {"name": trace.name if named else "", "color": color, **heights}


def _known(value: Any) -> float | None:
    return None if pd.isna(value) else round(float(value), 9)


def test_helping_names_are_called_after_their_step() -> None:
    lines = [
        "text = df['a'].str.strip()", "for one, other in pairs:", "    both = text[one]",
        "out = both.map(lambda text: text)",
    ]  # fmt: skip
    told = _apart(lines, "out")
    assert told[0] == "out_text = df['a'].str.strip()" and told[3] == "out = out_both.map(lambda out_text: out_text)"
    assert _tidied(told, "out") == ["del out_text, out_one, out_other, out_both"]


def test_a_helping_function_is_called_what_its_definition_is() -> None:
    told = _apart(["def over(cells):", "    return cells", "", "out = df.assign(a=over(df['b']))"], "out")
    assert told[0] == "def out_over(cells):" and told[3] == "out = df.assign(a=out_over(df['b']))"
    assert _tidied(told, "out") == ["del out_over"]
