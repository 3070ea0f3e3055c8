"""Notebook 7 shows an answer, its live bar and a plan to confirm as JupyterLab does."""

from __future__ import annotations

import pytest

from autoviz.samples import load_sales

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\n%load_ext autoviz"


def test_an_answer_is_shown_corrected_and_confirmed_in_notebook_7(open_notebook, page):
    notebook = open_notebook(
        SETUP,
        "%%autoviz sales\ntotal revenue by region over time",
        "%%autoviz sales --confirm\naverage units by region",
        name="seven.ipynb",
        at="notebooks",
    )
    page.set_viewport_size({"width": 1240, "height": 1800})
    notebook.run(0)
    notebook.run(1)
    notebook.output(1).locator(".js-plotly-plot .main-svg").first.wait_for()
    notebook.bar(1).wait_for()
    notebook.screenshot("notebook_seven")
    assert "Total revenue" in notebook.told(1)
    assert "numbers computed twice" in notebook.output(1).locator("summary").first.inner_text()
    notebook.change(1, lambda bar: bar.get_by_label("Function").select_option("median"))
    assert "Median revenue" in notebook.told(1)
    notebook.change(1, lambda bar: bar.get_by_role("button", name="Undo").click())
    assert "Total revenue" in notebook.told(1)

    notebook.run(2)
    notebook.change(2, lambda bar: bar.get_by_role("button", name="Approve and run").click())
    highest = load_sales().groupby("region")["units"].mean().max()
    assert f"{highest:,.2f}" in notebook.told(2)
    notebook.screenshot("notebook_seven_confirmed")
    assert notebook.outside == []
