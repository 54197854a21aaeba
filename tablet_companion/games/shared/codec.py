"""States as lines of JSON, read back by the type annotations of their fields.

The outermost NamedTuple is an object, inner ones are lists; a dataclass is an object of its
``__init__`` fields; bytes and sets are lists. A game overrides this by type, in ``special``.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from tablet_companion.games.core import PositionError

S = TypeVar("S", bound=tuple[Any, ...])
ADDED_LATER: Final = frozenset({"buried"})
"""Fields that earlier versions did not write; if they are missing, they get their defaults."""
Special = Mapping[Any, Callable[[Any], Any]]
"""Overrides: by a value's type when writing, by a field's annotation when reading."""
_PLAIN: Final = (bool, int, str)
_NO_VALUE: Final = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""The exceptions that reading data of the wrong kind may raise."""


def write(state: Any, special: Special | None = None, unused: Collection[str] = ()) -> str:
    """Return a state, a NamedTuple, as one line of JSON, without the ``unused`` fields."""
    used = {name: value for name, value in state._asdict().items() if name not in unused}
    data = {name: _plain(value, special or {}) for name, value in used.items()}
    return json.dumps(data, separators=(",", ":"))


def _plain(value: Any, special: Special) -> Any:
    if type(value) in special:
        return special[type(value)](value)
    if dataclasses.is_dataclass(value):
        made = [field.name for field in dataclasses.fields(value) if field.init]
        return {name: _plain(getattr(value, name), special) for name in made}
    if isinstance(value, frozenset):
        return sorted(_plain(item, special) for item in value)
    if isinstance(value, tuple | bytes):
        return [_plain(item, special) for item in value]
    return value


def read(
    kind: type[S],
    text: str,
    title: str,
    broken: Callable[[S], str],
    special: Callable[[Any], Special] = lambda _data: {},
) -> S:
    """Read a state; ``broken`` returns what is invalid in it, empty if nothing.

    ``special`` gets the plain data of the state. Raises PositionError if the text is no valid state
    of the game called ``title``.
    """
    try:
        data = json.loads(text)
        state: S = decode(kind, data, special(data))
        reason = broken(state)
    except _NO_VALUE as error:
        raise PositionError(f"This is not a state of {title}: {error!s:.80}.") from error
    if reason:
        raise PositionError(f"This is not a state of {title}: {reason}.")
    return state


def decode(kind: Any, data: Any, special: Special = MappingProxyType({})) -> Any:
    """Return the value of plain data; raises one of ``_NO_VALUE`` if it is not of that kind."""
    kind = getattr(kind, "__supertype__", kind)
    if kind in special:
        return special[kind](data)
    if get_origin(kind) is not None:
        return _generic(get_origin(kind), get_args(kind), data, special)
    if kind in _PLAIN:
        return _same(kind, data)
    if issubclass(kind, Enum):
        return kind(data)
    if kind is bytes:
        return bytes(_same(list, data))
    return _record(kind, data, special)


def _generic(origin: Any, inner: tuple[Any, ...], data: Any, special: Special) -> Any:
    if origin in (Union, types.UnionType):
        (only,) = (kind for kind in inner if kind is not type(None))
        return None if data is None else decode(only, data, special)
    items = _same(list, data)
    if origin is tuple and inner[-1] is not Ellipsis:
        return tuple(decode(k, item, special) for k, item in zip(inner, items, strict=True))
    return origin(decode(inner[0], item, special) for item in items)


def _record(kind: Any, data: Any, special: Special) -> Any:
    """Return a NamedTuple or dataclass from an object, or from a list of fields in order."""
    hints = _hints(kind)
    given = dict(zip(hints, data, strict=True)) if isinstance(data, list) else data
    if issubclass(kind, tuple) and (wrong := (set(given) ^ set(hints)) - ADDED_LATER):
        raise KeyError(*sorted(wrong))
    return kind(**{name: decode(hints[name], item, special) for name, item in given.items()})


def _same(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise TypeError(f"expected {kind.__name__}, got {data!r}")
    return data


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
