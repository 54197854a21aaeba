"""A script for a recorded table: what people would have tapped, by picture.

A CSV file with a header. ``frame`` names the picture before which a row is done; rows without
anything to do are allowed, and columns that are not known are ignored, so that a log of the game
kept for other reasons serves as well:

=========  ========================================================================================
column     meaning
=========  ========================================================================================
``frame``  the picture's file name
``player`` who is on turn: before the first picture this sets the dealer; later, players in between
           gave up their hands
``card``   the card that was laid
``detail`` where pieces went, such as ``red T6>T42``: what people answer when they are asked
``tap``    ``give_up``, ``take_back``, ``table_is_right``, ``record_is_right``, ``answer N`` (1 is
           the first), ``card NAME``; several are separated by semicolons
=========  ========================================================================================
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.games.core import Card, Place, Seat
from tablet_companion.referee.events import (
    Answer,
    GiveUp,
    Intent,
    NameCard,
    RecordIsRight,
    TableIsRight,
    TakeBack,
)


class ScriptError(CompanionError):
    """A script that cannot be followed; the sentence names the line and the reason."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is done before one picture."""

    player: Seat | None
    card: Card | None
    taps: tuple[Intent, ...]
    way: frozenset[Place] = frozenset()


_TAPS: Final[Mapping[str, Intent]] = {
    "give_up": GiveUp(),
    "take_back": TakeBack(),
    "table_is_right": TableIsRight(),
    "record_is_right": RecordIsRight(),
}


def read_script(path: Path) -> dict[str, Row]:
    """Read a script, by picture. Raises ScriptError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"The script {path} cannot be read as UTF-8 text: {error}.") from error
    reader = csv.DictReader(text.splitlines())
    if "frame" not in (reader.fieldnames or ()):
        raise ScriptError(f"{path}: the first line has to name the columns, 'frame' among them.")
    return {row["frame"]: _row(row, f"{path}, line {reader.line_num}") for row in reader}


def _row(row: Mapping[str, str | None], where: str) -> Row:
    taps = [tap.strip() for tap in (row.get("tap") or "").split(";") if tap.strip()]
    player, card = row.get("player"), row.get("card")
    return Row(
        Seat(player) if player else None,
        Card(card) if card else None,
        tuple(_tap(tap, where) for tap in taps),
        frozenset(map(Place, re.findall(r"[\w.]+(?=>)|(?<=>)[\w.]+", row.get("detail") or ""))),
    )


def _tap(tap: str, where: str) -> Intent:
    word, _, rest = tap.partition(" ")
    if tap in _TAPS:
        return _TAPS[tap]
    if word == "answer" and rest.isdecimal() and int(rest):
        return Answer(int(rest) - 1)
    if word == "card" and rest:
        return NameCard(Card(rest))
    known = ", ".join([*_TAPS, "answer N", "card NAME"])
    raise ScriptError(f"{where}: nobody can tap {tap!r}; known: {known}.")
