"""Example questions: those of the YAML file, asked of the bundled table, with their answers as a page of the docs.

python scripts/example_questions.py            writes docs/examples.md
python scripts/example_questions.py --images   and draws the charts anew, with Chromium
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

import autoviz
from autoviz.export.cells import text_rows
from autoviz.listing import fitting
from autoviz.samples import load_sales

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = Path(__file__).with_suffix(".yaml")
PAGE = ROOT / "docs" / "examples.md"
IMAGES = ROOT / "docs" / "images" / "examples"
ROWS = 5
WIDTH, HEIGHT = 760, 420
HEAD = """# Example questions

Written by `make docs-examples` from what autoviz answers: {count} questions, put to the bundled table (two years of \
invented sales: date, region, product_category, revenue, units) in the words that stand here. Ask them yourself:

```python
import autoviz
from autoviz.samples import load_sales

autoviz.ask(load_sales(), "total revenue by region").answer
```

"Computed twice" says that the numbers were computed a second time by SQL that shares no code with the plan, and \
agreed; a statistic that SQL has no word for says so.
"""


def page() -> tuple[str, dict[str, autoviz.Analysis]]:
    """The page, and each analysis by the name of its image."""
    groups = yaml.safe_load(QUESTIONS.read_text("utf-8"))
    sales, count = load_sales(), sum(len(group["questions"]) for group in groups)
    lines, analyses = [HEAD.format(count=count)], {}
    for group in groups:
        lines.append(f"## {group['title']}\n")
        for question in group["questions"]:
            name = f"{len(analyses) + 1:02}.png"
            analyses[name] = autoviz.ask({"sales": sales}, question)
            lines += [*told(question, analyses[name], name), ""]
    return "\n".join(lines), analyses


def told(question: str, analysis: autoviz.Analysis, image: str) -> Iterator[str]:
    """One question: its answer with what is noted under it, its chart, the first rows of its table and its proof."""
    yield f"### {question}\n"
    clarification = analysis.clarification
    if clarification is not None:
        yield f"Asked back: {clarification.text}\n"
        yield from (f"{number}. {option.label}" for number, option in enumerate(clarification.options, start=1))
        return
    yield from (line if line.startswith("| ") else f"{line}  " for line in analysis.answer.splitlines() if line)
    yield from (f"\n> {note}" for note in analysis.record.notes)
    if analysis.figures:
        described = " ".join(analysis.charts[0].alt.split()) or question
        yield f"\n![{described.replace('[', '(').replace(']', ')')}](images/examples/{image})"
    yield from _details(analysis)


def _details(analysis: autoviz.Analysis) -> Iterator[str]:
    """The first rows and the proof, folded."""
    proof = analysis.proof.line if analysis.proof is not None else "nothing to compute twice"
    yield f"\n<details markdown><summary>Table, {proof}</summary>\n"
    if analysis.table is not None:
        most = fitting(len(analysis.table), ROWS)
        head, rows = [str(name) for name in analysis.table.columns], text_rows(analysis.table.head(most))
        yield from (_row(head), _row(["---"] * len(head)), *map(_row, rows))
        if left := len(analysis.table) - most:
            yield f"\n{left:,} more rows"
    if analysis.sql:
        yield f"\n```sql\n{analysis.sql}\n```"
    yield "\n</details>"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def draw(analyses: dict[str, autoviz.Analysis]) -> None:
    """Each first chart as an image, by a browser that asks nobody for anything."""
    from shutil import which

    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(parents=True, exist_ok=True)
    for old in IMAGES.glob("*.png"):
        old.unlink()
    program = which("chromium") or which("chromium-browser") or which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        sheet = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, analysis in analyses.items():
            if analysis.figures:
                figure = analysis.figures[0].update_layout(width=WIDTH, height=HEIGHT)
                sheet.set_content(figure.to_html(include_plotlyjs=True, config={"staticPlot": True}))
                sheet.locator(".main-svg").first.wait_for()
                sheet.locator(".js-plotly-plot").screenshot(path=IMAGES / name)
        browser.close()


def main() -> int:
    """Write the page; with --images the charts too; with --check only say whether the page is what it would be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--images", action="store_true", help="draw the charts anew")
    parser.add_argument("--check", action="store_true", help="change nothing; fail where the page is out of date")
    options = parser.parse_args()
    text, analyses = page()
    if options.check:
        return int(text != PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8")
    if options.images:
        draw(analyses)
    sys.stdout.write(f"Wrote {PAGE}: {len(analyses)} questions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
