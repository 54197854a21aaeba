"""States with some of their fields replaced, and tuples with one of their items."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final, TypeVar

T = TypeVar("T")

_new: Final[Any] = tuple.__new__


@functools.cache
def _places(kind: Any) -> Mapping[str, int]:
    """Return where a NamedTuple keeps each of its fields."""
    return {name: index for index, name in enumerate(kind._fields)}


def replace(state: T, **changes: Any) -> T:
    """Return a NamedTuple with some fields replaced, in half the time of its ``_replace``."""
    return replace_fields(state, changes)


def replace_fields(state: T, changes: dict[str, Any]) -> T:
    """Return a NamedTuple with these fields replaced; compiled, this is the fastest way."""
    kind: Any = type(state)
    fields: Any = state
    values, places = [*fields], _places(kind)
    for name, value in changes.items():
        values[places[name]] = value
    changed: T = _new(kind, values)
    return changed


def replace_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with the one at this index replaced; raises IndexError if there is none."""
    changed = [*values]
    changed[index] = value
    return tuple(changed)
