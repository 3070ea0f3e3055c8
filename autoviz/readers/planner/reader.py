"""PlannerReader: reads questions with a tuned code model on this machine, beside the embedded reader."""

from __future__ import annotations

import math
from collections.abc import Sequence

from autoviz.embedding import Encoder
from autoviz.linking.candidates import Candidates, candidates
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.readers.base import Context
from autoviz.readers.embedded import asking
from autoviz.readers.embedded.absence import Lacking
from autoviz.readers.embedded.arbiter import moved, preferred
from autoviz.readers.embedded.dated import dated
from autoviz.readers.embedded.decoder import Decoder
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.network import Network
from autoviz.readers.embedded.own_dates import on_own_date
from autoviz.readers.embedded.reader import EmbeddedReader
from autoviz.readers.embedded.writing import Written
from autoviz.readers.meanwhile import meanwhile
from autoviz.readers.planner import surety
from autoviz.readers.planner.prompt import found_in, question_text, table_text
from autoviz.readers.planner.replying import reply
from autoviz.readers.planner.running import GoesOn
from autoviz.readers.planner.together import likeliest

LONGEST_QUESTION = 600
"""How many characters of a question the model is shown."""


class PlannerReader(EmbeddedReader):
    """The embedded reader with a second opinion, which is taken unless no Query says what the question wants."""

    name = "planner"

    def __init__(self, encoder: Encoder, network: Network | None, decoder: Decoder | None, model: GoesOn) -> None:
        super().__init__(encoder, network, decoder)
        self._model = model
        self._taken_in = ""

    def load_soon(self) -> None:
        """Load the networks and the model in the background."""
        super().load_soon()
        meanwhile(self._model.load)

    def take_in_soon(self, profile: DatasetProfile) -> None:
        """Let the model read a table in the background, so that questions about it are answered sooner."""
        text = table_text(profile)
        if text != self._taken_in:
            self._taken_in = text
            meanwhile(lambda: self._model.take_in(text))

    def _likelier(self, text: str, heads: Reading, profile: DatasetProfile, context: Context) -> Reading:
        """The embedded reading where it is all but sure and nobody asked for the planner, else the planner's."""
        self.take_in_soon(profile)
        embedded = super()._likelier(text, heads, profile, context)
        auto = context.settings.reader == "auto"
        if auto and embedded.confidence >= surety.ALL_BUT_SURE:
            return embedded
        question = asking.spelled_out(text, profile, context.aliases)[:LONGEST_QUESTION]
        found = candidates(question, profile)
        asked = prompt(question, profile, found)
        own, pieces = reply(self._model, asked, profile)
        one = likeliest(self._model, asked, own, pieces, self._heard(text, heads, profile, context), profile)
        if one.query is None:
            unheard = asking.lacking_words(question, profile, found)
            return Lacking(unheard, math.exp(one.score)).told_of(embedded)
        planned = self._meant(text, planned_reading(one, question, profile, found), heads, profile)
        if planned is None:
            return embedded
        read = preferred(text, embedded, planned, profile, surety.BESIDE_EMBEDDED)
        return read if read is embedded else moved(read, surety.worth(read.confidence))

    def _heard(self, text: str, heads: Reading, profile: DatasetProfile, context: Context) -> Sequence[Heard]:
        """What the decoder reads, of the span of time that the question names."""
        if self._decoder is None:
            return ()
        span = dated(text, on_own_date(text, heads, profile).requirements, profile)
        rest = asking.spelled_out(span.rest if span else text, profile, context.aliases)
        found = asking.heard(rest, profile, self._decoder, candidates(rest, profile))
        return [one.during(span) for one in found] if span else found


def planned_reading(one: Written, question: str, profile: DatasetProfile, found: Candidates) -> Reading:
    """What the model wrote as a reading like any other."""

    def surely(heard: Heard, left: asking.LeftOver) -> float:
        return surety.sure(surety.features(heard.best, left))

    made = asking.settled((Heard(one, math.exp(one.score)),), question, profile, found, None, surely)
    assert made is not None, "a reading with a Query is one"
    return made


def prompt(question: str, profile: DatasetProfile, found: Candidates) -> str:
    """All that the model is shown of a table and a question."""
    return table_text(profile) + question_text(question, found_in(found, profile))
