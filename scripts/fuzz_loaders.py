"""Fuzzing: inputs made at random, kept where they reach new lines and changed further, put to every loader.

    python scripts/fuzz_loaders.py --inputs 1000000 --seed 1 --write
    python scripts/fuzz_loaders.py --inputs 1000000 --only sql --write

A loader may refuse an input by its own errors; anything else is a finding, which is printed and ends with status 1.
The inputs are shared out among the loaders, more to the quick ones. With `--write` the counts go into
docs/reliability.md, each loader's in its row.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import autoviz
from autoviz.aliases import load_project
from autoviz.errors import AutovizError
from autoviz.model.plan import Plan
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.llm.extraction import extracted
from autoviz.registry.catalog import default_catalog
from autoviz.samples import load_sales
from autoviz.session.saving import read_session

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
MARKS = ("<!-- fuzzing: written by scripts/fuzz_loaders.py -->\n", "<!-- end of fuzzing -->")
LONGEST = 20_000
SHARES = {"reply": 0.3, "sql": 0.13, "plan": 0.32, "session": 0.15, "project": 0.1}
MEMORY = Path("/dev/shm")
"""Where there is such a folder the files of the loaders lie there: a disk takes longer to write one than it to load."""
TRACED = 8
"""One input in so many is traced, which costs many times as much as loading it."""
PIECES = (
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\", b"1e999", b"-", b"NaN", b"null", b"true", b"\xff", b"\x00",
    b"<think>", b"</think>", b"```", b"SELECT ", b" FROM t", b" WHERE ", b"(", b")", b"sum(", b"'", b"--", b"OVER (",
    b"*", b"&a ", b"*a", b"!!python/object:os.system ", b"\n  ", b"- ", b"? ", b"\\ud800", b"9" * 50, b"format",
    b"turns", b"steps", b"data", b" UNION ALL ", b" HAVING ", b" CASE WHEN ", b" END", b"INTERVAL '1' day", b"::DATE",
)  # fmt: skip
ODD_VALUES = (
    None, True, 0, -1, 10**400, 1e308, float("nan"), "", "\ud800", "\x00", "x" * 5000, [], {}, [[]], {"": None},
    "../../etc/passwd", "__class__", "1e999", "2024-13-45", "SELECT 1",
)  # fmt: skip
QUESTIONS = (
    "total revenue by region", "average units by product category where region is North", "how did revenue develop?",
    "top 3 products by revenue", "share of revenue by product category", "save revenue by region to revenue.csv",
)  # fmt: skip
SELECTS = (
    b"SELECT region, sum(revenue) AS r FROM t WHERE units > 5 AND region IN ('North', 'East') GROUP BY region "
    b"HAVING sum(revenue) > 10 ORDER BY r DESC LIMIT 3",
    b"SELECT date_trunc('month', date) AS m, avg(revenue), count(DISTINCT region) FROM t GROUP BY 1 ORDER BY 1",
    b"WITH a AS (SELECT region, sum(units) AS u FROM t GROUP BY region) SELECT avg(u) FROM a",
    b"SELECT region, CASE WHEN units > 3 THEN 'many' ELSE 'few' END AS size, quantile_cont(revenue, 0.9) FROM t "
    b"GROUP BY region, size",
    b"SELECT *, row_number() OVER (PARTITION BY region ORDER BY revenue DESC) AS place FROM t QUALIFY place <= 2",
)
REPLY = b'<think>x</think>```json\n{"a": [1, 2.5, {"b": null}]}\n```'
PROJECT = (
    b"aliases:\n  sales: {column: revenue, confidence: 0.5}\n"
    b"columns:\n  revenue: what was paid\n  units: {description: pieces, adds_up: true, unit: kg}\n"
)

Loader = Callable[[bytes], Any]
Lines = frozenset[tuple[str, int]]
Refused = tuple[type[Exception], ...]
REFUSALS: dict[str, Refused] = {"reply": (ValueError,), "plan": (AutovizError, ValueError)}
"""What a loader may raise; those that are not named here may raise an AutovizError alone."""


def seeds(folder: Path) -> dict[str, list[bytes]]:
    """Real inputs of each loader to start from."""
    frame = load_sales().head(60)
    named = [question.replace(" to ", f" to {folder}/") for question in QUESTIONS]
    asked = [autoviz.ask(frame, question, save_anywhere=True) for question in named]
    saved = []
    for questions in (QUESTIONS[:2], QUESTIONS[-1:]):
        session = autoviz.Session(frame, save_anywhere=True)
        for question in questions:
            session.ask(question.replace(" to ", f" to {folder}/second-"))
        saved.append(json.dumps(json.loads(session.save(folder / "session.json").read_text("utf-8"))).encode())
    queries = [analysis.requirements.query for analysis in asked]
    return {
        "reply": [REPLY, *(analysis.plan.model_dump_json().encode() for analysis in asked[:2])],
        "sql": [*SELECTS, *(to_sql(query).encode() for query in queries if query is not None)],
        "plan": [analysis.plan.model_dump_json().encode() for analysis in asked],
        "session": saved,
        "project": [PROJECT],
    }


def loaders(folder: Path) -> dict[str, Loader]:
    """Each loader as a function of bytes."""
    path, catalog, columns = folder / "file", default_catalog(), tuple(load_sales().columns)

    def plan(content: bytes) -> None:
        for step in Plan.model_validate_json(content).steps:
            catalog.validated(step.tool, step.params)

    def session(content: bytes) -> None:
        path.write_bytes(content)
        saved = read_session(path)
        saved.wanted(catalog)
        saved.harmless_turns(catalog)
        saved.check({"df": columns})

    def project(content: bytes) -> None:
        path.write_bytes(content)
        load_project(path).meant(0.5)

    def sql(content: bytes) -> None:
        to_sql(from_sql(content.decode("utf-8", "replace"), columns))

    def reply(content: bytes) -> None:
        extracted(content.decode("utf-8", "replace"))

    return {"reply": reply, "sql": sql, "plan": plan, "session": session, "project": project}


def mutated(content: bytes, other: bytes, chance: random.Random) -> bytes:
    """The input with a value of its JSON made odd, or with a few pieces put in, cut out, doubled or changed."""
    changed = _odd_value(content, chance) if chance.random() < 0.5 else None
    return (changed if changed is not None else _odd_bytes(content, other, chance))[:LONGEST]


def _odd_value(content: bytes, chance: random.Random) -> bytes | None:
    """A value anywhere in the JSON replaced by an odd one, by another of its values, or taken out."""
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        return None
    spots = _spots(whole)
    if not spots:
        return None
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(spots)
        other_holder, other_key = chance.choice(spots)
        try:
            if chance.random() < 0.2:
                del holder[key]
            else:
                holder[key] = chance.choice((*ODD_VALUES, other_holder[other_key]))
        except LookupError:  # an earlier change took it out
            continue
    try:
        return json.dumps(whole).encode()
    except ValueError:  # a value was put into itself
        return None


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value within: what holds it, and the key or number there."""
    spots: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict | list):
            keys = list(holder) if isinstance(holder, dict) else range(len(holder))
            spots += [(holder, key) for key in keys]
            waiting += [holder[key] for key in keys]
    return spots


def _odd_bytes(content: bytes, other: bytes, chance: random.Random) -> bytes:
    found = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(found))
        end = min(len(found), place + chance.randint(0, 20))
        kind = chance.randrange(5)
        if kind == 0:
            found[place:place] = chance.choice(PIECES)
        elif kind == 1:
            del found[place:end]
        elif kind == 2:
            found[place:place] = found[place:end] * chance.randint(1, 5)
        elif kind == 3:
            start = chance.randint(0, len(other))
            found[place:end] = other[start : start + chance.randint(0, 80)]
        elif place < len(found):
            found[place] = chance.randrange(256)
    return bytes(found)


def lines_reached(run: Callable[[], None]) -> Lines:
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


def fuzz(
    load: Loader, kept: list[bytes], refusals: Refused, inputs: int, chance: random.Random
) -> tuple[int, list[str]]:
    """How many lines were reached, and every input that failed in a way that is not the loader's own."""
    kept, reached, findings = list(kept), set[tuple[str, int]](), list[str]()
    for number in range(inputs):
        content = kept[number] if number < len(kept) else mutated(chance.choice(kept), chance.choice(kept), chance)

        def run(content: bytes = content) -> None:
            try:
                load(content)
            except refusals:
                return
            except Exception as error:
                findings.append(f"{type(error).__name__}: {str(error)[:100]} for {content[:2000]!r}")

        lines = lines_reached(run) if number < len(kept) or number % TRACED == 0 else run()
        if lines and not lines <= reached:
            reached |= lines
            kept.append(content)
    return len(reached), findings


def main(arguments: list[str] | None = None) -> int:
    """Put inputs to every loader and tell how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="in all, shared out among the loaders")
    parser.add_argument("--only", choices=SHARES, help="one loader alone, with its share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the counts into docs/reliability.md")
    given = parser.parse_args(arguments)
    failed = list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        starts = seeds(Path(folder))
        for name, load in loaders(Path(folder)).items():
            if given.only in (None, name):
                inputs, start = round(given.inputs * SHARES[name]), time.perf_counter()
                chance = random.Random(f"{given.seed} {name}")
                lines, findings = fuzz(load, starts[name], REFUSALS.get(name, (AutovizError,)), inputs, chance)
                rate = inputs / (time.perf_counter() - start)
                row = f"| {name} | {inputs:,} | {rate:,.0f} | {lines:,} | {len(findings)} |\n"
                sys.stdout.write(row)
                sys.stdout.flush()
                failed += [f"{name}: {finding}" for finding in findings]
                if given.write:
                    _write(name, row, given.seed)
    different = {finding.partition(" for ")[0]: finding for finding in failed}
    sys.stdout.write("".join(f"{finding}\n" for finding in different.values()))
    return 1 if failed else 0


def _write(name: str, row: str, seed: int) -> None:
    """The loader's row between the marks on the page, and the sum of all rows."""
    page = PAGE.read_text("utf-8")
    old = re.search(re.escape(MARKS[0]) + "(.*)" + re.escape(MARKS[1]), page, flags=re.DOTALL)
    assert old is not None, f"{PAGE.name} has lost its marks"
    rows = {found[1]: found[0] for found in re.finditer(r"^\| (\w+) \| [\d,]+ \|.*\n", old[1], re.MULTILINE)}
    rows[name] = row
    total = sum(int(line.split("|")[2].replace(",", "")) for line in rows.values())
    head = "| Loader | Inputs | A second | Lines reached | Findings |\n|---|---|---|---|---|\n"
    kept = "".join(rows[loader] for loader in SHARES if loader in rows)
    told = f"{MARKS[0]}\nThe last run had {total:,} inputs (seed {seed}):\n\n{head}{kept}\n{MARKS[1]}"
    PAGE.write_text(page[: old.start()] + told + page[old.end() :], "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
