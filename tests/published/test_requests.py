"""What the server in miniature refuses: the official client's models say it, and the published schema where it lies."""

from __future__ import annotations

import jsonschema
import pytest
from vizql_data_service_py import QueryRequest

from tests.published import server
from tests.published.server import RefusedError, schema_path, validated

SUM = {"fieldCaption": "amount", "function": "SUM"}
REGION = {"fieldCaption": "region"}
BAD = [
    {"fields": [SUM], "limit": 3},
    {"filters": []},
    {"fields": [{"function": "SUM"}]},
    {"fields": [{**SUM, "function": "TOTAL"}]},
    {"fields": [{**SUM, "alias": "s"}]},
    {"fields": [{**REGION, "binSize": 0.5}]},
    {"fields": [{**SUM, "sortPriority": 0}]},
    {"fields": [SUM], "filters": [{"field": REGION, "filterType": "SET"}]},
    {"fields": [SUM], "filters": [{"field": REGION, "filterType": "LIST", "values": []}]},
    {"fields": [SUM], "filters": [{"field": REGION, "filterType": "TOP", "howMany": 3}]},
    {"fields": [SUM], "filters": [{"field": REGION, "filterType": "DATE", "periodType": "DECADES",
                                   "dateRangeType": "LAST"}]},
    {"fields": [SUM], "filters": [{"field": REGION, "filterType": "CONDITION", "condition": {**SUM, "value": 3}}]},
    {"fields": [SUM], "filters": [{"field": SUM, "filterType": "QUANTITATIVE_NUMERICAL", "min": 3}]},
]  # fmt: skip


@pytest.fixture(params=["models alone", "schema too"])
def known(request, monkeypatch):
    if request.param == "models alone":
        monkeypatch.setattr(server, "schema_path", lambda: None)
    elif schema_path() is None:
        pytest.skip("the schema is not beside this checkout; AUTOVIZ_VIZQL_SCHEMA names it")


def body(query):
    return {"datasource": {"datasourceLuid": "1"}, "query": query, "options": {"rowLimit": 3}}


@pytest.mark.parametrize("query", BAD, ids=range(len(BAD)))
def test_a_request_that_is_none_is_refused(known, query):
    with pytest.raises((RefusedError, jsonschema.ValidationError)):
        validated(QueryRequest, "QueryRequest", body(query))


def test_a_right_request_is_not(known):
    condition = {"field": REGION, "filterType": "CONDITION", "condition": {**SUM, "comparison": ">", "value": 3}}
    validated(QueryRequest, "QueryRequest", body({"fields": [SUM], "filters": [condition]}))
