"""Comparing a metric between groups: differences of means with intervals, corrected p-values and effect sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.errors import ColumnError
from autoviz.listing import counted
from autoviz.measures.columns import MOST_GROUPS, Notes, left_out, measurable, per_group, some
from autoviz.model.provenance import Note
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

FEW_GROUPS = 5
"""Up to this many groups are compared pair by pair unless the caller says otherwise."""
REST = "all others"
COMPARED = (
    "group_a", "group_b", "n_a", "n_b", "mean_a", "mean_b", "difference", "low", "high", "p", "p_adjusted",
    "effect_size", "effect",
)  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """One side of a comparison: a label and what the engine knows of its values."""

    label: Any
    size: int
    mean: float
    squares: float
    """The sum of squared distances from the mean."""

    @property
    def variance(self) -> float:
        return self.squares / (self.size - 1)

    def without(self, part: Sample, label: Any) -> Sample:
        """What is left when a part of these values is taken out."""
        size = self.size - part.size
        mean = (self.size * self.mean - part.size * part.mean) / size
        between = part.size * (part.mean - self.mean) ** 2 + size * (mean - self.mean) ** 2
        return Sample(label, size, mean, max(0.0, self.squares - part.squares - between))


def comparisons(
    table: Table, metric: str, group: str, method: str, confidence: float
) -> tuple[pd.DataFrame, Notes, str]:
    """One row per comparison, the notes, and the method that was used."""
    import pandas as pd

    frame, notes = measurable(table, (metric,), keep=(group,))
    value = nw.col(metric)
    stats = [nw.len().alias("_rows"), value.count().alias("_n"), value.mean().alias("_mean"), value.var().alias("_var")]
    wide = per_group(frame, (group,), stats)
    notes = (*notes, *_not_compared(wide, group))
    samples = _samples(wide, group)
    _refuse_many(samples, wide, group)
    if len(samples) < 2:
        return pd.DataFrame(columns=list(COMPARED)), (*notes, alone(len(samples), metric, group)), "pairwise"
    if method == "auto" or len(samples) == 2:
        method = "pairwise" if len(samples) <= FEW_GROUPS else "rest"
    sides = list(combinations(samples, 2)) if method == "pairwise" else _against_rest(samples)
    rows = pd.DataFrame([_compared(*pair, confidence) for pair in sides])
    rows = rows.astype({name: "float64" for name in rows.columns if name not in ("group_a", "group_b", "n_a", "n_b")})
    rows.insert(list(rows.columns).index("p") + 1, "p_adjusted", holm(rows["p"]))
    rows["effect"] = [effect_in_words(size) for size in rows["effect_size"]]
    return rows, (*notes, *_explained(samples, metric, group), *_gaps(rows)), method


def _not_compared(wide: pd.DataFrame, group: str) -> Notes:
    """Rows without a group are no group to compare, and groups without a value have nothing to compare."""
    notes = left_out(int(wide.loc[wide[group].isna(), "_rows"].sum()), group)
    empty = wide.loc[(wide["_n"] == 0) & wide[group].notna(), group].tolist()
    if not empty:
        return notes
    message = f"Left out, because they have no values: {some(empty)}."
    return (*notes, Note(kind="dropped", message=message, data={"groups": [str(label) for label in empty]}))


def _samples(wide: pd.DataFrame, group: str) -> list[Sample]:
    kept = wide[wide[group].notna() & (wide["_n"] > 0)]
    cells = zip(kept[group].tolist(), kept["_n"], kept["_mean"], kept["_var"], strict=True)
    return [Sample(label, int(n), float(mean), float(var) * (n - 1) if n > 1 else 0.0) for label, n, mean, var in cells]


def alone(groups: int, metric: str, group: str) -> Note:
    """Why there is nothing to compare."""
    message = f"{group!r} has {counted(groups, 'group')} with values of {metric!r}; a comparison needs two."
    return Note(kind="info", message=message, data={"groups": groups})


def _refuse_many(samples: Sequence[Sample], wide: pd.DataFrame, group: str) -> None:
    if len(samples) > MOST_GROUPS:
        raise ColumnError(
            f"{group!r} has {len(wide):,} different values, too many to compare",
            f"Use bin_numeric on it, or top_k to keep at most {MOST_GROUPS} groups.",
        )


def _against_rest(samples: Sequence[Sample]) -> list[tuple[Sample, Sample]]:
    size = sum(sample.size for sample in samples)
    mean = sum(sample.size * sample.mean for sample in samples) / size
    squares = sum(sample.squares + sample.size * (sample.mean - mean) ** 2 for sample in samples)
    whole = Sample("", size, mean, squares)
    return [(sample, whole.without(sample, REST)) for sample in samples]


def _compared(left: Sample, right: Sample, confidence: float) -> dict[str, Any]:
    """Welch's test, which does not ask for equal variances, and Hedges' g."""
    difference = left.mean - right.mean
    row: dict[str, Any] = {
        "group_a": left.label, "group_b": right.label, "n_a": left.size, "n_b": right.size,
        "mean_a": left.mean, "mean_b": right.mean, "difference": difference,
        "low": None, "high": None, "p": None, "effect_size": None,
    }  # fmt: skip
    if min(left.size, right.size) < 2 or left.squares + right.squares == 0:
        return row
    from scipy import stats

    shares = (left.variance / left.size, right.variance / right.size)
    error = sum(shares) ** 0.5
    freedom = sum(shares) ** 2 / (shares[0] ** 2 / (left.size - 1) + shares[1] ** 2 / (right.size - 1))
    reach = float(stats.t.ppf((1 + confidence) / 2, freedom)) * error
    p = float(2 * stats.t.sf(abs(difference) / error, freedom))
    return row | {"low": difference - reach, "high": difference + reach, "p": p, "effect_size": _hedges(left, right)}


def _hedges(left: Sample, right: Sample) -> float:
    """The difference in pooled standard deviations, corrected for few values."""
    freedom = left.size + right.size - 2
    pooled: float = ((left.squares + right.squares) / freedom) ** 0.5
    return (left.mean - right.mean) / pooled * (1 - 3 / (4 * freedom - 1))


def holm(p_values: pd.Series[Any]) -> pd.Series[Any]:
    """P-values corrected for their number; empty ones stay empty and do not count."""
    corrected = p_values.copy()
    known = p_values.dropna()
    if len(known):
        from statsmodels.stats.multitest import multipletests

        corrected.loc[known.index] = multipletests(known, method="holm")[1]
    return corrected


def effect_in_words(size: float) -> str | None:
    """Cohen's words for an effect of this size."""
    if size != size:  # noqa: PLR0124 - only NaN differs from itself
        return None
    bounds = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"))
    return next((word for bound, word in bounds if abs(size) < bound), "large")


def _explained(samples: Sequence[Sample], metric: str, group: str) -> Notes:
    """How much of the metric's spread lies between the groups, and Welch's test over all of them at once."""
    size = sum(sample.size for sample in samples)
    mean = sum(sample.size * sample.mean for sample in samples) / size
    between = sum(sample.size * (sample.mean - mean) ** 2 for sample in samples)
    total = between + sum(sample.squares for sample in samples)
    if len(samples) < 3 or not total:
        return ()
    eta = between / total
    data: dict[str, Any] = {"eta_squared": eta}
    if all(sample.size > 1 and sample.squares for sample in samples):
        import numpy as np
        from statsmodels.stats.oneway import anova_generic

        means, variances, sizes = np.array([(item.mean, item.variance, item.size) for item in samples]).T
        data["p"] = float(anova_generic(means, variances, sizes, use_var="unequal").pvalue)
    test = f", Welch's test over all groups p = {data['p']:.3g}" if "p" in data else ""
    message = f"{group!r} accounts for {eta:.1%} of the variance of {metric!r} (eta squared {eta:.3f}{test})."
    return (Note(kind="info", message=message, data=data),)


def _gaps(rows: pd.DataFrame) -> Notes:
    without = rows[rows["p"].isna()]
    if without.empty:
        return ()
    pairs = [f"{left} and {right}" for left, right in zip(without["group_a"], without["group_b"], strict=True)]
    message = f"No interval where a side has a single value or neither side varies: {some(pairs)}."
    return (Note(kind="info", message=message, data={"pairs": pairs}),)
