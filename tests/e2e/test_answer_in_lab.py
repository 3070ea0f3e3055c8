"""An answer in a real JupyterLab: progress, proof, corrections by click, sorting, copying, rating, and the themes."""

from __future__ import annotations

import json

import pytest

from autoviz.samples import load_sales

pytestmark = pytest.mark.browser

SETUP = "from autoviz.samples import load_sales\nsales = load_sales()\n%load_ext autoviz"
QUESTION = "total revenue by region over time"
ASK = f"%%autoviz sales -o asked\n{QUESTION}"
SLOW = """
import time
import autoviz.notebook.magic as magic
ask_frames = magic.ask_frames
def slowly(*given, watch, **named):
    def late(stage, record):
        watch(stage, record)
        time.sleep(0.25)
    return ask_frames(*given, watch=late, **named)
magic.ask_frames = slowly
"""


def drawn(notebook, place):
    return notebook.output(place).locator(".js-plotly-plot")


def title_of(notebook, place):
    """The title of the chart as plotly drew it."""
    chart = drawn(notebook, place)
    chart.wait_for()
    return chart.evaluate("node => node.layout.title.text")


def wait_for_title(notebook, place, word):
    notebook.page.wait_for_function(
        "([place, word]) => [...document.querySelectorAll('.jp-Notebook .jp-Cell')][place]"
        ".querySelector('.js-plotly-plot')?.layout.title.text.toLowerCase().includes(word)",
        arg=[place, word],
    )


def highest():
    """The highest total of a region in a month, computed by hand."""
    sales = load_sales()
    groups = [sales["date"].str[:7], sales["region"].fillna("")]
    return f"{sales['revenue'].groupby(groups).sum().max():,.2f}"


def test_an_answer_with_its_proof_and_corrections(open_notebook, lab):
    notebook = open_notebook(SETUP, ASK, "type(_).__name__, asked.charts[0].grain, asked.requirements.group_by")
    page = notebook.page
    page.set_viewport_size({"width": 1240, "height": 1900})
    notebook.run(0)
    assert notebook.outputs(0) == [], "loading the extension must be silent"
    notebook.run(1)
    assert "monthly" in title_of(notebook, 1)
    assert "Total revenue" in notebook.told(1)
    kinds = [sorted(output["data"]) for output in notebook.outputs(1)]
    assert len(kinds) == 3, "answer, chart and rest, and the Analysis that the magic returns is not shown again"
    assert not any("widget-view" in kind for kinds_of_one in kinds for kind in kinds_of_one)
    notebook.bar(1).wait_for()
    notebook.screenshot("answer_light")
    lines = [line.inner_text() for line in notebook.output(1).locator("summary").all() if line.is_visible()]
    assert lines == ["✓ proven: 111 numbers computed twice · 3 assumptions · how I read it"], "one look, one line"

    reading = notebook.open_section(1, "How I read it")
    for column in ("revenue", "region", "date"):
        assert column in reading.locator("tbody").inner_text()
    plan = notebook.open_section(1, "Plan")
    assert plan.locator("del", has_text="$metrics").first.is_visible()
    assert plan.locator("ins", has_text="revenue").first.is_visible()
    assert "summary" in plan.locator("tr", has_text="removed").inner_text()
    assert "group_by" in plan.locator("tr", has_text="aggregate").first.inner_text()
    coverage = notebook.open_section(1, "Coverage")
    assert coverage.locator("tr", has_text="metrics").get_by_label("yes").count() >= 1
    provenance = notebook.open_section(1, "Provenance")
    assert "4,387" in provenance.inner_text() and "%Y-%m-%d" in provenance.inner_text()
    assert "parse_datetime" in notebook.open_section(1, "Tools considered").inner_text()
    assert "groupby" in notebook.open_section(1, "Code").inner_text()
    assert "GROUP BY" in notebook.open_section(1, "SQL").inner_text()
    plain = notebook.output(1).locator(".autoviz-plain").inner_text()
    assert "Put the rows together by month of date and region; of each compute the total revenue." in plain
    page.set_viewport_size({"width": 1240, "height": 4200})
    page.wait_for_timeout(2000)
    assert drawn(notebook, 1).locator(".main-svg").first.bounding_box()["height"] > 300, "a resized chart stays"
    notebook.screenshot("proof_light", notebook.cell(1))
    page.set_viewport_size({"width": 1240, "height": 1900})

    table = notebook.output(1).locator("table[data-autoviz-table]")
    table.get_by_role("button", name="revenue").click()
    table.get_by_role("button", name="revenue").click()
    page.wait_for_function(
        "top => document.querySelector('table[data-autoviz-table] tbody td:last-child').textContent === top",
        arg=highest(),
    )

    bar = notebook.bar(1)
    bar.get_by_role("button", name="Copy code").click()
    page.wait_for_function("document.querySelector('.autoviz-bar [role=status]').textContent.includes('clipboard')")
    assert "px.line" in page.evaluate("navigator.clipboard.readText()")

    bar.get_by_label("Good answer").click()
    page.wait_for_function("document.querySelector('.autoviz-bar [role=status]').textContent.includes('kept')")
    lines = (lab.data / "feedback.jsonl").read_text("utf-8").splitlines()
    assert json.loads(lines[-1])["question"] == QUESTION and json.loads(lines[-1])["good"] is True

    notebook.change(1, lambda bar: bar.get_by_label("Periods").select_option("quarter"))
    wait_for_title(notebook, 1, "quarterly")
    assert "%autoviz grain quarter" in bar.inner_text()
    notebook.change(1, lambda bar: bar.get_by_label("Read as").select_option("units") if
                    bar.get_by_label("Phrase").select_option("revenue") else None)  # fmt: skip
    wait_for_title(notebook, 1, "units")
    assert "Total units" in notebook.told(1)
    notebook.change(1, lambda bar: bar.get_by_label("Chart").select_option("bar"))
    page.wait_for_function("document.querySelector('.js-plotly-plot')?.data[0].type === 'bar'")
    notebook.screenshot("corrected_light")

    notebook.run(2)
    told = notebook.output(2).inner_text()
    assert "Analysis" in told and "quarter" in told
    assert notebook.outside == []


def test_progress_is_told_stage_by_stage_and_the_bar_moves_on(open_notebook):
    notebook = open_notebook(SETUP + SLOW, ASK, "%%autoviz sales\ntotal units by region", "%autoviz freeze")
    page = notebook.page
    notebook.run(0)
    notebook.run(1, wait=False)
    stages = notebook.output(1).locator(".autoviz-progress li")
    stages.first.wait_for()
    page.wait_for_selector(".autoviz-progress li[data-state=running]")
    page.wait_for_selector(".autoviz-progress li[data-state=done] >> text=intent")
    notebook.screenshot("progress_light", notebook.cell(1))
    assert "execution" in stages.all_inner_texts()[-3] and "proof" in stages.all_inner_texts()[-2]
    assert "ms" in " ".join(stages.all_inner_texts())
    notebook.wait_done(1)
    notebook.bar(1).wait_for()
    assert notebook.output(1).locator(".autoviz-progress").count() == 0
    notebook.run(2)
    notebook.bar(2).wait_for()
    assert notebook.bar(1).count() == 0, "the bar stands under the latest answer only"
    notebook.run(3)
    notebook.bar(2).wait_for(state="detached")
    assert notebook.output(2).locator(".autoviz-answer").is_visible()


def test_a_chart_follows_a_switch_of_the_theme_and_prints_without_the_modebar(open_notebook):
    notebook = open_notebook(SETUP, ASK, name="printed.ipynb")
    page = notebook.page
    page.set_viewport_size({"width": 1240, "height": 1300})
    notebook.run(0)
    notebook.run(1)
    chart = drawn(notebook, 1)
    chart.wait_for()
    looks = """node => ({paper: node._fullLayout.paper_bgcolor, ink: node._fullLayout.font.color,
                         title: getComputedStyle(node.querySelector('.gtitle')).fill})"""
    before = chart.evaluate(looks)
    notebook.screenshot("switch_light", notebook.cell(1))
    notebook.theme(dark=True)
    page.wait_for_function("document.querySelector('.js-plotly-plot')._fullLayout.paper_bgcolor === '#16181D'")
    after = chart.evaluate(looks)
    assert not set(before.values()) & set(after.values()), "paper, ink and title were drawn anew"
    notebook.screenshot("switch_dark", notebook.cell(1))
    chart.hover()
    button = chart.locator(".modebar-btn").first
    assert button.is_visible()
    page.emulate_media(media="print")
    assert not button.is_visible() and not notebook.bar(1).is_visible()
    assert chart.bounding_box()["height"] > 300
    page.screenshot(path=notebook.screenshot("on_paper"))
    page.emulate_media(media="screen")


def test_dark_theme_and_teaching(open_notebook):
    notebook = open_notebook(SETUP, ASK, "%%autoviz sales --teach --hide aggregate\ntotal revenue by region", dark=True)
    page = notebook.page
    page.set_viewport_size({"width": 1240, "height": 1900})
    notebook.run(0)
    notebook.run(1)
    drawn(notebook, 1).wait_for()
    paper = "document.querySelector('.js-plotly-plot')?._fullLayout.paper_bgcolor"
    page.wait_for_function(f"{paper} === '#16181D'")
    notebook.open_section(1, "Plan")
    notebook.screenshot("answer_dark")
    notebook.theme(dark=False)
    page.wait_for_function(f"{paper} === '#FFFFFF'")
    notebook.theme(dark=True)
    page.wait_for_function(f"{paper} === '#16181D'")
    notebook.run(2)
    lesson = notebook.output(2).locator(".autoviz-lesson")
    lesson.locator("summary", has_text="narrowing").click()
    assert "tools" in lesson.inner_text()
    assert "Predict" in lesson.inner_text()
    solution = lesson.locator("details", has_text="Open to check").last
    assert not solution.locator("div").first.is_visible()
    solution.locator("summary").click()
    assert "aggregate(" in solution.inner_text()
    notebook.screenshot("teach_dark", notebook.cell(2))
