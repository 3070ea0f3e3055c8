"""Conversations: the sessions behind the cells, one for each set of frames that was asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from autoviz.errors import QuestionError
from autoviz.model.provenance import Metrics
from autoviz.notebook.namespace import frame_for, frame_names, in_place

if TYPE_CHECKING:
    from autoviz.session import Session

KEPT = 4
"""So many sessions are kept; each holds its frames and some results."""


class Conversations:
    """Finds the session that a question belongs to; a frame with other columns under the same name begins anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], Session] = OrderedDict()
        self._let_go = Metrics(questions=0)

    @property
    def latest(self) -> Session | None:
        """The session of the latest question that came to something; one that failed changes nothing."""
        return next((session for session in reversed(self._kept.values()) if session.current is not None), None)

    @property
    def metrics(self) -> Metrics:
        """How the questions of all sessions went, also of those that are no longer kept."""
        whole = self._let_go
        for session in self._kept.values():
            whole = whole.plus(session.metrics)
        return whole

    def need_latest(self) -> Session:
        """The latest session, or an error that says how to get one."""
        if self.latest is None:
            raise QuestionError("Nothing has been asked yet", "Ask first: %%autoviz df, and the question under it.")
        return self.latest

    def for_question(
        self, frames: dict[str, Any], question: str, space: Mapping[str, Any]
    ) -> tuple[Session, tuple[str, ...]]:
        """The session on the named frames, or where none is named the latest one if the question refers back to it."""
        if frames:
            return self._on(frames), ()
        latest = self.latest
        held = self._still_held(space)
        if latest is not None and held is not None:
            current = self._on(held)
            if current is latest and (latest.refers(question) or not frame_names(space)):
                return latest, (f"Asked of {', '.join(latest.frames)}, as before.",)
        name, frame, reason = frame_for(question, space)
        return self._on({name: frame}), (reason,)

    def _still_held(self, space: Mapping[str, Any]) -> dict[str, Any] | None:
        """The frames of the latest session as they are now; files and tables have no variable and stay as they were."""
        frames = self.latest.frames if self.latest is not None else {}
        known = {name: space.get(name, frame) for name, frame in frames.items()}
        gone = [name for name, frame in known.items() if name not in space and not in_place(frame)]
        return None if gone else known

    def _on(self, frames: dict[str, Any]) -> Session:
        from autoviz.session import Session

        key = tuple(frames)
        known = self._kept.get(key)
        if known is None or not known.continues_on(frames):
            self._forget(known)
            self._kept[key] = Session(frames)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._forget(self._kept.popitem(last=False)[1])
        return self._kept[key]

    def _forget(self, session: Session | None) -> None:
        """Let a session go, and keep how its questions went."""
        if session is not None:
            self._let_go = self._let_go.plus(session.metrics)
