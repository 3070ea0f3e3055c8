"""What one process measures: the times of all contenders in turn, or the peak of memory of one of them."""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import resource
import sys
import time
from pathlib import Path

from benchmarks.contest import Contest

SHORTEST = 1.0
"""Seconds that a contender is measured for at least, if that takes no more rounds than MOST."""
FEWEST, MOST = 7, 60
WARM_ROWS = 1_000


def times(contest: Contest, rows: int) -> dict[str, list[float]]:
    """The seconds of each round, the contenders taking turns so that a busy machine slows all of them alike."""
    _warm(contest, list(contest.contenders))
    made = {make: make(rows) for make in {contender.make for contender in contest.contenders.values()}}
    taken: dict[str, list[float]] = {name: [] for name in contest.contenders}
    for number in range(MOST):
        for name, contender in contest.contenders.items():
            gc.collect()
            start = time.perf_counter()
            contender.job(made[contender.make])
            taken[name].append(time.perf_counter() - start)
        if number + 1 >= FEWEST and all(sum(rounds) > SHORTEST for rounds in taken.values()):
            break
    return taken


def memory(contest: Contest, rows: int, contender: str) -> dict[str, float]:
    """Megabytes at the peak of one round beyond what the process held before it."""
    _warm(contest, [contender])
    data = contest.contenders[contender].make(rows)
    before = _forget_peak()
    contest.contenders[contender].job(data)
    return {"megabytes": (_peak() - before) / 1e6}


def held() -> float:
    """Megabytes that this process holds now."""
    gc.collect()
    return (_status("VmRSS") if Path("/proc/self/status").exists() else _peak()) / 1e6


def _warm(contest: Contest, names: list[str]) -> None:
    """Imports and caches are paid once by whoever uses a library, so they are not part of the job."""
    for name in names:
        contest.contenders[name].job(contest.contenders[name].make(WARM_ROWS))


def _forget_peak() -> float:
    """Set the peak of this process back to what it holds now (Linux), and tell that; elsewhere the peak stays."""
    gc.collect()
    try:
        # What making the data has freed must not serve as room that the job need not ask for.
        ctypes.CDLL("libc.so.6").malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    except OSError:
        return 0.0
    return _status("VmRSS")


def _peak() -> float:
    if Path("/proc/self/status").exists():
        return _status("VmHWM")
    unit = 1 if sys.platform == "darwin" else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def _status(field: str) -> float:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{field}:"))) * 1024


def main(what: str, section: str, title: str, rows: str, contender: str) -> None:
    """Measure, and write the result as one line of JSON."""
    contests = importlib.import_module(f"benchmarks.{section}").CONTESTS
    contest = next(item for item in contests if item.title == title)
    result = times(contest, int(rows)) if what == "times" else memory(contest, int(rows), contender)
    sys.stdout.write(f"\n{json.dumps(result)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
