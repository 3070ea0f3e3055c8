"""Forms in which a column is not named by a noun: verbs, adjectives and lists of values."""

from __future__ import annotations

import re

from training.conditions import cell_phrase, number_phrase, quantity
from training.draft import Body, Draft
from training.forms import CYCLES, Form, _grouping, _metric, _when
from training.grammar import phrases
from training.target import Target
from training.wording import superlative


def _with_verb(draft: Draft) -> tuple[str, str] | None:
    pool = [name for name in draft.measures + draft.ordinals if draft.table.concepts[name].verbs]
    column = draft.fresh(pool)
    return (column, draft.rng.choice(draft.table.concepts[column].verbs)) if column else None


def _said(draft: Draft, name: str, verb: str, **slots: str) -> str:
    """A phrase with a verb in it; to be billed becomes are billed."""
    text = draft.pattern(phrases("phrases")[name], verb=verb, **slots)
    if verb.startswith("be "):
        text = re.sub(r"\b(?:do|did|have) (.{3,40}?) be ", r"are \1 ", text)
        text = re.sub(r" be ", " are ", text)
    return text


def _on_average(draft: Draft, column: str, text: str) -> None:
    """Note an aggregate only where the words say one."""
    if any(word in text for word in ("typically", "usually", "on average")):
        draft.target.aggregates[column] = "mean"


def verb(draft: Draft) -> Body | None:
    """What the rows do, for each category: how much patients are billed per ward."""
    found, x = _with_verb(draft), _grouping(draft)
    if found is None or x is None or x == found[0]:
        return None
    ranked = draft.chance(0.25)
    draft.target = Target("rank" if ranked else "group", "bar", [found[0]], x=x)
    name = "verb_rank" if ranked else "verb_group"
    text = _said(draft, name, found[1], x=draft.say(x), xs=draft.says(x))
    if ranked:
        draft.target.sort = "y asc" if "least" in text else "y desc"
    _on_average(draft, found[0], text)
    return Body(text, True)


def verb_trend(draft: Draft) -> Body | None:
    """What the rows do, over time."""
    found = _with_verb(draft)
    if found is None or not draft.times:
        return None
    draft.target = Target("trend", "line", [found[0]])
    return Body(_said(draft, "verb_trend", found[1], over=_timed(draft)), True)


def _timed(draft: Draft) -> str:
    """Words for a time axis, noted in the target."""
    time = draft.rng.choice(draft.times)
    over, grain = _when(draft, time)
    draft.target.x, draft.target.grain = time, grain
    if grain in CYCLES:
        draft.target.form, draft.target.mark = "group", "bar"
    return over


def verb_spread(draft: Draft) -> Body | None:
    """What the rows do, as a distribution or against another number."""
    found = _with_verb(draft)
    if found is None:
        return None
    x = draft.fresh([name for name in draft.measures if name != found[0]])
    if x is not None and draft.chance(0.55):
        draft.target = Target("scatter", "scatter", [found[0]], x=x)
        return Body(_said(draft, "verb_scatter", found[1], x=draft.say(x)), True)
    if found[0] not in draft.measures:
        return None
    draft.target = Target("histogram", "histogram", x=found[0], flags={"count_rows"})
    return Body(_said(draft, "verb_hist", found[1]), True)


def adjective(draft: Draft) -> Body | None:
    """A metric that only an adjective names: which genres are the most expensive."""
    pool = [name for name in draft.measures + draft.ordinals if draft.table.concepts[name].adjectives]
    y, x = draft.fresh(pool), _grouping(draft)
    if y is None or x is None or x == y:
        return None
    much, little = draft.table.concepts[y].adjectives or ("high", "low")
    low = draft.chance(0.3)
    word, other = (little, much) if low else (much, little)
    slots = {"most": superlative(word), "least": superlative(other), "adj": much if not low else little}
    slots |= {"x": draft.say(x), "xs": draft.says(x), "y": draft.say(y)}
    if draft.chance(0.3):
        draft.target = Target("group", "bar", [y], x=x, aggregates={y: "min" if low else "max"})
        return Body(draft.pattern(phrases("phrases")["adjective_extreme"], **{**slots, "adj": much}), True)
    text = draft.pattern(phrases("phrases")["adjective_rank"], **slots)
    if text.startswith("how "):
        draft.target = Target("group", "bar", [y], x=x)
        return Body(text, True)
    draft.target = Target("rank", "bar", [y], x=x, sort="y asc" if low else "y desc")
    return Body(text, True)


def listing(draft: Draft) -> Body | None:
    """A category that only its values name, all of them or many."""
    x = draft.fresh([name for name in draft.categories if draft.table.concepts[name].kind == "c"])
    values = list(draft.table.profile.by_name[x].values) if x else []
    if x is None or not 3 <= len(values) <= 9:
        return None
    draft.rng.shuffle(values)
    ending = draft.rng.choice(phrases("phrases")["list_end"])
    shown = [cell_phrase(x, value, draft) for value in (values[: max(3, len(values) - 1)] if ending else values)]
    last = "" if ending else draft.rng.choice((" and ", " and ", " or ", ", ", " vs "))
    listed = ", ".join(shown) + ending if ending else ", ".join(shown[:-1]) + last + shown[-1]
    y = _metric(draft)
    if y is None or draft.chance(0.5):
        draft.target = Target("count", "bar", x=x)
        return Body(draft.pattern(phrases("phrases")["listing"], k=draft.counted(), list=listed), True)
    draft.target = Target("group", "bar", [y], x=x)
    return Body(
        draft.pattern(phrases("phrases")["listing_measure"], m=draft.measure(y, draft.function(y)), list=listed), True
    )


def flagged(draft: Draft) -> Body | None:
    """Rows for which something holds, counted for each category: how many orders were returned per region."""
    flag, x = draft.fresh(draft.flags), draft.fresh([name for name in draft.categories if name not in draft.flags])
    if flag is None or x is None:
        return None
    draft.target = Target("count", "bar", x=x, filters={flag}, flags={"count_rows"})
    value = draft.mark(draft.say(flag), "filter", "=", flag)
    return Body(draft.pattern(phrases("phrases")["flagged"], v=value, x=draft.say(x), xs=draft.says(x)), True)


def groups_with(draft: Draft) -> Body | None:
    """Groups that meet a condition, and nothing else: which teams scored at most 140 goals."""
    x, y = _grouping(draft), _metric(draft)
    if x is None or y is None or x == y:
        return None
    draft.target = Target("group", "bar", [y], x=x)
    func = draft.rng.choices(("mean", "sum", "none"), (40, 40, 20))[0]
    words = draft.measure(y, func)
    name = draft.rng.choice(tuple(LIMITS))
    value = draft.mark(number_phrase(quantity(draft, y), draft.rng), "having", LIMITS[name], y)
    bound = draft.pattern(phrases("phrases")["limits"][name], v=value)
    slots = {"m": words, "b": bound, "x": draft.say(x), "xs": draft.says(x)}
    return Body(draft.pattern(phrases("phrases")["groups_with"], **slots), True)


LIMITS = {"above": ">", "below": "<", "least": ">=", "most": "<="}
SPOKEN: dict[Form, float] = {
    verb: 3.5,
    verb_trend: 1,
    verb_spread: 2,
    adjective: 3,
    listing: 2,
    flagged: 1.3,
    groups_with: 1.5,
}
