"""What a user can meet when something cannot be done: what happened, what was available, what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from autoviz.listing import few, listed


class AutovizError(Exception):
    """A problem told in three parts: what failed, what to do, and whether trying again can help."""

    def __init__(self, what: str, hint: str = "", *, retryable: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint
        self.retryable = retryable
        self.where = ""
        """The tool in which it happened, where it happened in one."""
        self.understood = ""
        """What was asked for as it was read, where reading was done before it happened."""

    def __str__(self) -> str:
        return "\n".join(line for line in (self.what, self._reading, self.hint) if line)

    @property
    def _reading(self) -> str:
        return f"Understood: {self.understood}." if self.understood else ""

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.hint, self.retryable))

    def _render_traceback_(self) -> list[str]:
        """IPython shows these lines instead of a traceback; the cell still fails."""
        where = f"Where: {self.where}" if self.where else ""
        return [line for line in (f"{type(self).__name__}: {self.what}", where, self._reading, self.hint) if line]


class RegistryError(AutovizError):
    """A registry or template file is wrong, or disagrees with the code it describes."""


class FrameError(AutovizError):
    """The data cannot be used as a frame, or not on the engine that holds it."""


class ColumnError(AutovizError):
    """A column is missing, doubled or of a kind that the request cannot use."""


class DateError(ColumnError):
    """A column cannot be read as dates, or can be read in two ways."""


class ParameterError(AutovizError):
    """A step's parameter is missing, unknown or has a value outside its type."""


class QuestionError(AutovizError):
    """The question is empty, not English, or asks for what the data does not have."""


class NothingLeftError(QuestionError):
    """The conditions of a question leave no row, which is an answer where nobody else may read it better."""


class QueryError(AutovizError):
    """A query says something that the query language cannot say, or names what is not there."""


class PlanError(AutovizError):
    """No plan covers what was asked."""


class ExecutionError(AutovizError):
    """A step of the plan failed while it ran."""


class StageError(AutovizError):
    """A stage broke its own contract: a fault in autoviz, not in the question."""


class SettingsError(AutovizError):
    """A setting is unknown or out of range."""


class EmbeddingError(AutovizError):
    """No embedding model could be loaded from this machine."""


class ModelError(AutovizError):
    """A language model server failed, was too slow, or kept giving replies outside its contract."""


class SourceError(AutovizError):
    """A data source on a server is not there, refuses, or failed."""


class FileError(AutovizError):
    """A file cannot be read or written, or is not what it should be."""


class MissingPackageError(AutovizError):
    """An optional part is not installed."""


def _rebuild(kind: type[AutovizError], what: str, hint: str, retryable: bool) -> AutovizError:
    return kind(what, hint, retryable=retryable)


def nearest(name: str, available: Iterable[str], count: int = 3) -> list[str]:
    """The available names that look most like this one, whatever the casing."""
    by_folded: dict[str, str] = {}
    for candidate in available:
        by_folded.setdefault(candidate.casefold(), candidate)
    close = get_close_matches(name.casefold(), by_folded, n=count, cutoff=0.6)
    return [by_folded[folded] for folded in close]


def did_you_mean(name: str, available: Sequence[str], kind: str = "names") -> str:
    """A hint that offers the nearest names, or lists what there is."""
    close = nearest(name, available)
    if close:
        return f"Did you mean {' or '.join(repr(item) for item in close)}?"
    there = listed(few([repr(item) for item in available], 12))
    return f"Available {kind}: {there}." if available else f"There are no {kind} here."
