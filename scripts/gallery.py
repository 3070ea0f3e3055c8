"""Gallery: questions over public tables, drawn on one page that needs no network, so that every chart can be looked at.

python scripts/gallery.py build/gallery.html
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pandas as pd
import plotly.graph_objects as go
import yaml

from autoviz.analysis import Analysis, opening
from autoviz.errors import AutovizError
from autoviz.evaluation.gold import table_of
from autoviz.evaluation.pictures import differences
from autoviz.export.cells import data_table
from autoviz.export.html import charts, framed
from autoviz.export.markup import FONT, INK, Markup, joined, soft, tag
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

QUESTIONS = Path(__file__).with_suffix(".yaml")


class ChartReader(GivenReader):
    """A Query that was given, with the chart that the user names."""

    def __init__(self, query: Any, wish: ChartWish | None) -> None:
        super().__init__(query)
        self._wish = wish

    def readings(self, *given: Any) -> tuple[Reading, ...]:
        """The Query as it is, to be drawn."""
        return tuple(
            reading.replaced(
                requirements=Requirements(
                    outputs=("chart", "table"), query=self._query, constraints=(self._wish,) if self._wish else ()
                )
            )
            for reading in super().readings(*given)
        )


def answered(frame: pd.DataFrame, entry: dict[str, Any]) -> Analysis:
    """The analysis of one question of the gallery."""
    state = opening(frame, entry["ask"])
    if "sql" in entry:
        query = from_sql(entry["sql"], [str(name) for name in frame.columns])
        wish = ChartWish(**entry["chart"]) if "chart" in entry else None
        state = replace(state, reader=ChartReader(query, wish), next_readers=())
    return Analysis(run(state))


def entries(tables: list[dict[str, Any]]) -> Iterator[tuple[str, pd.DataFrame, dict[str, Any]]]:
    """Every question with its table."""
    for part in tables:
        frame = table_of(**part["table"])
        for entry in part["questions"]:
            yield part["table"]["item"], frame, entry


def copied(frame: pd.DataFrame, analysis: Analysis) -> list[str]:
    """What the copied code of an answer draws otherwise than the answer does."""
    with patch.object(go.Figure, "show"):
        names: dict[str, Any] = {"df": frame}
        exec(compile(analysis.code(), "<copied code>", "exec"), names)
    drawn = [value for value in names.values() if isinstance(value, go.Figure)]
    return [line for pair in zip(analysis.figures, drawn, strict=True) for line in differences(*pair)]


def shown(number: int, table: str, entry: dict[str, Any], analysis: Analysis, first: bool) -> Markup:
    """A question with its answer, and its chart or, where there is none, its table."""
    drawn = charts(analysis.figures, with_code=first)
    listed = data_table(analysis.table, 12) if not analysis.figures and analysis.table is not None else ""
    head = tag("h2", f"{number}. {entry['ask']}", style=f"{FONT}; font-size:16px; margin:40px 0 4px")
    asked = analysis.clarification
    answer = " ".join([asked.text, *(option.label for option in asked.options)]) if asked else analysis.answer
    told = tag("div", answer, style=f"{FONT}; {INK}; font-size:14px; white-space:pre-line")
    return tag("section", head, soft(table), told, *drawn, listed, id=f"q{number}")


def main(arguments: list[str]) -> int:
    """Write the page; 1 where a question failed, or where its copied code draws another picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--only", type=int, nargs="*", help="the numbers of the questions to draw")
    chosen = parser.parse_args(arguments)
    parts, failed, with_code = [], 0, True
    for number, (table, frame, entry) in enumerate(entries(yaml.safe_load(QUESTIONS.read_text("utf-8"))), start=1):
        if chosen.only and number not in chosen.only:
            continue
        try:
            analysis = answered(frame, entry)
        except AutovizError as error:
            failed += 1
            sys.stderr.write(f"{number}. {entry['ask']}: {error}\n")
            continue
        parts.append(shown(number, table, entry, analysis, with_code and bool(analysis.figures)))
        with_code = with_code and not analysis.figures
        otherwise = copied(frame, analysis)
        failed += bool(otherwise)
        sys.stderr.writelines(f"{number}. {entry['ask']}: copied code draws otherwise: {line}\n" for line in otherwise)
        sys.stdout.write(f"{number}. {entry['ask']}: {', '.join(chart.mark for chart in analysis.charts) or 'table'}\n")
    chosen.page.parent.mkdir(parents=True, exist_ok=True)
    chosen.page.write_text(framed("Gallery", joined(parts)), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
