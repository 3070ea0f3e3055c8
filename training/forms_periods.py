"""Forms about periods, parts and rows: the best month, a share over time, one part of the whole, the largest rows."""

from __future__ import annotations

from training.conditions import cell_phrase, number_phrase
from training.draft import Body, Draft
from training.forms import GRAINS, Form, _metric, _when
from training.grammar import phrases
from training.target import Target

PERIODS = ("day", "week", "month", "month", "quarter", "year", "year")


def _period(draft: Draft) -> tuple[str, str, str] | None:
    """A time column, a grain that it has, and the word for one such period."""
    time = draft.fresh(draft.times)
    if time is None:
        return None
    concept = draft.table.concepts[time]
    if concept.kind == "y":
        return time, "year", draft.rng.choice(("year", "year", draft.say(time)))
    if draft.chance(0.25):
        cycles = ["weekday", "weekday", "month_of_year"] + (["hour_of_day"] if concept.spec.startswith("hour") else [])
        cycle = draft.rng.choice(cycles)
        return time, cycle, draft.rng.choice(phrases("phrases")["cycle_names"][cycle])
    finest = concept.spec.split()[0]
    coarser = GRAINS[GRAINS.index(finest) :] if finest in GRAINS else GRAINS[1:]
    grain = draft.rng.choice([name for name in PERIODS if name in coarser] or ["year"])
    return time, grain, grain


def _measured(draft: Draft) -> str:
    """Words for a metric or for the number of rows, noted in the target."""
    y = _metric(draft, ordinals=False)
    if y is None or draft.chance(0.3):
        return draft.counted()
    draft.target.metrics = [y]
    return draft.measure(y, draft.rng.choices(("none", "sum", "mean"), (60, 25, 15))[0])


def best_period(draft: Draft) -> Body | None:
    """The period with the most or the least."""
    found = _period(draft)
    if found is None:
        return None
    time, grain, word = found
    low = draft.chance(0.25)
    draft.target = Target("rank", "bar", x=time, grain=grain, sort="y asc" if low else "y desc")
    words = _measured(draft)
    name = "period_low" if low else "period_high"
    return draft.body(name, 0.75, m=words, p=word)


def when_best(draft: Draft) -> Body | None:
    """When there was the most or the least, the periods left open."""
    time = draft.fresh(draft.times)
    if time is None:
        return None
    order = "asc" if draft.chance(0.3) else "desc"
    draft.target = Target("rank", "bar", x=time, grain="unknown", sort=f"y {order}")
    return Body(draft.pattern(phrases("phrases")["when"][order], m=_measured(draft)), True)


def top_periods(draft: Draft) -> Body | None:
    """The first or last few periods."""
    found = _period(draft)
    if found is None:
        return None
    time, grain, word = found
    low = draft.chance(0.25)
    order = "asc" if low else "desc"
    draft.target = Target("rank", "bar", x=time, grain=grain, limit=order, sort=f"y {order}")
    words = _measured(draft)
    n = draft.mark(number_phrase(draft.rng.choice((2, 3, 3, 5, 5, 10, 10, 20)), draft.rng), "limit")
    return draft.body("bottom" if low else "top", n=n, m=words, x=word, xs=f"{word}s")


def share_over_time(draft: Draft) -> Body | None:
    """Parts of a whole in each period."""
    time, part = draft.fresh(draft.times), draft.fresh(draft.categories)
    if time is None or part is None:
        return None
    draft.target = Target("share", "line", x=time, color=part, analysis={"trend"})
    words = _whole(draft)
    over, grain = _when(draft, time)
    draft.target.grain = grain
    if grain in ("weekday", "month_of_year", "hour_of_day"):
        draft.target.mark, draft.target.analysis = "bar", set()
    body = draft.body("share_over_time", s=words, x=draft.say(part), xs=draft.says(part), over=over)
    if words not in body.text:  # the mix of what is not said is one of rows
        draft.target.metrics, draft.target.aggregates = [], {}
        draft.target.flags.add("count_rows")
    return body


def _whole(draft: Draft) -> str:
    """Words for what is divided: a metric that adds up, or the rows."""
    summed = [name for name in draft.measures if draft.table.concepts[name].kind == "+"]
    y = draft.fresh(summed) if draft.chance(0.6) else None
    if y is None:
        draft.target.flags.add("count_rows")
        return draft.pattern(["{rows}", "all {rows}", "the {rows}"])
    draft.target.metrics = [y]
    draft.target.aggregates[y] = "sum"
    return draft.pattern(["{y}", "{y}", "total {y}", "the {y}"], y=draft.say(y))


def one_part(draft: Draft) -> Body | None:
    """The share that one value has in the whole."""
    part = draft.fresh([name for name in draft.categories if draft.table.concepts[name].kind in "cg"])
    values = draft.table.profile.by_name[part].values if part else ()
    if part is None or len(values) < 3:
        return None
    time = draft.fresh(draft.times) if draft.chance(0.35) else None
    if time is None:
        draft.target = Target("share", "pie" if len(values) <= 8 else "bar", x=part, filters={part})
    else:
        draft.target = Target("share", "line", x=time, color=part, filters={part}, analysis={"trend"})
    words = _whole(draft)
    value = draft.mark(cell_phrase(part, draft.rng.choice(list(values)), draft), "filter", "=", part)
    text = draft.pattern(phrases("phrases")["one_part"], s=words, v=value)
    if time is None:
        return Body(text, True)
    over, draft.target.grain = _when(draft, time)
    return Body(f"{text.rstrip('?')} {over}", True)


def different(draft: Draft) -> Body | None:
    """How many values a column has: one number."""
    y = draft.fresh(draft.categories + draft.names * 2)
    if y is None or draft.table.concepts[y].kind == "b":
        return None
    draft.target = Target("number", "table", [y], aggregates={y: "nunique"}, flags={"single_number"})
    return Body(draft.pattern(phrases("phrases")["different_alone"], ys=draft.says(y)), True)


def largest_rows(draft: Draft) -> Body | None:
    """The rows with the largest or smallest values, as they stand."""
    y = draft.fresh(draft.measures)
    if y is None:
        return None
    low = draft.chance(0.25)
    order = "asc" if low else "desc"
    draft.target = Target("lookup", "table", [y], limit=order, sort=f"y {order}", flags={"wants_table", "table_only"})
    n = draft.mark(number_phrase(draft.rng.choice((3, 5, 5, 10, 10, 15, 20, 50, 100)), draft.rng), "limit")
    most = draft.rng.choice(phrases("phrases")["extreme"][order])
    name = "largest_values" if draft.names else draft.rng.choice(("largest_rows", "largest_values"))
    return Body(draft.pattern(phrases("phrases")[name], n=n, most=most, y=draft.say(y), ys=draft.says(y)), True)


def first_rows(draft: Draft) -> Body | None:
    """A few rows, in no order of their own."""
    draft.target = Target("lookup", "table", limit="desc", flags={"wants_table", "table_only"})
    n = draft.mark(number_phrase(draft.rng.choice((3, 5, 5, 10, 10, 20, 50, 100)), draft.rng), "limit")
    return Body(draft.pattern(phrases("phrases")["first_rows"], n=n), True)


def growth(draft: Draft) -> Body | None:
    """Which group changed the most."""
    dated = [name for name in draft.times if draft.table.concepts[name].kind == "t"]
    time, x, y = draft.fresh(dated), draft.fresh(draft.categories), _metric(draft, ordinals=False)
    if time is None or x is None or y is None:
        return None
    grain = draft.rng.choice(("year", "year", "month", "quarter"))
    base = "previous year" if grain != "year" and draft.chance(0.3) else "previous period"
    draft.target = Target("change", "line", [y], x=time, color=x, grain=grain, change=base, flags={"relative"})
    against = " (against|compared to|vs) (last year|the year before)" if base == "previous year" else ""
    tail = draft.expanded(against)
    slots = {"x": draft.say(x), "xs": draft.says(x), "m": draft.measure(y, "none"), "grain": grain}
    return Body(draft.pattern(phrases("phrases")["growth"], **slots) + tail + "?", True)


def compare_years(draft: Draft) -> Body | None:
    """Two years held against each other, perhaps for each category."""
    dated = [name for name in draft.times if draft.table.concepts[name].kind == "t"]
    time, y, x = draft.fresh(dated), _metric(draft, ordinals=False), draft.fresh(draft.categories)
    if time is None or y is None or x is None:
        return None
    first, last = (int(year) for year in draft.table.concepts[time].spec.split()[-1].split(".."))
    if first == last:
        return None
    year = draft.rng.randint(first, last - 1)
    draft.target = Target("trend", "line", [y], x=time, grain="year", filters={time})
    words = draft.measure(y, draft.rng.choices(("none", "sum", "mean"), (60, 25, 15))[0])
    text = draft.pattern(phrases("phrases")["compare_years"], v="{v}", w="{w}", m=words, x="{x}")
    if "{x}" in text:
        draft.target.color = x
        text = text.replace("{x}", draft.say(x))
    # The marks are numbered in the order in which the years are said.
    for slot, said in sorted((("{v}", year), ("{w}", year + 1)), key=lambda item: text.index(item[0])):
        text = text.replace(slot, draft.mark(str(said), "filter", "between", time))
    return Body(text, True)


PERIODIC: dict[Form, float] = {
    best_period: 3.5,
    when_best: 0.8,
    top_periods: 1.5,
    share_over_time: 2,
    one_part: 1.2,
    different: 1.2,
    largest_rows: 1.5,
    first_rows: 0.7,
    growth: 0.8,
    compare_years: 1.5,
}
