"""Following: sentences of one question, a later one of which may go on with the one before: what share? by depot."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autoviz.embedding import Encoder
from autoviz.errors import AutovizError
from autoviz.linking.joints import opens_request
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.readers.base import Context


def in_turn(
    sentences: Sequence[str],
    read: Callable[[str], tuple[Reading, ...]],
    profile: DatasetProfile,
    context: Context,
    encoder: Encoder,
) -> tuple[Reading, ...]:
    """The readings of all sentences, of one that goes on with the one before as it is then meant.

    One that asks nothing by itself says more of the one before, whose place it takes.
    """
    found: list[Reading] = []
    for sentence in sentences:
        meant = _going_on(sentence, found[-1], profile, context, encoder) if found else None
        if meant is None:
            found += read(sentence)
        elif opens_request(sentence):
            found.append(meant)
        else:
            found[-1] = meant
    return tuple(found)


def _going_on(
    sentence: str, before: Reading, profile: DatasetProfile, context: Context, encoder: Encoder
) -> Reading | None:
    """The reading before as a sentence changes it, heard as a follow-up is; None where it stands alone."""
    # Here, because most questions have one sentence, and all that edits a question takes 25 ms to load.
    from autoviz.follow_ups.referring import Earlier, Followed, refer

    earlier, threshold = Earlier(before.requirements), context.settings.follow_threshold
    try:
        heard = refer(sentence, earlier, profile, context.aliases, encoder, threshold)
    except AutovizError:  # what has no place in the one before may well have a sense of its own
        return None
    if not isinstance(heard, Followed) or heard.requirements is None:
        return None
    sure = min(before.confidence, heard.confidence)
    return before.replaced(requirements=heard.requirements.assuming(*heard.notes), confidence=sure, alternatives=())
