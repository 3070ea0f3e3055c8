"""ToolIndex: the embedded tool documents in FAISS, cached on disk under the hash of registry and model."""

from __future__ import annotations

import json
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from autoviz.embedding import Encoder, Vectors
from autoviz.registry.catalog import Catalog
from autoviz.resources import cache_folder
from autoviz.uncollected import uncollected

FORMAT = 1
MANY = 2000
"""The vectors of more tools lie outside of the processor's cache: a matrix product reads them once for all queries, and
not once for each."""


@dataclass(frozen=True)
class ToolIndex:
    """Tool names and a FAISS index over their document vectors."""

    names: tuple[str, ...]
    faiss: Any
    from_cache: bool

    def search(self, queries: Vectors, count: int) -> list[list[tuple[str, float]]]:
        """For each query the nearest tools with their cosine similarity, best first."""
        scores, places = self.faiss.search(np.ascontiguousarray(queries, dtype=np.float32), min(count, len(self.names)))
        return [
            [(self.names[place], float(score)) for score, place in zip(row_scores, row, strict=True) if place >= 0]
            for row_scores, row in zip(scores, places, strict=True)
        ]


def tool_index(catalog: Catalog, encoder: Encoder, folder: Path | None = None) -> ToolIndex:
    """The index of this catalog, from the cache where it is whole, else built and cached."""
    folder = folder or cache_folder() / "tool_index"
    path = folder / f"{catalog.digest}-{_slug(encoder.name)}.npz"
    names = tuple(catalog.tools)
    vectors = _cached(path, names, catalog.digest, encoder.name)
    from_cache = vectors is not None
    if vectors is None:
        vectors = encoder.encode([tool.document for tool in catalog.tools.values()])
        _write(path, names, vectors, catalog.digest, encoder.name)
    return ToolIndex(names, _faiss(vectors), from_cache)


def _faiss(vectors: Vectors) -> Any:
    with uncollected():
        import faiss

    faiss.omp_set_num_threads(1)  # a search takes less time than waking a second thread
    if len(vectors) > MANY:
        faiss.cvar.distance_compute_blas_threshold = 1
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(np.ascontiguousarray(vectors, dtype=np.float32))
    return index


def _cached(path: Path, names: Sequence[str], digest: str, model: str) -> Vectors | None:
    """The vectors in the file if it is whole and about these tools; None means that it must be built."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            about = json.loads(str(stored["about"]))
            vectors = np.asarray(stored["vectors"], dtype=np.float32)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, NotImplementedError, RuntimeError, zlib.error):
        return None  # damaged at any byte, it is built again
    wanted = {"format": FORMAT, "names": list(names), "digest": digest, "model": model}
    whole = vectors.ndim == 2 and len(vectors) == len(names) and bool(np.isfinite(vectors).all())
    return vectors if about == wanted and whole else None


def _write(path: Path, names: Sequence[str], vectors: Vectors, digest: str, model: str) -> None:
    """Write beside the place and rename, so that no reader ever sees half a file; a full disk costs only the cache."""
    about = json.dumps({"format": FORMAT, "names": list(names), "digest": digest, "model": model})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            try:
                np.savez(part, vectors=vectors, about=np.array(about))
                part.close()
                Path(part.name).replace(path)
            finally:
                Path(part.name).unlink(missing_ok=True)
    except OSError:
        return


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower())
