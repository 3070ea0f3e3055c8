"""The page of an evaluation: figures and tables in one file that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from autoviz.evaluation.figures import figures
from autoviz.evaluation.outcomes import Outcome
from autoviz.evaluation.report import Report
from autoviz.evaluation.standing import Standing, baseline_of, standings
from autoviz.export.html import charts, framed
from autoviz.export.markup import FONT, GREEN, INK, RED, Markup, joined, section, soft, table, tag
from autoviz.export.metrics_table import metric_rows
from autoviz.listing import counted

TURNED = ("Measure", "Before", "Now", "Lost", "Won", "By chance", "Verdict")


def as_page(reports: Sequence[Report], compared: Sequence[tuple[str, Sequence[Standing]]] = ()) -> str:
    """Every suite with its ways of asking side by side, and what is compared with an earlier run."""
    drawn: list[Markup] = [tag("h1", "Evaluation")]
    drawn += [_comparison(f"Against {name}", items) for name, items in compared]
    for suite, group in groupby(reports, key=lambda report: report.suite):
        drawn += _suite(suite, list(group), with_code=len(drawn) == 1 + len(compared))
    return framed("Evaluation of autoviz", tag("div", *drawn, style=f"{FONT}; {INK}; line-height:1.5"))


def side_by_side(reports: Sequence[Report]) -> list[tuple[str, ...]]:
    """Measures and metrics as rows, the ways of asking as columns."""
    rows = [(item.name, *(str(report.measure(item.name)) for report in reports)) for item in reports[0].measures]
    told = [metric_rows(report.metrics) for report in reports]
    return rows + [(row[0], *(other[place][1] for other in told)) for place, row in enumerate(told[0])]


def turned_rows(items: Sequence[Standing]) -> list[tuple[str, ...]]:
    """Each measure then and now, and whether the difference is more than chance."""
    return [
        (
            item.measure,
            f"{item.before} of {item.of}",
            f"{item.now} of {item.of}",
            str(len(item.lost)),
            str(len(item.won)),
            f"{item.chance:.2f}",
            item.verdict,
        )
        for item in items
    ]


def _suite(name: str, reports: list[Report], *, with_code: bool) -> list[Markup]:
    asked = counted(len(reports[0].outcomes), "question")
    drawn = [
        tag("h2", name),
        tag("p", soft(f"{asked}, asked by: {', '.join(report.way for report in reports)}")),
        table(("", *(report.way for report in reports)), side_by_side(reports)),
        *charts(figures(reports), with_code=with_code),
    ]
    first = baseline_of(reports[0])
    drawn += [_comparison(f"{report.way} against {reports[0].way}", standings(report, first)) for report in reports[1:]]
    return [*drawn, *(_wrong(report) for report in reports)]


def _comparison(title: str, items: Sequence[Standing]) -> Markup:
    tints = [RED if item.worse else GREEN if item.better else None for item in items]
    turned = [
        section(f"{item.measure}: questions that turned", f"{len(item.lost)} lost, {len(item.won)} won", _named(item))
        for item in items
        if item.lost or item.won
    ]
    return joined((tag("h3", title), table(TURNED, turned_rows(items), tints=tints), *turned))


def _named(item: Standing) -> Markup:
    return table(("", "Questions"), [("lost", ", ".join(item.lost)), ("won", ", ".join(item.won))])


def _wrong(report: Report) -> Markup:
    rows = [(item.id, item.question, ", ".join(item.errors), _got(item)) for item in report.wrong]
    head = ("Id", "Question", "Wrong in", "What came")
    return section(f"Wrong answers, {report.way}", f"{len(rows)} of {len(report.outcomes)}", table(head, rows))


def _got(item: Outcome) -> str:
    return item.message or ", ".join(f"{name} {value}" for name, value in item.got.items() if value)
