"""Who may know what: views, other truths a viewer cannot exclude, and what people reveal."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tablet_companion.games._cards import Hand
from tablet_companion.games.agent_dog.actions import Play
from tablet_companion.games.agent_dog.state import CARDS, INDEX, NOBODY, Phase, State, colour_played
from tablet_companion.games.agent_dog.table import placement, settled
from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    UNKNOWN_CARD,
    Card,
    Outcome,
    Piece,
    Placement,
    PositionError,
    Seat,
    SeatView,
    Viewer,
)


@dataclass(frozen=True, slots=True)
class AgentDogView:
    """What one viewer may know of a game of Agent DOG.

    ``last_card`` is what a copy would repeat; ``stock`` counts the draw pile. The colours of
    pawns turned over are in nobody's view, not even their owners'.
    """

    viewer: Viewer
    placement: Placement
    turn: Seat | None
    seats: tuple[SeatView, ...]
    top_card: Card | None
    last_card: Card | None
    outcome: Outcome | None
    phase: Phase
    dealer: Seat
    round: int
    stock: int


def view(state: State, viewer: Viewer) -> AgentDogView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    seats = state.setting.seats
    if viewer != TABLE and viewer not in [seats[index] for index in state.setting.playing]:
        raise PositionError(f"{viewer!r} does not sit at this table.")
    return AgentDogView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=tuple(_seat(state, seat, viewer) for seat in state.setting.playing),
        top_card=state.top,
        last_card=state.last,
        outcome=outcome(state),
        phase=state.phase,
        dealer=seats[state.dealer],
        round=state.round,
        stock=state.stock,
    )


def _seat(state: State, seat: int, viewer: Viewer) -> SeatView:
    name = state.setting.seats[seat]
    hand = state.hands[seat]
    return SeatView(
        seat=name,
        cards=len(hand),
        hand=hand if viewer == name else None,
        out=state.out[seat],
        plays=Piece(state.setting.seats[colour_played(state, seat)]),
    )


def actor(state: State) -> Seat | None:
    """Return who acts next."""
    if state.phase is Phase.OVER:
        return None
    if state.phase in (Phase.LOT, Phase.DEAL, Phase.DRAW):
        return CHANCE
    return state.setting.seats[state.turn]


def outcome(state: State) -> Outcome | None:
    """Return the winners, or None while the game goes on."""
    if state.winner == NOBODY:
        return None
    winners = {state.winner, state.setting.partner(state.winner)}
    return Outcome(tuple(state.setting.seats[seat] for seat in sorted(winners)))


# --- other truths -------------------------------------------------------------------------------


def resample(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    The pawns turned over change places among themselves; the cards that the viewer does not see
    are dealt anew, and sealed gifts chosen anew from them.
    """
    squares = [square for square in state.setting.hole_squares if state.board[square]]
    pawns = [state.board[square] for square in squares]
    rng.shuffle(pawns)
    board = bytearray(state.board)
    for square, pawn in zip(squares, pawns, strict=True):
        board[square] = pawn
    return _redealt(state._replace(board=bytes(board)), viewer, rng)


def _redealt(state: State, viewer: Viewer, rng: random.Random) -> State:
    others = [s for s in state.setting.playing if state.setting.seats[s] != viewer]
    unseen = Counter(dict(zip(CARDS, state.unseen, strict=True)))
    for seat in others:
        unseen.update(card for card in state.hands[seat] if card != UNKNOWN_CARD)
    pile = list(unseen.elements())
    rng.shuffle(pile)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(
            sorted(card if card == UNKNOWN_CARD else pile.pop() for card in hands[seat])
        )
    left = Counter(pile)
    return state._replace(
        hands=tuple(hands),
        unseen=tuple(left[card] for card in CARDS),
        gifts=_regiven(state, hands, viewer, rng),
    )


def _regiven(
    state: State, hands: list[Hand], viewer: Viewer, rng: random.Random
) -> tuple[Card, ...]:
    seat, gifts = state.dealer, []
    for gift in state.gifts:
        own = state.setting.seats[seat] == viewer
        gifts.append(gift if own else rng.choice(hands[seat]))
        seat = state.setting.after(seat)
    return tuple(gifts)


def otherwise(state: State, play: Play) -> Iterator[State]:
    """Yield the states in which a play turns up other colours than the record says.

    The pawns that are turned up take every other combination of colours; the rest of the record
    is kept as far as it can still be true.
    """
    is_hole = state.setting.is_hole
    squares = [square for square in play.captured if is_hole[square]]
    squares += [a for a, b in play.legs if is_hole[a] and not is_hole[b]]
    firm = bytearray(state.board)
    for hole in state.setting.hole_squares:
        firm[hole] = 0
    for colours in itertools.product(state.setting.playing, repeat=len(squares)):
        board, sure = bytearray(state.board), bytearray(firm)
        for square, colour in zip(squares, colours, strict=True):
            board[square] = sure[square] = colour + 1
        try:
            other = settled(state._replace(board=bytes(board)), bytes(sure))
        except PositionError:
            continue  # more pawns of a colour than there are
        if squares and other != state:
            yield other


def learn(state: State, seat: int, hand: Hand) -> State:
    """Return the state with a hand known; raises PositionError where it cannot be that hand."""
    held = state.hands[seat]
    new = Counter(hand) - Counter(held)
    left = [count - new[card] for card, count in zip(CARDS, state.unseen, strict=True)]
    known = Counter(held) - Counter({UNKNOWN_CARD: len(held)})
    if (
        len(hand) != len(held)
        or known - Counter(hand)
        or min(left) < 0
        or not set(hand) <= {*INDEX}
    ):
        name = state.setting.seats[seat]
        raise PositionError(f"{name} cannot hold {', '.join(hand) or 'nothing'}; look again.")
    hands = (*state.hands[:seat], tuple(sorted(hand)), *state.hands[seat + 1 :])
    return state._replace(hands=hands, unseen=tuple(left))
