"""A script for a recorded table: what people would have tapped at each picture.

A CSV file with a header. ``frame`` names the picture before which a row is carried out; rows
without taps are allowed, and unknown columns are ignored, so that a log of the game kept for other
reasons can be used:

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

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware import formats
from hardware.errors import CompanionError
from tablet_companion.games.core import Card, Place, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import events


class ScriptError(CompanionError):
    """A script that cannot be followed; the message names the line and the reason."""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """What to do before one picture."""

    player: Seat | None
    card: Card | None
    taps: tuple[events.Intent, ...]
    way: frozenset[Place] = frozenset()


_TAPS: Final[Mapping[str, events.Intent]] = {
    "give_up": events.GiveUp(),
    "take_back": events.TakeBack(),
    "table_is_right": events.TableIsRight(),
    "record_is_right": events.RecordIsRight(),
}

_WAYS: Final = re.compile(r"(?<![\w.])[\w.]++(?=>)|(?<=>)[\w.]++")
"""The text before and after a >."""


def read_script(path: Path, game: AnyGame) -> dict[str, ScriptStep]:
    """Read a script of a game, by picture. Raises ScriptError.

    Unknown players and cards are errors, and so is a second row for a picture.
    """
    with formats.explain(f"The script {path}", ScriptError):
        rows = list(formats.parse_rows(formats.read_text(path), "frame"))
    found: dict[str, ScriptStep] = {}
    for number, row in rows:
        frame, where = row["frame"], f"{path}, line {number}"
        if frame in found and frame:
            shown = formats.shorten(frame)
            raise ScriptError(f"{where}: there is a row for {shown!r} already; make one of both.")
        found[frame] = _row(row, where, game)
    return found


def _row(row: Mapping[str, str], where: str, game: AnyGame) -> ScriptStep:
    taps = [tap.strip() for tap in row.get("tap", "").split(";") if tap.strip()]
    player, card = row.get("player", ""), row.get("card", "")
    if player and player not in game.seats:
        raise ScriptError(
            f"{where}: nobody plays {formats.shorten(player)!r} in {game.title}; "
            f"known: {', '.join(game.seats)}."
        )
    return ScriptStep(
        Seat(player) if player else None,
        _card(card, where, game) if card else None,
        tuple(_tap(tap, where, game) for tap in taps),
        frozenset(map(Place, _WAYS.findall(row.get("detail", "")))),
    )


def _card(name: str, where: str, game: AnyGame) -> Card:
    if name not in game.cards:
        raise ScriptError(
            f"{where}: {game.title} has no card {formats.shorten(name)!r}; "
            f"known: {', '.join(game.cards) or 'none'}."
        )
    return Card(name)


def _tap(tap: str, where: str, game: AnyGame) -> events.Intent:
    word, _, rest = tap.partition(" ")
    if tap in _TAPS:
        return _TAPS[tap]
    if word == "answer" and re.fullmatch(r"[1-9][0-9]{0,3}", rest):
        return events.Answer(int(rest) - 1)
    if word == "card" and rest:
        return events.NameCard(_card(rest, where, game))
    known = ", ".join([*_TAPS, "answer N", "card NAME"])
    raise ScriptError(f"{where}: nobody can tap {formats.shorten(tap)!r}; known: {known}.")
