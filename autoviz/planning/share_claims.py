"""Share claims: whether more than half of some rows are such, decided by the share that is, and not by their number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from autoviz.linking.flag_phrases import NEGATIONS
from autoviz.linking.form_reading import is_plural, opening
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.quantities import BoundOp, bound_before
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.deciding import with_what_decides
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import condition_of
from autoviz.planning.grouped_fields import is_flag_column, says_yes
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Named,
    Query,
    When,
    Window,
)
from autoviz.query.output_names import name_of

_OF = re.compile(r"\s*(?:of\s+)?(?=(?:the|our|my|all|these|those)\b)|\s*of\s+", re.IGNORECASE)
_MOST = re.compile(r"\bmost\s+(?P<of>of\s+)?(?:the\s+|our\s+|all\s+|these\s+)*(?P<noun>[\w-]+)", re.IGNORECASE)
_TRUE = re.compile(r"^\W*(?:is|isn't) it (?:true|right|the case|correct) that\b", re.IGNORECASE)
_ASKED = "what percentage of"


@dataclass(frozen=True)
class ShareClaim:
    """A claim about a share: the question for that share, and what it is held against."""

    rest: str
    op: BoundOp
    bound: float
    """As a part of 1."""


def share_claim(question: str) -> ShareClaim | None:
    """What a question claims of a share: are more than 5 % of the samples spoilt, do most of our customers pay late."""
    if opening([word.lower for word in words(question)]) != "yes_no":
        return None
    for one in number_candidates(question):
        of = _OF.match(question, one.end) if one.how in ("percent", "part") and 0 < one.value < 1 else None
        opened = bound_before(question, _before_article(question, one.start)) if of else None
        if of and opened:
            return ShareClaim(_asking(question, opened[0], of.end()), opened[1], one.value)
    hit = _MOST.search(question)
    if hit and (hit["of"] or is_plural(hit["noun"].lower())):
        return ShareClaim(_asking(question, hit.start(), hit.start("noun")), ">", 0.5)
    return None


def _asking(question: str, start: int, end: int) -> str:
    """The question for the share, without the characters that make the claim; who or what has it stands behind."""
    before = _TRUE.sub("", question[:start]).strip()
    subject = f" {before}" if len(before.split()) > 1 else ""
    return f"{_ASKED} {question[end:].rstrip(' ?.')}{subject}?"


def _before_article(question: str, start: int) -> int:
    """Where a number starts with the article before it: a third."""
    article = re.search(r"\b(?:an?|one)[\s-]$", question[:start], re.IGNORECASE)
    return article.start() if article else start


def claimed_share(claim: ShareClaim, reading: Reading, profile: DatasetProfile) -> Reading | None:
    """The reading of a share as the claim that is made of it; None where it is not a single share."""
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    named = condition_of(_named(claim.rest, asked, profile), profile)
    share = _share_in(queries[0], named) if len(queries) == 1 else None
    if share is None:
        return None
    bound = round(claim.bound * 100, 9) if _is_percent(share) else claim.bound
    held = Call(op=claim.op, args=(share, Constant(value=bound)))
    query = Query(source=queries[0].source, where=queries[0].where, measures=(Named(name=name_of(held), expr=held),))
    made = with_what_decides(query)
    changed = as_query(asked, made).replaced(outputs=("table",), constraints=())
    return reading.replaced(requirements=changed, alternatives=())


def _named(question: str, asked: Requirements, profile: DatasetProfile) -> tuple[Filter, ...]:
    """The groups that fields name among those whose shares they ask for; of a flag those that say yes."""
    named = tuple(item for item in asked.all(Filter) if item.column in asked.group_by)
    if named or len(asked.group_by) != 1 or not is_flag_column(asked.group_by[0], profile):
        return named
    if {word.lower for word in words(question)} & NEGATIONS:
        return ()
    (flag,) = asked.group_by
    yes = next(value for value in (*profile.by_name[flag].values, True) if says_yes(flag, value, profile))
    return (Filter(column=flag, op="=", value=yes),)


def _share_in(query: Query, named: Any) -> Expr | None:
    """The one share that a Query computes: of its rows, or what the named ones of its groups have of the total."""
    measures = [item.expr for item in query.measures]
    if not query.by and not query.then and len(measures) == 1:
        return measures[0] if _is_share(measures[0]) else None
    match measures, [item.expr for item in query.then]:
        case [Aggregate() as total], [Call(op="/", args=(Column(name=name), Window(within=())))] if (
            named is not None and name == query.measures[0].name and total.where is None
        ):
            if total == COUNT_ROWS:
                told = Cases(whens=(When(condition=named, value=Constant(value=1)),), otherwise=Constant(value=0))
                return Call(op="*", args=(Constant(value=100), Aggregate(func="mean", args=(told,))))
            if total.func == "sum":
                part = Call(op="*", args=(Constant(value=100), total.replaced(where=named)))
                return Call(op="/", args=(part, total))
    return None


def _is_share(expr: Any) -> bool:
    """Whether a number is a part of a whole: how often a case holds, one aggregate over another, also in percent."""
    match expr:
        case Call(op="*", args=(Constant(value=100), inner) | (inner, Constant(value=100))):
            return isinstance(inner, Aggregate) or _is_share(inner)
        case Call(op="/", args=(part, Aggregate())):
            return isinstance(part, Aggregate) or _is_share(part)
        case Aggregate(func="mean", args=(Cases(),)):
            return True
    return False


def _is_percent(expr: Any) -> bool:
    """Whether a share is multiplied by 100."""
    return isinstance(expr, Call) and any(
        arg == Constant(value=100) or _is_percent(arg) for arg in expr.args if isinstance(arg, (Call, Constant))
    )
