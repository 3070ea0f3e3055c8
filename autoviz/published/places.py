"""Places: what a text on a command line stands for, a file or a published data source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TABLEAU = "tableau:"
"""What stands before the name of a published data source; server and token are in the environment."""
KINDS = "a CSV or parquet file, a table of a DuckDB file (shop.duckdb:orders), or a published source (tableau:Orders)"


def is_published(place: str | Path) -> bool:
    """Whether a place names a published data source."""
    return str(place).startswith(TABLEAU)


def placed(place: str | Path) -> Any:
    """The data at a place, as questions take them; only now is anything loaded, so that --help is quick."""
    if is_published(place):
        from autoviz.published.data_source import tableau

        return tableau(datasource=str(place).removeprefix(TABLEAU))
    from autoviz.frames.files import located

    return located(place)
