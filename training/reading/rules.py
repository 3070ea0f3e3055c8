"""Rules: what each rule between the networks and the plan is worth, told by switching it off where it fires.

A rule is any function of these modules that takes a reading (or its requirements, or a Query) and gives one back. Each
question is answered once with all of them; those that a rule changed are answered again without it. A rule that
rescues no answer goes.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from types import ModuleType
from typing import Any, get_type_hints

import autoviz
from autoviz.errors import AutovizError
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.query.language import Query
from autoviz.readers.embedded import arbiter, asking, reader, second_opinion, summarising
from autoviz.stages import requirements
from training.reading.arbitrating import Asked

MODULES: tuple[ModuleType, ...] = (reader, summarising, second_opinion, arbiter, asking, requirements)
CHANGED = (Reading, Requirements, Query)


@dataclass(frozen=True)
class Worth:
    """One rule: how many answers it changes on the way, how many of them are right through it, how many wrong."""

    rule: str
    fired: int
    rescued: int
    cost: int


@dataclass
class Watch:
    """Which rules changed something since it was last cleared, and the one that is switched off."""

    fired: set[str]
    off: str | None = None


@contextmanager
def watched(modules: Sequence[ModuleType] = MODULES) -> Iterator[Watch]:
    """All rules of these modules watched for as long as it lasts."""
    watch, own = Watch(set()), [(module, name, rule) for module in modules for name, rule in rules_of(module)]
    remembered, reader.REMEMBERED = reader.REMEMBERED, 0  # a reading that is kept would hide a rule
    for module, name, rule in own:
        setattr(module, name, _watching(f"{module.__name__.rpartition('.')[2]}.{name}", rule, watch))
    try:
        yield watch
    finally:
        reader.REMEMBERED = remembered
        for module, name, rule in own:
            setattr(module, name, rule)


def rules_of(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions of a module that give back what they take, by name."""
    for name, found in list(vars(module).items()):
        if inspect.isfunction(found):
            try:
                hints = get_type_hints(found)
            except NameError:  # a type that is only there for checking
                continue
            made = hints.pop("return", None)
            if made in CHANGED and made in hints.values():
                yield name, found


def _watching(name: str, rule: Callable[..., Any], watch: Watch) -> Callable[..., Any]:
    kind = get_type_hints(rule)["return"]

    @wraps(rule)
    def called(*args: Any, **named: Any) -> Any:
        taken = next((arg for arg in (*args, *named.values()) if isinstance(arg, kind)), None)
        if name == watch.off and taken is not None:
            return taken
        made = rule(*args, **named)
        if made != taken:
            watch.fired.add(name)
        return made

    return called


def worths(asked: Iterable[Asked]) -> list[Worth]:
    """What each rule is worth over these questions, the one that costs most first."""
    with watched() as watch:
        firing: dict[str, list[tuple[Asked, bool]]] = defaultdict(list)
        for one in asked:
            watch.fired.clear()
            right = _is_right(one)
            for name in watch.fired:
                firing[name].append((one, right))
        found = [_worth(name, some, watch) for name, some in firing.items()]
    return sorted(found, key=lambda worth: (worth.rescued - worth.cost, worth.rule))


def _worth(name: str, some: Sequence[tuple[Asked, bool]], watch: Watch) -> Worth:
    watch.off = name
    without = [(right, _is_right(one)) for one, right in some]
    watch.off = None
    return Worth(
        name, len(some), sum(right and not other for right, other in without),
        sum(other and not right for right, other in without),
    )  # fmt: skip


def _is_right(one: Asked) -> bool:
    try:
        return one.right(autoviz.ask(one.rows, one.question))
    except AutovizError:
        return False
