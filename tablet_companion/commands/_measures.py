"""Argument types for lengths, counts and pieces."""

from __future__ import annotations

import argparse
import re
from typing import Final

from hardware.board import PieceKind
from tablet_companion.commands._numbers import up_to

Pair = tuple[float, float]


def pair(text: str) -> Pair:
    """Read two lengths such as 20,30.5; the caller refuses a point beside the board."""
    return _numbers(text, ",", sign="-?")


def sides(text: str) -> Pair:
    """Read a size such as 400x300."""
    return _numbers(text.replace("×", "x"), "x", sign=_ABOVE_0)


def length(text: str) -> float:
    """Read a positive length such as 7.5."""
    if re.fullmatch(_ABOVE_0 + _LENGTH, text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a length in mm, such as 7.5")
    return float(text)


def _numbers(text: str, between: str, *, sign: str = "") -> Pair:
    found = re.fullmatch(rf"({sign}{_LENGTH}){between}({sign}{_LENGTH})", text)
    if found is None:
        example = f"400{between}300"
        raise argparse.ArgumentTypeError(f"{text!r} is not two lengths in mm, such as {example}")
    return float(found[1]), float(found[2])


_COLOUR: Final = r"\w+=#[0-9a-fA-F]{6}"
_ABOVE_0: Final = "(?=[0.]*[1-9])"
_LENGTH: Final = r"[0-9]{1,4}(?:\.[0-9]{1,3})?"


def count(text: str) -> int:
    """Read a number of places or turns."""
    return up_to(1000)(text)


def counts(text: str) -> tuple[int, int]:
    """Read columns and rows such as 8x8."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})[x×]([1-9][0-9]{0,2})", text)
    if found is None or int(found[1]) * int(found[2]) > 1000:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not columns and rows, such as 8x8, of at most 1000 places"
        )
    return int(found[1]), int(found[2])


def piece(text: str) -> tuple[str, PieceKind]:
    """Read a kind of piece such as man:25x25:white=#f0f0f0,black=#202020."""
    found = re.fullmatch(rf"(\w+):({_LENGTH})[x×]({_LENGTH}):({_COLOUR}(?:,{_COLOUR})*),?", text)
    named = [] if found is None else [part.split("=") for part in found[4].split(",")]
    colours = dict(named)
    if found is None or len(colours) < len(named):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a kind of piece; write NAME:HEIGHTxDIAMETER:COLOUR=#rrggbb,…, each "
            "colour once"
        )
    return found[1], PieceKind(colours, float(found[2]), float(found[3]))
