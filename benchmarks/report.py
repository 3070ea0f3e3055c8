"""The report of a run as a Markdown page: what was measured, on what kind of machine, and which targets are met."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from benchmarks.asking import MOST, Asked
from benchmarks.contest import Line
from benchmarks.figures import Size
from benchmarks.growth import Growth
from benchmarks.on_spark import missing
from benchmarks.planning import Latency
from benchmarks.proving import Proven

PACKAGES = ("pandas", "numpy", "pyarrow", "narwhals", "duckdb", "plotly")
HEAD = """\
# Benchmarks

Written by `make bench` from its own run. Times are compared within the run, the contenders taking turns in one
process, so the ratios hold on other machines and the seconds do not. Each time is the best of several rounds; imports
are not counted. Memory is the peak beyond the loaded frame, each contender in a process of its own.
"""
BUSY = """\
The machine was busy with other work (load {load:.0f} before the run), so the ratios are less steady than on a free one.
"""
ASKED = """\
The same question asked again, beside the same table and chart written by hand with the engine's own words and plotly:
the rows that are found come as a pandas frame (on Spark fifty of them and their number), and a file is read anew by
both. What is fixed is the question on 1,000 rows: reading it, planning, proving and
drawing take that long whatever the table. What the rows add is their share of the work, which the ratio holds against
the whole job by hand, and of the proof, the second computation that hand-written code does without.
"""
PROVEN = """\
The same question asked again: how long the whole answer takes, and how much of that its second computation. It may take
a tenth of the answer or 50 ms, whichever is more.
"""
GROWN = """\
In seconds of the processor, all threads together, so that other work on the machine does not count; asked again, the
best of three, as is an index made anew. Linear is what grows by no more than its size and a tenth, by which one run
differs from the next.
"""
LEFT_OUT = """\
Spark was left out of this run: {reason}.
"""
NOISE = 1.1
MARKS = {True: "met", False: "**missed**", None: ""}


def page(
    lines: Sequence[Line],
    sizes: Sequence[Size],
    latencies: Sequence[Latency],
    asked: Sequence[Asked],
    proven: Sequence[Proven],
    growths: Sequence[Growth],
    load: float,
) -> str:
    """The whole page; `load` is how many processes wanted a core before the run."""
    jobs = dict.fromkeys(line.job for line in lines)
    parts = [HEAD, _machine(load), *(_contest(job, [line for line in lines if line.job == job]) for job in jobs)]
    if asked:
        parts.append(_askings(asked))
    if sizes:
        parts.append(_figures(sizes))
    if latencies:
        parts.append(_latencies(latencies))
    if proven:
        parts.append(_proofs(proven))
    if growths:
        parts.append(_growths(growths))
    return "\n".join(parts)


def merged(old: str, new: str) -> str:
    """The new page, with the sections of an old one that the new one has not, each where it stood."""
    head, *parts = f"\n{new}".split("\n## ")
    sections = {part.partition("\n")[0]: part for part in (*old.split("\n## ")[1:], *parts)}
    return "\n## ".join([head, *(part.rstrip() + "\n" for part in sections.values())]).lstrip("\n")


def _machine(load: float) -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    day = datetime.now(UTC).date().isoformat()
    cores = os.cpu_count() or 1
    told = f"{day}, {cores} cores, Python {platform.python_version()}, {packages}.\n"
    return told if load < cores / 2 else f"{told}\n{BUSY.format(load=load)}"


def _contest(job: str, lines: Sequence[Line]) -> str:
    with_memory = any(line.megabytes is not None for line in lines)
    head = ["Rows", "", "Seconds", "Ratio", *(["Memory"] if with_memory else []), "Target"]
    rows = [
        [
            f"{line.rows:,}",
            line.contender,
            f"{line.seconds:.3f}",
            f"{line.ratio:.2f}",
            *([_megabytes(line.megabytes)] if with_memory else []),
            _target(line),
        ]
        for line in lines
    ]
    return f"## {job}\n\n{_table(head, rows, right=(0, 2, 3, 4) if with_memory else (0, 2, 3))}"


def _megabytes(size: float | None) -> str:
    return "" if size is None else f"{size:,.0f} MB"


def _target(line: Line) -> str:
    if line.target is None:
        return ""
    memory = ", memory not above" if line.megabytes is not None else ""
    return f"≤ {line.target:.1f}{memory}: {MARKS[line.met]}"


def _figures(sizes: Sequence[Size]) -> str:
    head = ["Chart", "Points", "plotly by hand", "autoviz", "Target"]
    rows = [
        [
            size.chart,
            f"{size.points:,}",
            f"{size.by_hand / 1000:,.0f} kB",
            f"{size.ours / 1000:,.0f} kB",
            f"< {size.limit / 1000:,.0f} kB: {MARKS[size.met]}" if size.limit else "",
        ]
        for size in sizes
    ]
    return f"## Size of a figure as JSON\n\n{_table(head, rows, right=(1, 2, 3))}"


def _latencies(latencies: Sequence[Latency]) -> str:
    rows = [
        [
            item.what,
            f"{item.milliseconds:,.0f} ms",
            f"< {item.target:,.0f} ms: {MARKS[item.met]}" if item.target else "",
        ]
        for item in latencies
    ]
    return f"## From a question to its plan\n\n{_table(['What', 'Time', 'Target'], rows, right=(1,))}"


def _askings(asked: Sequence[Asked]) -> str:
    head = ["Question", "Engine", "Rows", "By hand", "ask", "of it fixed", "of it proof", "Ratio", "Target"]
    rows = [
        [
            item.question,
            item.engine,
            f"{item.rows:,}",
            *(f"{seconds * 1000:,.0f} ms" for seconds in (item.by_hand, item.asked, item.fixed, item.proof)),
            f"{item.ratio:.2f}",
            f"≤ {MOST}: {MARKS[item.met]}",
        ]
        for item in asked
    ]
    reason = missing()
    told = f"{ASKED}\n{LEFT_OUT.format(reason=reason)}" if reason else ASKED
    return f"## A question from end to end\n\n{told}\n{_table(head, rows, right=(2, 3, 4, 5, 6, 7))}"


def _proofs(proven: Sequence[Proven]) -> str:
    head = ["Question", "Engine", "Rows", "ask", "of it proof", "What it says", "≤ 10 % or 50 ms"]
    rows = [
        [
            item.question,
            item.engine,
            f"{item.rows:,}",
            *(f"{seconds * 1000:,.0f} ms" for seconds in (item.asked, item.proof)),
            item.line,
            MARKS[item.met],
        ]
        for item in proven
    ]
    return f"## What the proof costs\n\n{PROVEN}\n{_table(head, rows, right=(2, 3, 4))}"


def _growths(growths: Sequence[Growth]) -> str:
    rows = [
        [
            item.what,
            f"{item.size:,}",
            *(f"{seconds:.2f}" for seconds in (item.cold, item.warm)),
            f"{item.megabytes:,.0f} MB",
            _linear(item, before),
        ]
        for item, before in zip(growths, (None, *growths), strict=False)
    ]
    times = ("Seconds, first", "Seconds, again")
    head = ["What grows, and what is asked", "Size", *times, "Held more", "Not worse than linear"]
    return f"## How an answer grows\n\n{GROWN}\n{_table(head, rows, right=(1, 2, 3, 4))}"


def _linear(item: Growth, before: Growth | None) -> str:
    """Whether the seconds grew no more than the size did since the line before, where that is of the same kind."""
    if before is None or before.what != item.what:
        return ""
    times = item.size / before.size
    return MARKS[item.cold <= before.cold * times * NOISE and item.warm <= before.warm * times * NOISE]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    rule = ["---:" if place in right else "---" for place in range(len(head))]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *rows))
