"""Questions over an invented table: a form, perhaps a colour, a condition, a chart, an order, and typing noise."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from autoviz.linking.text import normalise
from training.conditions import cell_phrase, condition, group_condition
from training.draft import Body, Draft
from training.forms_more import FORMS
from training.grammar import noisy, phrases, unmarked
from training.tables import Table
from training.target import Span, Target

SPLITTABLE = ("group", "count", "trend", "scatter", "relation", "histogram")
SORTABLE = ("group", "count", "relation", "lookup")
_GROUPED = re.compile(r" (?:by|per|for each|in each|across|over time|for every) ")
TOTALS_LEADS = (
    "get",
    "get me",
    "give me",
    "list",
    "report",
    "tell me",
    "I need the numbers for",
    "give the figures for",
)


Mention = tuple[int, int, str]
"""The first and the last place of a phrase, the last one excluded, and the column that it stands for."""


@dataclass(frozen=True)
class Example:
    """A question, what it should be read as, and the table it is about."""

    question: str
    target: Target
    table: str
    said: tuple[Mention, ...] | None = None
    """Where columns are spoken of, as far as that is known; None where it is not known at all."""
    absent: tuple[tuple[int, int], ...] = ()
    """Where the question speaks of what the table lacks."""


def ask(table: Table, rng: random.Random) -> Example | None:
    """One question over a table; None where the dice asked for what the table does not have."""
    draft = Draft(table, rng)
    body = rng.choices(list(FORMS), list(FORMS.values()))[0](draft)
    if body is None:
        return None
    body = _split(draft, body)
    body = _condition(draft, body)
    text = _dressed(draft, body)
    text = _tail(draft, text)
    if rng.random() < 0.05:
        text = rng.choice(phrases("phrases")["opening"]) + text
    if rng.random() < 0.04:
        text = f"{text.rstrip('?.')} {rng.choice(phrases('phrases')['please'])}"
    return _finished(draft, noisy(text, rng))


def _finished(draft: Draft, text: str) -> Example | None:
    plain, places = unmarked(normalise(text))
    if not plain or "{" in plain or normalise(plain) != plain:
        return None
    target = draft.target.settled()
    spans = [
        Span(start, end, use, operator, column)
        for (start, end), (use, operator, column) in zip(places, draft.marked, strict=False)
        if end > start
    ]
    return Example(plain, replace(target, spans=spans), draft.table.name, tuple(_mentions(plain, draft)))


def _mentions(text: str, draft: Draft) -> Iterator[Mention]:
    """Where the phrases for columns stand, as far as typing left them whole."""
    for phrase, column in sorted(draft.said):
        for found in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text.lower()):
            yield found.start(), found.end(), column


def _split(draft: Draft, body: Body) -> Body:
    """Perhaps a colour or a chart for each value of a category."""
    target, rng = draft.target, draft.rng
    if target.form not in SPLITTABLE or target.color or len(target.metrics) > 1 or len(target.intents) > 1:
        return body
    roll = rng.random()
    if roll > 0.97:
        return _by_values(draft, body)
    column = draft.fresh(draft.categories * 3 + draft.ordinals)
    if column is None or roll > 0.36:
        return body
    known = phrases("phrases")
    slots = {"c": draft.say(column), "cs": draft.says(column)}
    if roll < 0.06:
        target.facet = column
        return Body(body.text.rstrip("?") + draft.pattern(known["facet"], **slots), body.whole)
    target.color = column
    if roll < 0.09:
        return Body(draft.pattern(known["split_before"], **slots) + body.text, True)
    tail = draft.pattern(known["split"], **slots)
    if "olo" in tail or "legend" in tail:
        target.flags.add("color_stated")
    if "stacked" in tail:
        target.layout = "stacked"
    if "clustered" in tail:
        target.layout = "grouped"
    return Body(body.text.rstrip("?") + tail, body.whole)


def _by_values(draft: Draft, body: Body) -> Body:
    """A colour that only its two or three values name: for men and for women."""
    columns = [name for name in draft.categories if 2 <= len(draft.table.profile.by_name[name].values) <= 3]
    column = draft.fresh([name for name in columns if name not in draft.flags])
    if column is None:
        return body
    draft.target.color = column
    shown = [cell_phrase(column, value, draft) for value in draft.table.profile.by_name[column].values]
    listed = ", ".join(shown[:-1]) + draft.rng.choice((" and ", " and ", " vs ", " versus ")) + shown[-1]
    return Body(body.text.rstrip("?") + draft.pattern(phrases("phrases")["split_values"], list=listed), body.whole)


def _condition(draft: Draft, body: Body) -> Body:
    """Perhaps one or two conditions, behind or before the question."""
    target, rng = draft.target, draft.rng
    wanted = rng.choices((0, 1, 2), (45, 45, 10) if target.form in ("number", "lookup") else (74, 21, 5))[0]
    texts = [text for text in (condition(draft) for _ in range(wanted)) if text]
    if target.form in ("group", "count") and target.x and rng.random() < 0.04:
        texts.append(group_condition(draft, target.x) or "")
    if not texts or not texts[-1]:
        return body
    joined = rng.choice((" and ", " and ", ", ")).join(texts)
    within = _GROUPED.search(body.text) if target.form in ("group", "count", "trend") and rng.random() < 0.2 else None
    if within:
        return Body(f"{body.text[: within.start()]} {joined}{body.text[within.start() :]}", body.whole)
    if rng.random() < 0.2:
        return Body(f"{rng.choice(('', 'for ', 'for all ', 'for those '))}{draft.rows()} {joined}, {body.text}", True)
    end = "?" if body.text.endswith("?") else ""
    return Body(f"{body.text.rstrip('?')}{rng.choice((' ', ' ', ', '))}{joined}{end}", body.whole)


def _dressed(draft: Draft, body: Body) -> str:
    """The body with a chart that it names, or a lead such as "show me"."""
    target, rng, known = draft.target, draft.rng, phrases("phrases")
    words = _chart_words(draft) if "chart_stated" not in target.flags and rng.random() < 0.36 else None
    if words is not None:
        if not body.whole:
            text: str = draft.pattern(known["with_chart"], g=words, lead=rng.choice(known["lead"]), b=body.text)
            return text
        if rng.random() < 0.3:
            return draft.pattern(known["before_question"], g=words, b=body.text)
        return body.text + draft.pattern(known["after_question"], g=words)
    if body.whole or rng.random() < 0.38:
        return body.text
    summed = "sum" in target.aggregates.values() and target.form != "share"
    lead = rng.choice(known["lead_totals"] if summed and rng.random() < 0.3 else known["lead"])
    if summed and lead in TOTALS_LEADS:
        target.flags.add("wants_table")
    return f"{lead} {body.text}"


CHARTS_OF_FORM = {
    "group": (("bar", 70), ("pie", 6), ("line", 8), ("histogram", 5), ("treemap", 2)),
    "count": (("bar", 70), ("pie", 14), ("histogram", 8), ("treemap", 3)),
    "trend": (("line", 68), ("area", 10), ("bar", 22)),
    "change": (("line", 50), ("bar", 50)),
    "window": (("line", 100),),
    "scatter": (("scatter", 100),),
    "relation": (("bar", 90), ("line", 10)),
    "histogram": (("histogram", 88), ("bar", 12)),
    "share": (("pie", 70), ("treemap", 15), ("bar", 15)),
    "share over time": (("area", 50), ("bar", 35), ("line", 15)),
    "rank": (("bar", 90), ("pie", 5), ("treemap", 5)),
    "lookup": (("bar", 85), ("pie", 8), ("line", 7)),
    "compare": (("bar", 100),),
}


def _chart_words(draft: Draft) -> str | None:
    """Words for a chart that suits the target, noted in it; what is called a histogram of categories is bars."""
    target, rng, known = draft.target, draft.rng, phrases("phrases")
    if target.form not in CHARTS_OF_FORM or "table_only" in target.flags:
        return None
    options = CHARTS_OF_FORM["share over time" if target.form == "share" and target.color else target.form]
    said = rng.choices([name for name, _ in options], [weight for _, weight in options])[0]
    if said in ("pie", "treemap") and (target.color or target.facet or len(target.metrics) > 1):
        said = "bar"
    if target.form == "histogram":
        target.mark = "histogram"
        if said == "histogram":
            target.flags.add("chart_stated")
        return str(rng.choice(known["chart"][said]))
    target.mark = "bar" if said == "histogram" else said
    target.flags.add("chart_stated")
    if said == "bar" and rng.random() < (0.6 if target.color else 0.08):
        target.layout = rng.choice(("stacked", "grouped") if target.color else ("horizontal",))
        return str(rng.choice(known["layout"][target.layout]))
    return str(rng.choice(known["chart"][said]))


def _tail(draft: Draft, text: str) -> str:
    """Perhaps an order of the bars, perhaps a wish for a table."""
    target, rng, known = draft.target, draft.rng, phrases("phrases")
    if target.form in SORTABLE and target.x and "table_only" not in target.flags and rng.random() < 0.13:
        text = text.rstrip("? .") + rng.choice((", ", ", ", " and ", ". ")) + _sorting(draft)
    if target.form in ("group", "count", "trend", "share", "rank") and "chart_stated" not in target.flags:
        roll = rng.random()
        if roll < 0.02:
            target.flags |= {"wants_table", "table_only"}
            text = text.rstrip("? ") + draft.pattern(known["table_only"])
    if "table_only" not in target.flags and rng.random() < 0.025:
        target.flags.add("wants_table")
        text = text.rstrip("? .") + draft.pattern(known["table_also"])
    return text


def _sorting(draft: Draft) -> str:
    target, rng, known = draft.target, draft.rng, phrases("phrases")
    order = rng.choice(("asc", "desc"))
    axis = rng.choice(("x", "y"))
    other = draft.fresh(draft.measures)
    slots = {
        "by": rng.choice(known["sort_lead"]),
        "o": rng.choice(known["order"][order]),
        "x": draft.say(target.x or ""),
    }
    if other and rng.random() < 0.06:
        target.sort_column, target.sort = other, f"column {order}"
        return draft.pattern(known["sort_column"], s=draft.say(other), **slots)
    measure = draft.say(target.metrics[0]) if target.metrics else rng.choice(("count", "number", "total number"))
    phrase = draft.pattern(known[f"sort_{axis}"], y=measure, m=measure, **slots)
    if "high to low" in phrase or "first" in phrase or "descending" in phrase:
        order = "desc"
    if "alphabetical" in phrase:
        order = "asc"
    target.sort = f"{axis} {order}"
    return phrase
