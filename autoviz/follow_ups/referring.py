"""Referring: whether a question follows up on the one before, and if so what it asks for; in doubt it does not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from autoviz.embedding import Encoder
from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.beyond import listener
from autoviz.follow_ups.changes import edits_of
from autoviz.follow_ups.cleaning import cleaned
from autoviz.follow_ups.edits import Edit, Measured, Related, Unconditioned, Undone
from autoviz.follow_ups.explaining import corrected, explained
from autoviz.follow_ups.fragments import Heard, fragment_of, gate
from autoviz.follow_ups.mentions import Mentions, mentions_of
from autoviz.follow_ups.parts_asked import refuse_shares
from autoviz.follow_ups.plainness import says_it_all
from autoviz.follow_ups.recurring_times import in_recurring_times
from autoviz.follow_ups.requerying import requeried
from autoviz.follow_ups.revising import revised
from autoviz.follow_ups.unplaced import refuse_unplaced
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import Aliases
from autoviz.linking.nearest import asked_function
from autoviz.listing import listed
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.planning.defaults import meant_queries
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
SO_ALREADY = "It was so already; nothing changes."
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
    threshold: float,
) -> Followed | Alone:
    """How a normalised question relates to the earlier one; its words alone decide where they say all of it."""
    fragment = fragment_of(text, profile, aliases)
    function = partial(asked_function, encoder=encoder)
    mentions = mentions_of(fragment, profile)
    basis = Basis(earlier.requirements, profile, earlier.facts, fragment, mentions, function)
    often = _recurring(basis)
    if often is not None and threshold <= 1.0:
        return often
    treated = cleaned(fragment, profile)
    named: tuple[Edit, ...] = treated or (edits_of(basis) if says_it_all(mentions, profile, text) else ())
    plain = _edited(named, 1.0, basis) or _idle(named, basis)
    if plain is not None and threshold <= 1.0:
        return plain
    if treated:
        return Alone("what the one before works out has no place for this", doubtful=True)
    refuse_unplaced(basis)
    if listener(encoder).kind(fragment) is not None:
        return Alone("it asks for what no table answers", doubtful=False)
    heard = gate(encoder).hear(fragment)
    if not _refers(text, heard, threshold):
        return _alone(heard)
    found = _first_that_fits(basis, heard)
    if found is not None and "first" in found.kinds and _left_over(mentions, heard):
        return Alone("it may refer back, but to which end is not clear", doubtful=True)
    if found is not None:
        return replace(found, notes=(*found.notes, *_left_over(mentions, heard)))
    if _together(heard.kinds[0][0], heard) < LEAST:
        return Alone("it may refer back, but in what way is not clear", doubtful=True)
    meant = followups().kinds[heard.kinds[0][0]].description  # type: ignore[index]
    return Alone(f"it seems to refer back ({meant}), but nothing in the one before fits that", doubtful=True)


def _left_over(said: Mentions, heard: Heard) -> tuple[str, ...]:
    """What is said of words that change nothing: neither what was heard nor how one asks explains them."""
    idle = function_words() | request_words() | {*heard.example.split()}
    left = [repr(word) for word in said.unspent if word not in idle]
    return (f"Not used: {listed(left)}.",) if left else ()


def _refers(text: str, heard: Heard, threshold: float) -> bool:
    return 1 - heard.fresh >= threshold + LONGER * max(0, len(text.split()) - SHORT)


def _together(kind: str, heard: Heard) -> float:
    """How likely a way of referring back is, with those that differ little from it."""
    family = _family(kind)
    return sum(share for name, share in heard.kinds if name in family)


def _family(kind: str) -> frozenset[str]:
    return next((kinds for kinds in ALIKE if kind in kinds), frozenset({kind}))


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
    if kind == "why":
        told = explained(basis)
        return Followed((kind,), told[0], share, reason, notes=(told[1],)) if told else None
    if kind == "correct":
        meant = corrected(basis)
        return Followed((kind,), meant[0], share, reason, learned=meant[1]) if meant else None
    edits = edits_of(basis, kind)
    family = _family(kind)
    return _edited(edits, share, basis) if any(edit.kind in family for edit in edits) else None


def _edited(edits: tuple[Edit, ...], share: float, basis: Basis) -> Followed | None:
    """The earlier requirements with all that is named changed, and nothing else."""
    if not edits:
        return None
    kinds = tuple(dict.fromkeys(edit.kind for edit in edits))
    reason = "; ".join(followups().kinds[kind].description for kind in kinds)
    if any(isinstance(edit, Undone) for edit in edits):
        return Followed(("undo",), None, share, reason)
    new: Requirements | None = basis.requirements
    for edit in edits:
        new = changed(edit, new, basis) if new is not None else None
    if new is None:
        return None
    same = _asked(new) == _asked(basis.requirements)
    return Followed(kinds, new, share, reason, notes=(SO_ALREADY,) if same else ())


def _recurring(basis: Basis) -> Followed | None:
    """The earlier requirements of the weekends or the summers alone, or without them."""
    found = in_recurring_times(basis)
    kind: FollowKind = "exclude" if found and found[1] else "narrow"
    return Followed((kind,), found[0], 1.0, followups().kinds[kind].description) if found else None


def _idle(edits: tuple[Edit, ...], basis: Basis) -> Followed | None:
    """What only takes away conditions that are not there leaves all as it was."""
    if not edits or not all(isinstance(edit, Unconditioned) for edit in edits):
        return None
    kinds = tuple(dict.fromkeys(edit.kind for edit in edits))
    reason = followups().kinds[kinds[0]].description
    return Followed(kinds, basis.requirements, 1.0, reason, notes=(SO_ALREADY,))


def changed(edit: Edit, base: Requirements, basis: Basis) -> Requirements | None:
    """Changed in its fields, and in its Query where it holds one, which then decides."""
    if isinstance(edit, Related) and edit.relation == "share":
        refuse_shares(base, basis.profile)
    fields = revised(edit, base, basis)
    if base.query is None:
        return fields or _asked_of_query(edit, base, basis)
    query = requeried(edit, base.query, basis)
    return None if query is None else (fields or base).replaced(query=query)


def _asked_of_query(edit: Edit, base: Requirements, basis: Basis) -> Requirements | None:
    """What fields cannot say, said of the one Query that they come to."""
    if not isinstance(edit, (Measured, Related)):
        return None
    queries = meant_queries(base, basis.profile)
    query = requeried(edit, queries[0], basis) if len(queries) == 1 else None
    wishes = tuple(item for item in base.constraints if isinstance(item, ChartWish))
    told = Requirements(outputs=base.outputs, constraints=wishes, links=base.links, assumed=base.assumed)
    return told.replaced(query=query) if query else None


def _asked(requirements: Requirements) -> str:
    return requirements.model_dump_json(exclude={"links", "not_found"})
