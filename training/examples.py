"""Writes what the encoder makes of the registry's examples, and what is fitted to it: `python -m training.examples`.

To be run where an example was added or the network was trained anew; a test tells when it is due.
"""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.embedding import Encoder, RememberingEncoder, Vectors
from autoviz.follow_ups.beyond import Listener
from autoviz.follow_ups.fragments import Gate, Likeness
from autoviz.linking import votes
from autoviz.linking.money import known_to
from autoviz.readers.default import network
from autoviz.readers.embedded.example_vectors import FILE, examples, write


class Recording:
    """An encoder that keeps the texts which it is shown, in their order."""

    def __init__(self, encoder: Encoder) -> None:
        self.name = encoder.name
        self.texts: dict[str, None] = {}
        self._encoder = encoder

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors of the encoder behind it."""
        self.texts.update(dict.fromkeys(texts))
        return self._encoder.encode(texts)


def examples_of(encoder: Encoder) -> list[str]:
    """All texts that an encoder is shown before it is shown a question."""
    recording = Recording(encoder)
    for made in (Listener, Gate, Likeness, known_to):
        made(recording)
    return list(recording.texts)


def main() -> None:
    """Encode them one by one, as questions are, and write them; then fit to what was written."""
    ours = network()
    assert ours is not None, "the trained network is missing"
    texts = examples_of(ours)
    write(texts, ours.encode(texts))
    given = RememberingEncoder(ours, examples())
    votes.write([Listener(given).votes, Gate(given).votes])
    print(f"{len(texts):,} examples in {FILE.stat().st_size / 1e3:,.0f} kB")


if __name__ == "__main__":
    main()
