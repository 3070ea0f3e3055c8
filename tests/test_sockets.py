"""The network is out of reach of the tests: what connects fails, to this machine too for most of them."""

from __future__ import annotations

import socket
import sys

import pytest


def test_nobody_outside_is_asked():
    with socket.socket() as asking, pytest.raises(pytest.fail.Exception, match="over the network"):
        asking.connect(("192.0.2.1", 80))


def test_a_name_is_not_looked_up_outside():
    with pytest.raises(pytest.fail.Exception, match=r"example\.org"):
        socket.getaddrinfo("example.org", 80)


def test_a_test_without_a_server_of_its_own_does_not_connect_to_this_machine(monkeypatch):
    monkeypatch.delitem(sys.modules, "py4j", raising=False)
    refused = pytest.raises(pytest.fail.Exception, match="over the network")
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as asking, refused:
        asking.connect(server.getsockname())
