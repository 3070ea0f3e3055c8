"""Shown as: the order, the change, the chart and the tables that the network hears in a question."""

from __future__ import annotations

from autoviz.model.labels import AnalysisLabel, Output
from autoviz.model.requirements import Change, ChartWish, Sort
from autoviz.readers.embedded.choosing import Roles, chosen, flag
from autoviz.readers.embedded.heads import POINTERS
from autoviz.readers.embedded.network import Answers


def ordering(answers: Answers, roles: Roles) -> tuple[Sort, ...]:
    """The order that is asked for, by an axis or by a column that is shown."""
    told = chosen(answers, "sort")
    if told == "none" or roles.mark in ("scatter", "histogram"):
        return ()
    axis, order = told.split()
    if axis == "column":
        pick = int(answers.scores["pointers"][POINTERS.index("sort")].argmax())
        axis = answers.encoded.columns[pick - 1] if pick else "y"
        if axis not in (roles.x, roles.color, roles.facet, *roles.metrics):
            axis = "y"
    return (Sort.model_validate({"by": axis, "order": order}),)


def change(answers: Answers, labels: tuple[AnalysisLabel, ...]) -> tuple[Change, ...]:
    """Against what periods are held, where a change is asked for."""
    base = chosen(answers, "change")
    if base == "none" or "change" not in labels:
        return ()
    return (Change.model_validate({"base": base, "relative": flag(answers, "relative")}),)


def wish(answers: Answers, roles: Roles) -> tuple[ChartWish, ...]:
    """The chart as far as the user states it."""
    layout = chosen(answers, "layout")
    axes = flag(answers, "axes_stated")
    wish = ChartWish.model_validate(
        {
            "mark": roles.mark if flag(answers, "chart_stated") and roles.mark != "table" else None,
            "x": roles.x if axes else None,
            "y": roles.metrics[0] if axes and roles.metrics else None,
            "color": roles.color if flag(answers, "color_stated") else None,
            "facet": roles.facet if roles.color is None else None,
            "size": roles.size,
            "label": roles.label,
            "trend": roles.mark == "scatter" and flag(answers, "trend_line"),
            "layout": None if layout == "none" or roles.mark != "bar" else layout,
        }
    )
    return (wish,) if wish != ChartWish() else ()


def outputs(
    answers: Answers, roles: Roles, labels: tuple[AnalysisLabel, ...], *, summed_up: bool
) -> tuple[Output, ...]:
    """A chart, a table or both: rows and single numbers are listed, what is summed up of groups is drawn."""
    listed = flag(answers, "table_only")
    if "anomaly" in labels and not listed:
        return ("chart", "table")
    if listed or (roles.mark == "table" and not summed_up) or (flag(answers, "single_number") and not roles.x):
        return ("table",)
    return ("chart", "table") if flag(answers, "wants_table") else ("chart",)
