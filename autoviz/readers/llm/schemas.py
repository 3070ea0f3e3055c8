"""Schemas: a pydantic type as a strict JSON schema in the few words that every grammar knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]
Domains = Mapping[str, Sequence[str]]
"""Field name, or `Type.field`, → the values it may have: columns, tools, steps, requirement keys."""

LONGEST_TEXT = 200
MOST_ITEMS = 6
_KEPT = ("type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems")


def strict(model: type[BaseModel], domains: Domains) -> Schema:
    """Closed objects, bounded texts and lists, references written out, and an enum for every field of a domain."""
    whole = model.model_json_schema()
    return _closed(whole, whole.get("$defs", {}), domains, ())


def any_of(*choices: Schema) -> Schema:
    """One of these; a single choice stands for itself."""
    return choices[0] if len(choices) == 1 else {"anyOf": list(choices)}


def closed_object(properties: Mapping[str, Schema], required: Sequence[str] | None = None) -> Schema:
    """An object with these fields and no others."""
    needed = list(properties if required is None else required)
    return {"type": "object", "properties": dict(properties), "required": needed, "additionalProperties": False}


def one_of(values: Sequence[str]) -> Schema:
    """One of these texts."""
    return {"type": "string", "enum": list(values)}


def _closed(node: Schema, shared: Schema, domains: Domains, allowed: Sequence[str]) -> Schema:
    """One node with its references written out; `allowed` are the values of the field that it belongs to."""
    if "$ref" in node:
        return _closed(shared[node["$ref"].rpartition("/")[2]], shared, domains, allowed)
    choices = node.get("anyOf") or node.get("oneOf")
    if choices:
        possible = [choice for choice in choices if not _impossible(choice, shared, domains)]
        return any_of(*(_closed(choice, shared, domains, allowed) for choice in possible))
    if "properties" in node:
        return _object(node, shared, domains)
    kept: Schema = {key: node[key] for key in _KEPT if key in node}
    if node.get("type") == "array":
        inner = _inner(node)
        return {"maxItems": MOST_ITEMS, **kept, "items": _closed(inner, shared, domains, allowed)}
    if node.get("type") == "object":
        return closed_object({})
    if node.get("type") == "string" and "enum" not in node and "const" not in node:
        return one_of(allowed) if allowed else {**kept, "maxLength": node.get("maxLength", LONGEST_TEXT)}
    return kept


def _inner(node: Schema) -> Schema:
    """What a list holds; a pair of the same type is a list of two."""
    if "items" in node:
        return dict(node["items"])
    return dict(node["prefixItems"][0])


def _values(node: Schema, name: str, domains: Domains) -> Sequence[str] | None:
    return domains.get(f"{node.get('title')}.{name}", domains.get(name))


def _impossible(node: Schema, shared: Schema, domains: Domains) -> bool:
    """Whether a field that must be there has no value to choose: a time axis of a table without dates."""
    target = shared[node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    return any(_values(target, name, domains) in ((), []) for name in target.get("required", ()))


def _object(node: Schema, shared: Schema, domains: Domains) -> Schema:
    properties = {
        name: _closed(entry, shared, domains, _values(node, name, domains) or ())
        for name, entry in node["properties"].items()
    }
    needed = [name for name in properties if name in node.get("required", ()) or "const" in properties[name]]
    return closed_object(properties, needed)
