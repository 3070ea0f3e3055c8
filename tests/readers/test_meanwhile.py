"""Meanwhile: the networks are opened in the background while the table is looked at; their faults wait."""

from __future__ import annotations

import threading

from autoviz.model.settings import Settings
from autoviz.readers import default
from autoviz.readers.embedded.reader import EmbeddedReader
from autoviz.readers.meanwhile import meanwhile


class Opening:
    """A network that takes until it is told to end, and knows who opened it."""

    def __init__(self):
        self.begun, self.go_on, self.done, self.by = threading.Event(), threading.Event(), threading.Event(), []

    def load(self):
        self.by.append(threading.current_thread())
        self.begun.set()
        assert self.go_on.wait(10)
        self.done.set()


def test_a_question_opens_both_networks_in_the_background_and_once(monkeypatch):
    network, decoder = Opening(), Opening()
    reader = EmbeddedReader(None, network, decoder)
    monkeypatch.setattr(default, "embedded_reader", lambda configured: reader)
    for _ in range(3):
        assert default.chain(Settings(reader="embedded")) == (reader,)
    for opening in (network, decoder):
        assert opening.begun.wait(10)
        assert not opening.done.is_set()
        opening.go_on.set()
        assert opening.done.wait(10)
        assert len(opening.by) == 1
        assert opening.by[0] is not threading.current_thread()
        assert not opening.by[0].daemon, "a process that ends while a network is opened would abort"


def test_what_goes_wrong_in_the_background_waits_for_who_needs_it(recwarn):
    ended = threading.Event()

    def failing():
        ended.set()
        raise OSError("no such weights")

    meanwhile(failing)
    assert ended.wait(10)
    for thread in threading.enumerate():
        if thread.name == "autoviz-meanwhile":
            thread.join(10)
    assert not recwarn.list
