"""A Tableau server in miniature: sign-in, data sources and the VizQL Data Service, with DuckDB behind it.

It refuses what the service's schema refuses and what its documentation says it does not take, and really computes
the rest. Filters are applied in Tableau's order: context filters, the first n, the others, those on measures.
"""

from __future__ import annotations

import json
import math
import os
import re
import threading
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import duckdb
import jsonschema
import pandas as pd
from vizql_data_service_py import FilterType, QueryRequest, ReadMetadataRequest

from tests.published.formula_sql import Formula, FormulaError

TOKEN, SESSION = "s3cret-token", "session-of-the-token"
LUID = "11111111-2222-3333-4444-{:012d}"
SERVICE = "/api/v1/vizql-data-service/"
FUNCTIONS = {
    "SUM": "sum({})", "AVG": "avg({})", "MEDIAN": "median({})", "COUNT": "count({})", "MIN": "min({})",
    "MAX": "max({})", "COUNTD": "count(DISTINCT {})", "STDEV": "stddev({})", "VAR": "variance({})",
}  # fmt: skip
KEYS = {
    "YEAR": "year({})", "QUARTER": "quarter({})", "MONTH": "month({})", "DAY": "day({})", "NONE": "{}",
    "TRUNC_YEAR": "date_trunc('year', {})", "TRUNC_QUARTER": "date_trunc('quarter', {})",
    "TRUNC_MONTH": "date_trunc('month', {})", "TRUNC_DAY": "date_trunc('day', {})",
}  # fmt: skip
_ROOT = Path(__file__).resolve().parents[2]


def schema_path() -> Path | None:
    """The service's own schema, where it lies beside the checkout or is named."""
    named = os.environ.get("AUTOVIZ_VIZQL_SCHEMA")
    places = [Path(named)] if named else [_ROOT.parent / "shared/vizql/VizQLDataServiceOpenAPISchema.json"]
    return next((path for path in places if path.is_file()), None)


class RefusedError(Exception):
    """The request is refused with a status and a code."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def validated(model: Any, name: str, body: dict[str, Any]) -> None:
    """Refuse what the client's models, or the schema, do not know; a property that they drop is unknown to them."""
    try:
        kept = model.model_validate(_kinds_named(body)).model_dump(mode="json", exclude_none=False)
    except ValueError as error:
        raise RefusedError(400, "400800", f"no {name}: {error}") from error
    for field in (body.get("query") or {}).get("fields", ()):  # what the models leave to the server
        if "fieldCaption" not in field or field.get("sortPriority", 1) < 1:
            raise RefusedError(400, "400800", f"no field: {field}")
    unknown = list(_dropped(body, kept))
    if unknown:
        raise RefusedError(400, "400800", f"unknown properties: {unknown}")
    path = schema_path()
    if path is not None:
        _against(path, name).validate(body)


def _kinds_named(body: dict[str, Any]) -> dict[str, Any]:
    """The body as the client's models want it, which take the kind of a filter only as a member of its enumeration."""
    query = body.get("query") or {}
    if not query.get("filters"):
        return body
    filters = [{**item, "filterType": FilterType(item["filterType"])} for item in query["filters"]]
    return {**body, "query": {**query, "filters": filters}}


def _dropped(given: Any, kept: Any) -> Any:
    if isinstance(given, dict):
        for name, value in given.items():
            if not isinstance(kept, dict) or name not in kept:
                yield name
            else:
                yield from _dropped(value, kept[name])
    elif isinstance(given, list):
        for left, right in zip(given, kept, strict=True):
            yield from _dropped(left, right)


_SCHEMAS: dict[tuple[Path, str], Any] = {}


def _against(path: Path, name: str) -> Any:
    """The schema of one request; a filter is held against the schema of its own type, as its discriminator says."""
    if (path, name) not in _SCHEMAS:
        spec = json.loads(path.read_text("utf-8"))
        schemas = spec["components"]["schemas"]
        kinds = schemas["Filter"].pop("discriminator")["mapping"]
        schemas["Query"]["properties"]["filters"]["items"] = {
            "allOf": [
                {"if": {"properties": {"filterType": {"const": kind}}}, "then": {"$ref": place}}
                for kind, place in kinds.items()
            ]
        }
        schemas["NullableAny"] = {}
        _SCHEMAS[path, name] = jsonschema.Draft202012Validator(
            {"$ref": f"#/components/schemas/{name}", "components": spec["components"]}
        )
    return _SCHEMAS[path, name]


class Source:
    """One published data source: a table, and fields that are computed."""

    def __init__(self, luid: str, name: str, table: pd.DataFrame, computed: dict[str, str] | None = None) -> None:
        self.luid, self.name, self.version = luid, name, 1
        self.connection = duckdb.connect()
        self.table = table
        self.connection.register("given", table)
        self.connection.execute("CREATE TABLE t AS FROM given")
        self.kinds = {str(row[0]): _kind(str(row[1])) for row in self.connection.execute("DESCRIBE t").fetchall()}
        self.computed = computed or {}
        self.defaults: dict[str, str] = {}

    def metadata(self) -> list[dict[str, Any]]:
        fields = [
            {
                "fieldName": name, "fieldCaption": name, "dataType": kind, "columnClass": "COLUMN",
                "fieldRole": "MEASURE" if kind in ("INTEGER", "REAL") else "DIMENSION",
                "defaultAggregation": self.defaults.get(name, "SUM" if kind in ("INTEGER", "REAL") else "COUNT"),
            }
            for name, kind in self.kinds.items()
        ]  # fmt: skip
        for name, formula in self.computed.items():
            parsed = Formula(formula, self.column, self.texts())
            parsed.sql()
            fields.append(
                {
                    "fieldName": f"Calculation_{name}", "fieldCaption": name, "dataType": "REAL",
                    "columnClass": "CALCULATION", "fieldRole": "MEASURE", "formula": formula,
                    "defaultAggregation": "AGG" if parsed.aggregated else "SUM",
                }
            )  # fmt: skip
        return fields

    def texts(self) -> list[str]:
        return [self.column(name) for name, kind in self.kinds.items() if kind == "STRING"]

    def column(self, name: str) -> str:
        if name in self.computed:
            return Formula(self.computed[name], self.column, self.texts()).sql()
        if name not in self.kinds:
            raise RefusedError(400, "400803", f"Unknown Field: {name}.")
        return '"' + name.replace('"', '""') + '"'

    def expression(self, field: dict[str, Any]) -> tuple[str, bool]:
        """A field as SQL, and whether it summarises rows."""
        if "calculation" in field:
            if field.get("fieldCaption") in self.kinds:
                raise RefusedError(400, "400803", f"There is a field {field['fieldCaption']} already.")
            formula = Formula(field["calculation"], self.column, self.texts())
            return formula.sql(), formula.aggregated
        caption, function = field["fieldCaption"], field.get("function")
        column = self.column(caption)
        if "binSize" in field:
            return f"floor({column} / {field['binSize']}) * {field['binSize']}", False
        if function == "AGG":
            return column, True
        if function in FUNCTIONS:
            return FUNCTIONS[function].format(column), True
        if function in KEYS:
            return KEYS[function].format(column), False
        if function is not None:
            raise RefusedError(400, "400803", f"The function {function} is not supported.")
        measure = self.kinds.get(caption) in ("INTEGER", "REAL")
        return (f"sum({column})", True) if measure else (column, False)

    def rows(self, query: dict[str, Any], limit: int | None) -> list[dict[str, Any]]:
        names, items, groups, order = [], [], [], []
        for field in query["fields"]:
            expression, summarises = self.expression(field)
            name = field.get("fieldAlias") or field["fieldCaption"]
            if name in names:
                raise RefusedError(400, "400803", f"Two fields are called {name}.")
            names.append(name)
            items.append(expression)
            groups += [] if summarises else [expression]
            if "sortPriority" in field:
                order.append((field["sortPriority"], f"{expression} {field.get('sortDirection', 'ASC')}"))
        source, having = self.filtered(query.get("filters") or [])
        quoted = ['"' + name.replace('"', '""') + '"' for name in names]
        select = ", ".join(f"{item} AS {name}" for item, name in zip(items, quoted, strict=True))
        sql = f"SELECT {select} FROM ({source}) t" + (f" GROUP BY {', '.join(groups)}" if groups else "")
        sql += f" HAVING {' AND '.join(having)}" if having else ""
        sql += f" ORDER BY {', '.join(text for _, text in sorted(order))}" if order else ""
        sql += f" LIMIT {limit}" if limit else ""
        try:
            with self.connection.cursor() as cursor:
                found = cursor.execute(sql).fetchall()
        except duckdb.Error as error:
            raise RefusedError(400, "400803", f"{error}: {sql}") from error
        return [dict(zip(names, map(_plain, row), strict=True)) for row in found]

    def filtered(self, filters: list[dict[str, Any]]) -> tuple[str, list[str]]:
        """The rows that are left, and the conditions on measures."""
        fields = [json.dumps(item["field"], sort_keys=True) for item in filters]
        if len(set(fields)) != len(fields):
            raise RefusedError(400, "400803", "A field may have one filter.")
        context = [item for item in filters if item.get("context")]
        source = _where("SELECT * FROM t", [self.condition(item)[0] for item in context])
        chosen = [self.chosen(source, item) for item in filters if item["filterType"] in ("TOP", "CONDITION")]
        others = [
            self.condition(item)
            for item in filters
            if item["filterType"] not in ("TOP", "CONDITION") and not item.get("context")
        ]
        source = _where(source, chosen)
        return (
            _where(source, [text for text, summarises in others if not summarises]),
            [text for text, summarises in others if summarises],
        )

    def chosen(self, source: str, item: dict[str, Any]) -> str:
        """Whether a row's value of a field is among those whose groups are the first, or meet a condition."""
        if set(item["field"]) != {"fieldCaption"}:
            raise RefusedError(400, "400803", f"A {item['filterType']} filter takes no function and no calculation.")
        key, summarised = self.expression(item["field"])
        if summarised:
            raise RefusedError(400, "400803", f"A {item['filterType']} filter takes no measure.")
        if item["filterType"] == "TOP":
            measure, summarises = self.expression(item["fieldToMeasure"])
            down = "DESC" if item.get("direction", "TOP") == "TOP" else "ASC"
            groups = f"ORDER BY {measure} {down}, 1 LIMIT {item['howMany']}"
        else:
            test, summarises = self.group_test(item)
            groups = f"HAVING {test}"
        if not summarises:
            raise RefusedError(400, "400803", "What groups are chosen by must summarise them.")
        found = f"SELECT {key} AS k FROM ({source}) GROUP BY 1 {groups}"
        return f"EXISTS (SELECT 1 FROM ({found}) g WHERE g.k IS NOT DISTINCT FROM {key})"

    def group_test(self, item: dict[str, Any]) -> tuple[str, bool]:
        if ("condition" in item) == ("calculation" in item):
            raise RefusedError(400, "400803", "A condition filter takes a condition or a calculation.")
        if "calculation" in item:
            return self.expression({"calculation": item["calculation"]})
        wanted = item["condition"]
        value, summarises = self.expression({name: wanted[name] for name in ("fieldCaption", "function")})
        return f"{value} {wanted['comparison']} {_literal(wanted['value'])}", summarises

    def condition(self, item: dict[str, Any]) -> tuple[str, bool]:
        field, kind = item["field"], item["filterType"]
        if kind in ("SET", "MATCH", "DATE") and set(field) != {"fieldCaption"}:
            raise RefusedError(400, "400803", f"A {kind} filter takes no function and no calculation.")
        if kind in ("QUANTITATIVE_NUMERICAL", "QUANTITATIVE_DATE") and set(field) == {"fieldCaption"}:
            subject, summarises = self.column(field["fieldCaption"]), False
        else:
            subject, summarises = self.expression(field)
        text = {
            "SET": _set, "MATCH": _match, "DATE": _relative,
            "QUANTITATIVE_NUMERICAL": _quantity, "QUANTITATIVE_DATE": _quantity,
        }[kind](subject, item)  # fmt: skip
        return text, summarises


def _kind(name: str) -> str:
    if name == "DATE":
        return "DATE"
    if name.startswith("TIMESTAMP"):
        return "DATETIME"
    if name == "BOOLEAN":
        return "BOOLEAN"
    if "INT" in name:
        return "INTEGER"
    return "REAL" if name.startswith(("DOUBLE", "FLOAT", "DECIMAL")) else "STRING"


def _plain(value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, float) and math.isnan(value):
        return None
    return float(value) if type(value).__name__ == "Decimal" else value


def _where(source: str, conditions: list[str]) -> str:
    return f"SELECT * FROM ({source}) WHERE {' AND '.join(conditions)}" if conditions else source


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def _set(subject: str, item: dict[str, Any]) -> str:
    listed = [_literal(value) for value in item["values"] if value is not None]
    found = f"coalesce({subject} IN ({', '.join(listed)}), FALSE)" if listed else "FALSE"
    if None in item["values"]:
        found = f"({found} OR {subject} IS NULL)"
    return f"(NOT {found})" if item.get("exclude") else found


def _match(subject: str, item: dict[str, Any]) -> str:
    """Whatever the casing, as wildcard filters match."""
    tests = {"contains": "contains", "startsWith": "starts_with", "endsWith": "ends_with"}
    parts = [f"{sql}(lower({subject}), {_literal(item[name].lower())})" for name, sql in tests.items() if name in item]
    found = f"coalesce({' AND '.join(parts)}, FALSE)"
    return f"(NOT {found})" if item.get("exclude") else found


def _quantity(subject: str, item: dict[str, Any]) -> str:
    side = item["quantitativeFilterType"]
    if side in ("ONLY_NULL", "ONLY_NON_NULL"):
        return f"({subject} IS {'NOT ' if 'NON' in side else ''}NULL)"
    dated = item["filterType"] == "QUANTITATIVE_DATE"
    low, high = (item.get("minDate"), item.get("maxDate")) if dated else (item.get("min"), item.get("max"))
    wanted = {"RANGE": (True, True), "MIN": (True, False), "MAX": (False, True)}[side]
    if (low is not None, high is not None) != wanted:
        raise RefusedError(400, "400803", f"{side} does not fit the bounds.")
    write = (lambda bound: f"date '{bound}'") if dated else repr
    parts = [f"{subject} >= {write(low)}"] if low is not None else []
    parts += [f"{subject} <= {write(high)}"] if high is not None else []
    found = f"coalesce({' AND '.join(parts)}, FALSE)"
    return f"({found} OR {subject} IS NULL)" if item.get("includeNulls") else found


def _relative(subject: str, item: dict[str, Any]) -> str:
    """Whole periods around that of the anchor, or its own up to the anchor."""
    anchor, kind, count = f"date '{item['anchorDate']}'", item["dateRangeType"], item.get("rangeN")
    if (kind in ("LASTN", "NEXTN")) != (count is not None):
        raise RefusedError(400, "400803", f"{kind} does not fit rangeN.")
    word = item["periodType"].lower().removesuffix("s")
    start = f"date_trunc('{word}', {anchor})"
    first, after = {
        "CURRENT": (0, 1), "LAST": (-1, 0), "NEXT": (1, 2), "LASTN": (1 - (count or 0), 1),
        "NEXTN": (1, 1 + (count or 0)), "TODATE": (0, 1),
    }[kind]  # fmt: skip
    end = f"{anchor} + INTERVAL 1 day" if kind == "TODATE" else f"{start} + INTERVAL ({after}) {word}"
    found = f"coalesce({subject} >= {start} + INTERVAL ({first}) {word} AND {subject} < {end}, FALSE)"
    return f"({found} OR {subject} IS NULL)" if item.get("includeNulls") else found


class TableauServer(ThreadingHTTPServer):
    """Data sources behind an address, the requests that came, and faults on demand."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sources: dict[str, Source] = {}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.faults: list[str] = []
        self.answering = threading.Event()
        self.token = TOKEN
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def publish(self, name: str, table: pd.DataFrame, computed: dict[str, str] | None = None) -> Source:
        source = Source(LUID.format(len(self.sources) + 1), name, table, computed)
        self.sources[source.luid] = source
        return source

    def queries(self) -> list[dict[str, Any]]:
        return [body for path, body in self.requests if path == "query-datasource"]


class _Handler(BaseHTTPRequestHandler):
    server: TableauServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Silent."""

    def do_GET(self) -> None:
        self.rest(self.path.partition("?")[0])

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if not self.path.startswith(SERVICE):
            self.rest(self.path, text)
            return
        name = self.path.removeprefix(SERVICE)
        try:
            self.fault()
            if self.headers.get("X-Tableau-Auth") != SESSION:
                raise RefusedError(401, "401002", "Invalid or expired authentication credentials.")
            body = json.loads(text)
            self.server.requests.append((name, body))
            self.json(200, self.service(name, body))
        except RefusedError as error:
            if error.status:
                self.json(error.status, {"errorCode": error.code, "message": str(error)})
        except (FormulaError, jsonschema.ValidationError) as error:
            self.json(400, {"errorCode": "400803", "message": str(error)[:300]})

    def fault(self) -> None:
        if not self.server.faults:
            return
        kind = self.server.faults.pop(0)
        if kind == "slow":
            self.server.answering.wait()  # longer than anybody waits
            raise RefusedError(0, "", "")
        if kind == "half":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"data": [{"re')
            self.close_connection = True
            raise RefusedError(0, "", "")
        if kind == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "14")
            self.end_headers()
            self.wfile.write(b'{"data": [{"re')
            raise RefusedError(0, "", "")
        if kind != "none":
            raise RefusedError(int(kind), f"{kind}000", f"the server says {kind} about {TOKEN}")

    def service(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        model, spelled = {
            "read-metadata": (ReadMetadataRequest, "ReadMetadataRequest"),
            "query-datasource": (QueryRequest, "QueryRequest"),
        }[name]
        validated(model, spelled, body)
        source = self.server.sources.get(body["datasource"]["datasourceLuid"])
        if source is None:
            raise RefusedError(404, "404950", "The data source is not there.")
        if name == "read-metadata":
            return {"data": source.metadata()}
        return {"data": source.rows(body["query"], body.get("options", {}).get("rowLimit"))}

    def rest(self, path: str, text: str = "") -> None:
        if path.endswith("/auth/signin"):
            if f'"{self.server.token}"' not in text:
                self.xml(401, '<error code="401001"><summary>Signin Error</summary><detail>bad token</detail></error>')
                return
            self.xml(
                200, f'<credentials token="{SESSION}"><site id="site-1" contentUrl=""/><user id="u"/></credentials>'
            )
            return
        wanted = re.search(r"/datasources/([0-9a-f-]+)$", path)
        found = list(self.server.sources.values())
        if wanted:
            found = [item for item in found if item.luid == wanted[1]]
            if not found:
                self.xml(404, '<error code="404004"><summary>Not Found</summary><detail>no such</detail></error>')
                return
            self.xml(200, _listed(found[0]))
            return
        name = re.search(r"name:eq:([^&,]+)", unquote_plus(self.path))
        if name:
            found = [item for item in found if item.name == name[1]]
        items = "".join(_listed(item) for item in found)
        page = f'<pagination pageNumber="1" pageSize="100" totalAvailable="{len(found)}"/>'
        self.xml(200, f"{page}<datasources>{items}</datasources>")

    def xml(self, status: int, inside: str) -> None:
        text = f'<?xml version="1.0"?><tsResponse xmlns="http://tableau.com/api">{inside}</tsResponse>'
        self.sent(status, "application/xml", text.encode())

    def json(self, status: int, body: dict[str, Any]) -> None:
        self.sent(status, "application/json", json.dumps(body).encode())

    def sent(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _listed(source: Source) -> str:
    changed = (date(2026, 1, 1) + timedelta(days=source.version)).isoformat()
    return (
        f'<datasource id="{source.luid}" name="{source.name}" contentUrl="{source.name}" type="hyper" '
        f'createdAt="2026-01-01T00:00:00Z" updatedAt="{changed}T00:00:00Z"><project id="p" name="Default"/>'
        '<owner id="u"/><tags/></datasource>'
    )
