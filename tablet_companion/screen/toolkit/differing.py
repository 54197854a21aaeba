"""Differences between the table and the record, in words and as marks."""

from __future__ import annotations

from tablet_companion.games.core import EMPTY, Message, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Difference, Mark, MarkKind
from tablet_companion.screen.toolkit.look import Look

MISSING = N_("{place}: the {piece} pawn is missing.")
SURPLUS = N_("{place}: take the {piece} pawn away.")
OTHER = N_("{place}: {piece_expected}, not {piece_seen}.")


def in_words(one: Difference, look: Look) -> str:
    """Say what stands at a place and what should; spots of a nest are called by the nest."""
    known = look.board.by_name.get(one.place)
    place = ("place", known.area if known else one.place)
    if one.seen == EMPTY:
        return look.words.say(Message(MISSING, (place, ("piece", one.expected))))
    if one.expected == EMPTY:
        return look.words.say(Message(SURPLUS, (place, ("piece", one.seen))))
    pieces = (("piece_expected", one.expected), ("piece_seen", one.seen))
    return look.words.say(Message(OTHER, (place, *pieces)))


def marks(differences: tuple[Difference, ...]) -> tuple[Mark, ...]:
    """Mark where something is missing, and where something stands that should not."""
    return tuple(
        Mark(Place(one.place), MarkKind.BACK if one.seen == EMPTY else MarkKind.WRONG)
        for one in differences
    )
