"""PlannerReader: reads questions with a tuned code model on this machine, beside the embedded reader."""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Callable

from autoviz.embedding import Encoder
from autoviz.errors import AutovizError
from autoviz.linking.candidates import Candidates, candidates
from autoviz.linking.links import Aliases
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.readers.base import Context
from autoviz.readers.embedded import asking
from autoviz.readers.embedded.arbiter import likelier, of_things
from autoviz.readers.embedded.decoder import Decoder
from autoviz.readers.embedded.network import Network
from autoviz.readers.embedded.reader import EmbeddedReader
from autoviz.readers.planner import surety
from autoviz.readers.planner.prompt import found_in, question_text, table_text
from autoviz.readers.planner.replying import reply
from autoviz.readers.planner.running import GoesOn

LONGEST_QUESTION = 600
"""How many characters of a question the model is shown."""


class PlannerReader(EmbeddedReader):
    """The embedded reader with a second opinion: of both readings the likelier is taken."""

    name = "planner"

    def __init__(self, encoder: Encoder, network: Network | None, decoder: Decoder | None, model: GoesOn) -> None:
        super().__init__(encoder, network, decoder)
        self._model = model
        self._taken_in = ""

    def load_soon(self) -> None:
        """Load the model in the background."""
        _in_background(self._model.load)

    def take_in_soon(self, profile: DatasetProfile) -> None:
        """Let the model read a table in the background, so that questions about it are answered sooner."""
        text = table_text(profile)
        if text != self._taken_in:
            self._taken_in = text
            _in_background(lambda: self._model.take_in(text))

    def _analysis(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """The embedded reading where it is all but sure and nobody asked for the planner, else the likelier one."""
        self.take_in_soon(profile)
        embedded = super()._analysis(text, profile, context)
        auto = context.settings.reader == "auto"
        if embedded.intent.others or (auto and embedded.confidence >= surety.ALL_BUT_SURE):
            return embedded
        planned = self._planned(text, profile, context.aliases)
        if isinstance(planned, tuple):
            lacking = embedded.requirements.not_found or planned
            return embedded.replaced(requirements=embedded.requirements.replaced(not_found=lacking))
        margin, weights = context.settings.tie_margin, surety.BESIDE_EMBEDDED
        return likelier(text, embedded, of_things(planned, embedded), profile, margin, weights)

    def _planned(self, text: str, profile: DatasetProfile, aliases: Aliases) -> Reading | tuple[str, ...]:
        """The model's own reading; where it says that the table has nothing for it, the words that may be meant."""
        question = asking.spelled_out(text, aliases)[:LONGEST_QUESTION]
        found = candidates(question, profile)
        one = reply(self._model, prompt(question, profile, found), profile)
        heard = asking.Heard(one, math.exp(sum(one.scores)))
        read = asking.settled(
            (heard,), question, profile, found, None, lambda first, left: surety.sure(surety.features(first.best, left))
        )
        return asking.lacking_words(question, profile, found) if read is None else read


def prompt(question: str, profile: DatasetProfile, found: Candidates) -> str:
    """All that the model is shown of a table and a question."""
    return table_text(profile) + question_text(question, found_in(found, profile))


def _in_background(work: Callable[[], None]) -> None:
    """Do it meanwhile; what goes wrong is told when a question needs it."""

    def quietly() -> None:
        with contextlib.suppress(AutovizError):
            work()

    threading.Thread(target=quietly, name="autoviz-planner", daemon=True).start()
