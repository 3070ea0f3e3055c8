"""Panel: the widget that tells of the stages while a cell runs, and then carries the clicks of the live bar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from autoviz.model.provenance import StageRecord
from autoviz.notebook.stages import SENTENCES

_STATIC = Path(__file__).with_name("static")


class Panel(anywidget.AnyWidget):
    """One per answer. Its view shows progress; its model, in the browser, hangs the bar under the static output."""

    _esm = _STATIC / "panel.js"
    _css = _STATIC / "panel.css"

    stages: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    """Name, sentence, state (waiting, running, done, failed), seconds and summary of each stage."""
    bar = traitlets.Any(None).tag(sync=True)
    """What the live bar offers; None takes it away."""
    status = traitlets.Unicode("").tag(sync=True)
    page = traitlets.Unicode("").tag(sync=True)
    """Which load of the page the bar was first drawn in."""
    sheet = traitlets.Unicode((_STATIC / "panel.css").read_text("utf-8")).tag(sync=True)
    """The same style sheet, for the bar, which lies outside of the widget's own output."""

    def start(self, names: tuple[str, ...]) -> None:
        """List the stages to come; the first one is running."""
        self.stages = [
            {"name": name, "sentence": SENTENCES[name], "state": "waiting", "seconds": None, "summary": ""}
            for name in names
        ]
        self._set(names[0], state="running")

    def tell(self, name: str, record: StageRecord | None) -> None:
        """A stage starts, or ends with its record; what was loading is then loaded."""
        if self.stages and self.stages[0]["state"] == "running" and name != self.stages[0]["name"]:
            self._set(self.stages[0]["name"], state="done")
        if record is None:
            self._set(name, state="running")
        else:
            self._set(name, state="done", seconds=record.seconds, summary=record.summary)

    def _set(self, name: str, **changes: Any) -> None:
        known = [stage["name"] for stage in self.stages]
        if name not in known:
            added = {"name": name, "sentence": SENTENCES.get(name, ""), "seconds": None, "summary": ""}
            self.stages = [*self.stages, {**added, "state": "waiting", **changes}]
            return
        self.stages = [{**stage, **changes} if stage["name"] == name else stage for stage in self.stages]

    def listen(self, heard: Callable[[dict[str, Any]], None]) -> None:
        """Hand on the messages of clicks."""
        self.on_msg(lambda _widget, content, _buffers: heard(content))

    def bundle(self) -> dict[str, Any]:
        """What is displayed while the cell runs."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {"application/vnd.jupyter.widget-view+json": view, "text/plain": "autoviz is at work …"}
