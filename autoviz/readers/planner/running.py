"""Running: the base model with our adapter inside this process, by llama.cpp; it goes on with a text, word by word."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from autoviz.base_model.files import BASES, model_file, width_of
from autoviz.errors import MissingPackageError, ModelError
from autoviz.readers.planner.prompt import STOP
from autoviz.stopping import heed

WEIGHTS = Path(__file__).parent / "weights"
SERVED_AS = "planner"
"""The name under which `autoviz serve-model --adapter` serves the adapter."""
WARMTH = 0.5
NAMED_BY = "AUTOVIZ_PLANNER_ADAPTER"
CONTEXT = 4096
"""How many tokens a table, a question and its reply may have together."""
KEPT_MIB = 256
"""How much memory the prefixes of other tables may take."""
MOST_THREADS = 8
INSTALL = 'pip install "autoviz-notebook[planner]"'


Piece = tuple[str, float]
"""A token and its log probability."""


@dataclass(frozen=True)
class Run:
    """What the model wrote in one go: its tokens, each with its log probability."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(text for text, _ in self.pieces)


Enough = Callable[[Sequence[Piece]], bool]


def never(written: Sequence[Piece]) -> bool:
    """Let the model stop by itself."""
    return False


class GoesOn(Protocol):
    """A model that goes on with a text, wherever it runs."""

    def go_on(self, text: str, most: int, grammar: str = "", enough: Enough = never, seed: int = 0) -> Run:
        """What follows, at most so many tokens, each the likeliest, with a seed one of the likelier."""
        ...

    def take_in(self, text: str) -> None:
        """Read a text, so that what follows it later is written sooner."""
        ...

    def load(self) -> None:
        """Get ready."""
        ...


def is_installed() -> bool:
    """Whether llama.cpp is here."""
    return find_spec("xllamacpp") is not None


class Model:
    """The model, loaded on first use; one text at a time."""

    def __init__(self, path: Path, adapter: Path | None, threads: int | None = None) -> None:
        self._path, self._adapter = path, adapter
        self._threads = threads or _cores()
        self._server: Any = None
        self._lock = threading.Lock()

    def go_on(self, text: str, most: int, grammar: str = "", enough: Enough = never, seed: int = 0) -> Run:
        """What follows a text, at most so many tokens, each the likeliest, with a seed one of the likelier.

        `enough` looks at what was written so far.
        What is kept of the text before is used again as far as the two begin alike.
        """
        heard = _Listener(enough)
        asked = {
            "prompt": text, "max_tokens": most, "cache_prompt": True, "stop": [STOP], "logprobs": 1, "stream": True,
            "temperature": WARMTH if seed else 0, "seed": seed, **({"grammar": grammar} if grammar else {}),
        }  # fmt: skip
        with self._lock:
            self._loaded().handle_completions(asked, heard.take)
        if heard.failed is not None:
            raise heard.failed
        return Run(tuple(heard.pieces))

    def take_in(self, text: str) -> None:
        """Read a text, so that what follows it later is written sooner."""
        self.go_on(text, 1)

    def load(self) -> None:
        """Load the model now."""
        with self._lock:
            self._loaded()

    def _loaded(self) -> Any:
        if self._server is None:
            self._server = _opened(self._path, self._adapter, self._threads)
        return self._server


class _Listener:
    """Takes the pieces of a reply; what goes wrong is kept, since nothing may be raised through llama.cpp."""

    def __init__(self, enough: Enough) -> None:
        self.pieces: list[Piece] = []
        self.failed: BaseException | None = None
        self._enough = enough

    def take(self, piece: dict[str, Any]) -> bool:
        """Whether to stop after this piece."""
        try:
            heed()
            if "error" in piece:
                told = piece["error"].get("message", "no reason given")
                raise ModelError(f"The planner's model failed: {told}", "Ask a shorter question.")
            [choice] = piece["choices"]
            told = (choice.get("logprobs") or {}).get("content", ())
            if told or choice["text"]:  # the last piece may say no more than that it is the last
                self.pieces.append((choice["text"], sum(one["logprob"] for one in told)))
            return self._enough(self.pieces)
        except BaseException as error:
            self.failed = error
            return True


def _opened(path: Path, adapter: Path | None, threads: int) -> Any:
    """The model's own server. It takes requests from this process; its door is a file that only the user may open."""
    if not is_installed():
        raise MissingPackageError("The planner needs llama.cpp, which is not installed", INSTALL)
    import xllamacpp

    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(path)
    if adapter is not None:
        chosen.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
    chosen.n_ctx, chosen.n_parallel, chosen.cache_ram_mib = CONTEXT, 1, KEPT_MIB
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = threads
    chosen.verbosity, chosen.warmup, chosen.use_jinja, chosen.fit_params = -1, False, False, False
    chosen.ui, chosen.endpoint_slots, chosen.api_keys = False, False, [secrets.token_hex(16)]
    if os.name == "posix":
        folder = tempfile.mkdtemp(prefix="autoviz-planner-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        chosen.hostnames = [f"{folder}/planner.sock"]
    try:
        return xllamacpp.Server(chosen)
    except Exception as error:
        told = f"The model {path} cannot be loaded: {error}"
        raise ModelError(told, "Fetch it again: autoviz get-model --again") from error


def _cores() -> int:
    """The cores that this process may use, unless OMP_NUM_THREADS says how many it should."""
    stated = os.environ.get("OMP_NUM_THREADS", "")
    if stated.isdigit() and int(stated):
        return int(stated)
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(free, MOST_THREADS)


def adapter_file(model: Path | None, named: str = "") -> Path | None:
    """The adapter: the one named here or in the environment, else ours for a model of this width; None without one."""
    named = named or os.environ.get(NAMED_BY, "")
    if named:
        return model_file(Path(named).expanduser())
    width = None if model is None else width_of(model)
    return next((adapter_of(size) for size, base in BASES.items() if base.width == width), None)


def adapter_of(size: str) -> Path:
    """Our adapter for the base model of a size."""
    return WEIGHTS / f"adapter-{size.lower()}.gguf"


@cache
def shared_model(path: Path, adapter: Path | None) -> Model:
    """The model of these files, loaded once."""
    return Model(path, adapter)
