"""Whether two columns of names go together: the chi-square test of independence, from counts of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import narwhals.stable.v2 as nw

from autoviz.errors import ColumnError
from autoviz.measures.columns import Notes, left_out, per_group
from autoviz.model.provenance import Note
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

LEAST_EXPECTED = 5
"""With fewer rows than this expected in a cell the test is only rough."""
MOST_CELLS = 10_000
TESTED = ("column_a", "column_b", "n", "chi_square", "freedom", "p", "cramers_v", "least_expected")


def independence(table: Table, left: str, right: str) -> tuple[pd.DataFrame, Notes]:
    """One row: chi-square, its degrees of freedom, p and Cramér's V; two by two values with Yates's correction."""
    import pandas as pd

    counts = per_group(table.frame.select(left, right), (left, right), [nw.len().alias("_rows")])
    known = counts.dropna(subset=[left, right])
    notes = left_out(int(counts["_rows"].sum() - known["_rows"].sum()), f"{left} or {right}")
    grid = known.pivot_table(index=left, columns=right, values="_rows", aggfunc="sum", fill_value=0, observed=True)
    _refuse_many(grid, left, right)
    if min(grid.shape) < 2:
        message = f"{left!r} or {right!r} has fewer than two different values, so nothing can go together with it."
        row = {"column_a": left, "column_b": right, "n": int(known["_rows"].sum())}
        return pd.DataFrame([row], columns=list(TESTED)), (*notes, Note(kind="info", message=message))
    from scipy import stats

    test = stats.chi2_contingency(grid)
    n, least = int(grid.to_numpy().sum()), float(test.expected_freq.min())
    v = stats.contingency.association(grid.to_numpy(), method="cramer")
    row = {
        "column_a": left, "column_b": right, "n": n, "chi_square": float(test.statistic), "freedom": int(test.dof),
        "p": float(test.pvalue), "cramers_v": float(v), "least_expected": least,
    }  # fmt: skip
    if least < LEAST_EXPECTED:
        message = f"Some pairs are expected in fewer than {LEAST_EXPECTED} rows ({least:.1f}), so the test is rough."
        notes = (*notes, Note(kind="info", message=message, data={"least_expected": least}))
    return pd.DataFrame([row]), notes


def _refuse_many(grid: pd.DataFrame, left: str, right: str) -> None:
    if grid.size > MOST_CELLS:
        raise ColumnError(
            f"{left!r} and {right!r} make {grid.size:,} pairs of values, too many for a test of independence",
            "Choose columns with fewer different values, or cut numbers into bins first.",
        )
