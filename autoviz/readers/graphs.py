"""Graphs: the files of the trained networks as onnxruntime and tokenizers open them, in the background where asked."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from autoviz.readers.meanwhile import meanwhile

WEIGHTS = Path(__file__).parent / "embedded" / "weights"
THREADS = {"step.onnx": 1}
"""One word for each of a few readings: handing it to a second thread takes longer than working it out."""
MOST_THREADS = 2
_begun: dict[Path, Future[Any]] = {}


@cache
def open_soon(folder: Path = WEIGHTS) -> None:
    """Open the files of the embedded reader in the background, once: importing all that asks it takes as long."""
    paths = [folder / name for name in ("tokenizer.json", "reader.onnx", "sheet.onnx", "step.onnx")]
    _begun.update({path: Future() for path in paths})
    meanwhile(*(partial(_open_begun, path, _begun[path]) for path in paths))


def _forget_unfinished() -> None:
    """In a child nobody goes on with what its parent had begun; what is open works there too."""
    for path in [path for path, begun in _begun.items() if not begun.done()]:
        del _begun[path]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_unfinished)


def opened_graph(path: Path) -> Any:
    """An ONNX graph on the CPU."""
    return _opened(path, _graph)


def opened_tokenizer(path: Path) -> Any:
    """A tokenizer that neither pads nor cuts off; networks of one folder share it."""
    return _opened(path, _tokenizer)


def _opened(path: Path, opens: Callable[[Path], Any]) -> Any:
    """What the background has opened or is opening; what it has not begun yet is opened here."""
    begun = _begun.pop(path, None)
    return opens(path) if begun is None or begun.cancel() else begun.result()


def _open_begun(path: Path, begun: Future[Any]) -> None:
    if begun.set_running_or_notify_cancel():
        try:
            begun.set_result((_tokenizer if path.suffix == ".json" else _graph)(path))
        except BaseException as error:  # a panic of tokenizers is no Exception, and who waits would do so for ever
            begun.set_exception(error)


def _graph(path: Path) -> Any:
    """A session whose threads sleep while they wait: spinning doubles the work on a busy machine."""
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # from 1.31 on it reports each session to its makers
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS.get(path.name, MOST_THREADS)
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@lru_cache(maxsize=1)
def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
