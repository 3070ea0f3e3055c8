"""A Tableau server in miniature for the tests of published data sources."""

from __future__ import annotations

import pytest

pytest.importorskip("vizql_data_service_py", reason="the extra tableau is not installed")

from autoviz.published.data_source import tableau
from tests.published.server import TOKEN, TableauServer


@pytest.fixture(scope="module")
def server():
    made = TableauServer()
    yield made
    made.answering.set()
    made.shutdown()
    made.server_close()


@pytest.fixture
def connect(server):
    def connected(name, **options):
        server.faults.clear()
        return tableau(server.url, name, token_name="me", token=TOKEN, **options)

    return connected
