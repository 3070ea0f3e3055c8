"""Verdicts of tests: whether averages or medians of groups differ beyond chance, with effect, interval and p."""

from __future__ import annotations

from typing import Any

from autoviz.answering.facts import plain, said_by_flag
from autoviz.answering.measure_forms import unit_of
from autoviz.answering.nouns import plural
from autoviz.answering.numerals import percent, probability, shown
from autoviz.answering.rendering import Finding, label
from autoviz.answering.result import Result
from autoviz.answering.statistics import alpha_of, negative, records
from autoviz.columns import steady_number
from autoviz.drawing.titles import readable, sentence
from autoviz.listing import few
from autoviz.model.fact import Fact
from autoviz.query.language import Column

Pair = dict[str, Any]


def is_clear(p: float | None, result: Result) -> bool:
    """Whether chance alone would hardly give this."""
    return p is not None and p < alpha_of(result)


def yes_or_no(holds: bool, result: Result) -> str:
    """The word that a claim is answered with; none where the question makes no claim.

    Who asks whether groups are the same is told yes where they do not differ.
    """
    return "" if result.form.opens != "yes_no" else "Yes: " if holds != result.form.alike else "No: "


def opened(prefix: str, text: str) -> str:
    """A sentence that goes on after its verdict, or starts without one."""
    return f"{prefix}{text}" if prefix else sentence(text)


def means(result: Result) -> Finding:
    """Two groups: verdict, both averages, the difference with its interval, p and effect; more: all, then each pair."""
    rows = [_means_pair(row) for row in records(result) if row["difference"] is not None]
    asked = result.requirements.statistic("significance")
    of_two = "Welch's ANOVA" if asked and asked.method == "variance" else "Welch's t-test"
    return _told(result, rows, "average", of_two, "Welch's ANOVA")


def ranks(result: Result) -> Finding:
    """The same by ranks: medians instead of averages, and no interval."""
    rows = [_ranks_pair(row) for row in records(result)]
    return _told(result, rows, "median", "Mann–Whitney U test", "Kruskal–Wallis test")


def _means_pair(row: dict[str, Any]) -> Pair:
    """The pair with the higher average first."""
    p = row["p_adjusted"] if row["p_adjusted"] is not None else row["p"]
    pair = {"a": row["group_a"], "b": row["group_b"], "of_a": row["mean_a"], "of_b": row["mean_b"], "p": p,
            "low": row["low"], "high": row["high"], "size": row["effect_size"], "effect": row["effect"],
            "n": (row["n_a"], row["n_b"])}  # fmt: skip
    return pair if row["difference"] >= 0 else _turned(pair)


def _ranks_pair(row: dict[str, Any]) -> Pair:
    p = row["p_adjusted"] if row["p_adjusted"] is not None else row["p"]
    pair = {"a": row["group_a"], "b": row["group_b"], "of_a": row["median_a"], "of_b": row["median_b"], "p": p,
            "low": None, "high": None, "size": row["effect_size"], "effect": None,
            "n": (row["n_a"], row["n_b"])}  # fmt: skip
    return pair if (row["effect_size"] or 0) >= 0 else _turned(pair)


def _turned(pair: Pair) -> Pair:
    sides = {"a": pair["b"], "b": pair["a"], "of_a": pair["of_b"], "of_b": pair["of_a"], "n": pair["n"][::-1]}
    turned = {"low": negative(pair["high"]), "high": negative(pair["low"]), "size": negative(pair["size"])}
    return {**pair, **sides, **turned}


def _told(result: Result, rows: list[Pair], figure: str, of_two: str, of_all: str) -> Finding:
    metric = str(result.step.params["metric"])
    if not rows:
        group = readable(str(result.step.params["group"]))
        held = next((note.data["groups"] for note in result.notes if set(note.data) == {"groups"}), 0)
        have = "no group has" if not held else "only one group has"
        why = f"by {group} {have} values, and a comparison takes two"
        return Finding("comparison", (), f"Whether {figure} {result.called(metric)} differs cannot be judged: {why}.")
    facts = tuple(fact for pair in rows for fact in _facts(result, metric, pair))
    if len(rows) == 1:
        return Finding("comparison", facts, _two(result, rows[0], f"{figure} {result.called(metric)}", of_two))
    whole, more = _over_all(result, rows, f"{figure} {result.called(metric)}", of_all)
    clear = [pair for pair in rows if is_clear(pair["p"], result)]
    told = [_short(result, pair) for pair in clear]
    rest = len(rows) - len(clear)
    pairs = f"Clear {'difference' if len(clear) == 1 else 'differences'}: {'; '.join(few(told, result.limit))}"
    others = f"; none in {rest:,} other {'pair' if rest == 1 else 'pairs'}" if rest else ""
    each = f"{pairs}{others}" if clear else "No pair differs clearly"
    return Finding("comparison", (*facts, *more), f"{whole} {each} (p corrected for many comparisons).")


def _two(result: Result, pair: Pair, what: str, test: str) -> str:
    a, b = (_group(result, pair[side]) for side in ("a", "b"))
    of_a, of_b = (_value(result, pair[side]) for side in ("of_a", "of_b"))
    if pair["p"] is None:
        few = " and ".join(f"{n:,}" for n in pair["n"])
        return (
            f"Whether {what} differs between {a} ({of_a}) and {b} ({of_b}) cannot be judged: "
            f"there are {few} values, and a test needs two of each that vary."
        )
    clear = is_clear(pair["p"], result)
    apart = _value(result, abs(pair["of_a"] - pair["of_b"]))
    sure = _sure(result, pair, test)
    prefix = yes_or_no(clear and as_claimed(result, pair), result)
    verdict = f"is significantly higher for {a} ({of_a}) than for {b} ({of_b})"
    if not clear:
        verdict = f"does not differ significantly between {a} ({of_a}) and {b} ({of_b})"
    return opened(prefix, f"{what} {verdict}, by {apart} {sure}.")


def _sure(result: Result, pair: Pair, test: str) -> str:
    confidence = result.step.params.get("confidence", 0.95)
    between = (
        f"{confidence:.0%} interval {shown(pair['low'])} to {shown(pair['high'])}, " if pair["low"] is not None else ""
    )
    effect = f"; {pair['effect']} effect, g = {shown(pair['size'])}" if pair["effect"] else ""
    ranked = f"; rank-biserial r = {shown(pair['size'])}" if pair["effect"] is None and pair["size"] is not None else ""
    return f"({between}p {probability(pair['p'])}, {test}{effect}{ranked})"


def as_claimed(result: Result, pair: Pair) -> bool:
    """Whether the side that the question names first lies where it claims; true where it claims no side."""
    form = result.form
    places = [form.place_of_group(pair[side], str(label(pair[side]))) for side in ("a", "b")]
    if not form.comparative or not form.direction or places[0] == places[1]:
        return True
    return (places[0] < places[1]) == (form.direction > 0)


def _over_all(result: Result, rows: list[Pair], what: str, test: str) -> tuple[str, tuple[Fact, ...]]:
    """The test of all groups at once, with the lowest and the highest of them."""
    data: dict[str, Any] = next((note.data for note in result.notes if {"p", "eta_squared"} & set(note.data)), {})
    sides = {pair[f"{side}"]: pair[f"of_{side}"] for pair in rows for side in ("a", "b") if pair[side] != "all others"}
    heights = {name: steady_number(value) for name, value in sides.items()}
    low, high = min(heights, key=lambda name: heights[name]), max(heights, key=lambda name: heights[name])
    groups = f"the {len(sides):,} {plural(readable(str(result.step.params['group'])))}"
    told = {name: f"{_value(result, sides[name])} ({_group(result, name)})" for name in (low, high)}
    ends = f"from {told[low]} to {told[high]}"
    known = {name: value for name, value in data.items() if plain(value) is not None}
    facts = tuple(Fact(name=name, value=value, step_id=result.step.id) for name, value in known.items())
    explained = f"; they account for {percent(data['eta_squared'])} of its variance" if "eta_squared" in data else ""
    p = data.get("p")
    if p is None:
        untested = "over all of them it cannot be tested, since some have a single value"
        return f"{sentence(what)} lies {ends} among {groups}; {untested}.", facts
    clear = is_clear(p, result)
    word = "differs" if clear else "does not differ"
    verdict = f"{what} {word} significantly between {groups} ({test}, p {probability(p)}{explained}): {ends}."
    return opened(yes_or_no(clear, result), verdict), facts


def _short(result: Result, pair: Pair) -> str:
    apart = _value(result, abs(pair["of_a"] - pair["of_b"]))
    return f"{_group(result, pair['a'])} lies {apart} above {_group(result, pair['b'])} (p {probability(pair['p'])})"


def _group(result: Result, value: Any) -> str:
    bare = isinstance(value, (int, float)) or said_by_flag(value) is not None
    return f"{readable(str(result.step.params['group']))} {label(value)}" if bare else label(value)


def _value(result: Result, value: float) -> str:
    unit = unit_of(Column(name=str(result.step.params["metric"])), result.profile)
    return shown(value, unit or None)


def _facts(result: Result, metric: str, pair: Pair) -> list[Fact]:
    values = {"difference": abs(pair["of_a"] - pair["of_b"]), "low": pair["low"], "high": pair["high"], "p": pair["p"],
              "first": pair["of_a"], "second": pair["of_b"], "effect size": pair["size"]}  # fmt: skip
    group = {"group_a": pair["a"], "group_b": pair["b"]}
    return [
        Fact(name=name, value=value, metric=metric, group=group, step_id=result.step.id)
        for name, value in values.items()
        if value is not None
    ]
