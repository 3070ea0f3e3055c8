"""Groups without: things of which no row is of a kind: villages without a bakery are none of all other rows."""

from __future__ import annotations

import re

from autoviz.linking.flag_phrases import flag_values
from autoviz.linking.links import STRONG, Match, best_matches, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.query.language import COUNT_ROWS, Aggregate, Call, Column, Constant, Named, Query
from autoviz.query.output_names import name_of

_ASKED = re.compile(
    r"^\W*(?:(?:which|what|list|show|name)(?: me)?(?: all)?(?: of)?(?: the)? |(?P<count>how many|number of) "
    r"|(?:all|the) )?$", re.IGNORECASE,
)  # fmt: skip
_NOT = r"(?:did|do|does|has|have|had)(?: not|n[o']?t)"
_WITHOUT = re.compile(
    rf"^ (?:(?:that|which|who) )?(?:(?:are |is )?without|(?:with|have|has|had|having) no|lack(?:s|ing)?|never \w+"
    rf"|{_NOT} (?!in\b)\w+)(?: (?:any|a|an|the))? $", re.IGNORECASE,
)  # fmt: skip
"""What stands between things and what they have none of."""
_WHERE = re.compile(r"^ (?:where|in which)(?: the)? $", re.IGNORECASE)
_ABSENT = re.compile(rf"^ (?:{_NOT}|never|(?:is|are|was|were)(?: not|n[o']?t)) [\w ]+\W*$", re.IGNORECASE)
"""What is said of the kind that things are without, behind it: where the Farmers did not run."""
_ROWS = re.compile(r"^(?: [a-z]+s)?\W*$", re.IGNORECASE)
"""What may follow a kind of rows: no rejected claims."""
_MOST = 0.9
"""Things that come in fewer rows than this share have several each."""


def groups_without(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of the things that a question says to be without a kind of row, as those that have no such row."""
    found = [match for match in best_matches(link(question, profile)) if match.score >= STRONG]
    named = sorted(found, key=lambda match: match.start)
    if len(named) < 2 or any(match.value is not None or profile.by_name[match.column].metric for match in named[2:]):
        return reading
    things, kind = named[:2]
    asked = _ASKED.match(question[: things.start])
    if asked is None or not _are_without(question, things, kind, profile):
        return reading
    test = Call(op="=", args=(Column(name=kind.column), Constant(value=kind.value)))
    rows = Named(name=name_of(COUNT_ROWS), expr=Aggregate(func="count", where=test))
    none = Call(op="=", args=(Column(name=rows.name), Constant(value=0)))
    key = Named(name=things.column, expr=Column(name=things.column))
    query = Query(by=(key,), measures=(rows,), having=none, shown=(key.name,))
    if asked["count"]:
        query = Query(source=query, measures=(Named(name=rows.name, expr=COUNT_ROWS),))
    told = f"each {things.column} is one of which no row has the {kind.column} {kind.value}."
    requirements = as_query(reading.requirements, query).replaced(outputs=("table",))
    return reading.replaced(requirements=requirements.assuming(told), alternatives=())


def _are_without(question: str, things: Match, kind: Match, profile: DatasetProfile) -> bool:
    """Whether a question is about things of several rows each and a value that they have not."""
    column, other = profile.by_name[things.column], profile.by_name[kind.column]
    if things.value is not None or column.metric or not column.distinct or column.distinct > _MOST * profile.rows:
        return False
    if kind.value is None or kind.column == things.column or flag_values(other) is not None:
        return False
    between, behind = question[things.end : kind.start], question[kind.end :]
    if _WITHOUT.match(between):
        return _ROWS.match(behind) is not None
    return bool(_WHERE.match(between) and _ABSENT.match(behind))
