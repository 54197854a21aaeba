"""Positions of DOG in few words, and what can be done in them."""

from __future__ import annotations

from typing import Any

from tablet_companion import games
from tablet_companion.games.core import Card, Piece, Place, Placement, Seat
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.games.dog_family.state import Phase
from tests.games.agent_dog import SEATS, after, four

GAME = games.load("dog")
HOME = "F1 F2 F3 F4"
STARTS = {"red": "T0", "blue": "T16", "green": "T32", "yellow": "T48"}


def position(hand: str, turn: str = "red", fresh: str = "", **pawns: Any) -> dict[str, Any]:
    """Return a position; colours not named have their four pawns in the nest.

    ``hand`` lists cards and ``fresh`` colours, separated by spaces; a colour's pawns are named in
    one text (``red="T0 F4"``), the rest of its four are in the nest; ``options`` are the options
    that are on.
    """
    chosen = pawns.pop("options", "").split()
    return {
        "game": "dog",
        "options": dict.fromkeys(chosen, True),
        "seats": list(SEATS),
        "turn": turn,
        "hand": hand.split(),
        "last_card": None,
        "left_round": [],
        "pawns": {seat: four(seat, pawns.get(seat, "")) for seat in SEATS},
        "fresh": [STARTS[colour] for colour in fresh.split()],
    }


def lines(where: dict[str, Any], card: str | None = None) -> list[dict[str, Any]]:
    """Return the lines of a card's outcomes, or of all."""
    return [line for line in GAME.moves(where) if line["card"] and card in (None, line["card"])]


def can(where: dict[str, Any], card: str, **pawns: str) -> bool:
    """Whether a card may lead to a table on which these colours have been put elsewhere."""
    wanted = after(where, **pawns)
    return any(line["after"] == wanted for line in lines(where, card))


def only(where: dict[str, Any], card: str, *changes: dict[str, str]) -> bool:
    """Whether a card's outcomes are exactly these changes of the table."""
    found = sorted(str(line["after"]) for line in lines(where, card))
    return found == sorted(str(after(where, **pawns)) for pawns in changes)


def reasons(where: dict[str, Any], card: str | None, **pawns: str) -> list[str]:
    """Return the rules that putting pawns so breaks; empty when it is legal."""
    answer = GAME.explain({**where, "card": card, "attempt": after(where, **pawns)})
    assert answer["legal"] == (not answer["breaches"])
    assert all(breach["text"] for breach in answer["breaches"])
    return [breach["rule"] for breach in answer["breaches"]]


def broken(where: dict[str, Any], play: str) -> list[str]:
    """Return the rules that a play breaks which is told in full, as its text."""
    state = read_position(where)
    return [str(breach.rule) for breach in GAME.judge(state, GAME.read_action(state, play))]


def new_game(**options: Any) -> Any:
    """Return a game whose cards the program deals, before the first deal; red is the dealer."""
    state = GAME.setup({"dealing": "tablet", **options}, GAME.seats)
    return GAME.apply(state, GAME.lot(state, Seat("red")))


def dealt(state: Any) -> Any:
    """Return the state after a deal in which everybody gets what lies on top."""
    while GAME.view(state, Seat("table")).phase == "deal":
        state = GAME.successor(state, GAME.legal(state)[0])
    return state


def do(state: Any, text: str) -> Any:
    """Return the state after an action given as text."""
    return GAME.apply(state, GAME.read_action(state, text))


def on_table(where: dict[str, Any]) -> Placement:
    """Return what the table shows in a position."""
    pieces = [(Place(p), Piece(seat)) for seat, places in where["pawns"].items() for p in places]
    return Placement(tuple(sorted(pieces)))


def holding(state: Any, **hands: str) -> Any:
    """Return the state with these hands, in play; the turn is the first one's named."""
    hand = {seat: tuple(sorted(map(Card, cards.split()))) for seat, cards in hands.items()}
    seats = state.setting.seats
    return state._replace(
        phase=Phase.PLAY,
        turn=seats.index(next(iter(hands))),
        hands=tuple(hand.get(seat, ()) for seat in seats),
    )
