"""Session: what the user holds to ask one question after another, go back, branch off and take the thread up later."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any, Self

from autoviz.aliases import learn
from autoviz.analysis import Analysis, opening
from autoviz.errors import QuestionError
from autoviz.feedback import Liked, liked
from autoviz.follow_ups.referring import Alone, Followed
from autoviz.frames import open_frame, taking_turns
from autoviz.linking.links import Aliases
from autoviz.listing import counted
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import Metrics
from autoviz.model.settings import PORTABLE, settings_from
from autoviz.pipeline import Finished, run
from autoviz.profile import profile
from autoviz.registry.catalog import default_catalog
from autoviz.remembering import StepCache
from autoviz.session.answering import followed_up, fresh_start, not_drawn, profiled, recalling, relation
from autoviz.session.saving import Saved, read_session, write_session
from autoviz.session.turns import Reuse, Turn, TurnKind, parts_of, reuse_of
from autoviz.stages.base import State, Watch


class Session:
    """Questions on the same frames that may refer back: `s.ask("revenue by region")`, then `s.ask("now by month")`.

    `frame`, `aliases` and `settings` are those of `autoviz.ask`, and hold for every question.
    """

    def __init__(self, frame: Any, *, aliases: Aliases | None = None, **settings: Any) -> None:
        settings_from(settings)
        self.frames: dict[str, Any] = dict(frame) if isinstance(frame, Mapping) else {"df": frame}
        self.settings = dict(settings)
        self.aliases: dict[str, Any] = dict(aliases or {})
        self._turns: list[Turn] = []
        self._analyses: dict[int, Analysis] = {}
        self._metrics: dict[int, Metrics] = {}
        self._corrected: dict[int, list[Analysis]] = {}
        """Turn → the forms that it had before each correction."""
        self._at: int | None = None
        self._waiting: Callable[[Analysis], Analysis] | None = None
        """What makes a turn of a question that found no row, once a correction of it finds some."""
        self._cache = StepCache()
        self._lock = RLock()

    def __repr__(self) -> str:
        asked = counted(len(self._turns), "question")
        return f"<Session on {', '.join(self.frames)}: {asked}, at {self._at or 'the beginning'}>"

    @property
    def history(self) -> tuple[Turn, ...]:
        """Every question in the order it was asked, with the one that it followed."""
        return tuple(self._turns)

    @property
    def current(self) -> Turn | None:
        """The turn that a follow-up would refer to."""
        return self._turns[self._at - 1] if self._at else None

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the current turn; of a loaded session it is worked out again."""
        return self.analysis_of(self._at) if self._at else None

    @property
    def reuse(self) -> Reuse:
        """How many questions and steps were taken from what was there already."""
        return reuse_of(self.history)

    @property
    def metrics(self) -> Metrics:
        """The metrics of all questions together."""
        total = Metrics(questions=0)
        rated = {number: held.metrics for number, held in self._analyses.items()}  # a rating comes after the answer
        for metrics in {**self._metrics, **rated}.values():
            total = total.plus(metrics)
        return total

    def ask(self, question: str, *, watch: Watch | None = None, only_plan: bool = False, **settings: Any) -> Analysis:
        """Ask; the question may refer back to the one before. What fails leaves the session as it was.

        `watch`, `only_plan` and further `settings` are those of `autoviz.ask`, for this question alone.
        """
        with self._lock, taking_turns(self.frames.values()):
            state = self._opened(question, watch, settings)
            with self._before_again(question):
                return self._answered(state, question, only_plan)

    @contextmanager
    def _before_again(self, question: str) -> Iterator[None]:
        """A follow-up that is asked again, as a cell that is run again does, starts from where it started before: what
        was corrected by a click since then is no part of it, and nothing is turned round twice."""
        turn = self.current
        again = turn is not None and turn.kind == "follow-up" and turn.question.strip() == question.strip()
        if turn is None or not again:
            yield
            return
        self._at = turn.parent
        try:
            yield
        except BaseException:
            self._at = turn.number
            raise

    def _answered(self, state: State, question: str, only_plan: bool) -> Analysis:
        """The question as a follow-up on the current one, or on its own."""
        before = self.current
        if before is None:
            return self._fresh(state, Alone("it is the first", doubtful=False), only_plan)
        if before.clarification and question.strip().isdigit():
            return self.answer(int(question), only_plan=only_plan)
        ready = profiled(state, before)
        found, alone = relation(ready, before)
        if alone is not None:
            return self._fresh(state, alone, only_plan)
        if any("undo" in item.kinds for item in found):
            return self.undo()
        return self._follow(ready, before, found, only_plan)

    def refers(self, question: str) -> bool:
        """Whether a question would be taken as a follow-up on the current one."""
        before = self.current
        if before is None or not before.parts:
            return False
        try:
            return relation(profiled(self._opened(question, None, {}), before), before)[1] is None
        except QuestionError:  # it does, to what is not there
            return True

    def frame_with(self, column: str) -> Any:
        """The frame that has a column; the first one where none has it."""
        frames = list(self.frames.values())
        return next((frame for frame in frames if column in _names(frame)), frames[0])

    def continues_on(self, frames: Mapping[str, Any]) -> bool:
        """Go on with these frames in place of those so far, if they have the same names and columns."""
        if set(frames) != set(self.frames):
            return False
        changed = {name: frame for name, frame in frames.items() if frame is not self.frames[name]}
        if any(_names(frame) != _names(self.frames[name]) for name, frame in changed.items()):
            return False
        self.frames.update(changed)
        return True

    def _opened(self, question: str, watch: Watch | None, settings: dict[str, Any]) -> State:
        chosen = {**self.settings, **settings}
        state = opening(self.frames, question, aliases=self.aliases, watch=watch, **chosen)
        return replace(state, cache=self._cache)

    def _fresh(self, state: State, alone: Alone, only_plan: bool) -> Analysis:
        """A question on its own; where it could be meant otherwise, that is said aloud."""
        recall, taken = recalling(state, self._turns, self._rated())
        parts = self.current.parts if self.current is not None else ()
        before = parts[0].requirements if len(parts) == 1 else None
        finished = run(replace(state, recall=recall, before=before), only_plan=only_plan)
        recalled = any(record.stage == "recall" for part in finished.parts for record in part.records)
        told = fresh_start(alone, self.current, finished)
        if recalled and taken[-1] != state.question.text:
            told = (*told, f"The plan of “{taken[-1]}” is used again: it asks for the same.")
        finished = Finished(replace(finished.read, notes=(*finished.read.notes, *told)), finished.parts)
        kind: TurnKind = "reused" if recalled else "fresh"
        return self._kept(Analysis(finished), kind, root=state.question.normalised, reason=alone.reason)

    def _rated(self) -> tuple[Liked, ...]:
        """Plans that were rated well for a frame of the very same columns."""
        candidates = liked() if len(self.frames) == 1 else ()
        if not candidates:
            return ()
        told = profile(next(iter(self.frames.values())))
        return tuple(item for item in candidates if item.fits(told))

    def _follow(self, state: State, before: Turn, found: list[Followed], only_plan: bool) -> Analysis:
        assert state.profile is not None
        notes = [f"Follow-up to “{before.question}”: {'; '.join(dict.fromkeys(item.reason for item in found))}."]
        notes += [note for item in found for note in item.notes]
        noted = replace(state, notes=(*state.notes, *notes))
        finished = followed_up(noted, before, found, only_plan=only_plan)
        changes = tuple(dict.fromkeys(kind for item in found for kind in item.kinds))
        told = (*self._learned(found, state.profile), *(not_drawn(finished) if "chart" in changes else ()))
        finished = Finished(replace(finished.read, notes=(*finished.read.notes, *told)), finished.parts)
        return self._kept(Analysis(finished), "follow-up", root=before.root, reason=notes[0], changes=changes)

    def _learned(self, found: list[Followed], told: DatasetProfile) -> list[str]:
        """What a correction teaches is kept in the project's file."""
        notes = []
        for word, target in {word: target for item in found for word, target in item.learned.items()}.items():
            path = learn(word, target, told)
            meant = target if isinstance(target, str) else " = ".join(map(str, next(iter(target.items()))))
            notes.append(f"From now on “{word}” means {meant} (kept in {path.name}, where you can change it).")
        return notes

    def _kept(
        self, analysis: Analysis, kind: TurnKind, *, root: str, reason: str, changes: tuple[str, ...] = ()
    ) -> Analysis:
        """The analysis as the turn that the next question may refer to; one that found no row leaves all as it was."""
        self._waiting = None
        if analysis.nothing_left:
            self._waiting = partial(self._kept, kind=kind, root=root, reason=reason, changes=changes)
            return analysis
        record = analysis.record
        steps = record.provenance.steps
        turn = Turn(
            number=len(self._turns) + 1,
            parent=self._at,
            question=record.question.text,
            root=root,
            kind=kind,
            reason=reason,
            changes=changes,
            parts=parts_of(record),
            clarification=record.clarification,
            answer=record.answer,
            steps=len(steps),
            reused_steps=sum(step.status == "reused" for step in steps),
        )
        self._turns.append(turn)
        self._at = turn.number
        self._remember(turn.number, analysis)
        return analysis

    def _remember(self, number: int, analysis: Analysis) -> None:
        """Keep an analysis; where results are large only the last are kept, and others worked out again when wanted."""
        self._analyses.pop(number, None)
        self._analyses[number] = analysis
        large = [other for other, held in self._analyses.items() if other != number and held.cells]
        while large and sum(held.cells for held in self._analyses.values()) > self._cache.most_cells:
            let_go = large.pop(0)
            self._metrics[let_go] = self._analyses.pop(let_go).metrics

    def answer(self, number: int, *, only_plan: bool = False) -> Analysis:
        """Go on with option `number` of the question that was asked back."""
        with self._lock:
            turn = self.current
            if turn is None or turn.clarification is None:
                raise QuestionError(
                    "Nothing was asked back", "Ask first; a question that can be read in two ways has options."
                )
            chosen = self.analysis_of(turn.number).choose(number, only_plan=only_plan)
            return self._kept(chosen, "choice", root=turn.root, reason=f"option {number}")

    def back(self, steps: int = 1) -> Analysis:
        """Back to the question before; what is asked next branches off from there."""
        with self._lock:
            number = self._at
            for _ in range(steps):
                parent = self._turns[number - 1].parent if number else None
                if parent is None:
                    raise QuestionError("There is nothing to go back to", "This is the first question of the session.")
                number = parent
            assert number is not None
            return self.go(number)

    def go(self, number: int) -> Analysis:
        """To any question of the history; what is asked next branches off from there."""
        with self._lock:
            if not 1 <= number <= len(self._turns):
                raise QuestionError(f"There is no question {number}", f"Choose from 1 to {len(self._turns)}.")
            self._at, self._waiting = number, None
            return self.analysis_of(number)

    def adopt(self, analysis: Analysis) -> None:
        """Take a corrected form of the current analysis for it, so that follow-ups start from there.

        A question that found no row is no turn, and nothing of it may stand for the turn before it.
        """
        with self._lock:
            if self._waiting is not None:
                if not analysis.nothing_left:
                    self._waiting(analysis)
                return
            turn = self.current
            if turn is None:
                return
            before = self._analyses.get(turn.number)
            if before is not None and before is not analysis and (before.answer or not analysis.answer):
                self._corrected.setdefault(turn.number, []).append(before)
            self._put(turn, analysis)

    def _put(self, turn: Turn, analysis: Analysis) -> None:
        record = analysis.record
        self._remember(turn.number, analysis)
        self._turns[turn.number - 1] = turn.replaced(
            parts=parts_of(record), answer=record.answer, clarification=record.clarification
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is a correction to take back, or a question before."""
        turn = self.current
        if self._waiting is not None:
            return turn is not None
        return turn is not None and (bool(self._corrected.get(turn.number)) or turn.parent is not None)

    def undo(self) -> Analysis:
        """The last correction of the current question taken back; where there is none, the question before."""
        with self._lock:
            turn = self.current
            if turn is not None and self._waiting is not None:
                return self.go(turn.number)
            earlier = self._corrected.get(turn.number) if turn else None
            if turn is None or not earlier:
                return self.back()
            analysis = earlier.pop()
            self._put(turn, analysis)
            return analysis

    def analysis_of(self, number: int) -> Analysis:
        """The analysis of a turn; one from before a load is worked out again from what was asked for."""
        if number not in self._analyses:
            turn = self._turns[number - 1]
            state = self._opened(turn.question, None, {})
            ready = profiled(state, turn)
            found = [
                Followed(kinds=(), requirements=part.requirements, confidence=1.0, reason="taken up again")
                for part in turn.parts
            ]
            again = Analysis(followed_up(ready, turn, found, only_plan=False) if found else run(state))
            self._remember(number, again)
        return self._analyses[number]

    def save(self, path: str | Path) -> Path:
        """Write the session as JSON: questions, plans and answers, but no frame, no figure, no key and no server."""
        kept = {name: value for name, value in self.settings.items() if name in PORTABLE}
        saved = Saved(settings=kept, aliases=self.aliases, turns=self.history, at=self._at, columns=self._columns())
        return write_session(saved, Path(path))

    def _columns(self) -> dict[str, tuple[str, ...]]:
        return {name: _names(frame) for name, frame in self.frames.items()}

    @classmethod
    def load(cls, path: str | Path, frame: Any, **settings: Any) -> Self:
        """Take a saved session up again on a frame that has the columns it used.

        Whatever reaches outside (a server, a key, what may be sent, files to write) is given here, never by the file.
        """
        saved, catalog = read_session(Path(path)), default_catalog()
        session = cls(frame, aliases=saved.aliases, **{**saved.portable, **settings})
        saved.check(session._columns())
        wanted = [item for item in saved.wanted(catalog) if item.removeprefix("the setting ") not in settings]
        if wanted:
            told = f"{Path(path).name} wanted {', '.join(wanted)}; no file may choose that. Give it to Session.load."
            warnings.warn(told, stacklevel=2)
        session._turns, session._at = list(saved.harmless_turns(catalog)), saved.at
        return session


def _names(frame: Any) -> tuple[str, ...]:
    return tuple(open_frame(frame).collect_schema().names())
