"""Figures of an evaluation: what is right, how sure and how fast answers are, and what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autoviz.drawing.theme import template
from autoviz.evaluation.report import Measure, Report

if TYPE_CHECKING:
    import plotly.graph_objects as go

HEIGHT = 360


def figures(reports: Sequence[Report]) -> list[go.Figure]:
    """All that can be drawn of these reports of one suite, one colour for each way of asking."""
    drawn = [_right(reports), _sure(reports), _wrong(reports), _fast(reports), _stages(reports), _phrasings(reports)]
    return [figure for figure in drawn if figure.data]


def _figure(title: str, traces: list[Any], **layout: Any) -> go.Figure:
    import plotly.graph_objects as go

    figure = go.Figure(traces)
    figure.update_layout(template=template("light"), title=title, height=HEIGHT, **layout)
    return figure


def _intervals(measures: Sequence[Measure]) -> dict[str, Any]:
    """Error bars from the share to the ends of its interval."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [item.high - item.share for item in measures],
        "arrayminus": [item.share - item.low for item in measures],
    }


def _bars(names: Sequence[str], measures: Sequence[Measure], way: str) -> Any:
    import plotly.graph_objects as go

    told = [str(item) for item in measures]
    shares = [item.share for item in measures]
    return go.Bar(
        x=list(names),
        y=shares,
        name=way,
        error_y=_intervals(measures),
        customdata=told,
        hovertemplate="%{x}: %{customdata}",
    )


def _right(reports: Sequence[Report]) -> go.Figure:
    traces = [_bars([item.name for item in report.measures], report.measures, report.way) for report in reports]
    return _figure("Right answers by measure, with 95 % intervals", traces, yaxis=_share_axis(), barmode="group")


def _phrasings(reports: Sequence[Report]) -> go.Figure:
    traces = []
    for report in reports:
        parts = {name: part.measure("mark+attributes") for name, part in sorted(report.parts("kind").items())}
        if len(parts) > 1:
            traces.append(_bars(list(parts), list(parts.values()), report.way))
    return _figure("Right chart and columns by how the question is put", traces, yaxis=_share_axis(), barmode="group")


def _sure(reports: Sequence[Report]) -> go.Figure:
    """Confidence against the share of right answers: on the line it is honest."""
    import plotly.graph_objects as go

    traces: list[Any] = [
        go.Scatter(
            x=[mean for mean, _ in report.calibration],
            y=[measure.share for _, measure in report.calibration],
            error_y=_intervals([measure for _, measure in report.calibration]),
            text=[f"{measure.of} answers" for _, measure in report.calibration],
            mode="lines+markers",
            name=report.way,
        )
        for report in reports
        if report.calibration
    ]
    if traces:
        honest = {"color": "#A7ADB5", "dash": "dot"}
        traces.append(go.Scatter(x=[0, 1], y=[0, 1], mode="lines", name="as sure as right", line=honest))
    title = "How sure the reader is, and how often it is right"
    return _figure(title, traces, xaxis={**_share_axis(), "title": "confidence"}, yaxis=_share_axis())


def _wrong(reports: Sequence[Report]) -> go.Figure:
    import plotly.graph_objects as go

    traces = [
        go.Bar(x=list(report.errors), y=list(report.errors.values()), name=report.way)
        for report in reports
        if report.errors
    ]
    return _figure("What goes wrong (one answer may show several)", traces, barmode="group", yaxis_title="answers")


def _fast(reports: Sequence[Report]) -> go.Figure:
    """The share of questions answered within a time, so that P50 and P95 can be read off."""
    import plotly.graph_objects as go

    traces = []
    for report in reports:
        seconds = sorted(item.seconds for item in report.outcomes)
        shares = [(place + 1) / len(seconds) for place in range(len(seconds))]
        ends = f"P50 {report.latency(0.5) * 1000:,.0f} ms, P95 {report.latency(0.95) * 1000:,.0f} ms"
        traces.append(go.Scatter(x=[value * 1000 for value in seconds], y=shares, name=f"{report.way}: {ends}"))
    axis = {"title": "milliseconds", "type": "log"}
    return _figure("Answered within", traces, xaxis=axis, yaxis=_share_axis(), showlegend=True)


def _stages(reports: Sequence[Report]) -> go.Figure:
    import plotly.graph_objects as go

    traces = []
    for report in reports:
        seconds, count = report.metrics.seconds, len(report.outcomes)
        means = [value / count * 1000 for value in seconds.values()]
        if means:
            traces.append(go.Bar(x=list(seconds), y=means, name=report.way))
    return _figure("Where the time goes: milliseconds a question", traces, barmode="group", yaxis_title="milliseconds")


def _share_axis() -> dict[str, Any]:
    return {"range": [0, 1.04], "tickformat": ".0%"}
