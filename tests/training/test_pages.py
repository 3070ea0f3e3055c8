"""Several questions about one table on one page are read as each by itself is."""

from __future__ import annotations

from typing import Any

import pytest

PAGES = [
    ([5, 6, 7, 8], [([10, 11], [12, 13, 14]), ([15], [16, 17]), ([18, 19, 20], [21])]),
    ([9, 8, 7, 6, 5, 4, 3], [([30], [31, 32])]),
]


def test_a_page_costs_what_its_questions_cost_alone(model: Any) -> None:
    torch: Any = pytest.importorskip("torch")
    from training.reading.pages import alone, length, loss

    replies = [(table + ask, reply) for table, asked in PAGES for ask, reply in asked]
    with torch.no_grad():
        together = float(loss(model, PAGES))
        weighed = [float(loss(model, alone([one]))) * len(one[1]) for one in replies]
        ids = torch.tensor([replies[1][0] + replies[1][1]])
        own = float(model(ids, labels=torch.where(torch.arange(ids.shape[1]) < len(replies[1][0]), -100, ids)).loss)
    assert together == pytest.approx(sum(weighed) / sum(len(reply) for _, reply in replies), abs=1e-5)
    assert weighed[1] / len(replies[1][1]) == pytest.approx(own, abs=1e-5)
    assert [length(page) for page in PAGES] == [16, 10]


def test_what_is_learned_from_pages_is_a_pair_of_thin_matrices(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    torch: Any = pytest.importorskip("torch")
    from training.reading import tuning
    from training.reading.pages import loss

    thin = tuning.thinned(model, rank=4)
    monkeypatch.setattr(tuning, "WARMING", 2)
    before = float(loss(model, PAGES).detach())
    tuning.tune(model, PAGES, tuning.Plan(4, 5e-2, 64), seconds=30)
    assert float(loss(model, PAGES).detach()) < before
    assert all(bool(torch.any(part.up != 0)) for part in thin.values())
