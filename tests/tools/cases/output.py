"""Cases of the family output."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd

FOLDER = Path(tempfile.mkdtemp(prefix="autoviz-saved-"))


def stock() -> pd.DataFrame:
    return pd.DataFrame(
        {"item": ["a", "b", "c", None], "count": [1, 2, 3, 4], "price": [1.5, None, 2.5, 3.5],
         "since": pd.to_datetime(["2023-01-01", "2023-06-01", None, "2024-01-01"]).astype("datetime64[us]")}
    )  # fmt: skip


def saved(ending: str) -> dict[str, object]:
    path = str(FOLDER / f"stock.{ending}")
    return {"name": f"to {ending}", "frame": stock, "params": {"path": path, "overwrite": True}}


CASES = {
    "show_table": [
        {"name": "all columns", "frame": stock, "params": {}, "ordered": True},
        {"name": "chosen columns and rows", "frame": stock, "params": {"columns": ["price", "item"], "limit": 2}},
    ],
    "save_dataframe": [saved("csv"), saved("json"), saved("parquet")],
}
