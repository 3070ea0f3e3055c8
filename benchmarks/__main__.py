"""`python -m benchmarks`: run every benchmark, show the table and write it to docs/benchmarks.md."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.markdown import Markdown

from benchmarks import aggregation, asking, dates, figures, growth, planning, proving
from benchmarks.contest import run
from benchmarks.report import merged, page

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
CONTESTS = (*aggregation.CONTESTS, *dates.CONTESTS)
Item = TypeVar("Item")
SECTIONS = ("contests", "asking", "figures", "planning", "proof", "growth")


def main() -> None:
    """Measure at the sizes that the targets are set for, or at one smaller size for a quick try."""
    options = _options()
    console = Console()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    wanted = options.only or SECTIONS
    lines = []
    for contest in CONTESTS if "contests" in wanted else ():
        sizes = (options.rows,) if options.rows else contest.sizes
        console.print(f"{contest.title}: {', '.join(f'{rows:,}' for rows in sizes)} rows …")
        lines += run(contest, sizes)
    quick = bool(options.rows)
    console.print(f"{', '.join(wanted)} …")
    asked = asking.askings(quick) if "asking" in wanted else []
    drawn = figures.sizes(options.rows or figures.POINTS) if "figures" in wanted else []
    latencies = planning.latencies() if "planning" in wanted else []
    proven = [_told(item, console) for item in (proving.proofs(quick) if "proof" in wanted else ())]
    grown = [_told(item, console) for item in (growth.growths(quick) if "growth" in wanted else ())]
    text = page(lines, drawn, latencies, asked, proven, grown, load)
    console.print(Markdown(text))
    if options.output:
        options.output.parent.mkdir(exist_ok=True)
        old = options.output.read_text("utf-8") if options.only and options.output.is_file() else ""
        options.output.write_text(merged(old, text), "utf-8")
        console.print(f"Written to {options.output}.")


def _told(item: Item, console: Console) -> Item:
    """The item, shown as soon as it is there: a run takes long, and may be ended before its end."""
    console.print(str(item), markup=False, highlight=False)
    return item


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=int, help="one size for all, for a quick try; writes no page by itself")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="these parts; the page keeps its others")
    parser.add_argument("--output", type=Path, help=f"where the page goes; {PAGE.name} in docs for a full run")
    options = parser.parse_args()
    if options.output is None and options.rows is None:
        options.output = PAGE
    return options


if __name__ == "__main__":
    main()
