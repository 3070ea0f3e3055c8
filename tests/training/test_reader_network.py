"""The network that writes Queries: what is exported scores as what was trained."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from training.reading.batching import Coded, batch

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

WORDS = {word: at for at, word in enumerate(["start", "kind:group", "by", "measure", "mean", "end"])}
TABLES = [[([1, 21, 40, 41], '"city"'), ([1, 22, 42], '"price"')]]
MEAN = ["measure", "mean", '"price"', "end"]
EXAMPLES = [
    Coded(0, [50, 51, 52], [(3, [3, 60], "'Rome'")], [0], ["kind:group", "by", '"city"', *MEAN]),
    Coded(0, [53], [], [], ["kind:group", *MEAN]),
]


@pytest.fixture
def network() -> Any:
    from training.reading.model import ReaderNetwork

    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=120, hidden_size=24, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64,
    )  # fmt: skip
    encoder = transformers.BertModel(config, add_pooling_layer=False)
    return ReaderNetwork(encoder, len(WORDS)).eval()


def tensors(examples: list[Coded]) -> dict[str, Any]:
    made = batch(examples, TABLES, WORDS, random.Random(0), shuffled=False)
    assert made is not None
    return {name: torch.from_numpy(array) for name, array in made.items()}


def scored(network: Any, made: dict[str, Any]) -> tuple[Any, Any]:
    with torch.no_grad():
        return network(*(made[name] for name in ("ids", "types", "mask", "places", "words", "points")))


def test_every_place_scores_every_word_and_every_item(network: Any) -> None:
    scores, used = scored(network, tensors(EXAMPLES))
    assert scores.shape == (2, 7, len(WORDS) + 3)
    assert used.shape == (2, 3)


def test_a_place_does_not_see_what_comes_after_it(network: Any) -> None:
    made = tensors(EXAMPLES[:1])
    before, _ = scored(network, made)
    made["words"][0, 4:] = WORDS["by"]
    made["points"][0, 4:] = -1
    after, _ = scored(network, made)
    assert torch.allclose(before[:, :4], after[:, :4], atol=1e-6)
    assert not torch.allclose(before[:, 4:], after[:, 4:], atol=1e-3)


def test_padding_changes_no_score(network: Any) -> None:
    alone, _ = scored(network, tensors(EXAMPLES[1:]))
    beside, _ = scored(network, tensors(EXAMPLES))
    assert torch.allclose(alone[0], beside[1, : alone.shape[1], : alone.shape[2]], atol=1e-5)


@pytest.mark.parametrize("exporting", [False, True])
def test_step_by_step_the_scores_are_those_of_the_whole(
    network: Any, exporting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.reading.model import HEADS, LAYERS, SheetPart, StepPart

    made = tensors(EXAMPLES[:1])
    whole, used = scored(network, made)
    monkeypatch.setattr(torch.onnx, "is_in_onnx_export", lambda: exporting)
    with torch.no_grad():
        said, pointed, sheet, likely = SheetPart(network)(made["ids"], made["types"], made["mask"], made["places"])
        own = torch.zeros((LAYERS, 2, 2, HEADS, 0, network.width // HEADS))
        for at in range(made["words"].shape[1]):
            # Two readings of one sheet at once: the right one, and one that only ever says "by".
            word = torch.tensor([[int(made["words"][0, at]), WORDS["by"]]])
            point = torch.tensor([[int(made["points"][0, at]), -1]])
            scores, own = StepPart(network)(word, point, torch.tensor(at), said, pointed, sheet, own)
            assert torch.allclose(scores[0], torch.log_softmax(whole[0, at], -1), atol=1e-5), at
            assert own.shape[4] == at + 1
    assert torch.allclose(likely, torch.sigmoid(used))
    assert not torch.allclose(scores[0], scores[1], atol=1e-3)


def test_fitting_lowers_the_loss_and_ends_with_the_mean_of_its_last_weights(
    network: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.reading import fit

    monkeypatch.setattr(fit, "DEVICE", "cpu")
    for name, value in {"WARMING": 1, "SEEN_EVERY": 1, "RATE_DECODER": 1e-2}.items():
        monkeypatch.setattr(fit, name, value)
    fit._prepare(TABLES, WORDS, EXAMPLES)
    pool = SimpleNamespace(map=lambda make, jobs, chunksize: map(make, jobs))
    store = fit.Store(pool, [3, 1], [3, 1], random.Random(0))
    fitting = fit.Fitting(network.train(), len(WORDS))
    losses = [float(fitting.step(made, 0.0)) for at in range(20) for made in store.epoch(at, random.Random(at), 0.04)]
    assert losses[-1] < 0.8 * losses[0]
    states = []
    for at in range(3):
        for made in store.epoch(at, random.Random(at), 0.04):
            fitting.step(made, 0.9)
            states.append(network.words.weight.detach().clone())
    fitting.settle()
    assert torch.allclose(network.words.weight, torch.stack(states).mean(0), atol=1e-6)
    assert not torch.allclose(network.words.weight, states[-1], atol=1e-6)
    assert "of 2" in fit.validated(network, EXAMPLES, TABLES, WORDS)


@pytest.mark.filterwarnings("ignore")
def test_what_is_shipped_can_be_gone_on_with(network: Any, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from training.reading.exporting import export
    from training.reading.shipped import weights_of

    for part in network.parameters():  # what is equal is stored once
        part.data += 0.1 * torch.randn_like(part)
    export(network, tmp_path)
    found = weights_of(tmp_path)
    wanted = {name: value.numpy() for name, value in network.state_dict().items()}
    assert set(found) == set(wanted)
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, abs=0.02 * float(abs(value).max())), name
