"""Differences between the table and the record, in words and as marks."""

from __future__ import annotations

from hardware.board import Board
from tablet_companion.games.core import EMPTY, HIDDEN, Message, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Difference, Mark, MarkKind
from tablet_companion.referee.model.steps_in_words import CARD_SURPLUS

MISSING = N_("{piece:the} is missing {place:from}.")
SURPLUS = N_("Take {piece:the} away {place:from}.")
OTHER = N_("{place:the}: {piece_expected}, not {piece_seen}.")
CARD_MISSING = N_("{place:the} is missing.")
CARD_UP, CARD_DOWN = N_("Turn {place:the} face up."), N_("Turn {place:the} face down.")
"""The sentences for cards that are places themselves."""


def say(one: Difference, board: Board) -> Message:
    """Say what stands at a place and what should; spots of a nest are called by the nest."""
    known = board.by_name.get(one.place)
    place = ("place", known.area if known else one.place)
    own = str(one.place) in (one.seen, one.expected)
    if one.seen == EMPTY:
        return Message(CARD_MISSING if own else MISSING, (place, ("piece", one.expected)))
    if one.expected == EMPTY:
        return Message(CARD_SURPLUS if own else SURPLUS, (place, ("piece", one.seen)))
    if own:
        return Message(CARD_DOWN if one.expected == HIDDEN else CARD_UP, (place,))
    pieces = (("piece_expected", one.expected), ("piece_seen", one.seen))
    return Message(OTHER, (place, *pieces))


def marks(differences: tuple[Difference, ...]) -> tuple[Mark, ...]:
    """Mark where something is missing, and where something stands that should not."""
    return tuple(
        Mark(Place(one.place), MarkKind.BACK if one.seen == EMPTY else MarkKind.WRONG)
        for one in differences
    )
