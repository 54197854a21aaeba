"""What a guess card means when it is turned up in the camera's sight.

A card is named by its player and its room: ``red.H``. Numbers in brackets are the rulings of the
game's README.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablet_companion.games.core import Breach, Card, OpenCard
from tablet_companion.games.pocket_ops import rules
from tablet_companion.games.pocket_ops.actions import Reveal
from tablet_companion.games.pocket_ops.board import ROOMS, Room
from tablet_companion.games.pocket_ops.state import SEATS, Phase, State


def open_cards(state: State) -> Mapping[Card, OpenCard]:
    """Return what each card of the guesser means once an agent is placed; else nothing.

    The other player's cards mean nothing: they may be left from the turn before.
    """
    if state.phase is not Phase.REVEAL or state.placed is None:
        return {}
    seat, target = SEATS[state.guesser], state.placed.room
    return {
        Card(f"{seat}.{name}"): _interpret(state, room, target) for room, name in enumerate(ROOMS)
    }


def _interpret(state: State, room: Room, target: Room) -> OpenCard:
    """Return what a card for a room means for an agent placed in the target room.

    A guess entered at the screen was sealed: no other card counts. If nobody entered it, the card
    itself is the guess. Of two cards, laid with a hacker's help, one for another room does not let
    the agent through yet (8).
    """
    if state.guess and room not in state.guess:
        return OpenCard(breaches=(Breach(rules.SAME_CARD),))
    laid = len(state.guess or ()) or state.most_guesses
    if room != target and laid > 1:
        return OpenCard()
    wrong = Breach(rules.AS_GUESSED, (ROOMS[target],))
    return OpenCard(Reveal(room == target), otherwise=(wrong,))
