"""Live: the latest answer while it can still be changed by clicks; commands and clicks go through the same methods."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from autoviz.errors import AutovizError, QuestionError
from autoviz.export.cells import text_rows
from autoviz.model.conditions import read_conditions
from autoviz.notebook.bar import bar_for
from autoviz.notebook.running import run_watched
from autoviz.notebook.theme import Theme
from autoviz.notebook.view import Look, Slots, render
from autoviz.planning.absent import Settled

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits
    from autoviz.model.provenance import StageRecord
    from autoviz.notebook.widget import Panel
    from autoviz.session import Session

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
        session: Session | None = None,
        changed: Callable[[Analysis], None] = lambda analysis: None,
    ) -> None:
        self.analysis, self.base, self.edits = analysis, base, edits
        self.confirm, self.part = confirm, part
        self._slots, self._look, self._theme = slots, look, theme
        self._panel, self._session, self._changed = panel, session, changed
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
            undo=self._session is not None and self._session.can_undo,
            following=self._following(),
        )
        self._panel.status = status
        self._panel.bar = {**bar, "refused": bool(status)}

    def _following(self) -> tuple[str, ...]:
        """Questions to go on with; a plan that waits for approval comes first."""
        from autoviz.proposing import going_on

        record = self.analysis.record
        if self._session is None or self.confirm or not record.answer:
            return ()
        turns = self._session.history
        columns = [name for part in record.parts for name in part.requirements.named]
        before = [part.requirements.named for turn in turns for part in turn.parts]
        offered = going_on(record.profile, columns, [turn.question for turn in turns], before)
        return tuple(item.question for item in offered)

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

    def rate(self, good: bool, comment: str = "") -> str:
        """Keep a rating of the answer, and tell what was noted."""
        self.analysis.rate(good, comment)
        why = f", because: {comment}" if comment else ""
        return f"Noted as a {'good' if good else 'bad'} answer{why}. The rating is kept on this machine."

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
                self._panel.status = self.rate(bool(message["good"]))
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
        acts: dict[str, Callable[[Message], None]] = {
            "read": lambda said: self.edit(readings={**self.own_edits.readings, said["phrase"]: said["column"]}),
            "function": lambda said: self.edit(func=said["value"]),
            "measure": lambda said: self.measure(said["old"], said["value"]),
            "groups": lambda said: self.edit(groups=tuple(said["value"])),
            "filter": lambda said: self.edit(filters=read_conditions(said["value"])),
            "free": lambda said: self.edit(freed=(*self.own_edits.freed, *said["columns"])),
            "limit": lambda said: self.edit(limit=int(said["value"])),
            "grain": lambda said: self.edit(grain=said["value"]),
            "chart": lambda said: self.edit(mark=said["value"], layout=None),
            "drop": lambda said: self.edit(dropped=tuple(dict.fromkeys((*self.own_edits.dropped, said["step"])))),
            "restore": lambda said: self.edit(dropped=tuple(n for n in self.own_edits.dropped if n != said["step"])),
            "param": self._param,
            "part": lambda said: self.turn_to(int(said["number"])),
            "choose": lambda said: self.choose(int(said["number"])),
            "ask": lambda said: self.ask(said["question"]),
            "correct": self._correct,
            "undo": lambda said: self.undo(),
            "run": lambda said: self.approve(),
        }
        if action in acts:
            acts[action](message)

    def _correct(self, said: Message) -> None:
        """Keep what a column means, as %autoviz column does, and ask the same question again."""
        from autoviz.aliases import correct

        if said["fact"] in get_args(Settled):
            correct(self.analysis.record.profile, str(said["column"]), **{str(said["fact"]): str(said["value"])})
            self.ask(self.analysis.record.question.text)

    def _param(self, said: Message) -> None:
        edits = self.own_edits.and_param(str(said["step"]), str(said["name"]), said["value"])
        self.edit(params=edits.params)

    def measure(self, shown: str, new: str) -> None:
        """Measure another column in the place of the one that is shown."""
        self.edit(**self.measured(shown, new))

    def measured(self, shown: str, new: str) -> dict[str, Any]:
        """The edits for that: a measure that was changed before is known by what it was first read as."""
        from autoviz.follow_ups.understood import understood

        own = self.own_edits
        record = self.base.record
        read = understood(record.parts[self.part - 1].requirements, record.profile).measures
        if not shown and own.func == "count":  # rows are counted because of a click
            return {"func": None, "measures": {read[0].column or "": new}}
        first = next((old for old, now in own.measures.items() if now == shown), shown)
        return {"measures": {**own.measures, first: new}}

    def undo(self) -> None:
        """Take back the last correction; where there is none, go back to the question before."""
        if self._session is None or not self._session.can_undo:
            raise QuestionError("There is nothing to take back", "This is the first question, as it was first read.")
        with self._lock:
            self._start_from(self._session.undo())

    def ask(self, question: str) -> None:
        """Another question in the place of this one; undo brings this one back."""
        session = self._session
        if session is None:
            raise QuestionError("There is no session to ask", "Ask with %autoviz and the question.")
        with self._lock:
            self._start_from(run_watched(lambda watch: session.ask(question, watch=watch), _nobody))

    def _start_from(self, analysis: Analysis) -> None:
        """Show an analysis from which corrections are counted anew."""
        from autoviz.editing import Edits

        self.base, self.part = analysis, 1
        self.confirm = not analysis.answer and analysis.clarification is None
        self._take(analysis, Edits())

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
