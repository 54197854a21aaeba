"""Between a state and a table: what should be seen, what is to be done, and what was seen.

A place named by a number is where the table card with that number lies or lay; ``red.won``,
``red.down``, ``red.laid`` and ``red.home`` are in front of a player: face-up cards, face-down
twins, laid accusation cards, and the pawn before its first call. Hands and the box are out of
sight.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, Seat, Step, StepKind
from tablet_companion.games.wink import rules
from tablet_companion.games.wink.actions import NOBODY, YES, Action, Call, Lay, Say
from tablet_companion.games.wink.flow import successor
from tablet_companion.games.wink.state import CardSide, Claim, Phase, State

ACCUSATION: Final = Piece("accusation")
"""How an accusation card looks that is laid in front of its player."""
TWIN: Final = Piece("twin")
"""What a card is called that leaves a hand: the twin of the one that was named or accused about."""
BOX_PLACE: Final = Place("box")
"""Where cards go that leave the game; never part of a placement."""


def before(seat: Seat, kind: str) -> Place:
    """Return a place in front of a player: ``won``, ``down``, ``laid``, ``home`` or ``hand``."""
    return Place(f"{seat}.{kind}")


def placement(state: State) -> Placement:
    """Return what the table should show."""
    pieces = list(_cards(state))
    for index, seat in enumerate(state.setting.seats):
        card = state.pawns[index]
        at = before(seat, "home") if card is None else Place(card)
        pieces.append((at, Piece(seat)))
        pieces += [(before(seat, "won"), Piece(won)) for won in state.won[index]]
        pieces += [(before(seat, "down"), HIDDEN)] * state.down[index]
        pieces += [(before(seat, "laid"), ACCUSATION)] * state.laid[index]
    return Placement(tuple(sorted(pieces)))


def _cards(state: State) -> Iterator[tuple[Place, Piece]]:
    for (up, down), lies in zip(_list_sides(state.setting.cards), state.lies, strict=True):
        if lies is CardSide.UP:
            yield up
        elif lies is CardSide.DOWN:
            yield down


@functools.cache
def _list_sides(
    cards: tuple[Card, ...],
) -> tuple[tuple[tuple[Place, Piece], tuple[Place, Piece]], ...]:
    """Return what is seen of each table card: face up, and face down."""
    return tuple(((Place(card), Piece(card)), (Place(card), HIDDEN)) for card in cards)


def attempted(state: State, action: Action) -> Placement:
    """Return what the table would show after an action, legal or not.

    An impossible answer or laying is shown with a hand that makes it possible.
    """
    if isinstance(action, Say | Lay) and state.claim is not None:
        unknown = tuple((Card("?"),) * len(hand) for hand in state.hands)
        return placement(successor(state._replace(hands=unknown), action))
    if isinstance(action, Call) and state.phase is Phase.TURN:
        return placement(successor(state, action))
    return placement(state)


# --- what is to be done -------------------------------------------------------------------------


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return what people do with pawn and cards for an action, in an order that works."""
    match action:
        case Call():
            seat = state.setting.seats[state.turn]
            stood = state.pawns[state.turn]
            source = before(seat, "home") if stood is None else Place(stood)
            return (Step.move(Piece(seat), source, Place(action.card), rules.PAWN_FOLLOWS),)
        case Say() if state.claim is not None:
            return tuple(_of_answer(state, state.claim, right=action.answer == YES))
        case Lay() if state.claim is not None:
            return tuple(_of_laying(state.claim.card, action.seat))
        case _:
            return ()


def _of_answer(state: State, claim: Claim, *, right: bool) -> Iterator[Step]:
    """Yield the steps of an answer; first what a camera sees, so that a page asks for it first."""
    seats, edition = state.setting.seats, state.setting.rules
    by, of, at = seats[claim.by], seats[claim.of], Place(claim.card)
    if right:
        rule = rules.RIGHT_ACCUSATION if claim.accusing else rules.RIGHT_NAME
        owner = by if claim.accusing else of
        yield Step.move(Piece(claim.card), at, before(by, "won"), rule)
        yield Step.move(TWIN, before(of, "hand"), before(owner, "won"), rule)
    elif not claim.accusing and not edition.twin_laid:
        yield Step.move(Piece(claim.card), at, BOX_PLACE, rules.WRONG_NAME)
    if claim.accusing:
        target = before(by, "laid") if right and edition.right_laid else BOX_PLACE
        yield Step.move(ACCUSATION, before(by, "hand"), target, rules.ACCUSATION_PAID)


def _of_laying(card: Card, holder: Seat) -> Iterator[Step]:
    """Yield the steps of laying a twin face down; first what a camera sees."""
    at = Place(card)
    yield Step(StepKind.TURNED_DOWN, Piece(card), at, at, rules.WRONG_NAME)
    if holder != NOBODY:
        target = before(holder, "down")
        yield Step.move(TWIN, before(holder, "hand"), target, rules.TWIN_LAID)
