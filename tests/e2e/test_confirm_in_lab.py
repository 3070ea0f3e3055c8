"""A plan before it runs: edited by clicks with coverage checked again, then approved; the cell never waits."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\n%load_ext autoviz"


def test_a_plan_is_edited_and_approved(open_notebook):
    notebook = open_notebook(
        SETUP,
        "%%autoviz sales --confirm -o asked\ntotal revenue by region",
        "asked.table.columns.tolist(), asked.answer",
    )
    page = notebook.page
    page.set_viewport_size({"width": 1240, "height": 1600})
    notebook.run(0)
    notebook.run(1)
    bar = notebook.bar(1)
    bar.wait_for()
    assert "not run yet" in notebook.output(1).locator(".autoviz-answer").inner_text()
    assert notebook.output(1).locator(".js-plotly-plot").count() == 0
    assert "Put the rows together by region; of each compute the total revenue." in notebook.told(1)
    assert "✓" in bar.locator(".autoviz-coverage").inner_text()
    notebook.screenshot("confirm_light")
    bar.locator("summary").click()

    bar.get_by_label("Drop plot").click()
    bar.locator(".autoviz-gap").first.wait_for()
    assert "missing: a chart: no step serves it" in bar.locator(".autoviz-coverage").inner_text()
    notebook.screenshot("confirm_gap_light")
    bar.get_by_role("button", name="Put plot back").click()
    bar.locator(".autoviz-good").wait_for()

    bar.locator("tr", has_text="aggregate").get_by_label("agg_func").select_option("mean")
    bar.locator(".autoviz-gap").first.wait_for()
    bar.locator("tr", has_text="aggregate").get_by_label("agg_func").select_option("sum")
    bar.locator(".autoviz-good").wait_for()
    bar.get_by_label("Only rows where").fill("region in West, East")
    bar.get_by_label("Only rows where").press("Enter")
    condition = bar.locator("tr", has_text="filter_rows").get_by_label("filters")
    condition.wait_for()
    assert condition.input_value() == "region in West, East"
    condition.fill("region != North")
    condition.press("Enter")
    page.wait_for_function("document.querySelector('.autoviz-bar [data-key=filter-0]').value === 'region != North'")
    bar.locator(".autoviz-good").wait_for()
    notebook.screenshot("confirm_filter_light")
    bar.get_by_role("button", name="Approve and run").click()
    notebook.output(1).locator(".js-plotly-plot").wait_for()
    assert "Total revenue" in notebook.output(1).locator(".autoviz-answer").inner_text()
    notebook.run(2)
    assert "Total revenue" in notebook.output(2).inner_text()
    told = notebook.output(1).locator(".autoviz-answer").inner_text()
    assert "Rows where region != North." in told
    assert "North" not in next(line for line in told.splitlines() if line.startswith("Total revenue"))
    assert notebook.outside == []
