"""Dialogue: a contract put to a model until the reply holds, with every problem sent back and every request counted."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from autoviz.errors import AutovizError, ModelError
from autoviz.model.asking import StageSettings
from autoviz.model.provenance import ModelCall
from autoviz.readers.llm.cache import Replies, key_of
from autoviz.readers.llm.client import Client, Clock, Completion
from autoviz.readers.llm.contracts import Contract
from autoviz.readers.llm.prompts import Message
from autoviz.readers.llm.schemas import Schema
from autoviz.readers.llm.validation import Problem, judged

T = TypeVar("T")
MOST_PROBLEMS = 6


@dataclass(frozen=True)
class Asked:
    """One contract as it is put: the chat, the schema of its reply and how the model is to be asked."""

    contract: Contract
    messages: Sequence[Message]
    schema: Schema
    how: StageSettings
    grammar: bool = True
    held: Schema | None = None
    """What a reply is held to, where that is less than what a server is asked to force: what can be mended passes."""


@dataclass
class Dialogue:
    """All requests of one question; tries are counted per stage, whoever asks."""

    clients: tuple[Client, ...]
    clock: Clock
    replies: Replies | None = None
    calls: list[ModelCall] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _used: Counter[tuple[int, str]] = field(default_factory=Counter)

    def renewed(self) -> Dialogue:
        """A dialogue with the same servers whose time and tries start again."""
        return Dialogue(self.clients, self.clock.restarted(), self.replies, [*self.calls], [*self.sent], [*self.notes])

    def ask(self, asked: Asked, read: Callable[[dict[str, Any]], T]) -> T:
        """What `read` makes of the first reply that holds; a ValueError from it goes back to the model as a problem.

        Where the first model fails, the second is asked; where both fail, a ModelError says how.
        """
        for place, client in enumerate(self.clients):
            try:
                return self._ask(client, place, asked, read)
            except ModelError as error:
                if place + 1 == len(self.clients):
                    raise
                self.notes.append(f"The model {self._name(client, asked)} failed ({error.what}); the second was asked.")
        raise ModelError("There is no model to ask", "Set model_url, or start one with `autoviz serve-model`.")

    def forgive(self, stage: str) -> None:
        """The last request of a stage was no try: the model only looked something up."""
        for place in range(len(self.clients)):
            self._used[place, stage] = max(0, self._used[place, stage] - 1)

    def _name(self, client: Client, asked: Asked) -> str:
        return asked.how.model or client.server.model or client.server.shown

    def _ask(self, client: Client, place: int, asked: Asked, read: Callable[[dict[str, Any]], T]) -> T:
        model = client.model(asked.how.model if place == 0 else "", self.clock)
        key = key_of(client.server.shown, model, asked.messages, asked.schema, asked.how.temperature)
        known = self._remembered(key, asked, model, read)
        if known is not None:
            return known
        chat, problems = list(asked.messages), ["it has no tries left"]
        stage = asked.contract.stage
        while self._used[place, stage] < (asked.how.tries or 1):
            self._used[place, stage] += 1
            completion = self._completed(client, model, asked, chat)
            found = judged(completion.text, asked.held or asked.schema, read)
            if found.value is not None:
                if self.replies is not None:
                    self.replies.put(key, found.reply)
                return found.value
            problems = _told(completion, found.problems)
            self.calls[-1] = self.calls[-1].replaced(problems=tuple(problems))
            chat = [*asked.messages, *_correction(completion.text, problems)]
        raise ModelError(
            f"The model {model} gave no usable reply for {stage}: {'; '.join(problems[:2])}",
            "Ask in simpler words, use a larger model, or reader='embedded'.",
        )

    def _remembered(self, key: str, asked: Asked, model: str, read: Callable[[dict[str, Any]], T]) -> T | None:
        reply = self.replies.get(key) if self.replies is not None else None
        if reply is None:
            return None
        text = json.dumps(reply, ensure_ascii=False)
        found = judged(text, asked.held or asked.schema, read)
        if found.value is not None:
            self.calls.append(ModelCall(stage=asked.contract.stage, model=model, reply=text, attempts=0, cached=True))
        return found.value

    def _completed(self, client: Client, model: str, asked: Asked, chat: list[Message]) -> Completion:
        """One reply, with what was sent and what it cost written down also where it fails."""
        self.sent.append("\n\n".join(f"[{message['role']}]\n{message['content']}" for message in chat))
        start = time.perf_counter()
        call = ModelCall(stage=asked.contract.stage, model=model, reply="")
        try:
            completion = client.complete(
                chat,
                model=model,
                schema=asked.schema,
                temperature=asked.how.temperature,
                max_tokens=asked.how.max_tokens,
                clock=self.clock,
                grammar=asked.grammar,
            )
        except AutovizError as error:
            self.calls.append(call.replaced(problems=(error.what,), seconds=time.perf_counter() - start))
            raise
        self.calls.append(
            call.replaced(
                reply=completion.text,
                tokens_in=completion.tokens_in,
                tokens_out=completion.tokens_out,
                seconds=time.perf_counter() - start,
                attempts=completion.attempts,
                grammar=completion.grammar,
            )
        )
        return completion


def _told(completion: Completion, problems: Sequence[Problem]) -> list[str]:
    """The problems as sentences, and that the reply was cut off where it was."""
    cut = ["the reply was cut off because it was too long; be brief"] if completion.cut_off else []
    return [*cut, *(str(problem) for problem in problems[:MOST_PROBLEMS])]


def _correction(reply: str, problems: list[str]) -> list[Message]:
    """The wrong reply and what is wrong with it, for the next try."""
    listed = "\n".join(f"- {problem}" for problem in problems)
    return [
        {"role": "assistant", "content": reply[:2000] or "{}"},
        {"role": "user", "content": f"That reply cannot be used:\n{listed}\nReply again with the whole JSON."},
    ]
