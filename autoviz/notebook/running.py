"""Running: the work in a thread of its own, so that the stop button answers at once and progress can be told."""

from __future__ import annotations

import atexit
import contextvars
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from autoviz.errors import AutovizError, QuestionError, StageError
from autoviz.frames import interrupt
from autoviz.model.provenance import StageRecord
from autoviz.stopping import listen

Watch = Callable[[str, StageRecord | None], None]
T = TypeVar("T")
_PATIENCE = 0.1
"""Seconds between two looks at whether somebody pressed stop."""
_GRACE = 5.0
"""Seconds that a process which ends gives a stopped step: one that is cut off inside of a library aborts it."""


class StoppedError(AutovizError):
    """The user stopped it; nothing was changed."""


@dataclass(frozen=True)
class _End:
    """How the work came out."""

    result: Any = None
    error: BaseException | None = None


def run_watched(work: Callable[[Watch], T], tell: Watch) -> T:
    """Do the work in a thread while this one tells of each stage and can be stopped at any moment.

    What DuckDB computes when stop is pressed is ended there and then. A step that is inside other compiled code ends by
    itself and is the last one; its result is thrown away, and no step changes a frame, so nothing is left half done.
    """
    events: queue.SimpleQueue[tuple[str, StageRecord | None] | _End] = queue.SimpleQueue()
    stopped = threading.Event()
    current = [""]

    def watch(stage: str, record: StageRecord | None) -> None:
        if stopped.is_set():
            raise StoppedError(f"Stopped before {stage}")
        events.put((stage, record))

    def check() -> None:
        if stopped.is_set():
            raise StoppedError("Stopped while waiting")

    context = contextvars.copy_context()
    context.run(listen, check)
    thread = threading.Thread(target=context.run, args=(_to_end, work, watch, events), name="autoviz", daemon=True)
    try:
        thread.start()
        result: T = _follow(events, tell, current)
    except KeyboardInterrupt:
        stopped.set()
        interrupt()
        atexit.register(thread.join, _GRACE)
        raise StoppedError(
            f"Stopped in {current[0] or 'the beginning'}", "Nothing was changed; run the cell to ask again."
        ) from None
    return result


def _to_end(work: Callable[[Watch], T], watch: Watch, events: queue.SimpleQueue[Any]) -> None:
    try:
        events.put(_End(result=work(watch)))
    except BaseException as error:
        events.put(_End(error=error))


def _follow(events: queue.SimpleQueue[Any], tell: Watch, current: list[str]) -> Any:
    """Hand on events until the end; an error keeps the name of the stage it came from."""
    while True:
        try:
            event = events.get(timeout=_PATIENCE)
        except queue.Empty:
            continue
        if isinstance(event, _End):
            if event.error is not None:
                raise _placed(event.error, current[0])
            return event.result
        if event[1] is None:
            current[0] = f"the stage {event[0]}"
        tell(*event)


def _placed(error: BaseException, where: str) -> BaseException:
    """The error with the place where it happened; one that is not ours is told as a fault of autoviz."""
    if isinstance(error, QuestionError):
        return error  # it lies in the words, wherever it was found
    if isinstance(error, AutovizError):
        error.where = ", in ".join(filter(None, (where, error.where)))
        return error
    fault = StageError(
        f"{type(error).__name__}: {error}", "This is a fault in autoviz; --debug shows where it happened."
    )
    fault.where = where
    fault.__cause__ = error
    return fault
