"""Live: the latest answer while it can still be changed by clicks; commands and clicks go through the same methods."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoviz.errors import AutovizError, QuestionError
from autoviz.export.cells import text_rows
from autoviz.model.conditions import read_conditions
from autoviz.notebook.bar import bar_for
from autoviz.notebook.running import run_watched
from autoviz.notebook.theme import Theme
from autoviz.notebook.view import Look, Slots, render

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits
    from autoviz.model.provenance import StageRecord
    from autoviz.notebook.widget import Panel

Message = dict[str, Any]
MOST_ROWS = 200


def _nobody(stage: str, record: StageRecord | None) -> None:
    """A click has no progress to tell of; it runs in a thread so that the stop button answers."""


class Live:
    """One answer on the screen: its outputs, its edits so far, and the clicks on its bar.

    Some versions of ipykernel call click handlers from another thread, and a front end may send a click twice; so
    there is a lock, every click carries the version of the bar that it was made on, and its own token.
    """

    def __init__(
        self,
        analysis: Analysis,
        base: Analysis,
        edits: Edits,
        slots: Slots,
        look: Look,
        *,
        theme: Theme,
        confirm: bool = False,
        part: int = 1,
        panel: Panel | None = None,
        changed: Callable[[Analysis], None] = lambda analysis: None,
    ) -> None:
        self.analysis, self.base, self.edits = analysis, base, edits
        self.confirm, self.part = confirm, part
        self._slots, self._look, self._theme = slots, look, theme
        self._panel, self._changed = panel, changed
        self._marker = uuid.uuid4().hex if panel else ""
        self._version = 0
        self._seen: set[str] = set()
        self._lock = threading.RLock()
        theme.follow(self.restyle)
        if panel:
            panel.listen(self.hear)

    def show(self) -> None:
        """Put the answer into its outputs and the bar under it."""
        with self._lock:
            render(self.analysis, self._slots, self._look, self._marker)
            self._offer()

    def _offer(self, status: str = "") -> None:
        if self._panel is None:
            return
        self._version += 1
        bar = bar_for(
            self.analysis,
            self.edits,
            marker=self._marker,
            version=self._version,
            confirm=self.confirm,
            part=self.part,
        )
        self._panel.status = status
        self._panel.bar = bar

    @property
    def own_edits(self) -> Edits:
        """The edits of the part of the question that is being corrected."""
        return self.edits.of_part(self.part)

    def turn_to(self, part: int) -> None:
        """Let corrections from now on be of this part of the question."""
        parts = len(self.analysis.record.parts)
        if not 1 <= part <= parts:
            raise QuestionError(f"The question has no part {part}", f"Its parts are 1 to {parts}.")
        with self._lock:
            self.part = part
            self._offer()

    def freeze(self) -> None:
        """Take the bar away and leave what is static."""
        with self._lock:
            if self._panel is not None:
                self._panel.bar = None
                self._panel.close()
                self._panel = None

    def hear(self, message: Message) -> None:
        """A click: done once, and only if it was made on the bar as it now is."""
        with self._lock:
            token = str(message.get("token", ""))
            if token in self._seen or self._panel is None:
                return
            self._seen.add(token)
            action = str(message.get("action", ""))
            if action in ("rate", "rows", "theme"):
                self._aside(action, message)
            elif message.get("version") == self._version:
                self._change(action, message)

    def _aside(self, action: str, message: Message) -> None:
        """Clicks that change no answer."""
        assert self._panel is not None
        try:
            if action == "rate":
                self.analysis.rate(bool(message["good"]))
                self._panel.status = "Thank you. The rating is kept on this machine."
            elif action == "rows":
                self._panel.send({"kind": "rows", **self.rows(message)})
            else:
                self._theme.tell(str(message.get("mode")))
        except AutovizError as error:
            self._panel.status = f"{error.what}. {error.hint}"

    def _change(self, action: str, message: Message) -> None:
        """Clicks that change the answer or the plan; what fails leaves everything as it was."""
        assert self._panel is not None
        self._panel.status = "Working …"
        try:
            self._act(action, message)
        except AutovizError as error:
            self._offer(f"{error.what}. {error.hint}".replace("..", "."))
        except KeyboardInterrupt:
            self._offer("Stopped; nothing was changed.")
        except Exception as error:
            self._offer(f"That failed: {type(error).__name__}: {error}")

    def _act(self, action: str, message: Message) -> None:
        own = self.own_edits
        if action == "read":
            self.edit(readings={**own.readings, str(message["phrase"]): str(message["column"])})
        elif action == "filter":
            self.edit(filters=read_conditions(str(message["value"])))
        elif action == "grain":
            self.edit(grain=message["value"])
        elif action == "chart":
            self.edit(mark=message["value"], layout=None)
        elif action == "drop":
            self.edit(dropped=tuple(dict.fromkeys((*own.dropped, str(message["step"])))))
        elif action == "restore":
            self.edit(dropped=tuple(name for name in own.dropped if name != message["step"]))
        elif action == "param":
            edits = own.and_param(str(message["step"]), str(message["name"]), message["value"])
            self.edit(params=edits.params)
        elif action == "part":
            self.turn_to(int(message["number"]))
        elif action == "choose":
            self.choose(int(message["number"]))
        elif action == "run":
            self.approve()

    def edited(self, **changes: Any) -> Edits:
        """All edits, with changes to those of the part that is being corrected."""
        from autoviz.editing import checked_edits

        return self.edits.with_part(self.part, checked_edits(self.own_edits, **changes))

    def edit(self, **changes: Any) -> None:
        """Correct what was read or planned; the whole of the edits is applied to how it was first read."""
        self._apply(self.edited(**changes), only_plan=self.confirm)

    def approve(self) -> None:
        """Run the plan as it stands."""
        self._apply(self.edits, only_plan=False)

    def choose(self, number: int) -> None:
        """Go on with one of the readings that tied."""
        with self._lock:
            self.base = self.base.choose(number, only_plan=True)
            self._apply(self.edits, only_plan=self.confirm)

    def _apply(self, edits: Edits, *, only_plan: bool) -> None:
        with self._lock:
            base = self.base
            analysis = run_watched(lambda watch: base.revised(edits, only_plan=only_plan, watch=watch), _nobody)
            self.confirm = self.confirm and only_plan
            self._take(analysis, edits)

    def _take(self, analysis: Analysis, edits: Edits) -> None:
        self.analysis, self.edits = analysis, edits
        self._changed(analysis)
        self.show()

    def restyle(self) -> None:
        """Draw the charts again in the theme that the browser has now."""
        self._look = replace(self._look, mode=self._theme.mode())
        render(self.analysis, self._slots, self._look, self._marker)

    def rows(self, message: Message) -> dict[str, Any]:
        """Rows of a result table, sorted as the header that was clicked says."""
        frame = self.analysis.tables[int(message["table"])]
        column, count = message.get("column"), min(int(message.get("count", MOST_ROWS)), MOST_ROWS)
        if column is not None:
            name = frame.columns[int(column)]
            frame = frame.sort_values(name, ascending=not message.get("descending"), kind="stable", na_position="last")
        return {"table": int(message["table"]), "rows": text_rows(frame.head(count)), "total": len(frame)}
