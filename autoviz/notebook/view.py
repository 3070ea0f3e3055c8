"""View: an analysis in a notebook's outputs: answer, charts and the rest, each replaceable, none of them a widget."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from IPython.core.interactiveshell import InteractiveShell

from autoviz.errors import MissingPackageError
from autoviz.export import details, html, sections
from autoviz.export.cells import data_table
from autoviz.export.image import image_of
from autoviz.export.markup import FONT, INK, Markup, tag
from autoviz.notebook import lesson

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

    from autoviz.analysis import Analysis
    from autoviz.drawing.theme import Mode
    from autoviz.model.record import Part

PLOTLY = "application/vnd.plotly.v1+json"
FALLBACK_ROWS = 20
EMPTY: dict[str, Any] = {"text/html": "", "text/plain": ""}
Bundle = dict[str, Any]


@dataclass(frozen=True)
class Look:
    """How an analysis is shown."""

    mode: Mode = "light"
    fallback: str = "table"
    """What stands for a chart where plotly cannot draw: table, image, interactive, or picture for the Lab's own."""
    quiet: bool = False
    verbose: bool = False
    teach: bool = False
    hide: str = ""
    rows: int = 8
    notes: tuple[str, ...] = ()


def publish(bundle: Bundle, transient: dict[str, str] | None = None, *, update: bool = False) -> None:
    """Send a bundle to the cell's outputs."""
    publisher: Any = InteractiveShell.instance().display_pub
    publisher.publish(data=bundle, metadata={}, transient=transient or {}, update=update)


class Slots:
    """The outputs of one cell, by name; each is displayed once and replaced in place afterwards."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._shown: dict[str, str] = {}

    def show(self, name: str, bundle: Bundle) -> None:
        """Display the bundle, or replace what the slot shows."""
        known = name in self._ids
        display_id = self._ids.setdefault(name, uuid.uuid4().hex)
        content = json.dumps(bundle, sort_keys=True, default=str)
        if known and self._shown[name] == content:
            return
        self._shown[name] = content
        if known and PLOTLY in bundle:
            # The Lab's plotly renderer keeps the figure it has drawn; emptied first, the output gets a new renderer.
            publish(EMPTY, {"display_id": display_id}, update=True)
        publish(bundle, {"display_id": display_id}, update=known)

    def named(self, start: str) -> list[str]:
        """The slots whose name starts so."""
        return [name for name in self._ids if name.startswith(start)]


def render(analysis: Analysis, slots: Slots, look: Look, marker: str = "") -> None:
    """Put the analysis into the slots, in the order in which it is read; with a marker, edits may follow."""
    contents = analysis.contents(rows=look.rows, opened=look.verbose, hidden=_hidden(analysis, look), notes=look.notes)
    told = html.answer(contents, marker)
    if look.teach:
        told = Markup(lesson.stages(analysis.record, contents.hidden) + told)
    slots.show("answer", {"text/html": told, "text/plain": plain_answer(analysis)})
    charts = chart_bundles(analysis, look)
    places = max(len(charts), len(slots.named("chart")), 1 if marker else 0)
    for number in range(places):
        slots.show(f"chart {number}", charts[number] if number < len(charts) else EMPTY)
    rest = "" if look.quiet else html.rest(contents)
    slots.show("rest", {"text/html": rest, "text/plain": "" if look.quiet else plain_proof(analysis)})


def _hidden(analysis: Analysis, look: Look) -> str:
    return lesson.hidden_step(analysis.plan, look.hide) if look.hide and analysis.plan else ""


def plain_answer(analysis: Analysis) -> str:
    """The answer where there is no HTML."""
    if analysis.clarification:
        options = [f"{n}. {option.label}" for n, option in enumerate(analysis.clarification.options, start=1)]
        return "\n".join(("Which one do you mean? Choose with %autoviz choose 1", *options))
    record = analysis.record
    recipes = [f"- {line}" for part in record.parts for line in details.steps_told(part, record)]
    told = (record.answer,) if record.answer else (html.planned(record), *recipes)
    return "\n".join((*told, *record.notes))


def plain_proof(analysis: Analysis) -> str:
    """The table and the plan where there is no HTML."""
    table = analysis.table.head(12).to_string(index=False) if analysis.answer and analysis.table is not None else ""
    lines = [line for part in analysis.record.parts for line in _plain_part(part)]
    return "\n".join((table, "", *lines)) if lines else table


def _plain_part(part: Part) -> list[str]:
    """The plan of one part against its template, and the proof of it."""
    proof = (part.proof.line,) if part.proof else ()
    diff = sections.diff_lines(part.diff)
    return [f"Plan, against {part.diff.base}:", *diff, sections.coverage_digest(part.coverage), *proof]


def chart_bundles(analysis: Analysis, look: Look) -> list[Bundle]:
    """One bundle per figure."""
    charts, tables = analysis.charts, analysis.tables if analysis.figures else []
    bundles = []
    for place, figure in enumerate(analysis.figures):
        alt = charts[place].alt if place < len(charts) else ""
        table = tables[min(place, len(tables) - 1)] if tables else None
        bundles.append(chart_bundle(figure, alt, table, look))
    return bundles


def chart_bundle(figure: go.Figure, alt: str, table: pd.DataFrame | None, look: Look) -> Bundle:
    """The figure for plotly, a fallback for places that cannot draw it, and its description as text."""
    from autoviz.drawing.theme import themed

    drawn = themed(figure, look.mode)
    content = json.loads(drawn.to_json())
    content["config"] = dict(html.CONFIG)
    bundle = {PLOTLY: content, "text/plain": alt or "A chart."}
    if look.fallback == "picture":
        # The Lab adds a picture of what it draws to what it saves; nbconvert takes it unless there is HTML.
        return bundle
    return {**bundle, "text/html": _fallback(drawn, alt, table, look.fallback)}


def _fallback(figure: go.Figure, alt: str, table: pd.DataFrame | None, kind: str) -> str:
    if kind == "interactive":
        drawn = figure.to_html(full_html=False, include_plotlyjs=_first_of_session())
        return tag("div", Markup(drawn), role="figure", aria_label=alt)
    image = _image(figure) if kind == "image" else ""
    if image:
        return tag("img", src=image, alt=alt, style="max-width:100%")
    body = data_table(table, FALLBACK_ROWS) if table is not None else ""
    return tag("div", tag("div", alt), body, style=f"{FONT}; {INK}; font-size:13px", role="figure", aria_label=alt)


@cache
def _plotting_code_sent() -> list[bool]:
    return []


def _first_of_session() -> bool:
    """Plotly's own code is five megabytes, and one copy of it draws every chart of a page."""
    sent = _plotting_code_sent()
    sent.append(True)
    return len(sent) == 1


def _image(figure: go.Figure) -> str:
    """The figure as a picture inside the page; empty where kaleido or a browser for it is missing."""
    import base64

    try:
        drawn = image_of(figure, "png")
    except MissingPackageError:
        return ""
    return f"data:image/png;base64,{base64.b64encode(drawn).decode('ascii')}"
