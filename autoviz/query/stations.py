"""Stations: the places of a Query at which it can say something, as plans and proofs name them."""

from __future__ import annotations

from autoviz.query.language import Query

STATIONS = ("source", "where", "group", "having", "then", "kept", "order", "limit", "shown")


def stations_of(query: Query) -> tuple[str, ...]:
    """The stations at which a Query says something, in their order."""
    return tuple(name for name in STATIONS if (query.grouped if name == "group" else getattr(query, name)))


def station_key(station: str) -> str:
    """The requirement key of a station, as plans cite it."""
    return f"query.{station}"
