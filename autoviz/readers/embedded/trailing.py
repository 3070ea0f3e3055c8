"""Trailing: a measure that a question adds behind its groups, bound to these: total per city and how many orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from autoviz.embedding import Encoder
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import Aliases
from autoviz.linking.nearest import asked_function
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading

_OWN = ("functions", "measure", "rows", "filler", "refers", "senses")
"""What a measure with its function is told by; anything else asks for more than one."""


def with_trailing_measure(
    text: str, read: Callable[[str], Reading], profile: DatasetProfile, aliases: Aliases, encoder: Encoder
) -> Reading | None:
    """The groups of the first part with the measure of the last; None where that is not what a question says."""
    head, joint, tail = text.rpartition(" and ")
    if not joint:
        return None
    # Here, because most questions add none, and all that edits a question takes 25 ms to load.
    from autoviz.follow_ups.basis import Basis
    from autoviz.follow_ups.changes import edits_of
    from autoviz.follow_ups.edits import Measured
    from autoviz.follow_ups.fragments import fragment_of
    from autoviz.follow_ups.mentions import mentions_of
    from autoviz.follow_ups.referring import changed
    from autoviz.follow_ups.understood import understood

    fragment = fragment_of(f"also {tail}", profile, aliases)
    said = mentions_of(fragment, profile)
    others = [item for item in said.said if item.kind not in _OWN]
    if others or not said.of("functions") or {*said.unspent} - function_words():
        return None
    base = read(head)
    known = understood(base.requirements, profile)
    if not (known.groups or known.period) or known.limit is not None or base.requirements.not_found:
        return None
    basis = Basis(base.requirements, profile, (), fragment, said, partial(asked_function, encoder=encoder))
    edits = edits_of(basis)
    if len(edits) != 1 or not isinstance(edits[0], Measured) or edits[0].how != "add":
        return None
    both = changed(edits[0], base.requirements, basis)
    return base.replaced(requirements=both, alternatives=()) if both is not None else None
