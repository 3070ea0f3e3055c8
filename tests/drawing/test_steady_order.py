"""Ties stay ties: numbers that differ in their last bits alone keep the order in which they come."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.columns import steady
from autoviz.drawing.order import by_size
from autoviz.shaping.ranking import best_values

SUM = 0.1 + 0.2  # one bit above 0.3


@pytest.mark.parametrize("scale", [1.0, 1e-30, -1e12])
def test_last_bits_do_not_count_and_the_ninth_digit_does(scale):
    first, second, third = steady(pd.Series([SUM, 0.3, 0.3000001]) * scale)
    assert first == second
    assert first != third


def test_what_is_no_float_or_no_number_stays():
    whole = pd.Series([2**60, 2**60 + 1])
    assert steady(whole) is whole
    assert steady(pd.Series([np.inf, -np.inf, 0.0])).tolist() == [np.inf, -np.inf, 0.0]
    assert steady(pd.Series([np.nan])).isna().all()


@pytest.mark.parametrize("values", [[0.3, SUM], [SUM, 0.3]])
@pytest.mark.parametrize("descending", [True, False])
def test_labels_that_tie_keep_their_order(values, descending):
    sizes = pd.Series(values, index=["first", "second"])
    assert by_size(sizes, descending=descending) == ["first", "second"]
    rows = sizes.rename_axis("label").reset_index(name="size")
    assert best_values(rows, "label", "size", 1, descending, "sum") == ["first"]
