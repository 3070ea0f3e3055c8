"""Further forms: rankings, changes, windows, anomalies, summaries, single numbers, lookups, derived metrics."""

from __future__ import annotations

from training.conditions import number_phrase
from training.draft import Body, Draft
from training.forms import BASIC, Form, _grouping, _metric, _over_time
from training.forms_periods import PERIODIC
from training.forms_rates import RATES
from training.forms_spoken import SPOKEN
from training.grammar import phrases
from training.target import Target


def rank(draft: Draft) -> Body | None:
    """Who has the most, who the least."""
    x, y = draft.fresh(draft.categories * 2 + draft.names + draft.ordinals), _metric(draft, ordinals=False)
    if x is None or y is None:
        return None
    low = draft.chance(0.25)
    if draft.chance(0.3):
        draft.target = Target("rank", "bar", x=x, sort="y desc")
        return draft.body("rank_count", 0.7, k=draft.counted(), x=draft.say(x), xs=draft.says(x))
    draft.target = Target("rank", "bar", [y], x=x, sort="y asc" if low else "y desc")
    words = draft.measure(y, draft.rng.choices(("none", "sum", "mean"), (60, 20, 20))[0])
    if x in draft.names and not low and draft.chance(0.4):
        return Body(draft.pattern(phrases("phrases")["who"], m=words), True)
    return draft.body("rank_low" if low else "rank", 0.65, m=words, x=draft.say(x), xs=draft.says(x))


def top(draft: Draft) -> Body | None:
    """The first or last few."""
    x, y = draft.fresh(draft.categories + draft.names * 3), _metric(draft, ordinals=False)
    if x is None or y is None:
        return None
    low = draft.chance(0.2)
    draft.target = Target("rank", "bar", [y], x=x, limit="asc" if low else "desc", sort="y asc" if low else "y desc")
    n = draft.mark(number_phrase(draft.rng.choice((2, 3, 3, 5, 5, 5, 8, 10, 10, 15, 20)), draft.rng), "limit")
    if draft.chance(0.2):
        draft.target.metrics = []
        words = draft.counted()
    else:
        words = draft.measure(y, draft.rng.choices(("none", "sum", "mean"), (55, 25, 20))[0])
    return draft.body("bottom" if low else "top", n=n, m=words, x=draft.say(x), xs=draft.says(x))


def _dated(draft: Draft) -> str | None:
    return draft.fresh([name for name in draft.times if draft.table.concepts[name].kind == "t"])


def change(draft: Draft) -> Body | None:
    """From one period to the next, or against the year before."""
    time, y = _dated(draft), _metric(draft, ordinals=False)
    if time is None or y is None:
        return None
    base = draft.rng.choice(("previous period", "previous year"))
    relative = draft.chance(0.5)
    grain = draft.rng.choice(("week", "month", "month", "quarter") + (("year",) if base == "previous period" else ()))
    draft.target = Target("change", "line", [y], x=time, grain=grain, change=base)
    if relative:
        draft.target.flags.add("relative")
    forms = phrases("phrases")["change"][f"{base} relative" if relative else base]
    whole = draft.chance(0.4)
    words = draft.measure(y, draft.rng.choice(("none", "none", "sum", "mean")))
    grainly = phrases("phrases")["grainly"][grain]
    return Body(draft.pattern(forms["whole" if whole else "noun"], m=words, grain=grain, grainly=grainly), whole)


def window(draft: Draft) -> Body | None:
    """A rolling average."""
    time, y = _dated(draft), draft.fresh(draft.measures)
    if time is None or y is None:
        return None
    grain = draft.rng.choice(("day", "week", "month"))
    draft.target = Target("window", "line", [y], x=time, grain=grain)
    n = draft.mark(number_phrase(draft.rng.choice((2, 3, 4, 6, 7, 12, 14, 28, 30)), draft.rng), "window")
    words = draft.measure(y, draft.rng.choice(("none", "none", "sum")))
    return Body(draft.pattern(phrases("phrases")["window"], m=words, n=n, grain=grain), False)


def anomaly(draft: Draft) -> Body | None:
    """Values that stand out, in a column or over time."""
    y = draft.fresh(draft.measures)
    if y is None:
        return None
    draft.target = Target("anomaly", "box", [y])
    body = draft.body("anomaly", 0.55, y=draft.say(y), ys=draft.says(y))
    over_time = any(word in body.text for word in ("over time", "days", "when ", "happen"))
    if over_time and draft.times:
        draft.target.x, draft.target.grain, draft.target.mark = draft.rng.choice(draft.times), "unknown", "line"
        draft.target.analysis.add("trend")
    elif over_time:
        return None
    return body


def summary(draft: Draft) -> Body | None:
    """A first look at the table or at one column."""
    draft.target = Target("summary", "table")
    y = draft.fresh(draft.measures + draft.ordinals)
    if y is None:
        return None
    body = draft.body("summary", 0.55, y="{y}")
    if "{y}" in body.text:
        draft.target.metrics = [y]
    return Body(body.text.replace("{y}", draft.say(y)), body.whole)


def number(draft: Draft) -> Body | None:
    """One number and no chart."""
    y = _metric(draft)
    if y is None or draft.chance(0.4):
        draft.target = Target("number", "table", flags={"single_number"})
        return draft.body("number_count", 0.6, k=draft.counted())
    draft.target = Target("number", "table", [y], flags={"single_number"})
    func = "mean"
    while (func := draft.function(y)) == "none":
        pass
    return draft.body("number", 0.7, m=draft.measure(y, func))


def lookup_chart(draft: Draft) -> Body | None:
    """Each row's own value, named."""
    x, y = draft.fresh(draft.names), _metric(draft)
    if x is None or y is None:
        return None
    draft.target = Target("lookup", "bar", [y], x=x)
    return draft.body("lookup_chart", 0.5, x=draft.say(x), xs=draft.says(x), y=draft.say(y), ys=draft.says(y))


def lookup_table(draft: Draft) -> Body | None:
    """Rows as they are."""
    x, y = draft.fresh(draft.names + draft.categories), _metric(draft)
    if x is None or y is None:
        return None
    draft.target = Target("lookup", "table", flags={"wants_table", "table_only"})
    body = draft.body("lookup_table", 0.5, x="{x}", xs="{xs}", y="{y}", ys="{ys}")
    draft.target.metrics = [y] if "{y" in body.text else []
    draft.target.x = x if "{x" in body.text else None
    filled = {"{xs}": draft.says(x), "{ys}": draft.says(y), "{x}": draft.say(x), "{y}": draft.say(y)}
    text = body.text
    for slot, words in filled.items():
        text = text.replace(slot, words)
    return Body(text, True)


def derived(draft: Draft) -> Body | None:
    """A metric made from two columns, by category or over time."""
    x = _grouping(draft)
    if len(draft.measures) < 2 or x is None:
        return None
    first, second = draft.rng.sample(draft.measures, 2)
    op = draft.rng.choice(("difference", "ratio", "ratio", "sum", "product"))
    over_time = bool(draft.times) and draft.chance(0.35)
    draft.target = Target("trend" if over_time else "group", "line" if over_time else "bar", [first, second])
    draft.target.derive, draft.target.derive_columns = op, (first, second)
    words = draft.pattern(phrases("phrases")["derive"][op], a=draft.say(first), b=draft.say(second))
    if draft.chance(0.3):
        func = draft.rng.choice(("mean", "sum"))
        words = f"{'average' if func == 'mean' else 'total'} {words}"
        draft.target.aggregates = {first: func, second: func}
    if over_time:
        return _over_time(draft, words)
    draft.target.x = x
    return draft.body("group", m=words, x=draft.say(x), xs=draft.says(x))


def matrix(draft: Draft) -> Body | None:
    """How all numbers go together."""
    y = draft.fresh(draft.measures)
    if y is None:
        return None
    draft.target = Target("matrix", "heatmap")
    body = draft.body("matrix", 0.5, y="{y}")
    if "{y}" in body.text:
        draft.target.metrics = [y]
    return Body(body.text.replace("{y}", draft.say(y)), body.whole)


def two_intents(draft: Draft) -> Body | None:
    """Two questions in one breath; which column plays which role is not asked of the whole."""
    options = [*BASIC, rank, top, change, anomaly, number, *SPOKEN]
    first = draft.rng.choice(options)(draft)
    if first is None:
        return None
    target = draft.target.settled()
    draft.target = Target("group", "bar")
    other = draft.rng.choice(options)(draft)
    if other is None or min(len(first.text.split()), len(other.text.split())) < 4:
        return None
    if draft.target.form == target.form and set(draft.target.metrics) & set(target.metrics):
        return None
    second = draft.target.settled()
    draft.target = Target("two", target.mark, intents=list(dict.fromkeys([*target.intents, *second.intents])))
    draft.target.analysis = target.analysis | second.analysis
    draft.target.flags = {"two_analyses"}
    if not first.whole and not other.whole and draft.chance(0.3):
        charts = [
            draft.rng.choice(phrases("phrases")["chart"][one.mark]) for one in (target, second) if one.mark != "table"
        ]
        if len(charts) == 2:
            slots = {"g": charts[0], "h": charts[1], "a": first.text, "b": other.text}
            return Body(draft.pattern(phrases("phrases")["two_charts"], **slots), True)
    lead = draft.rng.choice((*phrases("phrases")["lead"], "", "", ""))
    if first.whole:
        text = draft.pattern(phrases("phrases")["second_question"], a=first.text.rstrip("?"), b=other.text.rstrip("?"))
        return Body(text, True)
    joined = draft.pattern(phrases("phrases")["second"], b=other.text.rstrip("?"))
    return Body(f"{lead} {first.text} {joined}".replace(" ,", ",").strip(), True)


MORE: dict[Form, float] = {
    rank: 6,
    top: 4,
    change: 2.5,
    window: 1.3,
    anomaly: 2.5,
    summary: 2,
    number: 4,
    lookup_chart: 3.5,
    lookup_table: 2,
    derived: 2,
    matrix: 1,
    two_intents: 3.5,
}
FORMS: dict[Form, float] = {**BASIC, **SPOKEN, **PERIODIC, **RATES, **MORE}
