"""Values of the kind that a test expects, so that what it does with them needs no further check."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def expect(kind: type[Value], value: object) -> Value:
    """Return a value, which has to be of this kind."""
    assert isinstance(value, kind), value
    return value


def present(value: Value | None) -> Value:
    """Return a value, which has to be there."""
    assert value is not None
    return value
