"""States with some of their fields replaced."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")

_new: Final[Any] = tuple.__new__


@functools.cache
def _places(kind: Any) -> Mapping[str, int]:
    """Return where a NamedTuple keeps each of its fields."""
    return {name: index for index, name in enumerate(kind._fields)}


def replace(state: T, **changes: Any) -> T:
    """Return a NamedTuple with some fields replaced, in half the time of its ``_replace``."""
    values, places = [*cast(tuple[Any, ...], state)], _places(type(state))
    for name in changes:
        values[places[name]] = changes[name]
    return cast(T, _new(type(state), values))
