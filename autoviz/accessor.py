"""`df.autoviz("revenue by region")` on pandas and Polars frames; importing this module adds it."""

from __future__ import annotations

import sys
from importlib.util import find_spec
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

        return ask(self._frame, question, **settings)

    def questions(self) -> list[str]:
        """Questions that this frame can answer, as a start."""
        from autoviz.profile import profile
        from autoviz.proposing import propose

        return [item.question for item in propose(profile(self._frame))]


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
