"""The base of every noun: a frozen value that refuses fields it does not know."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen pydantic model; a change makes a new, validated value."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    def replaced(self, **changes: Any) -> Self:
        """A copy with these fields changed, validated again."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **changes})
