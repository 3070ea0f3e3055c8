"""Fuzzing: bytes made at random, and kept where they reach new lines, put to every loader; it counts what it tried.

    python scripts/fuzz_loaders.py --inputs 100000 --seed 1

A loader may refuse an input by its own errors; anything else is a finding, which is printed and ends with status 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from autoviz.aliases import load_project
from autoviz.errors import AutovizError
from autoviz.llm.extraction import extracted
from autoviz.model.plan import Plan
from autoviz.query.sql import from_sql
from autoviz.session.saving import read_session

PIECES = (
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\", b"1e999", b"-", b"NaN", b"null", b"true", b"\xff", b"\x00",
    b"<think>",
    b"</think>", b"```", b"SELECT ", b" FROM t", b" WHERE ", b"(", b")", b"sum(", b"'", b"--", b"OVER (", b"*",
    b"&a ", b"*a",
    b"!!python/object:os.system ", b"\n  ", b"- ", b"? ", b"\\ud800", b"9" * 50, b"format", b"turns", b"steps", b"data",
)  # fmt: skip
SEEDS: dict[str, tuple[bytes, ...]] = {
    "reply": (b'<think>x</think>```json\n{"a": [1, 2.5, {"b": null}]}\n```',),
    "sql": (b"SELECT region, sum(revenue) AS r FROM t WHERE units > 5 GROUP BY region ORDER BY r DESC LIMIT 3",),
    "plan": (json.dumps({"template": "x", "steps": [{"id": "a", "tool": "filter_rows"}]}).encode(),),
    "session": (b'{"format": "autoviz session", "version": 1, "columns": {"df": ["a"]}, "turns": [], "at": null}',),
    "project": (b"aliases:\n  sales: {column: revenue, confidence: 0.5}\ncolumns:\n  revenue: what was paid\n",),
}


def loaders(folder: Path) -> dict[str, Callable[[bytes], Any]]:
    """Each loader as a function of bytes."""
    path = folder / "file"

    def through_file(load: Callable[[Path], Any]) -> Callable[[bytes], Any]:
        def loaded(content: bytes) -> Any:
            path.write_bytes(content)
            return load(path)

        return loaded

    return {
        "reply": lambda content: extracted(content.decode("utf-8", "replace")),
        "sql": lambda content: from_sql(content.decode("utf-8", "replace"), ("region", "revenue", "units")),
        "plan": Plan.model_validate_json,
        "session": through_file(read_session),
        "project": through_file(load_project),
    }


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The bytes with a few pieces put in, cut out, doubled or changed."""
    found = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(found))
        end = min(len(found), place + chance.randint(0, 20))
        kind = chance.randrange(4)
        if kind == 0:
            found[place:place] = chance.choice(PIECES)
        elif kind == 1:
            del found[place:end]
        elif kind == 2:
            found[place:place] = found[place:end] * chance.randint(1, 5)
        elif place < len(found):
            found[place] = chance.randrange(256)
    return bytes(found[:20_000])


def lines_reached(run: Callable[[], None]) -> frozenset[tuple[str, int]]:
    """The lines of autoviz that a call runs through."""
    seen: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, given: Any) -> Any:
        if "autoviz" not in frame.f_code.co_filename:
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(None)
    return frozenset(seen)


def fuzz(name: str, load: Callable[[bytes], Any], inputs: int, chance: random.Random) -> tuple[int, list[str]]:
    """How many lines were reached, and every input that failed in a way that is not the loader's own."""
    kept, reached, findings = list(SEEDS[name]), set[tuple[str, int]](), list[str]()
    for _ in range(inputs):
        content = mutated(chance.choice(kept), chance)

        def run(content: bytes = content) -> None:
            try:
                load(content)
            except (AutovizError, ValueError):
                return
            except Exception as error:
                findings.append(f"{name}: {type(error).__name__}: {str(error)[:100]} for {content[:200]!r}")

        lines = lines_reached(run)
        if not lines <= reached:
            reached |= lines
            kept.append(content)
    return len(reached), findings


def main(arguments: list[str] | None = None) -> int:
    """Put inputs to every loader and tell how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000, help="for each loader")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, load in loaders(Path(folder)).items():
            lines, findings = fuzz(name, load, given.inputs, random.Random(f"{given.seed} {name}"))
            sys.stdout.write(f"{name}: {given.inputs:,} inputs, {lines:,} lines reached, {len(findings)} findings\n")
            failed += findings
    sys.stdout.write("".join(f"{finding}\n" for finding in failed[:20]))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
