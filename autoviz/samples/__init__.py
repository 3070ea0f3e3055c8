"""The bundled sample table, invented for demos and tests, so that a first question needs no file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

SALES = Path(__file__).with_name("sales.csv")
"""Two years of sales: date, region, product_category, revenue, units, with gaps and one planted anomaly."""


def load_sales() -> pd.DataFrame:
    """The sales table as a CSV file gives it: dates are still text, and some cells are missing."""
    import pandas as pd

    return pd.read_csv(SALES)
