"""What can go wrong between here and a Tableau server, each with its word; and that no token is ever told."""

from __future__ import annotations

import logging

import pandas as pd
import pytest

import autoviz
from autoviz.errors import SettingsError, SourceError
from autoviz.published import tableau_service
from autoviz.published.data_source import tableau
from autoviz.query.language import Aggregate, Named, Query
from tests.published.server import SESSION, TOKEN

COUNT = Query(measures=(Named(name="n", expr=Aggregate(func="count")),))


@pytest.fixture
def source(server, connect, monkeypatch):
    monkeypatch.setattr(tableau_service, "FIRST_WAIT", 0.01)
    if not server.sources:
        server.publish("orders", pd.DataFrame({"region": ["N", "S"], "amount": [1.0, 2.0]}))
    made = connect("orders")
    assert made.known_fields
    return made


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (["401"] * 3, ("401", "AUTOVIZ_TABLEAU_TOKEN")),
        (["403"], ("403", "API Access")),
        (["404"], ("404", "moved or deleted")),
        (["429"] * 3, ("3 times", "429", "queries for this hour are spent")),
        (["500"] * 3, ("3 times", "500", "Try again later")),
        (["slow"] * 3, ("3 times", "no reply within 0.2 s")),
        (["half"] * 3, ("3 times",)),
        (["cut"] * 3, ("3 times", "half a reply")),
    ],
)
def test_a_fault_has_its_word(server, source, faults, words):
    if "slow" in faults:
        # Signed in already, so that only what is never answered is under the short limit.
        source.service._client.get_httpx_client().close()
        source.service.seconds, source.service._client = 0.2, None
    server.faults[:] = faults
    with pytest.raises(SourceError) as raised:
        source.answer(COUNT)
    server.faults.clear()
    assert all(word in str(raised.value) for word in words), str(raised.value)
    assert TOKEN not in str(raised.value) and SESSION not in str(raised.value)


@pytest.mark.parametrize("faults", [["429"], ["500", "500"], ["half"], ["401"]])
def test_what_passes_is_tried_again_and_nothing_is_lost(server, source, faults):
    server.faults[:] = faults
    assert source.answer(COUNT)[0]["n"].tolist() == [2]


def test_an_unknown_data_source_offers_the_nearest(source, connect):
    with pytest.raises(SourceError, match="no data source 'ordes'") as raised:
        connect("ordes").look()
    assert "'orders'" in raised.value.hint


def test_a_wrong_token_is_said(server, source):
    with pytest.raises(SourceError, match="does not take the sign-in"):
        tableau(server.url, "orders", token_name="me", token="wrong").look()


def test_a_field_that_is_gone_is_named(source):
    from autoviz.errors import QueryError
    from autoviz.query.sql import from_sql

    with pytest.raises(QueryError, match="no field 'amont'"):
        source.answer(from_sql("select sum(amont) as s from t", ["amont"]))


def test_no_secret_is_told(server, source, caplog):
    with caplog.at_level(logging.DEBUG):
        source.look()
    assert TOKEN not in caplog.text and SESSION not in caplog.text
    assert TOKEN not in repr(source) and TOKEN not in repr(source.service) and SESSION not in repr(source.service)


def test_what_is_missing_is_asked_for_before_anything_is_sent(monkeypatch):
    monkeypatch.delenv("AUTOVIZ_TABLEAU_TOKEN", raising=False)
    with pytest.raises(SettingsError, match="token is missing"):
        autoviz.tableau("https://example.invalid", "orders", token_name="me")


def test_fields_are_read_anew_only_when_the_data_source_has_changed(server, source):
    source.look()
    read = [path for path, _ in server.requests].count("read-metadata")
    source.look()
    assert source.fields and [path for path, _ in server.requests].count("read-metadata") == read
    next(iter(server.sources.values())).version += 1
    assert source.fields and [path for path, _ in server.requests].count("read-metadata") == read + 1
