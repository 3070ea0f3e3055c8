"""The readers that an installation has: built once, on first use, and shared."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from autoviz.base_model.files import FETCH, installed
from autoviz.embedding import Encoder, RememberingEncoder, SentenceTransformerEncoder
from autoviz.errors import MissingPackageError, SettingsError
from autoviz.model.settings import Settings
from autoviz.readers.base import Reader
from autoviz.readers.embedded.decoder import shipped_decoder
from autoviz.readers.embedded.example_vectors import examples
from autoviz.readers.embedded.network import Network, shipped
from autoviz.readers.embedded.reader import EmbeddedReader
from autoviz.readers.graphs import WEIGHTS
from autoviz.readers.meanwhile import meanwhile
from autoviz.readers.minimal import MinimalReader
from autoviz.readers.planner.reader import PlannerReader
from autoviz.readers.planner.running import (
    INSTALL,
    SERVED_AS,
    GoesOn,
    adapter_file,
    adapter_of,
    is_installed,
    shared_model,
)
from autoviz.registry.catalog import default_catalog
from autoviz.registry.index import ToolIndex, tool_index

__all__ = [
    "SERVED_AS", "adapter_of", "chain", "default_encoder", "default_index", "embedded_reader", "network", "planner",
    "warm",
]  # fmt: skip

FALLBACK = "bge-small-en"


@cache
def network() -> Network | None:
    """The trained network, where its weights are installed."""
    return shipped() if (WEIGHTS / "reader.onnx").is_file() else None


@cache
def default_encoder(configured: str) -> Encoder:
    """Our own encoder, or a sentence-transformers model where one is named or ours is missing."""
    ours = network()
    if ours is not None and configured == ours.name:
        return RememberingEncoder(ours, examples())
    return RememberingEncoder(SentenceTransformerEncoder(FALLBACK if configured == Network.name else configured))


@cache
def embedded_reader(configured: str) -> EmbeddedReader:
    """The embedded reader over that encoder."""
    return EmbeddedReader(default_encoder(configured), network(), shipped_decoder())


@cache
def planner_reader(configured: str, model: Path | str, adapter: Path | None) -> PlannerReader:
    """The planner over that encoder and the model in these files or at that address."""
    if isinstance(model, str):
        # Here, because what speaks to a server is slow to load.
        from autoviz.readers.planner.serving import ServedModel

        runs: GoesOn = ServedModel(model)
    else:
        runs = shared_model(model, adapter)
    return PlannerReader(default_encoder(configured), network(), shipped_decoder(), runs)


def planner(settings: Settings) -> PlannerReader | None:
    """The planner where it is asked for, or where it can be had and nobody says who is to read."""
    if settings.reader not in ("planner", "auto"):
        return None
    try:
        model = _planner_model(settings)
    except MissingPackageError:
        if settings.reader == "planner":
            raise
        return None
    adapter = None if isinstance(model, str) else adapter_file(model, settings.planner_adapter)
    return planner_reader(settings.embedding_model, model, adapter)


def _planner_model(settings: Settings) -> Path | str:
    """Where the planner's model is: the address of a server where one is set, else a file."""
    if settings.planner_model.startswith(("http://", "https://")):
        if not settings.share_values:
            told = "The planner shows its model values of the table, which would be sent to a server"
            raise SettingsError(told, "Allow it with share_values=True, or run the planner here.")
        return settings.planner_model
    if not is_installed():
        raise MissingPackageError("The planner needs llama.cpp, which is not installed", f"{INSTALL}\n{FETCH}")
    found = installed(settings.planner_model)
    if found is None:
        raise MissingPackageError("The planner's model is not on this machine", FETCH)
    return found


def chain(settings: Settings) -> tuple[Reader, ...]:
    """The readers of one question: the one asked for, and those that take over in turn where it fails."""
    embedded = embedded_reader(settings.embedding_model)
    planning = planner(settings)
    if planning is not None:
        planning.load_soon()
        return (planning,) if settings.model_only else (planning, embedded)
    if settings.reader != "llm":
        embedded.load_soon()
        return (embedded,)
    from autoviz.readers.llm.opening import model_reader

    model = model_reader(settings, embedded, default_encoder(settings.embedding_model))
    return (model,) if settings.model_only else (model, embedded, MinimalReader())


@cache
def default_index(configured: str) -> ToolIndex:
    """The index of the installed tools under that encoder."""
    return tool_index(default_catalog(), default_encoder(configured))


def warm(settings: Settings) -> None:
    """Load everything that a first question and one that refers back to it need, in the background."""
    from autoviz.follow_ups.fragments import gate

    configured = settings.embedding_model

    def open_reader() -> None:
        (planner(settings) or embedded_reader(configured)).load_soon()

    meanwhile(lambda: default_index(configured), lambda: gate(default_encoder(configured)), open_reader)
