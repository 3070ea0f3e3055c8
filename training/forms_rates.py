"""Forms about yes and no, gaps and quotients: rates, both sides of a flag, missing values, one ratio of all rows."""

from __future__ import annotations

import re

from training.draft import Body, Draft
from training.forms import Form, _grouping, _metric, _over_time
from training.grammar import phrases
from training.target import Target

_SILENT_E = re.compile(r"(?:[vsuczg]|[^aeiou][aeiou]?l|at|ir|ut)$")


def rate_noun(words: str) -> str:
    """What a rate is called after: return for returned, no-show for no show."""
    first, _, rest = words.partition(" ")
    if rest or not first.endswith("ed") or len(first) < 6:
        return words.replace(" ", "-") if len(words.split()) == 2 else words
    stem = first[:-2]
    if stem[-1] == stem[-2] and stem[-1] not in "ls":
        return stem[:-1]
    return f"{stem}e" if _SILENT_E.search(stem) else stem


def _rate(draft: Draft, flag: str) -> str:
    """Words for the share of the rows for which a flag holds."""
    draft.target.metrics, draft.target.aggregates = [flag], {flag: "mean"}
    said = draft.say(flag)
    return draft.pattern(phrases("phrases")["rate"], f=said, s=rate_noun(said))


def rate(draft: Draft) -> Body | None:
    """The share of rows for which a flag holds: by category, over time, ranked, or of all rows."""
    flag, x = draft.fresh(draft.flags), _grouping(draft)
    if flag is None or x is None or x == flag:
        return None
    roll = draft.rng.random()
    if roll < 0.2:
        draft.target = Target("number", "table", flags={"single_number"})
        return draft.body("number", 0.6, m=_rate(draft, flag))
    if roll < 0.38 and draft.times:
        draft.target = Target("trend", "line")
        return _over_time(draft, _rate(draft, flag))
    if roll < 0.6:
        low = draft.chance(0.3)
        draft.target = Target("rank", "bar", x=x, sort="y asc" if low else "y desc")
        words = _rate(draft, flag)
        return draft.body("rank_low" if low else "rank", 0.7, m=words, x=draft.say(x), xs=draft.says(x))
    draft.target = Target("group", "bar", x=x)
    return draft.body("group", m=_rate(draft, flag), x=draft.say(x), xs=draft.says(x))


def both_sides(draft: Draft) -> Body | None:
    """A metric where a flag holds beside where it does not."""
    flag, y = draft.fresh(draft.flags), _metric(draft, ordinals=False)
    if flag is None:
        return None
    draft.target = Target("compare", "bar", x=flag)
    if y is None or draft.chance(0.2):
        words = draft.counted()
    else:
        draft.target.metrics = [y]
        words = draft.measure(y, draft.function(y))
    return Body(draft.pattern(phrases("phrases")["both_sides"], m=words, f=draft.say(flag)), True)


def gaps(draft: Draft) -> Body | None:
    """How many values of a column are missing, by category or in all."""
    y = draft.fresh(draft.measures + draft.categories + draft.times)
    x = _grouping(draft) if draft.chance(0.75) else None
    if y is None or y == x:
        return None
    known = phrases("phrases")["gaps"]
    slots = {"y": draft.say(y), "ys": draft.says(y)}
    if x is None:
        draft.target = Target("number", "table", flags={"single_number", "count_rows"}, nulls={y: "is null"})
        return Body(draft.pattern(known["all"], **slots), True)
    if draft.chance(0.35):
        draft.target = Target("rank", "bar", x=x, sort="y desc", flags={"count_rows"}, nulls={y: "is null"})
        return Body(draft.pattern(known["rank"], x=draft.say(x), xs=draft.says(x), **slots), True)
    draft.target = Target("count", "bar", x=x, flags={"count_rows"}, nulls={y: "is null"})
    return Body(draft.pattern(known["by"], x=draft.say(x), xs=draft.says(x), **slots), True)


def one_ratio(draft: Draft) -> Body | None:
    """One quotient of all rows."""
    if len(draft.measures) < 2:
        return None
    first, second = draft.rng.sample(draft.measures, 2)
    draft.target = Target("number", "table", [first, second], flags={"single_number"}, derive="ratio")
    draft.target.derive_columns = (first, second)
    words = draft.pattern(phrases("phrases")["derive"]["ratio"], a=draft.say(first), b=draft.say(second))
    return draft.body("number", 0.6, m=words)


RATES: dict[Form, float] = {rate: 5, both_sides: 1.5, gaps: 2, one_ratio: 0.8}
