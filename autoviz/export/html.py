"""An analysis as static HTML with inline styles: the answer, the table, closed sections, and the page of them all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from autoviz.export import details, sections
from autoviz.export.cells import FIRST_ROWS, data_table
from autoviz.export.markup import ACCENT, AMBER, FONT, INK, Markup, code, joined, section, soft, table, tag
from autoviz.listing import counted, fitting
from autoviz.model.record import AnalysisRecord, Clarification

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_PAGE_STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2933; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181d; --ink: #e8eaed; } }
@media print { .modebar-container { display: none !important; } }
body { background: var(--paper); color: var(--ink); max-width: 1080px; margin: 32px auto; padding: 0 20px; }
@media print {
  :root { --paper: #ffffff; --ink: #000000; }
  body { max-width: none; margin: 0; }
  section, [role=figure], table { break-inside: avoid; }
  h2 { break-after: avoid; }
  details:not([open]):not(.autoviz-details) { display: none; }  /* the line of proof stays */
  details.autoviz-details > summary { list-style: none; }
}
"""
_FOLLOW = """
const templates = { dark: DARK, light: LIGHT };
const wanted = matchMedia("(prefers-color-scheme: dark)");
const restyle = () => document.querySelectorAll(".js-plotly-plot").forEach(
  (chart) => Plotly.relayout(chart, { template: templates[wanted.matches && !printing ? "dark" : "light"] }));
let printing = false;
wanted.addEventListener("change", restyle);
addEventListener("beforeprint", () => { printing = true; restyle(); });
addEventListener("afterprint", () => { printing = false; restyle(); });
if (wanted.matches) addEventListener("load", restyle);
"""
"""Charts take the template of the page's mode; on paper they are light."""
CONFIG: Mapping[str, bool] = MappingProxyType({"displaylogo": False})
"""How plotly shows a chart of ours; each chart gets a copy, since plotly writes into what it is given."""
_HEARD = "position:absolute; width:1px; height:1px; overflow:hidden; clip:rect(0, 0, 0, 0); white-space:nowrap"
"""For readers who hear the page: the chart itself is a drawing without words."""


@dataclass(frozen=True)
class Contents:
    """What of an analysis is shown, besides its figures."""

    record: AnalysisRecord
    tables: Sequence[pd.DataFrame] = ()
    code: str = ""
    rows: int = FIRST_ROWS
    opened: bool = False
    """Whether the sections stand open from the start."""
    hidden: str = ""
    """The id of a step that students are to predict; sections that would give it away are left out."""
    notes: tuple[str, ...] = field(default=())
    """What to say beside the notes of the record."""


def answer(contents: Contents, marker: str = "", *, headed: bool = True) -> Markup:
    """The question, the answer and what must be said beside it; without the question where a heading has it."""
    record = contents.record
    body: list[object] = [tag("div", soft(_head(record)), style="font-size:12px")] if headed else []
    if record.clarification:
        body.append(_clarification(record.clarification))
    elif record.answer:
        body += _told(record.answer)
    else:
        body += [
            tag("div", planned(record)),
            *(details.recipe(part, record) for part in record.parts if not contents.hidden),
        ]
    body += [
        tag("div", f"Chart: {chart.alt}", style=_HEARD) for part in record.parts for chart in part.charts if chart.alt
    ]
    body += [tag("div", soft(line), style="font-size:12px") for line in dict.fromkeys((*record.notes, *contents.notes))]
    return tag(
        "div",
        *body,
        style=f"{FONT}; {INK}; font-size:14px; line-height:1.5; border-left:3px solid {ACCENT}; padding:4px 0 4px 14px",
        class_="autoviz-answer",
        data_autoviz=marker or None,
    )


def _told(text: str) -> list[Markup]:
    """The lines of an answer; those of a table in Markdown as a table."""
    drawn: list[Markup] = []
    for is_table, lines in groupby(filter(None, text.splitlines()), key=lambda line: line.startswith("| ")):
        if is_table:
            head, _, *rows = [line.strip("| ").split(" | ") for line in lines]
            drawn.append(table(head, rows))
        else:
            drawn += [_line(line) for line in lines]
    return drawn


def _line(line: str) -> Markup:
    """A line of an answer; one that stands for a group with a dot before it instead of a hyphen."""
    if not line.startswith("- "):
        return tag("div", line, style="margin:3px 0")
    return tag("div", f"• {line.removeprefix('- ')}", style="margin:3px 0 3px 22px; text-indent:-12px")


def planned(record: AnalysisRecord) -> str:
    """What is said of a plan before it runs."""
    if all(part.coverage.complete for part in record.parts):
        return "The plan is ready, but was not run yet."
    return "Planned, but not run yet; the coverage has gaps."


def _head(record: AnalysisRecord) -> str:
    question, rows = " ".join(record.question.text.split()), record.profile.rows
    return f"{question} · {record.profile.name}, {counted(rows, 'row')}"


def _clarification(asked: Clarification) -> Markup:
    options = [tag("li", option.label, style="margin:2px 0") for option in asked.options]
    return tag(
        "div",
        tag("div", asked.text, style=f"background:{AMBER}"),
        tag("ol", *options, style="margin:4px 0 4px 22px; padding:0"),
        soft("Choose with "),
        code("%autoviz choose 1"),
    )


def tables(contents: Contents) -> Markup:
    """The first rows of each table, with their count; a single value is told by the answer alone."""
    answered = bool(contents.record.answer)
    drawn = [
        section(
            "Table" if len(contents.tables) == 1 else f"Table {place + 1}",
            _counted(contents.rows, len(frame)),
            data_table(frame, contents.rows, place=place),
            opened=True,
        )
        for place, frame in enumerate(contents.tables)
        if frame.shape != (1, 1) or not answered
    ]
    return joined(drawn)


def _counted(shown: int, rows: int) -> str:
    """How many rows a table shows, and of how many where it is not all of them."""
    shown = fitting(rows, shown)
    return f"{shown:,} of {rows:,} rows" if shown < rows else counted(rows, "row")


def behind(contents: Contents) -> Markup:
    """What lies behind the answer, each under its own line; of a question with several parts, that of each in turn."""
    record, opened = contents.record, contents.opened
    several = len(record.parts) > 1
    drawn: list[object] = []
    for number, part in enumerate(record.parts, start=1):
        if several:
            drawn.append(tag("div", f"Part {number}: {part.intent.primary}", style=f"{FONT}; padding:8px 0 2px"))
        drawn += [sections.reading(part, opened=opened), sections.plan(part, opened=opened, hidden=contents.hidden)]
        if not contents.hidden:
            drawn += [sections.coverage(part, opened=opened), sections.tools(part.shortlist, opened=opened)]
    if not contents.hidden and record.parts:
        drawn += [sections.provenance(record, opened=opened), sections.sent(record, opened=opened)]
        drawn += [sections.sql(record, opened=opened), sections.script(contents.code, opened=opened)]
    return tag("div", *drawn, style=f"{FONT}; {INK}", class_="autoviz-proof")


def rest(contents: Contents) -> Markup:
    """What stands under the chart: one line of proof that opens the rest, after a table that is the answer."""
    record = contents.record
    if not record.parts:
        return tables(contents)
    charted = any(part.charts for part in record.parts)
    words = () if contents.hidden else (details.plain_words(record),)
    inside = (*words, *((tables(contents),) if charted else ()), behind(contents))
    folded = details.fold(record, *inside, opened=contents.opened)
    return folded if charted else joined((tables(contents), folded))


def whole(contents: Contents) -> Markup:
    """Everything but the chart."""
    return joined((answer(contents), rest(contents)))


def page(contents: Contents, figures: Sequence[go.Figure]) -> str:
    """A page of its own for one analysis."""
    title = " ".join(contents.record.question.text.split())
    return framed(title, joined((answer(contents), *charts(figures), rest(contents))))


def charts(figures: Sequence[go.Figure], *, with_code: bool = True) -> list[Markup]:
    """Figures that can be drawn with no network: plotly's own code lies in the first, unless the page has it."""
    drawn = [
        figure.to_html(dict(CONFIG), full_html=False, include_plotlyjs=with_code and not place)
        for place, figure in enumerate(figures)
    ]
    return [tag("div", Markup(figure), role="figure") for figure in drawn]


def framed(title: str, body: Markup) -> str:
    """A page that needs no network; its charts are light or dark as the reader's own setting is at the time."""
    from autoviz.drawing.theme import template

    dark, light = (json.dumps(template(mode).to_plotly_json(), default=list) for mode in ("dark", "light"))
    follow = Markup(_FOLLOW.replace("DARK", dark).replace("LIGHT", light))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{_PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n<script>{follow}</script>\n</body>\n</html>\n"
    )
