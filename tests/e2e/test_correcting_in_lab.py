"""An answer corrected by clicks alone: chips, undo and next questions; and what stays of its chart."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autoviz.samples import load_sales

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\n%load_ext autoviz"
ASK = "%%autoviz sales\nwhich three regions have the highest average revenue"
FOLLOW = "%%autoviz\nonly the West"


def typed(label, text):
    """Typing into a box of the bar and pressing Enter."""

    def click(bar):
        bar.get_by_label(label).fill(text)
        bar.get_by_label(label).press("Enter")

    return click


def test_every_chip_works_and_undo_takes_back_clicks_and_follow_ups(open_notebook, page):
    notebook = open_notebook(SETUP, ASK, FOLLOW, name="corrected.ipynb")
    page.set_viewport_size({"width": 1240, "height": 1500})
    sales = load_sales()
    notebook.run(0)
    notebook.run(1)
    bar = notebook.bar(1)
    bar.wait_for()
    tops = {round(chip.bounding_box()["y"]) for chip in bar.locator(".autoviz-row").first.locator("> *").all()[:4]}
    assert max(tops) - min(tops) <= 2, "chips stand on one line"

    assert bar.get_by_label("Function").locator("option:checked").inner_text() == "average", "in plain words"
    assert bar.locator(".autoviz-open:not(button):not(:has(select))").count() == 0, "every assumption has its click"

    assert bar.get_by_label("Condition 1").input_value() == "region is given"
    notebook.change(1, lambda bar: bar.get_by_role("button", name="keep them").click())
    assert bar.get_by_label("Condition 1").count() == 0, "an assumption is settled by a click"
    notebook.change(1, lambda bar: bar.get_by_role("button", name="form a group of their own").click())
    assert bar.get_by_label("Condition 1").input_value() == "region is given", "and the other way round"
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    page.mouse.move(2, 2)  # the command of what is pointed at would be told, and not that of the last choice
    notebook.change(1, lambda bar: bar.get_by_label("Function").select_option("median"))
    notebook.change(1, lambda bar: bar.get_by_label("Measure").select_option("units"))
    assert f"{sales.groupby('region')['units'].median().max():g}" in notebook.told(1)
    assert bar.locator(".autoviz-command").inner_text() == "%autoviz measure revenue = units"
    notebook.change(1, typed("Only rows where", "date = March 2024 and revenue > 1 thousand"))
    rows = sales[sales["date"].str.startswith("2024-03") & (sales["revenue"] > 1000)]
    assert f"{rows.groupby('region')['units'].median().max():g}" in notebook.told(1)
    assert "Rows where region is given, date from 2024-03-01 to 2024-03-31 and revenue > 1000" in notebook.told(1)
    notebook.screenshot("chips_light", notebook.cell(1))
    notebook.change(1, lambda bar: bar.get_by_label("Without revenue > 1000").click())
    notebook.change(1, lambda bar: bar.get_by_label("Add a group").select_option("product_category"))
    assert "by product_category" in bar.inner_text()
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    assert "revenue > 1000" in notebook.told(1) and "by product_category" not in bar.inner_text()
    notebook.change(1, typed("Only rows where", "region West"))
    assert "no condition" in bar.locator("[role=status]").inner_text(), "what cannot be read is told"
    assert bar.get_by_label("Only rows where").input_value() == "region West", "and stays where it can be mended"

    offered = bar.locator("[data-key^=next-]")
    assert offered.count() == 3
    question = offered.first.inner_text()
    notebook.change(1, lambda bar: bar.locator("[data-key^=next-]").first.click())
    assert notebook.told(1).startswith(question)
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    assert "Median units" in notebook.told(1)

    notebook.run(2)
    notebook.bar(2).wait_for()
    assert "Median units where revenue is above 1000 in Mar 2024: West 12" in notebook.told(2)
    notebook.change(2, lambda bar: bar.get_by_role("button", name="Undo").click())
    assert "Median units" in notebook.told(2) and "East" in notebook.told(2), "a follow-up is taken back like a click"
    notebook.output(2).locator(".js-plotly-plot").wait_for()
    paper = "[...document.querySelectorAll('.js-plotly-plot')].map((chart) => chart._fullLayout.paper_bgcolor)"
    notebook.theme(dark=True)
    page.wait_for_function(f"{paper}.length === 2 && {paper}.every((colour) => colour === '#16181D')")
    notebook.screenshot("chips_dark", notebook.cell(2))
    notebook.theme(dark=False)
    page.wait_for_function(f"{paper}.length === 2 && {paper}.every((colour) => colour === '#FFFFFF')")
    notebook.cell(2).locator(".cm-content").click()  # keys are the bar's own while it has the focus
    page.wait_for_function(
        "() => [1, 2].every((place) => window.jupyterapp.shell.currentWidget.content.widgets[place]"
        ".model.outputs.toJSON().some((output) => output.data?.['image/png']))"
    )  # the Lab adds its picture of a chart some time after it has drawn it
    notebook.save()
    assert notebook.outside == []
    assert page.locator(".modebar-btn").count() and not page.locator("[data-title^='Share chart']").count()
    charts_stay(page, notebook.path)


def test_an_assumption_that_no_click_settles_opens_what_was_done(open_notebook, page):
    notebook = open_notebook(SETUP, "%%autoviz sales\nhow many different regions are there", name="opened.ipynb")
    notebook.run(0)
    notebook.run(1)
    bar = notebook.bar(1)
    bar.wait_for()
    assert bar.get_by_label("Function").locator("option:checked").inner_text() == "number of different"
    details = notebook.output(1).locator("details.autoviz-details").first
    assert details.get_attribute("open") is None
    bar.get_by_role("button", name="Missing values were left out").click()
    assert details.get_attribute("open") is not None and "Assumed:" in details.inner_text()
    notebook.screenshot("assumption_opened", notebook.cell(1))


def charts_stay(page, path):
    """The saved notebook as a page of nbconvert, with no option at all, shows a picture of each chart, on paper too."""
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", str(path)], check=True, capture_output=True)
    page.context.set_offline(True)
    page.goto(path.with_suffix(".html").as_uri())
    for medium in ("screen", "print"):
        page.emulate_media(media=medium)
        pictures = page.locator("img[src^='data:image/png']")
        assert pictures.count() == 2
        assert all(picture.bounding_box()["height"] > 200 for picture in pictures.all()), medium
    page.context.set_offline(False)
