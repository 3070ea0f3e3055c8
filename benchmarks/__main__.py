"""`python -m benchmarks`: run every benchmark, show the table and write it to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from benchmarks import aggregation, dates, figures, growth, planning
from benchmarks.contest import run
from benchmarks.report import page

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
CONTESTS = (*aggregation.CONTESTS, *dates.CONTESTS)


def main() -> None:
    """Measure at the sizes that the targets are set for, or at one smaller size for a quick try."""
    options = _options()
    console = Console()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    lines = []
    for contest in CONTESTS:
        sizes = (options.rows,) if options.rows else contest.sizes
        console.print(f"{contest.title}: {', '.join(f'{rows:,}' for rows in sizes)} rows …")
        lines += run(contest, sizes)
    console.print("Planning …")
    latencies = planning.latencies()
    console.print("Growth …")
    grown = growth.growths(quick=bool(options.rows))
    text = page(lines, figures.sizes(options.rows or figures.POINTS), latencies, grown, load)
    console.print(Markdown(text))
    if options.output:
        options.output.parent.mkdir(exist_ok=True)
        options.output.write_text(text, "utf-8")
        console.print(f"Written to {options.output}.")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=int, help="one size for all, for a quick try; writes no page by itself")
    parser.add_argument("--output", type=Path, help=f"where the page goes; {PAGE.name} in docs for a full run")
    options = parser.parse_args()
    if options.output is None and options.rows is None:
        options.output = PAGE
    return options


if __name__ == "__main__":
    main()
