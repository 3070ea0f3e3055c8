"""Referring: whether a question follows up on the one before, and if so what it asks for; in doubt it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from autoviz.embedding import Encoder
from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.explaining import corrected, explained
from autoviz.follow_ups.fragments import Fragment, Heard, fragment_of, gate
from autoviz.follow_ups.revising import revised
from autoviz.linking.joints import halves
from autoviz.linking.links import Aliases
from autoviz.linking.nearest import asked_function
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.requirements import Requirements
from autoviz.registry.followups import FollowKind, followups

LEAST = 0.45
"""Ways of referring back that are together less likely than this are not taken, however surely something is."""
ALIKE: tuple[frozenset[str], ...] = (
    frozenset({"regroup", "instead", "split"}),
    frozenset({"measure", "measure_too", "correct"}),
    frozenset({"narrow", "moment", "exclude"}),
    frozenset({"descending", "ascending", "by_name", "reverse"}),
    frozenset({"chart", "table"}),
)
"""Ways that differ little, so that a doubt between them is no doubt about referring back."""
SHORT, LONGER = 8, 0.03
"""Follow-ups are short: each word beyond so many asks for so much more certainty."""
PLAINLY = 0.75
"""From here on a question plainly stands on its own, and nothing is said of doubt."""


@dataclass(frozen=True)
class Followed:
    """What a follow-up comes to."""

    kinds: tuple[FollowKind, ...]
    requirements: Requirements | None
    """None for undo."""
    confidence: float
    reason: str
    notes: tuple[str, ...] = ()
    learned: dict[str, str | dict[str, Scalar]] = field(default_factory=dict)


@dataclass(frozen=True)
class Alone:
    """The question is taken to stand on its own, and why."""

    reason: str
    doubtful: bool


@dataclass(frozen=True)
class Earlier:
    """The question before: what it asked for and what came of it."""

    requirements: Requirements
    facts: tuple[Fact, ...] = ()


def refer(
    text: str,
    earlier: Earlier,
    profile: DatasetProfile,
    aliases: Aliases,
    encoder: Encoder,
    read: Callable[[str], Requirements],
    threshold: float,
) -> Followed | Alone:
    """How a normalised question relates to the earlier one."""
    fragment = fragment_of(text, profile, aliases)
    function = partial(asked_function, encoder=encoder)
    basis = Basis(earlier.requirements, profile, earlier.facts, fragment, read, function)
    heard = gate(encoder).hear(fragment)
    if not _refers(text, heard, threshold):
        return _alone(heard)
    found = _first_that_fits(basis, heard)
    if found is None and _together(heard.kinds[0][0], heard) < LEAST:
        return Alone("it may refer back, but in what way is not clear", doubtful=True)
    if found is None:
        meant = followups().kinds[heard.kinds[0][0]].description  # type: ignore[index]
        return Alone(f"it seems to refer back ({meant}), but nothing in the one before fits that", doubtful=True)
    further = _second_clause(text, basis, found, encoder, aliases, threshold)
    return further or found


def _refers(text: str, heard: Heard, threshold: float) -> bool:
    return 1 - heard.fresh >= threshold + LONGER * max(0, len(text.split()) - SHORT)


def _together(kind: str, heard: Heard) -> float:
    """How likely a way of referring back is, with those that differ little from it."""
    family = next((kinds for kinds in ALIKE if kind in kinds), frozenset({kind}))
    return sum(share for name, share in heard.kinds if name in family)


def _alone(heard: Heard) -> Alone:
    kind = followups().kinds[heard.kinds[0][0]].description  # type: ignore[index]
    if heard.fresh >= PLAINLY:
        return Alone("it stands on its own", doubtful=False)
    return Alone(f"it may also refer back ({kind}), but not clearly enough", doubtful=True)


def _first_that_fits(basis: Basis, heard: Heard) -> Followed | None:
    """The likeliest way of referring back for which the words name what is to change."""
    for kind, share in heard.kinds:
        if _together(kind, heard) < LEAST:
            return None
        found = _followed(kind, share, basis, heard)  # type: ignore[arg-type]
        if found is not None:
            return found
    return None


def _followed(kind: FollowKind, share: float, basis: Basis, heard: Heard) -> Followed | None:
    reason = followups().kinds[kind].description
    if kind == "undo":
        return Followed((kind,), None, share, reason)
    if kind == "why":
        told = explained(basis)
        return Followed((kind,), told[0], share, reason, notes=(told[1],)) if told else None
    if kind == "correct":
        meant = corrected(basis)
        return Followed((kind,), meant[0], share, reason, learned=meant[1]) if meant else None
    new = revised(kind, basis)
    if new is None:
        return None
    same = _asked(new) == _asked(basis.requirements)
    return Followed((kind,), new, share, reason, notes=("It was so already; nothing changes.",) if same else ())


def _asked(requirements: Requirements) -> str:
    return requirements.model_dump_json(exclude={"links", "not_found"})


def _second_clause(
    text: str, basis: Basis, whole: Followed, encoder: Encoder, aliases: Aliases, threshold: float
) -> Followed | None:
    """Two changes in one question, where each half asks for another kind of change."""
    if whole.requirements is None or "correct" in whole.kinds or "why" in whole.kinds:
        return None
    for first, second in _cuts(text):
        one = _half(first, basis, encoder, aliases, threshold)
        if one is None or one.requirements is None:
            continue
        two = _half(second, replace(basis, requirements=one.requirements), encoder, aliases, threshold)
        if two is not None and two.requirements is not None and two.kinds != one.kinds:
            sure = min(one.confidence, two.confidence)
            reason = f"{one.reason}; {two.reason}"
            return Followed((*one.kinds, *two.kinds), two.requirements, sure, reason)
    return None


def _cuts(text: str) -> list[tuple[str, str]]:
    first, comma, second = text.partition(", ")
    return [*([(first, second)] if comma else []), *halves(text)]


def _half(text: str, basis: Basis, encoder: Encoder, aliases: Aliases, threshold: float) -> Followed | None:
    fragment: Fragment = fragment_of(text, basis.profile, aliases)
    heard = gate(encoder).hear(fragment)
    if not _refers(text, heard, threshold):
        return None
    return _first_that_fits(replace(basis, fragment=fragment), heard)
