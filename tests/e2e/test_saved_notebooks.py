"""What stays: saved and reopened without a kernel, trusted or not, turned into a page, and with hostile names."""

from __future__ import annotations

import os
import subprocess
import sys

import nbformat
import pytest

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\n%load_ext autoviz"
ASK = "%%autoviz sales\ntotal revenue by region"
HOSTILE = r"""
import pandas as pd
img, tex = "<img src=x onerror=alert(1)>", r"$\href{javascript:alert(2)}{x}$"
rows = pd.DataFrame({img: ["<script>alert(3)</script>", "b", "b"], tex: [1.0, 2.0, 3.0]})
%load_ext autoviz
"""


def readable(page, chart):
    page.wait_for_selector(".autoviz-answer, div:has-text('Total revenue')")
    page.locator("summary:has-text('how I read it')").first.click()
    text = page.locator(".jp-Notebook, main, body").first.inner_text()
    assert "Total revenue" in text and "1,880,752.28" in text, "the answer and the table are there"
    assert "model not found" not in text.lower()
    section = page.locator("details details", has=page.locator("summary:has-text('Plan')")).first
    section.locator("summary").first.click()
    assert "aggregate" in section.inner_text()
    if chart:
        # The Lab's plotly renderer shows the picture that it saved until somebody points at it.
        page.wait_for_selector(".js-plotly-plot, .jp-RenderedPlotly img")


def test_a_saved_notebook_can_be_read_without_its_kernel(open_notebook, lab):
    notebook = open_notebook(SETUP, ASK, name="saved.ipynb")
    notebook.run(0)
    notebook.run(1)
    notebook.output(1).locator(".js-plotly-plot").wait_for()
    notebook.bar(1).wait_for()
    notebook.save()

    trusted = open_notebook(file=notebook.path)
    readable(trusted.page, chart=True)
    trusted.page.wait_for_timeout(2000)
    assert trusted.page.locator(".autoviz-bar").count() == 0, "a click could no longer change these outputs"
    trusted.screenshot("reopened_trusted")

    content = nbformat.read(notebook.path, as_version=4)
    content.metadata["from"] = "somebody else"
    nbformat.write(content, lab.folder / "foreign.ipynb")
    page = trusted.page
    page.goto(f"{lab.url}/lab/tree/foreign.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext?.isReady")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    assert page.evaluate("() => !window.jupyterapp.shell.currentWidget.content.widgets[1].model.trusted")
    readable(page, chart=False)
    trusted.screenshot("reopened_untrusted")
    assert notebook.outside == [] and trusted.outside == []


def converted(folder, *cells: str):
    """A page that nbconvert makes of these cells with the options that the README gives."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbformat.write(notebook, folder / "made.ipynb")
    subprocess.run(
        [
            sys.executable, "-m", "nbconvert", "--to", "html", "--execute", str(folder / "made.ipynb"),
            "--HTMLExporter.require_js_url=", "--HTMLExporter.mathjax_url=",
        ],
        check=True, capture_output=True, env={**os.environ, "AUTOVIZ_LIVE": "0", "PLOTLY_RENDERER": "plotly_mimetype"},
    )  # fmt: skip
    return folder / "made.html"


def opened_offline(page, path) -> list[str]:
    """What a page asks for from outside when it is opened without a network."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(path.as_uri())
    return [url for url in asked if url.startswith(("http", "ws"))]


def test_a_page_made_by_nbconvert_has_live_charts_and_asks_nobody_outside(tmp_path, page):
    path = converted(tmp_path, SETUP, ASK, ASK)
    outside = opened_offline(page, path)
    readable(page, chart=False)
    assert path.read_text("utf-8").count("* plotly.js v") == 1, "the code for charts lies there once"
    page.wait_for_selector(".js-plotly-plot .main-svg")
    assert page.locator(".js-plotly-plot").count() == 2
    assert outside == []


def test_hostile_names_stay_text(open_notebook):
    notebook = open_notebook(HOSTILE, "%%autoviz rows\naverage javascript by onerror", "%autoviz why")
    page = notebook.page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    notebook.run(0)
    notebook.run(1)
    notebook.bar(1).wait_for()
    for title in ("How I read it", "Plan", "Code"):
        notebook.open_section(1, title)
    notebook.run(2)
    page.wait_for_timeout(1500)
    assert dialogs == []
    assert page.locator(".jp-OutputArea img[src=x]").count() == 0
    assert page.locator(".jp-OutputArea a[href^='javascript']").count() == 0
    typeset = page.locator(".jp-OutputArea mjx-container")
    assert typeset.count() == 0, typeset.first.evaluate("node => node.parentElement.outerHTML")
    assert "onerror=alert(1)" in notebook.output(1).inner_text()
    notebook.screenshot("hostile_light")
