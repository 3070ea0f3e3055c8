"""The nouns: every one goes through JSON and back unchanged, is frozen, and refuses fields it does not know."""

from __future__ import annotations

import importlib
import pkgutil
import types
from functools import cached_property
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

import autoviz.model
from autoviz.model.base import Value
from autoviz.model.plan import Plan, Step, Template
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Bins, Filter
from autoviz.model.tool import Param
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query


def _nouns() -> list[type[Value]]:
    found = {}
    for info in pkgutil.walk_packages(autoviz.model.__path__, "autoviz.model."):
        for item in vars(importlib.import_module(info.name)).values():
            if isinstance(item, type) and issubclass(item, Value) and item is not Value and _is_noun(item):
                found[item.__qualname__] = item
    return [found[name] for name in sorted(found)]


def _is_noun(item: type[Value]) -> bool:
    """Whether it is one of the model's own, or the Query that requirements hold."""
    return item.__module__.startswith(autoviz.model.__name__) or item is Query


NOUNS = _nouns()
TEXT = st.text(max_size=8)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXT,
    int: st.integers(-(2**53), 2**53),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    type(None): st.none(),
    SecretStr: st.none(),  # a key is never written, so that it can not come back
    Any: st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | TEXT, lambda inner: st.lists(inner, max_size=2), max_leaves=3
    ),
}


def of_type(kind: Any, limits: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of an annotation, within the limits that its field sets."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is Annotated:
        return of_type(parts[0], limits)
    if origin in (Union, types.UnionType):
        return st.one_of([of_type(part, limits) for part in parts])
    if origin is tuple and parts[1:] == (Ellipsis,):
        least = limits.get("min_length", 0)
        return st.lists(of_type(parts[0], {}), min_size=least, max_size=least + 2).map(tuple)
    if origin is tuple:
        return st.tuples(*(of_type(part, {}) for part in parts))
    if origin is dict:
        return st.dictionaries(of_type(parts[0], {}), of_type(parts[1], {}), max_size=2)
    if isinstance(kind, type) and issubclass(kind, Value):
        return of_noun(kind, inside=True)
    return _limited(kind, limits)


def _limited(kind: Any, limits: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "pattern" in limits and kind is str:
        return st.from_regex(limits["pattern"], fullmatch=True).filter(lambda text: len(text) < 20 and "\n" not in text)
    low, high = limits.get("ge", limits.get("gt")), limits.get("le", limits.get("lt"))
    if kind is int and (low, high) != (None, None):
        return st.integers(low, high if high is None else int(high))
    if kind is float and (low, high) != (None, None):
        exclusive = {"exclude_min": "gt" in limits, "exclude_max": "lt" in limits}
        return st.floats(low, high, allow_nan=False, allow_infinity=False, **exclusive)
    return PLAIN[kind]


def _limits(field: FieldInfo) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in field.metadata:
        found |= (
            {key: value for key, value in vars(item).items() if value is not None} if hasattr(item, "__dict__") else {}
        )
        for key in ("ge", "gt", "le", "lt", "min_length", "max_length"):
            found |= {key: getattr(item, key)} if getattr(item, key, None) is not None else {}
    return found


def of_noun(noun: type[Value], inside: bool = False) -> st.SearchStrategy[Any]:
    """Values of a noun; inside another it has only the fields that it must have, so that examples stay small."""
    if noun in BY_HAND:
        return BY_HAND[noun]()
    wanted = {name: field for name, field in noun.model_fields.items() if field.is_required() or not inside}
    fields = {name: of_type(field.annotation, _limits(field)) for name, field in wanted.items()}
    return st.fixed_dictionaries(fields).map(lambda given: _made(noun, given)).filter(lambda value: value is not None)


def _made(noun: type[Value], given: dict[str, Any]) -> Value | None:
    """The noun with these fields, or nothing where they contradict each other."""
    try:
        return noun(**given)
    except ValidationError:
        return None


def _filters() -> st.SearchStrategy[Filter]:
    one, many = st.sampled_from(["=", "<", "contains"]), st.sampled_from(["in", "not in"])
    scalar = of_type(str | int | float | bool, {})
    return st.one_of(
        st.builds(Filter, column=TEXT, op=one, value=scalar),
        st.builds(Filter, column=TEXT, op=many, value=st.lists(scalar, max_size=3).map(tuple)),
        st.builds(Filter, column=TEXT, op=st.just("between"), value=st.tuples(scalar, scalar)),
        st.builds(Filter, column=TEXT, op=st.sampled_from(["is null", "not null"])),
    )


def _params() -> st.SearchStrategy[Param]:
    plain = st.sampled_from(["column", "columns", "number", "integer", "text", "flag", "filters"])
    return st.one_of(
        st.builds(Param, type=plain, description=TEXT, default=PLAIN[Any]),
        st.builds(Param, type=plain, description=TEXT),
        st.builds(Param, type=st.just("choice"), description=TEXT, choices=st.just(("a", "b")), default=st.just("b")),
    )


def _queries() -> st.SearchStrategy[Query]:
    """Queries that hold one another; tests/query makes more of them."""
    columns = st.builds(Column, name=TEXT)
    sums = st.builds(Aggregate, func=st.just("sum"), args=st.tuples(columns))
    measures = st.builds(Named, name=st.text("abc", min_size=1), expr=sums)
    numbers = st.builds(Constant, value=PLAIN[int])
    tests = st.builds(Call, op=st.sampled_from(["=", "<"]), args=st.tuples(columns, numbers))
    flat = st.builds(Query, where=st.none() | tests, measures=st.tuples(measures))
    return st.recursive(flat, lambda inner: st.builds(Query, source=inner, where=tests), max_leaves=3)


def _chain() -> st.SearchStrategy[tuple[Step, ...]]:
    """Steps in which each reads from the one before."""
    step = st.builds(Step, id=st.just("a"), tool=TEXT, params=st.dictionaries(TEXT, PLAIN[Any], max_size=2))
    return st.lists(step, min_size=1, max_size=3).map(
        lambda steps: tuple(
            item.replaced(id=f"step_{number}", inputs=(f"step_{number - 1}",) if number else ("data",))
            for number, item in enumerate(steps)
        )
    )


def _bins() -> st.SearchStrategy[Bins]:
    return st.builds(Bins, n=st.integers(1, 1000)) | st.builds(Bins, width=st.floats(0.1, 1e6))


BY_HAND = {
    Bins: _bins,
    Filter: _filters,
    Query: _queries,
    Param: _params,
    Plan: lambda: st.builds(Plan, template=TEXT, steps=_chain()),
    Template: lambda: st.builds(
        Template, name=TEXT, description=TEXT, intents=st.just(("a",)), tools=st.just(("b",)), steps=_chain()
    ),
}


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(data=st.data())
def test_json_and_back_is_the_same_value(noun, data):
    value = data.draw(of_noun(noun))
    assert noun.model_validate_json(value.model_dump_json()) == value
    assert noun.model_validate(value.model_dump(mode="json")) == value


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_it_refuses_a_field_it_does_not_know(noun):
    with pytest.raises(ValidationError, match="no_such_field"):
        noun.model_validate({"no_such_field": 1})


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
@settings(max_examples=1, deadline=None, database=None)
@given(data=st.data())
def test_it_is_frozen(noun, data):
    value = data.draw(of_noun(noun))
    for name in noun.model_fields:
        with pytest.raises(ValidationError, match="frozen"):
            setattr(value, name, None)


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
@settings(max_examples=3, deadline=None, database=None)
@given(data=st.data())
def test_what_is_remembered_of_it_changes_neither_equality_nor_copies(noun, data):
    value = data.draw(of_noun(noun))
    same = noun.model_validate_json(value.model_dump_json())
    for name, item in vars(noun).items():
        if isinstance(item, cached_property):
            getattr(value, name)
    assert value == same
    assert value.replaced() == same


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_it_says_what_it_is(noun):
    assert noun.__doc__
    assert noun.__doc__ != Value.__doc__


def test_a_change_is_validated_and_makes_a_new_value():
    column = ColumnProfile(name="revenue", dtype="float64", kind="numeric", rows=3)
    renamed = column.replaced(name="units")
    assert (column.name, renamed.name) == ("revenue", "units")
    with pytest.raises(ValidationError):
        column.replaced(kind="colour")
    with pytest.raises(ValidationError):
        column.replaced(colour="red")


def test_a_profile_can_be_changed_after_its_columns_were_looked_up():
    column = ColumnProfile(name="revenue", dtype="float64", kind="numeric", rows=3)
    profile = DatasetProfile(engine="pandas", rows=3, columns=(column,), fingerprint="x")
    assert profile.column("revenue") == column
    assert profile.replaced(name="sales").name == "sales"
