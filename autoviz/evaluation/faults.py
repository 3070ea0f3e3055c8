"""Faults: wrong plans made from right ones, and whether coverage and proof each catch them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import pandas as pd

from autoviz.analysis import opening
from autoviz.errors import AutovizError
from autoviz.evaluation.bounds import bounded
from autoviz.evaluation.fault_kinds import FAULTS, Change, planted
from autoviz.evaluation.gold import MOST_SECONDS, GoldQuestion, table_of, told_table
from autoviz.listing import few, listed
from autoviz.model.plan import Plan
from autoviz.pipeline import run
from autoviz.planning.covering import cover
from autoviz.query.comparison import differences
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.stages.base import State, perform
from autoviz.stages.execution import EXECUTION
from autoviz.stages.proof import PROOF


@dataclass(frozen=True)
class Outcome:
    """What became of one wrong plan."""

    fault: str
    question: str
    covered: bool
    """Whether coverage sees that something is wrong."""
    proved: bool
    """Whether the second computation does."""
    tells: bool
    """Whether the fault changes a number, a row or the order of what was asked for; more columns alone do not."""


@dataclass(frozen=True)
class Right:
    """What became of a plan as it was made."""

    question: str
    refused: bool


@dataclass
class Planting:
    """Every kind of fault planted in the plans of the first questions that give occasion for it, until each has enough.

    Common kinds fill up early; the questions after that are tried for the rare ones alone. What other processes have
    planted counts once `counted` was told of it.
    """

    each: int
    _planted: Counter[str] = field(default_factory=Counter)

    def __call__(self, lines: Iterable[GoldQuestion]) -> Iterator[Outcome | Right]:
        count = self._planted.copy()
        for line in lines:
            kinds = {fault: change for fault, change in FAULTS.items() if count[fault] < self.each}
            for item in _put_to_the_test(line, kinds) if kinds else ():
                count.update(_kind(item))
                yield item

    def counted(self, results: Iterable[Outcome | Right]) -> Iterator[Outcome | Right]:
        """The results as they come, each remembered for the questions that are handed out after it."""
        for item in results:
            self._planted.update(_kind(item))
            yield item


def _kind(item: Outcome | Right) -> list[str]:
    return [item.fault] if isinstance(item, Outcome) else []


def _put_to_the_test(line: GoldQuestion, kinds: Mapping[str, Change]) -> Iterator[Outcome | Right]:
    right = _right(line)
    if right is None:
        return
    refused = not right.coverage or bool(right.coverage.gaps)
    yield Right(line.id, refused or (right.proof is not None and right.proof.verdict == "differs"))
    if refused:
        return
    assert right.plan is not None and right.profile is not None
    for fault, change in kinds.items():
        wrong = planted(right.plan, change, right.profile)
        if wrong is not None:
            yield _outcome(fault, line.id, wrong, right)


def _right(line: GoldQuestion) -> State | None:
    """The question carried out as it should be; None where the language does not say it."""
    rows = table_of(line.table.package, line.table.item)
    try:
        query = from_sql(line.sql, [str(name) for name in rows.columns])
        state = replace(opening(rows, line.question), reader=GivenReader(query), next_readers=())
        with bounded(MOST_SECONDS):
            return run(state).parts[0]
    except AutovizError:
        return None


def _outcome(fault: str, question: str, wrong: Plan, right: State) -> Outcome:
    assert right.profile is not None
    catalog, query = right.context.catalog, right.queries[0]
    covered = bool(cover(wrong, query, right.profile, catalog).gaps)
    try:
        state = replace(right, plan=wrong, outcomes=None, step_records=(), proof=None)
        with bounded(MOST_SECONDS):
            run_wrong = perform(PROOF, perform(EXECUTION, state))
        found = told_table(replace(run_wrong, coverage=right.coverage))
    except AutovizError:
        return Outcome(fault, question, covered, proved=True, tells=False)  # what does not run tells nothing wrong
    proof = run_wrong.proof
    proved = proof is not None and proof.verdict == "differs"
    return Outcome(fault, question, covered, proved, tells=_tell_apart(told_table(right), found, bool(query.order)))


def _tell_apart(right: pd.DataFrame, wrong: pd.DataFrame, ordered: bool) -> bool:
    return not differences(right, wrong, ordered=ordered, limited=False).agrees


def summary(outcomes: Iterable[Outcome | Right]) -> list[str]:
    """The counts as lines: each fault, then all together, what each missed, and which right plans were refused."""
    found = list(outcomes)
    rights = [item for item in found if isinstance(item, Right)]
    wrong = [item for item in found if isinstance(item, Outcome)]
    lines = [_line(name, [item for item in wrong if item.fault == name]) for name in FAULTS]
    missed = {
        "coverage": [item for item in wrong if not item.covered],
        "proof": [item for item in wrong if item.tells and not item.proved],
    }
    refused = [item.question for item in rights if item.refused]
    return [
        *lines,
        _line("all", wrong),
        *(f"missed by {who}: {_listed([f'{item.fault} in {item.question}' for item in what])}"
          for who, what in missed.items() if what),
        f"right plans refused: {len(refused)} of {len(rights)}{f' ({_listed(refused)})' if refused else ''}",
    ]  # fmt: skip


def _listed(what: list[str], most: int = 30) -> str:
    return listed(few(what, most))


def _line(name: str, outcomes: list[Outcome]) -> str:
    telling = [item for item in outcomes if item.tells]
    covered, proved = sum(item.covered for item in outcomes), sum(item.proved for item in telling)
    either = sum(item.covered or item.proved for item in outcomes)
    return (
        f"{name}: {len(outcomes)} planted; coverage {covered}/{len(outcomes)}, "
        f"proof {proved}/{len(telling)} that change a number, either {either}/{len(outcomes)}"
    )
