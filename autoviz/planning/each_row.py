"""Each row: violations per inspection are violations on average, in a table that has a row for each inspection."""

from __future__ import annotations

import re

from autoviz.answering.things import may_be_called
from autoviz.linking.links import link
from autoviz.model.profile import DatasetProfile

_PER = re.compile(r" per (?:each |single )?(?P<thing>[a-z]+)\b(?![-/])", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\d|\b(?:avg|average|mean|median|typical|total|sum|max\w*|min\w*|distribut\w*|histogram|list|all"
    r"|above|below|over|under|than|vs|versus|correlat\w*|share|percent\w*)\b", re.IGNORECASE,
)  # fmt: skip
"""What says already what becomes of the rows, or leaves them single."""
_SAID = ("name", "plural", "alias")


def averaged_of_rows(question: str, profile: DatasetProfile) -> str:
    """A question in which what is asked for per thing is the average, where each row is such a thing."""
    hit = _PER.search(question)
    if hit is None or _OTHERWISE.search(question) or not _is_row(hit["thing"], profile):
        return question
    matches = link(question, profile)
    things = [match for match in matches if match.start < hit.end() and hit.start("thing") < match.end]
    if any(match.kind in _SAID and match.value is None and not profile.tells_apart(match.column) for match in things):
        return question
    measured = [match for match in matches if match.end == hit.start() and not match.dominated]
    starts = [match.start for match in measured if match.value is None and profile.by_name[match.column].metric]
    if not starts:
        return question
    return f"{question[: min(starts)]}average {question[min(starts) : hit.start()]}{question[hit.end() :]}"


def _is_row(word: str, profile: DatasetProfile) -> bool:
    """Whether a word calls the rows as the id that tells them apart does: insp_id of inspections."""
    things = profile.things
    if things is None or things.rows_each > 1.0 or things.time or len(things.columns) != 1:
        return False
    (name,) = things.columns
    return profile.by_name[name].meaning == "id" and not may_be_called(name, "?") and may_be_called(name, word)
