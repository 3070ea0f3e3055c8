"""What our encoder makes of the registry's examples lies in the package, all of it and as it is."""

from __future__ import annotations

import numpy as np
import pytest

from autoviz.embedding import RememberingEncoder, Vectors
from autoviz.follow_ups.beyond import Listener
from autoviz.follow_ups.fragments import Gate
from autoviz.linking import votes
from autoviz.readers.default import network
from autoviz.readers.embedded.example_vectors import examples, write
from training.examples import examples_of

pytestmark = pytest.mark.skipif(network() is None, reason="needs the networks")


class Refusing:
    """An encoder that must not be asked."""

    name = "refusing"

    def encode(self, texts: object) -> Vectors:
        raise AssertionError(f"not in the package: {texts}; run python -m training.examples")


def test_every_example_lies_in_the_package():
    assert len(examples_of(RememberingEncoder(Refusing(), examples()))) > 500


def test_they_are_what_the_network_makes_of_them():
    ours, known = network(), examples()
    assert ours is not None
    some = sorted(known)[::60]
    assert np.abs(ours.encode(some) - np.stack([known[text] for text in some])).max() < 0.01


def test_what_is_fitted_to_them_lies_in_the_package_too():
    given = RememberingEncoder(Refusing(), examples())
    for made in (Listener(given), Gate(given)):
        assert made.votes.key in votes.fits(), "run python -m training.examples"


def test_what_lies_there_is_what_would_be_fitted(monkeypatch):
    given = RememberingEncoder(Refusing(), examples())
    known = Listener(given).votes.weights
    monkeypatch.setattr(votes, "fits", dict)
    assert np.abs(Listener(given).votes.weights - known).max() < 1e-4


def test_a_text_that_was_given_is_encoded_by_nobody(tmp_path):
    write(["one", "two words"], np.eye(2, dtype=np.float32), tmp_path / "given.npz")
    encoder = RememberingEncoder(Refusing(), examples(tmp_path / "given.npz"))
    assert encoder.encode(["two words", "one"]).tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert examples(tmp_path / "missing.npz") == {}
