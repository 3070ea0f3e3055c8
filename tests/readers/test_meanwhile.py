"""Meanwhile: the networks are opened in the background while the table is looked at; their faults wait."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

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


OPENED = "import sys, threading, time; from autoviz.readers.meanwhile import meanwhile; say = sys.stdout.write; "
"""The beginning of a process of its own."""


def ended(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", OPENED + code]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_a_process_that_ends_waits_for_what_is_being_done_and_begins_no_more():
    first = "begun = threading.Event(); slow = lambda: (begun.set(), time.sleep(0.5), say('first ')); "
    done = ended(f"{first}meanwhile(slow, lambda: say('second ')); begun.wait(); say('end ')")
    assert (done.stdout, done.returncode) == ("end first ", 0)


@pytest.mark.parametrize(
    "loading",
    [
        "from autoviz.readers.default import warm; warm(Settings())",
        "from autoviz.readers.default import chain; chain(Settings(reader='embedded'))",
        "from IPython.testing.globalipapp import start_ipython as s; s().run_line_magic('load_ext', 'autoviz')",
    ],
)
def test_whatever_loads_in_the_background_is_waited_for_at_the_end(loading):
    told = "say(str([thread.daemon for thread in threading.enumerate() if thread.name.startswith('autoviz')]))"
    done = ended(f"from autoviz.model.settings import Settings; {loading}; {told}")
    assert "False" in done.stdout and "True" not in done.stdout, "it would be cut off inside of a library, and abort"
    assert done.returncode == 0, done.stderr


def test_the_planner_loads_and_takes_in_tables_in_threads_that_are_waited_for(monkeypatch):
    from autoviz.profile import profile
    from autoviz.readers.planner.reader import PlannerReader
    from autoviz.samples import load_sales

    model = Opening()
    model.take_in = lambda text: model.load()
    reader = PlannerReader(None, None, None, model)
    for begin in (reader.load_soon, lambda: reader.take_in_soon(profile(load_sales()))):
        model.begun.clear(), model.go_on.clear(), begin()
        assert model.begun.wait(10)
        assert not model.by[-1].daemon
        model.go_on.set()
        model.by[-1].join(10)
