"""Alt text tells the kind of chart, its reach and its extremes."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.drawing.alt import alt_text, value_text
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.rows import gathered
from autoviz.table import Lineage, Table


def encoded(values: dict[str, Any], story: Lineage) -> Encoding:
    return Encoding(Table(nw.from_native(pd.DataFrame(values)), {"v": story}), "bar", "x", ("v",))


def test_few_categories_are_named_and_many_are_counted() -> None:
    few = encoded({"x": ["a", "b"], "v": [1, 2]}, Lineage("v", "sum"))
    assert alt_text(few, gathered(few), "Total v by x") == (
        "Bar chart: Total v by x. Categories: a and b. Highest: 2 (b); lowest: 1 (a)."
    )
    many = encoded({"x": list("abcdefgh"), "v": range(8)}, Lineage("v", "sum"))
    assert "Categories: a, b, c, d, e and 3 more." in alt_text(many, gathered(many), "T")


def test_equal_values_have_no_extremes() -> None:
    flat = encoded({"x": ["a", "b"], "v": [2, 2]}, Lineage("v", "sum", unit="USD"))
    assert alt_text(flat, gathered(flat), "T").endswith("All values are 2 USD.")


@pytest.mark.parametrize(("story", "value", "text"), [
    (Lineage("v", "sum", unit="USD"), 1_234_567, "1.23M USD"),
    (Lineage("v", "sum", made_by="share"), 0.256, "25.6%"),
    (Lineage("v", "sum", unit="%"), 25.6, "25.6%"),
    (Lineage("v"), 3, "3"),
])  # fmt: skip
def test_a_value_is_told_with_its_unit(story: Lineage, value: float, text: str) -> None:
    assert value_text(encoded({"x": ["a"], "v": [1]}, story), value) == text


def test_missing_values_do_not_hide_the_extremes() -> None:
    gappy = encoded({"x": ["a", "b", "c"], "v": [None, 3.0, 1.0]}, Lineage("v", "mean"))
    assert "Highest: 3 (b); lowest: 1 (c)." in alt_text(gappy, gathered(gappy), "T")
