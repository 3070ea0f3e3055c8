"""Reports of the bundled table and of a public one, opened by a browser that reaches nothing."""

from __future__ import annotations

import nbformat
import plotly.data
import pytest

from autoviz.reporting import Report, report
from autoviz.samples import load_sales

pytestmark = pytest.mark.browser

LARGEST = 6_000_000
ASKED = ["total revenue by region", "monthly revenue", "revenue by humidity"]


@pytest.fixture(scope="module")
def bundled() -> Report:
    return report(load_sales(), ASKED, name="sales")


@pytest.fixture(scope="module")
def public() -> Report:
    return report(plotly.data.gapminder(), name="gapminder")


def seen_offline(page, path):
    """The page as a file without a network: what it asked for, what failed in it, and its charts."""
    asked, failed = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.context.set_offline(True)
    page.goto(path.as_uri())
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == [] and failed == []
    return page.locator(".js-plotly-plot")


def test_questions_of_the_bundled_table_are_one_page_that_needs_no_network(bundled, page, tmp_path, screens):
    path = bundled.write(tmp_path / "report.html")
    assert path.stat().st_size < LARGEST
    charts = seen_offline(page, path)
    assert charts.count() == 2 and all(chart.bounding_box()["height"] > 200 for chart in charts.all())
    text = page.locator("body").inner_text()
    assert "West 1.88M" in text and "Not answered" in text
    page.get_by_role("link", name="monthly revenue").click()
    assert page.evaluate("location.hash") == "#q2"
    page.locator("details.autoviz-details summary").first.click()
    assert "Put the rows together by region" in page.locator("details.autoviz-details").first.inner_text()
    page.screenshot(path=screens / "report_bundled.png", full_page=True)


def test_a_public_table_suggests_its_own_questions_and_prints_with_every_chart(public, page, tmp_path, screens):
    assert 6 <= len(public.entries) <= 10 and all(entry.reason for entry in public.entries)
    assert not any(entry.problem for entry in public.entries)
    assert public.entries[0].reason.startswith("year reaches from 1952 to 2007, ")
    path = public.write(tmp_path / "report.html")
    assert path.stat().st_size < LARGEST
    charts = seen_offline(page, path)
    drawn = sum(len(entry.analysis.figures) for entry in public.entries)
    assert charts.count() == drawn >= 4
    page.screenshot(path=screens / "report_public.png", full_page=True)
    page.emulate_media(media="print")
    assert all(chart.bounding_box()["height"] > 200 for chart in charts.all())
    page.screenshot(path=screens / "report_public_print.png", full_page=True)


@pytest.mark.parametrize("which", ["bundled", "public"])
def test_the_same_as_markdown_and_as_a_notebook(which, request, tmp_path):
    made = request.getfixturevalue(which)
    text = made.write(tmp_path / "report.md").read_text("utf-8")
    assert all(entry.question in text for entry in made.entries) and text.count("\n| ---") >= 2
    content = nbformat.read(made.write(tmp_path / "report.ipynb"), as_version=4)
    nbformat.validate(content)
    cells = [cell.source for cell in content.cells if cell.cell_type == "code"]
    assert all(any(entry.question in source for source in cells) for entry in made.entries if not entry.problem)
