"""The bundled sample: the table that its script makes, with the gaps and the anomaly that it promises."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from autoviz.samples import SALES, load_sales

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "make_sales.py"


def _script():
    spec = importlib.util.spec_from_file_location("make_sales", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_table_is_what_the_script_makes(tmp_path):
    made = tmp_path / "sales.csv"
    _script().write(made)
    assert made.read_bytes() == SALES.read_bytes()


def test_the_table_is_small_enough_to_ship():
    assert SALES.stat().st_size < 300_000


def test_columns_and_size():
    sales = load_sales()
    assert list(sales.columns) == ["date", "region", "product_category", "revenue", "units"]
    assert 2_000 < len(sales) < 10_000


def test_some_cells_are_missing_and_no_date_is():
    missing = load_sales().isna().mean()
    assert missing["date"] == 0
    for column in ("region", "revenue", "units"):
        assert 0 < missing[column] < 0.05, column


def test_one_sale_stands_out():
    script = _script()
    day, region, category, _ = script.ANOMALY
    first, second = load_sales().nlargest(2, "revenue").to_dict("records")
    assert (first["date"], first["region"], first["product_category"]) == (day.isoformat(), region, category)
    assert first["revenue"] > 5 * second["revenue"]


def test_each_call_gives_a_table_of_its_own():
    changed = load_sales()
    changed.loc[0, "revenue"] = -1.0
    assert load_sales().loc[0, "revenue"] != -1.0
