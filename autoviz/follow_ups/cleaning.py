"""Cleaning: what a follow-up wants done with missing values or doubled rows before the same is worked out again."""

from __future__ import annotations

import re

from autoviz.follow_ups.edits import Cleaned
from autoviz.follow_ups.fragments import Fragment
from autoviz.linking.joints import MARKS
from autoviz.linking.phrases import may_hold_one, phrases
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Distinct, Missing
from autoviz.registry.followups import followups
from autoviz.registry.treatments import treatments


def cleaned(fragment: Fragment, profile: DatasetProfile) -> tuple[Cleaned, ...]:
    """The treatments that a fragment asks for; none where it asks for anything else, such as to see the rows."""
    text = fragment.text
    drawn = MARKS & set(re.findall(r"[a-z]+", text.casefold()))  # one line per fuel is about the chart
    found = phrases(text, profile, fragment.matches) if may_hold_one(text) and not drawn else []
    edits = [
        Cleaned("clean", item.constraint)
        for item in found
        if isinstance(item.constraint, (Missing, Distinct)) and not item.treatment.leaves
    ]
    for item in reversed(found):
        text = f"{text[: item.start]} {text[item.end :]}"
    return tuple(edits) if len(edits) == len(found) and not _says_more(text) else ()


def _says_more(text: str) -> bool:
    words, known = followups().words, treatments()
    idle = {*words.filler, *words.refers, *known.passed_over.split(), *known.joining.split()}
    return any(word not in idle for word in re.findall(r"[\w']+", text.casefold()))
