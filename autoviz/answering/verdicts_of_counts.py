"""Verdicts of counts: whether columns of names go together, or shares of groups differ, beyond chance."""

from __future__ import annotations

from typing import Any

from autoviz.answering.facts import plain
from autoviz.answering.measure_forms import flag_noun
from autoviz.answering.nouns import plural
from autoviz.answering.numerals import percent, probability, shown
from autoviz.answering.rendering import Finding, label
from autoviz.answering.result import Result
from autoviz.answering.statistics import records
from autoviz.answering.verdicts_of_tests import as_claimed, is_clear, opened, yes_or_no
from autoviz.columns import steady_number
from autoviz.drawing.titles import readable
from autoviz.listing import counted
from autoviz.model.fact import Fact

ASSOCIATION = ((0.5, "strong"), (0.3, "moderate"), (0.1, "weak"), (0.0, "negligible"))
"""From which Cramér's V on two columns go together how strongly."""
FEWEST_EXPECTED = 5
"""With fewer rows expected in a pair the test is only rough."""
TESTED = ("chi_square", "freedom", "p", "cramers_v", "n", "least_expected")


def independence(result: Result) -> Finding:
    """Verdict, how strongly, chi-square with its degrees of freedom, p; of a yes/no column with the shares of yes."""
    (row,) = records(result)
    a, b = result.called(row["column_a"]), result.called(row["column_b"])
    if row["p"] is None:
        reason = f"one of them has a single value ({counted(row['n'], 'row')})"
        told = f"Whether {a} and {b} go together cannot be judged: {reason}."
        return Finding("association", (), told)
    facts = [Fact(name=name, value=row[name], step_id=result.step.id) for name in TESTED if row[name] is not None]
    shares = _shares(result, row["column_a"], row["column_b"])
    note = _shares_apart(result, row, shares) if len(shares) > 1 else _together(result, row)
    if row["least_expected"] < FEWEST_EXPECTED:
        note += f" Some pairs are expected in only {shown(row['least_expected'])} rows, so this is rough."
    facts += [
        Fact(name="share", value=share, metric=row["column_b"], group={row["column_a"]: group}, step_id=result.step.id)
        for group, share in shares.items()
    ]
    return Finding("association", tuple(facts), note)


def _together(result: Result, row: dict[str, Any]) -> str:
    """Two columns of names."""
    a, b = result.called(row["column_a"]), result.called(row["column_b"])
    clear = is_clear(row["p"], result)
    asked = result.requirements.statistic("association")
    claimed = clear != (asked is not None and asked.method == "independent")
    verdict = f"{a} and {b} {'go together' if clear else 'show no clear association'}"
    return f"{opened(yes_or_no(claimed, result), verdict)}: {_figures(row)}."


def _shares(result: Result, group: str, flag: str) -> dict[Any, float]:
    """The share of yes in each group, where that is what is told of them."""
    if result.groups is None or flag not in result.requirements.metrics:
        return {}
    frame = result.groups.pandas()
    if not {group, flag} <= set(frame.columns):
        return {}
    known = frame[[group, flag]].dropna()
    return {plain(name): float(share) for name, share in zip(known[group], known[flag], strict=True)}


def _shares_apart(result: Result, row: dict[str, Any], shares: dict[Any, float]) -> str:
    """Two groups with both shares and the difference; of more the lowest and the highest."""
    heights = {name: steady_number(share) for name, share in shares.items()}
    high, low = max(heights, key=lambda name: heights[name]), min(heights, key=lambda name: heights[name])
    clear = is_clear(row["p"], result)
    what = f"the share of {flag_noun(result.called(row['column_b']))}"
    ends = {name: f"{label(name)} ({percent(shares[name])})" for name in (high, low)}
    group = readable(str(row["column_a"]))
    if len(shares) > 2:
        word = "differs" if clear else "does not differ"
        between = f"{word} significantly between the {len(shares):,} {plural(group)}"
        lowest, highest = (f"{percent(shares[name])} ({label(name)})" for name in (low, high))
        verdict = f"{what} {between}, from {lowest} to {highest}"
    elif clear:
        points = percent(shares[high] - shares[low]).removesuffix("%")
        verdict = f"{what} is significantly higher for {ends[high]} than for {ends[low]}, by {points} percentage points"
    else:
        verdict = f"{what} does not differ significantly between {ends[high]} and {ends[low]}"
    holds = clear and (len(shares) > 2 or as_claimed(result, {"a": high, "b": low}))
    return f"{opened(yes_or_no(holds, result), verdict)} ({_figures(row)})."


def _figures(row: dict[str, Any]) -> str:
    """What the verdict rests on."""
    strength = next(word for least, word in ASSOCIATION if row["cramers_v"] >= least)
    freedom = f"{row['freedom']} {'degree' if row['freedom'] == 1 else 'degrees'} of freedom"
    test = f"chi-square = {shown(row['chi_square'])}, {freedom}, p {probability(row['p'])}"
    return f"{test}; Cramér's V = {shown(row['cramers_v'])} ({strength}), n = {row['n']:,}"
