"""An analysis as static HTML: everything escaped, tables with headers, closed sections, a page of its own."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.errors import FileError
from autoviz.export import details, html, sections
from autoviz.export.cells import cell_text, data_table, labelled, text_rows
from autoviz.export.markup import tag, text
from autoviz.model.coverage import Coverage, Gap
from autoviz.samples import load_sales
from autoviz.table import Table

HOSTILE = "<img src=x onerror=alert(1)>"
FORMULA = r"$\href{javascript:alert(2)}{x}$"


class Tags(HTMLParser):
    """What a browser would see: tags, their attributes and whether they are closed in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(source)

    def handle_starttag(self, name, attributes):
        self.seen.append((name, dict(attributes)))
        if name not in ("br", "img", "meta"):
            self.open.append(name)

    def handle_endtag(self, name):
        if name != "img":
            assert self.open.pop() == name

    def names(self) -> set[str]:
        return {name for name, _ in self.seen}


@pytest.fixture(scope="module")
def analysis():
    return autoviz.ask(load_sales(), "total revenue by region over time")


@pytest.fixture(scope="module")
def shown(analysis):
    return html.whole(analysis.contents())


def test_text_is_escaped_and_formulas_stay_text():
    assert "<img" not in text(HOSTILE)
    assert text("$a$ \\(b\\)") == ("<span>$</span>a<span>$</span> <span>\\</span>(b<span>\\</span>)")
    assert tag("div", title='"><script>') == '<div title="&quot;&gt;&lt;script&gt;"></div>'


def test_it_is_well_formed_and_needs_no_style_sheet_no_script_and_no_address(shown):
    seen = Tags(shown)
    assert seen.open == []
    assert not {"script", "style", "link", "iframe", "a", "img"} & seen.names()
    assert not any(key.startswith("on") for _, attributes in seen.seen for key in attributes)


def test_sections_are_closed_and_tables_have_headers(shown):
    seen = Tags(shown)
    details = [attributes for name, attributes in seen.seen if name == "details"]
    assert details[0]["class"] == "autoviz-details"
    assert "open" not in details[0], "the line of proof is closed over all the others"
    heads = [attributes for name, attributes in seen.seen if name == "th"]
    assert heads and all(attributes.get("scope") == "col" for attributes in heads)


def test_the_diff_shows_before_after_and_the_requirement(shown, analysis):
    assert "<del" in shown and "<ins" in shown
    assert "removed" in shown and "compute_summary_stats" in shown
    assert all(key in shown for step in analysis.diff.steps for key in step.because)


def test_one_line_of_proof_stands_over_plain_words(analysis, shown):
    assert details.proof_line(analysis.record) == "✓ proven: 111 numbers computed twice · 3 assumptions · how I read it"
    first, read, second, last = details.steps_told(analysis.record.parts[0], analysis.record)
    assert first == "Take the 4,387 rows of df." and last == "Draw a line chart."
    assert read.startswith("'date' was read as dates by 'year-month-day'")
    assert second == "Put the rows together by month of date and region; of each compute the total revenue."
    assert shown.index("Read as:") < shown.index("Assumed:") < shown.index("Plan</span>") < shown.index("SQL</span>")


def test_what_is_planned_is_told_in_plain_words():
    planned = autoviz.ask(load_sales(), "which three regions have the highest average revenue in 2024", only_plan=True)
    told = html.answer(planned.contents())
    assert "Keep the rows where region is given in 2024." in told  # no region is none of three
    assert "Keep the first 3 by revenue, the highest first." in told


def test_counts_agree_with_their_nouns():
    one = autoviz.ask(load_sales().head(1), "describe the data")
    shown = html.whole(one.contents())
    assert ", 1 row<" in shown and "1 step," in shown
    assert not re.search(r"\b1 (rows|steps|numbers|assumptions)\b", shown) and "1 of 1" not in shown


def test_a_printed_page_keeps_the_line_of_proof(analysis):
    page = analysis.to_html()
    assert "details:not([open]):not(.autoviz-details) { display: none; }" in page and "autoviz-details" in page


def test_requirements_are_told_in_words(analysis):
    part = analysis.record.parts[0]
    drawn = sections.coverage(part)
    assert "Asked for" in drawn and "the measure" in drawn and "the groups" in drawn
    changed = sections.plan(part)
    assert "the measure" in changed and not re.search(r"<code[^>]*>(metrics|group_by)</code>", changed)


def test_gaps_stand_out(analysis):
    part = analysis.record.parts[0]
    gap = Gap(kind="missing", key="metrics", message="no step serves metrics")
    broken = part.replaced(coverage=Coverage(served={**part.coverage.served, "metrics": ()}, gaps=(gap,)))
    drawn = sections.coverage(broken)
    assert "✗ no step" in drawn and "missing: the measure" in drawn and "1 gap" in drawn


def test_what_was_sent_to_a_model_is_shown_only_when_something_was(analysis, shown):
    assert "Sent to the model" not in shown
    provenance = analysis.provenance.replaced(sent=("You are given <columns>",))
    told = sections.sent(analysis.record.replaced(provenance=provenance))
    assert "You are given &lt;columns&gt;" in told


def test_hostile_names_and_cells_stay_text():
    frame = pd.DataFrame({HOSTILE: ["<script>alert(3)</script>", "b", "b"], FORMULA: [1.0, 2.0, 3.0]})
    shown = html.whole(autoviz.ask(frame, "total revenue by region", tie_margin=0).contents())
    assert not {"img", "script", "a"} & Tags(shown).names()
    assert "$\\" not in shown


def test_the_page_stands_alone(analysis, tmp_path):
    page = analysis.to_html(tmp_path / "q.html")
    assert (tmp_path / "q.html").read_text("utf-8") == page
    assert page.startswith("<!doctype html>") and 'lang="en"' in page
    assert "cdn.plot.ly" not in page.split("Plotly.newPlot")[-1]
    assert "<script src=" not in page
    with pytest.raises(FileError, match="cannot be written"):
        analysis.to_html(tmp_path / "no" / "q.html")


def test_a_page_changes_nothing_about_how_the_next_chart_is_shown(analysis):
    """A chart that follows its window collapses in JupyterLab, where nothing but the chart gives its cell a height."""
    html.charts(analysis.figures)
    assert dict(html.CONFIG) == {"displaylogo": False}
    with pytest.raises(TypeError):
        html.CONFIG["responsive"] = True


def test_a_notebook_without_the_extension_gets_html_and_text(analysis):
    bundle = analysis._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"} and bundle["text/plain"].startswith("<Analysis")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1234567, "1,234,567"), (1234.5, "1,234.50"), (2.0, "2"), (0.01234567, "0.01235"), (None, "–"),
        (float("nan"), "–"), (pd.NaT, "–"), (np.int64(4000), "4,000"), (True, "True"), ("<b>", "<b>"),
        (pd.Timestamp("2024-01-31"), "2024-01-31"), (pd.Timestamp("2024-01-31 10:00"), "2024-01-31 10:00"),
        (pd.Timestamp("2024-01-31 10:00:05"), "2024-01-31 10:00:05"),
    ],
)  # fmt: skip
def test_cells(value, words):
    assert cell_text(value) == words


def test_a_table_says_how_many_rows_are_left_out():
    assert "2 more rows" in data_table(pd.DataFrame({"a": range(10)}))
    assert "no rows" in data_table(pd.DataFrame({"a": []}))


def test_listed_rows_say_which_columns_are_left_out():
    sales = load_sales()
    told = "Columns left out: "
    shops = pd.DataFrame({"shop": ["A", "B", "C"], "city": ["Paris", "Paris", "Lyon"], "area_m2": [90, 80, 70],
                          "revenue": [9.5, 8.5, 3.0], "staff": [3, 4, 5]})  # fmt: skip
    assert f"{told}city and staff." in autoviz.ask(shops, "list all shops in Paris with area and revenue").to_html()
    assert told not in autoviz.ask(sales, "revenue by region").to_html()
    some = [name for name in sales.columns if name not in ("region", "revenue")]
    shown = labelled(Table(nw.from_native(sales[["region", "revenue"]])), of=list(sales.columns))
    assert f"{told}{', '.join(some[:-1])} and {some[-1]}." in data_table(shown.head(3))


def test_dates_and_short_names_are_not_broken_and_shares_are_in_percent():
    cells = data_table(pd.DataFrame({"day": [pd.Timestamp("2024-01-31 10:00")], "note": ["many words " * 9]}))
    assert "white-space:nowrap" in cells.partition("2024-01-31 10:00")[0].rpartition("<td")[2]
    assert "white-space:nowrap" not in cells.partition("many words")[0].rpartition("<td")[2]
    share = autoviz.ask(load_sales(), "share of revenue by region")
    assert "0.3" not in "".join(row[-1] for row in text_rows(share.table)) and text_rows(share.table)[0][-1][-1] == "%"


def test_a_single_value_is_told_once():
    page = autoviz.ask(load_sales(), "total revenue in the West").to_html()
    assert "1 row<" not in page and "West" in page

def test_nothing_to_click_is_printed_over_a_chart() -> None:
    assert "@media print { .modebar-container { display: none !important; } }" in html.framed("A page", text(""))


def test_groups_of_an_answer_stand_behind_dots():
    page = autoviz.ask(load_sales(), "total revenue by region and product category as a table").to_html()
    assert "•" in page and ">- " not in page
