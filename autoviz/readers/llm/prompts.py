"""Prompts: the Markdown files filled in and cut into messages, with column names quoted as data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from autoviz.errors import RegistryError
from autoviz.readers.llm.contracts import Contract
from autoviz.resources import templates_folder

Message = dict[str, str]
_SECTION = re.compile(r"^# (system|example|user)\n", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{ (\w+) \}\}")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+")
LONGEST_NAME = 60


@dataclass(frozen=True)
class Prompt:
    """The parts of one prompt file: what the model is told, how an example is put, how the question is put."""

    system: str
    example: str
    user: str

    @property
    def placeholders(self) -> frozenset[str]:
        """Every name that is filled in somewhere."""
        return frozenset(_PLACEHOLDER.findall(f"{self.system}{self.example}{self.user}"))


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt of this name in `templates/prompts`."""
    path = templates_folder() / "prompts" / f"{name}.md"
    try:
        pieces = _SECTION.split(path.read_text("utf-8"))
    except OSError as error:
        raise RegistryError(f"The prompt {path.name} is missing", f"It should lie in {path.parent}.") from error
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    if not {"system", "user"} <= set(parts):
        raise RegistryError(f"{path.name} needs the parts '# system' and '# user'", "See the prompts beside it.")
    return Prompt(parts["system"].strip(), parts.get("example", "").strip(), parts["user"].strip())


@dataclass(frozen=True)
class Example:
    """What stands before the question: an earlier one, and the right reply to it."""

    values: Mapping[str, str]
    reply: Mapping[str, Any]


def messages(contract: Contract, values: Mapping[str, str], examples: Sequence[Example] = ()) -> list[Message]:
    """The chat that puts the question: the rules, the examples as turns, and the question itself."""
    prompt = load_prompt(contract.prompt)
    unfilled = contract.placeholders - set(values)
    if unfilled:
        raise RegistryError(
            f"The prompt {contract.prompt} is not given {sorted(unfilled)}", "Fill in every placeholder."
        )
    turns: list[Message] = [{"role": "system", "content": _filled(prompt.system, values)}]
    for example in examples:
        turns.append({"role": "user", "content": _filled(prompt.example, example.values)})
        turns.append({"role": "assistant", "content": compact(example.reply)})
    return [*turns, {"role": "user", "content": _filled(prompt.user, values)}]


def _filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its placeholders replaced in one pass, so that a value can not bring in another placeholder."""
    lines = _PLACEHOLDER.sub(lambda found: values[found.group(1)], text).splitlines()
    return "\n".join(line for place, line in enumerate(lines) if line.strip() or (place and lines[place - 1].strip()))


class Names:
    """Column names as a model sees them: on one line, short and each once; and back again."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._shown: dict[str, str] = {}
        for column in columns:
            short = _UNSEEN.sub(" ", column).strip()
            short = short if len(short) <= LONGEST_NAME else f"{short[: LONGEST_NAME - 1]}…"
            taken = set(self._shown.values())
            self._shown[column] = next(
                name for name in (short, *(f"{short} ({n})" for n in range(2, len(columns) + 2))) if name not in taken
            )
        self._real = {shown: real for real, shown in self._shown.items()}

    @property
    def shown(self) -> tuple[str, ...]:
        """All names as a model sees them."""
        return tuple(self._real)

    def show(self, value: Any) -> Any:
        """A value of ours with every column name as a model sees it."""
        return _mapped(value, self._shown)

    veils = False
    """Whether values of cells are hidden from the model."""

    def constant(self, value: Any) -> Any:
        """A value of a cell as it may be sent."""
        return value

    def told(self, text: str) -> str:
        """A sentence of ours as it may be sent."""
        return text

    def real(self, value: Any) -> Any:
        """A value of the model's with every column under its real name."""
        return _mapped(value, self._real)


def _mapped(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _mapped(item, names) for key, item in value.items()}
    return [_mapped(item, names) for item in value] if isinstance(value, (list, tuple)) else value


def compact(value: Any) -> str:
    """JSON without spaces, as a grammar writes it: a small model repeats the form that it was shown."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def quoted(name: str) -> str:
    """A name between quotes, with nothing in it that could end them."""
    return json.dumps(name, ensure_ascii=False)
