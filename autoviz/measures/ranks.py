"""Comparing a metric between groups by ranks: Mann and Whitney's test of pairs, Kruskal and Wallis's of all groups."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from autoviz.errors import ColumnError
from autoviz.frames import to_pandas
from autoviz.measures.columns import MOST_GROUPS, Notes, in_order, left_out, measurable
from autoviz.measures.comparisons import FEW_GROUPS, REST, alone, holm
from autoviz.measures.sampling import sampled
from autoviz.model.provenance import Note
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

COMPARED = ("group_a", "group_b", "n_a", "n_b", "median_a", "median_b", "u", "p", "p_adjusted", "effect_size")
LEAST = 2
"""A side with fewer values than this has nothing to be ranked against chance."""


def rank_comparisons(table: Table, metric: str, group: str, max_rows: int) -> tuple[pd.DataFrame, Notes]:
    """One row per pair of groups, or per group against all others where there are many, and the notes."""
    import pandas as pd

    frame, notes = measurable(table, (metric,), keep=(group,))
    frame, more = sampled(frame, max_rows)
    rows = in_order(to_pandas(frame), (group,))
    known = rows.dropna(subset=[metric, group]).astype({metric: "float64"})
    notes = (*notes, *more, *left_out(int(rows[group].isna().sum()), group))
    samples = {label: part[metric] for label, part in known.groupby(group, observed=True, sort=False)}
    _refuse_many(samples, group)
    if len(samples) < 2:
        return pd.DataFrame(columns=list(COMPARED)), (*notes, alone(len(samples), metric, group))
    sides = _sides(samples)
    compared = pd.DataFrame([_compared(*side) for side in sides])
    compared.insert(list(compared.columns).index("p") + 1, "p_adjusted", holm(compared["p"]))
    return compared, (*notes, *_over_all(samples, metric, group))


def _refuse_many(samples: Mapping[Any, Any], group: str) -> None:
    if len(samples) > MOST_GROUPS:
        raise ColumnError(
            f"{group!r} has {len(samples):,} different values, too many to compare",
            f"Use bin_numeric on it, or top_k to keep at most {MOST_GROUPS} groups.",
        )


def _sides(samples: Mapping[Any, pd.Series[Any]]) -> list[tuple[Any, Any, pd.Series[Any], pd.Series[Any]]]:
    import pandas as pd

    if len(samples) <= FEW_GROUPS:
        return [(a, b, samples[a], samples[b]) for a, b in combinations(samples, 2)]
    others = {label: pd.concat([part for name, part in samples.items() if name != label]) for label in samples}
    return [(label, REST, part, others[label]) for label, part in samples.items()]


def _compared(a: Any, b: Any, left: pd.Series[Any], right: pd.Series[Any]) -> dict[str, Any]:
    """U, p and how much oftener a value of one side is the higher one (the rank-biserial correlation)."""
    row: dict[str, Any] = {
        "group_a": a, "group_b": b, "n_a": len(left), "n_b": len(right),
        "median_a": float(left.median()), "median_b": float(right.median()),
        "u": float("nan"), "p": float("nan"), "effect_size": float("nan"),
    }  # fmt: skip
    if min(len(left), len(right)) < LEAST or len({*left, *right}) < 2:
        return row
    from scipy import stats

    u, p = stats.mannwhitneyu(left, right)
    return row | {"u": float(u), "p": float(p), "effect_size": float(2 * u / (len(left) * len(right)) - 1)}


def _over_all(samples: Mapping[Any, pd.Series[Any]], metric: str, group: str) -> Notes:
    """Kruskal and Wallis's test of three groups or more at once."""
    import pandas as pd

    if len(samples) < 3 or pd.concat(list(samples.values())).nunique() < 2:
        return ()
    from scipy import stats

    h, p = stats.kruskal(*samples.values())
    message = f"{metric!r} by {group!r}: Kruskal–Wallis test over all groups, H = {h:.3g}, p = {p:.3g}."
    return (Note(kind="info", message=message, data={"h": float(h), "p": float(p), "groups": len(samples)}),)
