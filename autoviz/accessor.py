"""`df.autoviz("revenue by region")` on pandas and Polars frames; importing this module adds it."""

from __future__ import annotations

import inspect
import sys
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autoviz.analysis import Analysis


class Asking:
    """What `df.autoviz` is: called with a question it answers, and it knows which questions suit the frame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __call__(self, question: str, **settings: Any) -> Analysis:
        """Ask this frame a question in plain words; settings are those of `autoviz.ask`."""
        from autoviz.analysis import ask

        return ask({_called(self._frame, inspect.currentframe()): self._frame}, question, **settings)

    def questions(self) -> list[str]:
        """Questions that this frame can answer, as a start."""
        from autoviz.profile import profile
        from autoviz.proposing import propose

        return [item.question for item in propose(profile(self._frame))]


def _called(table: Any, here: FrameType | None) -> str:
    """What the caller calls this table, so that titles and code can too: first a name that its own code says."""
    caller = here.f_back if here else None
    if caller is None:
        return "df"
    named = [name for space in (caller.f_locals, caller.f_globals) for name, held in space.items() if held is table]
    names = [name for name in named if name.isidentifier() and not name.startswith("_")]
    said = {*caller.f_code.co_names, *caller.f_code.co_varnames, *caller.f_code.co_freevars}
    return next((name for name in names if name in said), next(iter(names), "df"))


def register() -> None:
    """Add it to pandas and, where it is installed, to Polars; done again it changes nothing."""
    import pandas as pd

    if not hasattr(pd.DataFrame, "autoviz"):
        pd.api.extensions.register_dataframe_accessor("autoviz")(Asking)
    if "polars" in sys.modules or find_spec("polars") is not None:
        import polars as pl

        for kind, add in (
            (pl.DataFrame, pl.api.register_dataframe_namespace),
            (pl.LazyFrame, pl.api.register_lazyframe_namespace),
        ):
            if not hasattr(kind, "autoviz"):
                add("autoviz")(Asking)


register()
