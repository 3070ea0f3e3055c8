"""The training code, on a run small enough for a laptop."""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from autoviz.readers.embedded.heads import CHOICES, FLAGS, INTENTS, LABELS, USES
from training.grammar import expand, mistyped, unmarked
from training.invented import ask
from training.tables import domains, invent

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def tables() -> list:
    rng = random.Random(3)
    return [invent(domain, rng) for domain in domains()[:6]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from training.build import gather, write

    folder = tmp_path_factory.mktemp("build")
    pieces, _ = gather(argparse.Namespace(questions=404, variants=1, seed=5, processes=1))
    write(folder, pieces)
    return folder


def test_every_domain_gives_a_table_with_something_to_measure_and_to_group_by() -> None:
    rng = random.Random(1)
    for domain in domains():
        kinds = {column.kind for column in invent(domain, rng).profile.columns}
        assert "numeric" in kinds and kinds & {"categorical", "geographic", "boolean", "ordinal"}, domain.name


def test_a_pattern_is_expanded_until_no_choice_is_left() -> None:
    texts = {expand("(show|plot) [me] {x} by (a|b [c])", random.Random(seed)) for seed in range(60)}
    assert len(texts) > 6
    assert all("{x}" in text and not set("()[]|") & set(text) for text in texts)


def test_a_slip_changes_a_word_a_little() -> None:
    slips = [mistyped("department", random.Random(seed)) for seed in range(30)]
    assert all(slip[0] == "d" and 9 <= len(slip) <= 11 for slip in slips)
    assert len(set(slips)) > 10


def test_marks_leave_the_text_and_give_their_places() -> None:
    text, places = unmarked("top \ue000\ue1005\ue001 in \ue000\ue101West\ue001")
    assert text == "top 5 in West"
    assert [text[start:end] for start, end in places] == ["5", "West"]


def test_questions_are_varied_and_their_targets_are_closed(tables: list) -> None:
    rng = random.Random(9)
    made = [example for example in (ask(rng.choice(tables), rng) for _ in range(600)) if example]
    assert len({example.question for example in made}) > 0.95 * len(made)
    assert len({example.target.form for example in made}) >= 16
    for example in made:
        target = example.target
        chosen = {name: getattr(target, name) for name in CHOICES}
        assert all(value in CHOICES[name] for name, value in chosen.items()), chosen
        assert target.flags <= set(FLAGS) and set(target.intents) <= set(INTENTS) and target.analysis <= set(LABELS)
        assert all(span.use in USES and example.question[span.start : span.end].strip() for span in target.spans)


def test_the_same_seed_gives_the_same_questions() -> None:
    def first(seed: int) -> list[str]:
        rng = random.Random(seed)
        table = invent(domains()[0], rng)
        return [example.question for example in (ask(table, rng) for _ in range(20)) if example]

    assert first(4) == first(4)
    assert first(4) != first(5)


def test_what_is_withheld_is_nowhere_in_the_table_and_marked_in_the_question(tables: list) -> None:
    from training.withheld import withheld

    rng = random.Random(11)
    kinds = Counter[str]()
    for _ in range(600):
        table = rng.choice(tables)
        example = ask(table, rng)
        if example is None:
            continue
        kept, profile = withheld(example, table.profile, rng)
        if not kept.absent:
            assert profile is table.profile
            continue
        gone = set(table.profile.names) - set(profile.names)
        assert all(kept.question[start:end].strip() for start, end in kept.absent)
        target = kept.target
        used = {target.x, target.color, target.facet, target.size, *target.metrics, *target.filters}
        assert not gone & used
        kinds["column" if gone else "value"] += 1
    assert kinds["column"] > 20 and kinds["value"] > 0


def test_a_batch_is_padded_and_keeps_its_labels(built: Path) -> None:
    from training.batches import Store

    store = Store(built)
    batch = store.batch(np.arange(6))
    assert batch["ids"].shape == batch["mask"].shape
    assert batch["owner"].shape == (*batch["ids"].shape, batch["features"].shape[1])
    for row in range(6):
        assert (batch["owner"][row].sum(0) > 0).sum() == len(store.ragged("features", row))
    assert batch["pointers"].max() <= batch["features"].shape[1]
    assert Counter(batch["column_labels"][..., 0].reshape(-1).tolist())[1] > 0


def test_a_tiny_run_learns_and_writes_weights_that_load(built: Path, tmp_path: Path) -> None:
    from training.export import load
    from training.train import train

    torch.manual_seed(1)
    options = argparse.Namespace(
        data=built, out=tmp_path, epochs=2, batch=8, limit=24, texts=4, workers=0, seed=1, rate=3e-4, minutes=5.0,
        start=None, only=None,
    )  # fmt: skip
    report = train(options)
    assert 0 <= report["generated"]["columns and mark"] <= 1
    meta = json.loads((tmp_path / "training.json").read_text())
    reader = load([tmp_path, tmp_path])
    assert {name: list(tensor.shape) for name, tensor in reader.state_dict().items()} == meta["shapes"]
    options.start, options.only, options.out = [tmp_path], ["word", "meaning"], tmp_path / "further"
    train(options)
    before, after = reader.state_dict(), load([options.out]).state_dict()
    learned = {name.partition(".")[0] for name in before if not torch.equal(before[name], after[name])}
    assert learned == {"word", "meaning"}
