"""The quickstart run cell by cell as a newcomer would, and the picture that the README opens with."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parent.parent.parent
QUICKSTART = ROOT / "notebooks" / "quickstart.ipynb"
PICTURE = ROOT / "docs" / "images" / "quickstart.png"


def test_every_cell_runs_by_hand_and_nothing_is_fetched(open_notebook):
    notebook = open_notebook(file=QUICKSTART)
    cells = nbformat.read(QUICKSTART, as_version=4).cells
    for place, cell in enumerate(cells):
        if cell.cell_type == "code":
            notebook.run(place)
            kinds = [output["output_type"] for output in notebook.outputs(place)]
            assert "error" not in kinds, notebook.output(place).inner_text()
    charts = [place for place, cell in enumerate(cells) if cell.source.startswith(("%%autoviz", "%autoviz"))]
    answered = [place for place in charts if "--confirm" not in cells[place].source]
    for place in answered:
        assert notebook.output(place).locator(".jp-RenderedPlotly").count() == 1, cells[place].source
    assert notebook.outside == []


def test_the_picture_of_the_readme(open_notebook):
    """Taken anew in each run into build/screens; to change the one in the README, remove it first."""
    cells = [cell.source for cell in nbformat.read(QUICKSTART, as_version=4).cells if cell.cell_type == "code"][:2]
    setup = cells[0].replace("\nsales.head()", "")
    notebook = open_notebook(setup, cells[1])
    page = notebook.page
    page.set_viewport_size({"width": 1180, "height": 1800})
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    notebook.run(0)
    page.wait_for_timeout(12_000)  # the reader is loading; a picture with its seconds would mislead
    notebook.run(1)
    notebook.output(1).locator(".js-plotly-plot").wait_for()
    notebook.bar(1).wait_for()
    notebook.open_section(1, "Table").locator("summary").first.click()
    page.wait_for_timeout(1500)
    picture = notebook.screenshot("quickstart", page.locator(".jp-NotebookPanel"))
    assert picture.stat().st_size > 50_000
    if not PICTURE.exists():
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_bytes(picture.read_bytes())
