"""Joints: where a question may be cut in two, because a second request may start there."""

from __future__ import annotations

import re

_JOINT = re.compile(r"\s*(?:[;.?!]\s+|,?\s+(?:and|then|plus|also|as well as)\s+)", re.IGNORECASE)
MAX_JOINTS = 4


def halves(question: str) -> list[tuple[str, str]]:
    """The question cut in two at each place where a second request may start."""
    cuts = list(_JOINT.finditer(question))[:MAX_JOINTS]
    found = [(question[: cut.start()].strip(), question[cut.end() :].strip()) for cut in cuts]
    return [(first, second) for first, second in found if len(first.split()) >= 2 and len(second.split()) >= 2]
