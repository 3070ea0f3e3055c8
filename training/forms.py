"""The forms of a question: who plays which role in each, and the words for it."""

from __future__ import annotations

from collections.abc import Callable

from training.conditions import cell_phrase, number_phrase
from training.draft import Body, Draft
from training.grammar import phrases
from training.target import Target

Form = Callable[[Draft], Body | None]
CYCLES = ("weekday", "month_of_year", "hour_of_day")
GRAINS = ("hour", "day", "week", "month", "quarter", "year")


def _metric(draft: Draft, ordinals: bool = True) -> str | None:
    pool = draft.measures * 3 + (draft.ordinals * 2 if ordinals else [])
    return draft.fresh(pool)


def _grouping(draft: Draft) -> str | None:
    pool = draft.categories * 3 + draft.ordinals * 2 + draft.names
    return draft.fresh(pool)


def group(draft: Draft) -> Body | None:
    """A metric for each category."""
    x, y = _grouping(draft), _metric(draft)
    if x is None or y is None or x == y:
        return None
    func = draft.function(y)
    draft.target = Target("group", "bar", [y], x=x)
    degrees = draft.table.concepts[y].degrees
    if degrees and draft.chance(0.15):
        return _degree(draft, "degree_group", degrees, x)
    body = draft.body("group", m=draft.measure(y, func), x=draft.say(x), xs=draft.says(x))
    if "axis" in body.text or " as x and " in body.text:
        draft.target.flags.add("axes_stated")
    return body


def _degree(draft: Draft, name: str, degrees: tuple[str, ...], x: str) -> Body:
    how = draft.rng.choice(degrees)
    return Body(draft.pattern(phrases("phrases")[name], how=how, x=draft.say(x), xs=draft.says(x)), True)


def two_metrics(draft: Draft) -> Body | None:
    """Two metrics for each category or over time."""
    over_time = bool(draft.times) and draft.chance(0.4)
    if len(draft.measures) < 2 or not (draft.categories or over_time):
        return None
    first, second = draft.rng.sample(draft.measures, 2)
    func = draft.function(first)
    draft.target = Target("trend" if over_time else "group", "line" if over_time else "bar", [first, second])
    words = draft.measure(first, func)
    joined = draft.pattern(["{a} (and|and|as well as|,|plus) {b}"], a=words, b=draft.say(second))
    if func not in ("none", "quantile"):
        draft.target.aggregates[second] = func
    if over_time:
        return _over_time(draft, joined)
    x = draft.fresh(draft.categories)
    if x is None:
        return None
    draft.target.x = x
    if draft.chance(0.4):
        slots = {"a": words, "b": draft.say(second), "x": draft.say(x), "xs": draft.says(x)}
        return Body(draft.pattern(phrases("phrases")["both"], **slots), False)
    return draft.body("group", m=joined, x=draft.say(x), xs=draft.says(x))


def nunique(draft: Draft) -> Body | None:
    """How many different names, keys or values there are for each category."""
    x, y = draft.fresh(draft.categories), draft.fresh(draft.names * 2 + draft.keys + draft.categories)
    if x is None or y is None or x == y:
        return None
    draft.target = Target("group", "bar", [y], x=x, aggregates={y: "nunique"})
    plain = _plainly(draft, x, y) if draft.chance(0.4) else None
    if plain is not None:
        return plain
    if draft.chance(0.5):
        return Body(
            draft.pattern(phrases("phrases")["different"], y=draft.say(y), ys=draft.says(y), x=draft.say(x)), True
        )
    return draft.body("group", m=draft.measure(y, "nunique"), x=draft.say(x), xs=draft.says(x))


def _plainly(draft: Draft, x: str, y: str) -> Body | None:
    """The same without a word for different: names of which nearly every row has its own are counted as rows."""
    known, said = draft.table.profile.by_name[y], draft.says(y)
    repeated = (known.distinct or known.rows) / max(known.rows, 1)
    if 0.3 < repeated < 0.6 or any(word in said.lower() for word in draft.table.rows):
        return None
    if repeated >= 0.6:
        draft.target = Target("count", "bar", x=x, flags={"count_rows"})
    slots = {"ys": said, "x": draft.say(x), "xs": draft.says(x)}
    return Body(draft.pattern(phrases("phrases")["different_plain"], **slots), True)


def count(draft: Draft) -> Body | None:
    """Rows for each category."""
    x = _grouping(draft)
    if x is None:
        return None
    draft.target = Target("count", "bar", x=x)
    return draft.body("count_rows", k=draft.counted(), x=draft.say(x), xs=draft.says(x))


def category_alone(draft: Draft) -> Body | None:
    """Nothing but a category: its counts."""
    x = draft.fresh(draft.categories + draft.ordinals)
    if x is None:
        return None
    draft.target = Target("count", "bar", x=x, flags={"count_rows"})
    return Body(
        draft.pattern(
            ["{x}", "{xs}", "(the|all) {xs}", "{row} {xs}", "{xs} of the {rows}"], x=draft.say(x), xs=draft.says(x)
        ),
        False,
    )


def trend(draft: Draft) -> Body | None:
    """A metric, or rows, over time."""
    if not draft.times:
        return None
    y = _metric(draft)
    if draft.chance(0.25) or y is None:
        draft.target = Target("trend", "line")
        return _over_time(draft, draft.counted())
    func = draft.function(y)
    draft.target = Target("trend", "line", [y])
    return _over_time(draft, draft.measure(y, func))


def _over_time(draft: Draft, measure: str) -> Body | None:
    time = draft.fresh(draft.times)
    if time is None:
        return None
    draft.target.x = time
    measure = _by_groups(draft, measure)
    over, grain = _when(draft, time)
    known = phrases("phrases")
    grainly = known["grainly"].get(grain, "monthly")
    if draft.chance(0.2) and grain in known["grainly_more"]:
        grainly = known["grainly_more"][grain]
    body = draft.body("trend", m=measure, over="{over}", grain="{grain}", grainly="{grainly}", tx="{tx}")
    text = body.text
    states = "{grain" in text or "{over}" in text
    if not states or (grain not in GRAINS and "{grain" in text):
        text, states = (text, False) if "{" not in text or "{tx}" in text else (f"{measure} {over}", True)
    draft.target.grain = grain if states else "unknown"
    if draft.target.grain in CYCLES:
        draft.target.form, draft.target.mark = "group", "bar"
    if grain == "unknown" and "{grain" in text:
        text = f"{measure} {over}"
    text = text.replace("{over}", over).replace("{grainly}", grainly).replace("{grain}", grain)
    return Body(text.replace("{tx}", draft.say(time)), body.whole)


def _by_groups(draft: Draft, measure: str) -> str:
    """Perhaps one or two groups, named before the time: the first is the colour, the second the facet."""
    roll = draft.rng.random()
    first, second = draft.fresh(draft.categories), draft.fresh(draft.categories)
    if roll > 0.3 or first is None:
        return measure
    draft.target.color = first
    slots = {"m": measure, "c": draft.say(first), "cs": draft.says(first)}
    if roll > 0.14 or second is None or second == first:
        return draft.pattern(phrases("phrases")["by_one"], **slots)
    draft.target.facet = second
    return draft.pattern(phrases("phrases")["by_two"], **slots, f=draft.say(second), fs=draft.says(second))


def _when(draft: Draft, time: str) -> tuple[str, str]:
    """Words for the time axis and the grain that they state."""
    known, concept = phrases("phrases"), draft.table.concepts[time]
    name = draft.say(time)
    if concept.kind == "y":
        stated = draft.chance(0.65)
        words = known["over_grain"] if stated else known["over_unknown"]
        grain = "year" if stated or "year" in name or "year" in concept.words else "unknown"
        return draft.pattern(words, grain="year", t=name), grain
    roll = draft.rng.random()
    if roll < 0.38:
        return draft.pattern(known["over_unknown"], t=name), "unknown"
    if roll < 0.82:
        finest = GRAINS.index(concept.spec.split()[0]) if concept.spec.split()[0] in GRAINS else 1
        grain = draft.rng.choice(GRAINS[max(finest, 0 if draft.chance(0.1) else 1) :])
        return draft.pattern(known["over_grain"], grain=grain, t=name), grain
    cycles = ["weekday", "weekday", "month_of_year"] + (["hour_of_day"] * 2 if concept.spec.startswith("hour") else [])
    cycle = draft.rng.choice(cycles)
    return draft.pattern(known["over_cycle"][cycle], t=name), cycle


def scatter(draft: Draft) -> Body | None:
    """One number against another."""
    if len(draft.measures) < 2:
        return None
    x, y = draft.rng.sample(draft.measures, 2)
    draft.target = Target("scatter", "scatter", [y], x=x)
    body = draft.body("scatter", 0.5, y=draft.say(y), x=draft.say(x), k=draft.rows())
    if "axis" in body.text:
        draft.target.flags.add("axes_stated")
    size = draft.fresh(draft.measures) if draft.chance(0.14) else None
    if size:
        draft.target.size = size
        tail = draft.pattern(phrases("phrases")["sized"], s=draft.say(size))
        return _bubbles(draft, Body(body.text.rstrip("?") + tail, body.whole))
    if draft.chance(0.08):
        draft.target.flags.add("trend_line")
        return Body(body.text.rstrip("?") + draft.pattern(phrases("phrases")["trend_line"]), body.whole)
    return body


def _bubbles(draft: Draft, body: Body) -> Body:
    """Perhaps a chart of bubbles, called so."""
    if body.whole or not draft.chance(0.35):
        return body
    draft.target.flags.add("chart_stated")
    words = draft.rng.choice(phrases("phrases")["bubble"])
    return Body(draft.pattern(["{g} of {b}", "{g} {b}", "{b}, {g}", "{g}: {b}"], g=words, b=body.text), False)


def scatter_stated(draft: Draft) -> Body | None:
    """Points that are asked for by name, also of keys and small whole numbers."""
    pool = draft.measures + draft.ordinals * 2 + draft.keys
    if len(pool) < 2:
        return None
    x, y = draft.rng.sample(list(dict.fromkeys(pool)), 2) if len(set(pool)) > 1 else (pool[0], pool[0])
    if x == y:
        return None
    draft.target = Target("scatter", "scatter", [y], x=x, flags={"chart_stated"})
    words = draft.rng.choice(phrases("phrases")["chart"]["scatter"])
    body = draft.body("scatter", 0.3, y=draft.say(y), x=draft.say(x), k=draft.rows())
    if body.whole:
        return Body(body.text + draft.pattern(phrases("phrases")["after_question"], g=words), True)
    shown = ["{g} of {b}", "{b} (as|in|using|with) [a] {g}", "{g} {b}", "(show|draw) a {g} (of|for|about) {b}"]
    return Body(draft.pattern(shown, g=words, b=body.text), False)


def relation(draft: Draft) -> Body | None:
    """A category or small whole number put in relation to a metric: bars, not points."""
    x, y = draft.fresh(draft.ordinals * 3 + draft.categories), _metric(draft, ordinals=False)
    if x is None or y is None:
        return None
    draft.target = Target("relation", "bar", [y], x=x)
    measure = draft.measure(y, draft.rng.choice(("none", "none", "mean")))
    return draft.body("scatter", 0.5, y=measure, x=draft.say(x))


def relation_count(draft: Draft) -> Body | None:
    """Two categories put in relation: counts of one by the other."""
    x, color = draft.fresh(draft.ordinals + draft.categories), draft.fresh(draft.categories)
    if x is None or color is None or x == color:
        return None
    draft.target = Target("count", "bar", x=x, color=color, flags={"count_rows"})
    patterns = [
        "{k} by {x} and {c}",
        "{x} (vs|by|and|against) {c}",
        "{xs} (in|per|for) each {c}",
        "(relationship|relation) between {x} and {c}",
        "(distribution|breakdown) of {x} (by|for each|per) {c}",
        "how (does|do) [the] {x} (differ|vary) (by|across|between) {c}?",
        "{k} with each {x} (in|per|for) each {c}",
        "how many {rows} of each {x} are there in each {c}?",
        "which {xs} do the {cs} have?",
        "{c} breakdown (by|for each) {x}",
        "how are {xs} distributed across {cs}?",
        "{k} for (each|every) {x} and {c}",
        "{xs} across {cs}",
        "(mix|composition|make-up|breakdown) of {cs} (within|in|on|for|across) (each|every|the) {x}",
        "{c} (mix|split|composition) (in|on|per|of|for) (each|every) {x}",
        "what is the (mix|composition|split) of {cs} (in|within|on) each {x}?",
        "what {cs} are there in each {x}, and how many?",
    ]
    return Body(
        draft.pattern(
            patterns, k=draft.counted(), x=draft.say(x), xs=draft.says(x), c=draft.say(color), cs=draft.says(color)
        ),
        False,
    )


def histogram(draft: Draft) -> Body | None:
    """How one number is spread."""
    y = draft.fresh(draft.measures)
    if y is None:
        return None
    draft.target = Target("histogram", "histogram", x=y, flags={"count_rows"})
    degrees = draft.table.concepts[y].degrees
    if degrees and draft.chance(0.2):
        return _degree(draft, "degree", degrees, y)
    body = draft.body("hist", 0.3, k=draft.counted(), y=draft.say(y), ys=draft.says(y))
    if draft.chance(0.12):
        numbers = (5, 8, 10, 12, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000)
        bins = draft.mark(number_phrase(draft.rng.choice(numbers), draft.rng), "bins")
        return Body(body.text.rstrip("?") + draft.pattern(phrases("phrases")["bins"], n=bins), body.whole)
    return body


def box(draft: Draft) -> Body | None:
    """How a number is spread within each category."""
    x, y = draft.fresh(draft.categories * 2 + draft.ordinals), draft.fresh(draft.measures)
    if x is None or y is None:
        return None
    draft.target = Target("box", draft.rng.choice(("box", "box", "violin")), [y], x=x)
    if draft.target.mark == "violin" or draft.chance(0.4):
        draft.target.flags.add("chart_stated")
        words = draft.pattern(phrases("phrases")["chart"][draft.target.mark])
        return Body(
            draft.pattern(
                ["{g} of {y} (by|per|for each|across) {x}", "{y} by {x} as [a] {g}", "{y} per {x}, {g}"],
                g=words,
                y=draft.say(y),
                x=draft.say(x),
            ),
            False,
        )
    return draft.body("box", y=draft.say(y), x=draft.say(x), xs=draft.says(x))


def share(draft: Draft) -> Body | None:
    """Parts of a whole."""
    x = draft.fresh(draft.categories)
    if x is None:
        return None
    summed = [name for name in draft.measures if draft.table.concepts[name].kind == "+"]
    y = draft.fresh(summed) if draft.chance(0.5) else None
    few = len(draft.table.profile.by_name[x].values) <= 8
    draft.target = Target("share", "pie" if few else "bar", [y] if y else [], x=x)
    if y:
        draft.target.aggregates[y] = "sum"
    else:
        draft.target.flags.add("count_rows")
    words = (
        draft.pattern(["{y}", "total {y}", "the {y}"], y=draft.say(y))
        if y
        else draft.pattern(["{rows}", "all {rows}", "the {rows}"])
    )
    return draft.body("share", s=words, x=draft.say(x), xs=draft.says(x))


def heatmap(draft: Draft) -> Body | None:
    """A grid of two categories, shaded by a metric or by counts."""
    x, color = draft.fresh(draft.categories + draft.ordinals), draft.fresh(draft.categories)
    y = draft.fresh(draft.measures)
    if x is None or color is None or x == color or y is None:
        return None
    draft.target = Target("heatmap", "heatmap", x=x, color=color, flags={"chart_stated"})
    if draft.chance(0.4):
        words = draft.counted()
    else:
        draft.target.metrics = [y]
        words = draft.measure(y, draft.function(y))
    return draft.body("heatmap", 0.1, m=words, x=draft.say(x), c=draft.say(color))


def compare_values(draft: Draft) -> Body | None:
    """Two values of a category held against each other."""
    x, y = draft.fresh([name for name in draft.categories if draft.table.concepts[name].kind in "cg"]), _metric(draft)
    values = draft.table.profile.by_name[x].values if x else ()
    if x is None or y is None or len(values) < 3:
        return None
    draft.target = Target("compare", "bar", [y], x=x, filters={x})
    first, second = draft.rng.sample(list(values), 2)
    marks = {
        key: draft.mark(cell_phrase(x, value, draft), "filter", "=", x) for key, value in (("v", first), ("w", second))
    }
    if draft.chance(0.3):
        draft.target.metrics = []
        words = draft.counted()
    else:
        words = draft.measure(y, draft.function(y))
    return Body(draft.pattern(phrases("phrases")["compare_values"], m=words, **marks), True)


BASIC: dict[Form, float] = {
    group: 17,
    count: 12,
    trend: 17,
    scatter: 11,
    scatter_stated: 2,
    relation: 6,
    relation_count: 4,
    histogram: 8,
    box: 3,
    share: 4.5,
    heatmap: 1.2,
    compare_values: 2.5,
    two_metrics: 4,
    nunique: 1.8,
    category_alone: 0.8,
}
