"""Rendering: text made of facts alone, in one of four styles, complete up to the limit and then 'N more'."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from autoviz.answering.numerals import percent, shown
from autoviz.drawing.titles import readable, sentence
from autoviz.listing import few, listed
from autoviz.model.fact import Fact
from autoviz.model.labels import AnswerStyle
from autoviz.model.profile import Scalar
from autoviz.model.settings import Settings

_DAY = re.compile(r"\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}-\d\d-\d\d")
YES_OR_NO = frozenset({"y", "n", "yes", "no", "0", "1", "true", "false"})
"""Texts that say no more than yes or no, so that they need what they are said of."""
SUPERLATIVES = {"largest": "the highest", "smallest": "the lowest"}


@dataclass(frozen=True)
class Finding:
    """Facts that belong together and what they measure; `note` is a sentence of its own where there is no list."""

    what: str
    facts: tuple[Fact, ...]
    note: str = ""
    rows: int | None = None
    """How many rows or groups there are, where more than the facts at hand."""
    beside: tuple[Fact, ...] = ()
    """Facts of the same result that are not told."""
    ranked: bool = False
    """Whether the order of the facts is what was asked for, also where they are periods."""
    lead: str = ""
    """The sentence that answers, where the facts need no list."""
    filled: tuple[Fact, ...] = ()
    """The facts of periods that the data fill, where some are not filled, and a sentence about these."""
    unfilled: str = ""

    @property
    def is_number(self) -> bool:
        """A single value, of everything."""
        return len(self.facts) == 1 and not self.facts[0].group and not self.facts[0].period

    @property
    def is_course(self) -> bool:
        """Values along time."""
        return not self.ranked and len(self.facts) > 1 and all(fact.period for fact in self.filled or self.facts)


def told(fact: Fact) -> str:
    """The value of a fact; a share is told in percent."""
    if fact.name == "share" and isinstance(fact.value, float) and fact.unit is None:
        return percent(fact.value)
    return shown(fact.value, fact.unit)


def label(value: Scalar) -> str:
    """A group's own name; a year stays 2023."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and math.isfinite(value):
        value = int(value) if value.is_integer() else float(f"{value:.12g}")
    return "(missing)" if value is None else str(value)


def group_of(fact: Fact) -> str:
    """The group that a fact is about."""
    return ", ".join(_own_name(*item) if _is_yes_or_no(item[1]) else label(item[1]) for item in fact.group.items())


def name_of(fact: Fact) -> str:
    """What a fact is about: its group, and its period where it has one."""
    group = group_of(fact)
    return f"{group} {at(fact.period)}" if group and fact.period else group or fact.period or ""


def style_for(findings: Sequence[Finding], asked: AnswerStyle) -> tuple[AnswerStyle, str]:
    """The style to tell the findings in, and why."""
    if asked != "auto":
        return asked, "the setting answer_style asks for it"
    for finding in findings:
        if (
            not (finding.note or finding.lead)
            and not finding.is_course
            and len(finding.facts) > 1
            and len(finding.facts[0].group) > 1
        ):
            return "grouped", "the values lie in groups within groups"
    return "short", "a sentence holds it"


def rendered(findings: Sequence[Finding], style: AnswerStyle, settings: Settings) -> tuple[str, ...]:
    """One paragraph per finding, at most `max_paragraphs`, and then how many more there are."""
    paragraphs = [_paragraph(finding, style, settings) for finding in findings]
    shown = few(paragraphs, settings.max_paragraphs)
    return tuple(paragraphs) if shown == paragraphs else (*shown[:-1], f"{shown[-1]}.")


def _paragraph(finding: Finding, style: AnswerStyle, settings: Settings) -> str:
    if finding.note:
        return finding.note
    if finding.lead and style not in ("bullets", "table"):
        return finding.lead
    if finding.is_number:
        return f"{sentence(finding.what)} is {told(finding.facts[0])}."
    if style == "bullets":
        return _bullets(finding, settings.max_items)
    if style == "table":
        return _table(finding, settings.max_items)
    if style == "grouped" and not finding.is_course and len(finding.facts[0].group) > 1:
        return _grouped(finding, settings)
    if len(finding.facts) == 1 and finding.facts[0].name in SUPERLATIVES:
        return superlative(finding.what, finding.facts[0])
    if finding.is_course:
        return course(finding, settings.max_groups)
    return listing(finding, settings.max_items)


def superlative(what: str, fact: Fact) -> str:
    """The one at the top or bottom: 'West has the highest total revenue: 1.88M.'"""
    return f"{sentence(name_of(fact))} has {SUPERLATIVES[fact.name]} {what}: {told(fact)}."


def listing(finding: Finding, limit: int) -> str:
    """Values by group: 'Total revenue: West 1.2M, East 0.9M and 3 more.'"""
    items = [beside(name_of(fact), told(fact)) for fact in finding.facts]
    return f"{sentence(finding.what)}: {listed(few(items, limit, finding.rows))}."


def _bullets(finding: Finding, limit: int) -> str:
    lines = few([f"{name_of(fact)}: {told(fact)}" for fact in finding.facts], limit, finding.rows)
    return "\n".join([f"{sentence(finding.what)}:", *(f"- {line}" for line in lines)])


def _table(finding: Finding, limit: int) -> str:
    """A table in Markdown: a column per group, the period, the value."""
    groups = list(finding.facts[0].group)
    period = ["period"] if finding.facts[0].period else []
    rows = [[*map(readable, groups), *period, finding.what]]
    for fact in finding.facts:
        labels = [label(value) for value in fact.group.values()]
        rows.append([*labels, *([fact.period] if fact.period else []), told(fact)])
    head, *body = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *few(body, limit, finding.rows)])


def _by_group(facts: Sequence[Fact], depth: int | None = None) -> list[list[Fact]]:
    """Facts by their group, or by its first labels only, in their order."""
    found: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts:
        found.setdefault(tuple(fact.group.values())[:depth], []).append(fact)
    return list(found.values())


def _grouped(finding: Finding, settings: Settings) -> str:
    """A line per outer group with the values of its inner groups."""
    outer = _by_group(finding.facts, depth=1)
    lines = few([f"{_outer_label(items)}: {_inner(items, settings.max_items)}" for items in outer], settings.max_groups)
    return "\n".join([f"{sentence(finding.what)}:", *(f"- {line}" for line in lines)])


def _outer_label(facts: Sequence[Fact]) -> str:
    return _own_name(*next(iter(facts[0].group.items())))


def _own_name(column: str, value: Scalar) -> str:
    """What a group is called beside others: a bare number, a yes or a no with what it is of."""
    bare = (isinstance(value, (int, float)) and not 1000 <= value < 3000) or _is_yes_or_no(value)
    return f"{readable(column)} {label(value)}" if bare else label(value)


def _is_yes_or_no(value: Scalar) -> bool:
    return isinstance(value, bool) or (isinstance(value, str) and value.casefold() in YES_OR_NO)


def at(period: str) -> str:
    """A period as the time at which something was: in Mar 2024, on 7 Mar 2024."""
    return f"{'on' if _DAY.match(period) else 'in'} {period}"


def beside(name: str, value: str) -> str:
    """What a group has; a name that ends in a figure is set off, so that the two do not run together."""
    return f"{name}: {value}" if name[-1:].isdigit() else f"{name} {value}".strip()


def _inner(facts: Sequence[Fact], limit: int) -> str:
    items = []
    for fact in facts:
        labels = [_own_name(name, value) for name, value in list(fact.group.items())[1:]]
        items.append(beside(f"{', '.join(labels)}{f' {at(fact.period)}' if fact.period else ''}", told(fact)))
    return listed(few(items, limit))


def course(finding: Finding, max_groups: int) -> str:
    """From when to when: one clause per group, 'N more' after the limit."""
    by_group = _by_group(finding.filled or finding.facts)
    told_all = "; ".join(few([_clause(items) for items in by_group], max_groups))
    return f"{sentence(finding.what)}: {told_all}.{finding.unfilled}"


def _clause(facts: Sequence[Fact]) -> str:
    first, last = facts[0], facts[-1]
    start, end = f"{told(first)} {at(str(first.period))}", f"{told(last)} {at(str(last.period))}"
    return f"{group_of(first)} {start if len(facts) == 1 else f'from {start} to {end}'}".strip()
