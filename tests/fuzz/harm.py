"""Harming valid files: their bytes, and the values in them."""

from __future__ import annotations

import copy
import itertools
import json
import math
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 10**30, -(10**30)),
    *(0.5, -0.5, 5e-324, 1e308, -1e308, math.inf, -math.inf, math.nan),
    *(
        "",
        "\0",
        "x\ny\u2028z",
        "a" * 3000,
        "\ud800",
        "nan",
        "#ffffff",
        "../..",
        "{count}",
        "hidden",
    ),
    *([], {}, [[]], {"": {}}, [0.0, 0.0], [1e308, 1e308], [-1, -1], ["red"], {"red": "red"}),
)
"""What nobody expects where something else stood; NaN and the like are written as Python does."""
_MAX_BYTES: Final = 10_000_000
"""Added to a file by growing one part of it."""
TOKENS: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"[" * 60,
    b"{" * 60,
    b'"',
    b"'",
    b"\n",
    b"=",
    b",",
    b"9" * 400,
)


@st.composite
def harmed_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Return bytes of which some parts are gone, doubled, changed or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 1, 2, 9, 100, 10**9))))
        part = data[start:end]
        put = draw(
            st.sampled_from(TOKENS)
            | st.just(part + part[:5000])
            | st.just(part[::-1])
            | st.just(bytes(byte ^ 1 << start % 8 for byte in part[:100]) + part[100:])
        )
        data = data[:start] + put + data[end:]
    return data


@st.composite
def harmed_tree(draw: st.DrawFn, tree: Any) -> Any:
    """Return a copy of nested lists and dicts with a few values replaced, removed or doubled."""
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, 3))):
        _harm(draw, tree)
    return tree


def _harm(draw: st.DrawFn, tree: Any) -> None:
    """Walk down to some value and harm it."""
    while isinstance(tree, dict | list) and tree:
        keys: list[Any] = sorted(tree, key=str) if isinstance(tree, dict) else [*range(len(tree))]
        key = draw(st.sampled_from(keys))
        deeper = isinstance(tree[key], dict | list) and tree[key]
        if deeper and draw(st.integers(0, 4)):
            tree = tree[key]
            continue
        how = draw(st.sampled_from(("put", "put", "put", "remove", "double")))
        if how == "put":
            tree[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
        elif how == "remove":
            del tree[key]
        elif isinstance(tree, list):
            tree.append(copy.deepcopy(tree[key]))
        else:
            tree[f"{key} twice"] = copy.deepcopy(tree[key])
        return


def as_json(tree: Any) -> bytes:
    """Return a tree as JSON, and what is no JSON as Python writes it."""
    return json.dumps(tree).encode()


def as_toml(tree: dict[str, Any]) -> bytes:
    """Return a tree as TOML: a line for each key, with inline tables."""
    lines = (f"{json.dumps(key)} = {_inline(value)}\n" for key, value in tree.items())
    return "".join(lines).encode()


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_inline(held)}" for key, held in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, float):
        return repr(value)
    return '""' if value is None else json.dumps(value)


_SECTOR: Final = 512
_CODES: Final = ("utf-16", "utf-16-le", "utf-32", "cp500", "utf-7")
STRANGE: Final = ("\u202e", "\x1b[2J", "e\u0301", "\u200b", "\ufeff", "\u0000", "١٢", "ﬁ", "𝟙")
"""What turns writing round, moves a terminal's cursor, or looks like something else."""


@st.composite
def disguised_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Return bytes as an editor, a mail or a disk that lost its power leaves them."""
    how = draw(st.sampled_from(("code", "ends", "zeros", "sector", "mark", "padding")))
    if how == "code":
        return data.decode("latin-1").encode(draw(st.sampled_from(_CODES)))
    if how == "ends":
        return data.replace(b"\n", draw(st.sampled_from((b"\r\n", b"\r", b"\n\n", b"\x85", b"\f"))))
    if how == "mark":
        return draw(st.sampled_from((b"\xef\xbb\xbf", b"\xff\xfe", b"#!/bin/sh\n"))) + data
    if how == "padding":
        return data + draw(st.sampled_from((b"\0", b" ", b"\n", b"\x1a"))) * draw(
            st.sampled_from((1, _SECTOR, 100_000))
        )
    at = draw(st.integers(0, len(data) // _SECTOR)) * _SECTOR
    if how == "zeros":
        return data[:at] + bytes(len(data) - at)
    other = draw(st.integers(0, len(data) // _SECTOR)) * _SECTOR
    return data[:at] + data[other : other + _SECTOR] + data[at + _SECTOR :]


@st.composite
def shuffled_tree(draw: st.DrawFn, tree: Any) -> Any:
    """Return a copy in which values stand in each other's places, or grew out of scale."""
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, 4))):
        leaves = [*_leaves(tree)]
        if not leaves:
            break
        (inside, key), (other, there) = draw(st.sampled_from(leaves)), draw(st.sampled_from(leaves))
        held = inside[key]
        if draw(st.booleans()):
            inside[key], other[there] = other[there], held
        elif isinstance(held, str):
            inside[key] = held[:3] + draw(st.sampled_from(STRANGE)) + held[3:]
        elif isinstance(held, int | float) and not isinstance(held, bool):
            by = draw(st.sampled_from((-1, 0, 1e-9, 1e-3, 1.001, 1e3, 1e9)))
            inside[key] = type(held)(held * by)
    return tree


def _leaves(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where every value stands that is no list and no dict."""
    for key, held in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if isinstance(held, dict | list):
            yield from _leaves(held)
        else:
            yield tree, key


@st.composite
def swollen_tree(draw: st.DrawFn, tree: Any) -> Any:
    """Return a copy in which one list or dict has thousands of parts, each like one that it had.

    Of large parts there are fewer: a file of gigabytes is refused by its size, before it is read.
    """
    tree = copy.deepcopy(tree)
    grown = [one for one in _branches(tree) if one]
    if grown:
        one, count = draw(st.sampled_from(grown)), draw(st.sampled_from((300, 3000, 30_000)))
        count = min(count, _MAX_BYTES * len(one) // len(as_json(one)))
        if isinstance(one, list):
            one.extend(itertools.islice(itertools.cycle(one[:]), count))
        else:
            some = [*one.values()]
            one.update({f"new{n}": some[n % len(some)] for n in range(count)})
    return tree


def _branches(tree: Any) -> Iterator[Any]:
    """Yield every list and dict."""
    if isinstance(tree, dict | list):
        yield tree
        for held in tree.values() if isinstance(tree, dict) else tree:
            yield from _branches(held)
