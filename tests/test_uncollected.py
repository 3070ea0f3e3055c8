"""What is imported is not searched for garbage meanwhile, and the collector is left as it was found."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from autoviz.uncollected import uncollected


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_nothing_is_collected_meanwhile():
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_made_is_old_afterwards():
    with uncollected():
        made = [[number] for number in range(1000)]
    young = {id(one) for generation in (0, 1) for one in gc.get_objects(generation)}
    assert young.isdisjoint(map(id, made))


def test_the_collector_goes_on_after_a_failure():
    with pytest.raises(ImportError), uncollected():
        raise ImportError
    assert gc.isenabled()


def test_one_that_is_switched_off_stays_off():
    gc.disable()
    with uncollected():
        pass
    assert not gc.isenabled()


def test_what_is_frozen_stays_frozen():
    gc.freeze()
    frozen = gc.get_freeze_count()
    with uncollected():
        pass
    assert gc.get_freeze_count() > frozen // 2 > 0  # what another thread lets go meanwhile is counted no more
