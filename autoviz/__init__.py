"""autoviz: ask a DataFrame a question in a notebook and get a checked plan, a chart, a table and the answer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

logging.getLogger(__name__).addHandler(logging.NullHandler())  # who wants the log adds a handler; else it is silent

if TYPE_CHECKING:
    from autoviz.aliases import alias as alias
    from autoviz.analysis import Analysis as Analysis
    from autoviz.analysis import ask as ask
    from autoviz.errors import AutovizError as AutovizError
    from autoviz.published.data_source import tableau as tableau
    from autoviz.replaying import replay as replay
    from autoviz.session import Session as Session

_PUBLIC = {
    "Analysis": "autoviz.analysis",
    "alias": "autoviz.aliases",
    "ask": "autoviz.analysis",
    "AutovizError": "autoviz.errors",
    "replay": "autoviz.replaying",
    "Session": "autoviz.session",
    "tableau": "autoviz.published.data_source",
}

_ASKING = ("ask", "Session")
"""Who takes one of these will ask: the networks open while the rest is imported."""

__all__ = [*_PUBLIC]  # noqa: PLE0604 - the names are the keys of the map that loads them


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext autoviz`: adds the magic `%%autoviz`, silently."""
    from autoviz.notebook.magic import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext autoviz`: takes the magic away again."""
    from autoviz.notebook.magic import unload

    unload(shell)


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'autoviz' has no attribute {name!r}")
    from importlib import import_module

    from autoviz.uncollected import uncollected

    if name in _ASKING:
        from autoviz.readers.graphs import open_soon

        open_soon()
    with uncollected():
        value = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_PUBLIC])
