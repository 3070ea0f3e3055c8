"""What a user sees when something fails or is stopped: a message and the next step, no traceback."""

from __future__ import annotations

import time

import pytest

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\nbefore = sales.copy()\n%load_ext autoviz"
# A kernel refuses the cells that wait for it when one fails, not those that come later: all must have arrived by then.
SLOWLY = "\nimport time\ntime.sleep(3)"
ENDLESS = """
import time
import autoviz.notebook.magic as magic
ask_frames = magic.ask_frames
def endless(*given, watch, **named):
    watch("profile", None)
    time.sleep(60)
magic.ask_frames = endless
"""


def test_the_stop_button_answers_at_once_and_leaves_everything_whole(open_notebook):
    notebook = open_notebook(
        SETUP + ENDLESS,
        "%%autoviz sales\ntotal revenue by region",
        "magic.ask_frames = ask_frames\nassert sales.equals(before)",
        "%%autoviz sales\ntotal revenue by region",
    )
    page = notebook.page
    notebook.run(0)
    notebook.run(1, wait=False)
    page.wait_for_selector(".autoviz-progress li[data-state=running] >> text=profile")
    start = time.monotonic()
    page.locator("[data-command='notebook:interrupt-kernel'], button[title^='Interrupt']").first.click()
    error = notebook.output(1).locator("[data-mime-type='application/vnd.jupyter.error'], .jp-OutputArea-output").last
    page.wait_for_selector("text=Stopped in the stage profile")
    waited = time.monotonic() - start
    print(f"stopped after {waited:.2f} s")  # noqa: T201 - measured, not judged: the machine may be busy
    assert waited < 10, "the step itself sleeps for a minute"
    assert "Traceback" not in error.inner_text()
    notebook.screenshot("stopped_light", notebook.cell(1))
    notebook.run(2)
    assert notebook.outputs(2) == []
    notebook.run(3)
    notebook.output(3).locator(".js-plotly-plot").wait_for()


def test_errors_say_what_where_and_what_next_and_run_all_stops(open_notebook):
    notebook = open_notebook(
        SETUP + SLOWLY,
        "%%autoviz salse\nrevenue by region",
        "%%autoviz sales --grain wek\nrevenue over time",
        "%%autoviz sales\nrevenue by region in 1871",
        "reached = True",
    )
    page = notebook.page
    notebook.run(0)
    for place, words in ((1, "Did you mean 'sales'?"), (2, "'week'"), (3, "nothing to show")):
        notebook.run(place)
        told = notebook.output(place).inner_text()
        assert words in told, told
        assert "Traceback" not in told and "autoviz/notebook" not in told
    notebook.screenshot("errors_light")
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    page.wait_for_timeout(6000)
    notebook.wait_done(1)
    last = page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets[4].model.executionCount")
    assert last is None, "a failing cell stops Run All"
