"""Not since: what has not happened since a date happened last before it, and did not happen after it."""

from __future__ import annotations

import re
from typing import Any

from autoviz.linking.names import split_name
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Call, Column, Moment, Query, all_of, conjuncts

_NOT_SINCE = re.compile(r"(?:\b(?:not|never|no)|n['’]?t)\b(?:\s+\w+){0,4}\s+(?:since|after)\b", re.IGNORECASE)
_LAST = frozenset({"last", "latest", "recent"})
_TURNED = {">=": "<", ">": "<="}


def not_since(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of rows from a date on, as those before it where the question asks for what has not happened since, and
    a column tells when it happened last; less sure where none does."""
    if not _NOT_SINCE.search(question):
        return reading
    queries = meant_queries(reading.requirements, profile)
    tests = [test for query in queries for test in conjuncts(query.where) if _from_on(test)]
    if len(queries) != 1 or len(tests) != 1:
        return reading
    last = _LAST & {*split_name(tests[0].args[0].name)}
    if not last:
        return reading.doubted()
    return reading.replaced(requirements=_before(reading.requirements, queries[0], tests[0]), alternatives=())


def _from_on(test: Any) -> bool:
    match test:
        case Call(op=">=" | ">", args=(Column(), Moment())):
            return True
    return False


def _before(asked: Requirements, query: Query, since: Call) -> Requirements:
    turned = since.replaced(op=_TURNED[since.op])
    tests = [turned if test == since else test for test in conjuncts(query.where)]
    return as_query(asked, query.replaced(where=all_of(tests)))
