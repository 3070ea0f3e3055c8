"""A conversation of five turns with a published data source, in cells of a real kernel."""

from __future__ import annotations

import nbformat
import pandas as pd
import pytest
from nbclient import NotebookClient

from autoviz.samples import load_sales
from tests.published.server import SESSION, TOKEN

CELLS = (
    "%load_ext autoviz\nimport autoviz\nsales = autoviz.tableau(datasource='sales')\nsales",
    "%%autoviz sales\ntotal revenue by region",
    "%%autoviz sales\nnow by month",
    "%%autoviz sales\nonly the West",
    "%%autoviz sales\nas a share of the total",
    "%%autoviz sales\nwhat is the average revenue per product category",
)


@pytest.mark.slow
def test_five_cells(server, monkeypatch, tmp_path):
    table = load_sales()
    source = server.publish("sales", table.assign(date=pd.to_datetime(table["date"])))
    for name, value in {"SERVER": server.url, "TOKEN_NAME": "me", "TOKEN": TOKEN}.items():
        monkeypatch.setenv(f"AUTOVIZ_TABLEAU_{name}", value)
    monkeypatch.setenv("AUTOVIZ_LIVE", "0")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    resources = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources)
    asked = []
    with client.setup_kernel():
        for place, cell in enumerate(notebook.cells):
            source.version += place == 5
            client.execute_cell(cell, place)
            asked.append([path for path, _ in server.requests].count("read-metadata"))
    assert asked == [0, 1, 1, 1, 1, 2], "the fields are read with the first question, and anew for a new version"
    for cell in notebook.cells[1:]:
        kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
        assert "application/vnd.plotly.v1+json" in kinds, cell.source
    written = nbformat.writes(notebook)
    assert "West from 66,868.5 in Jan 2023" in written and "proven: 5 numbers computed twice" in written
    assert TOKEN not in written and SESSION not in written
