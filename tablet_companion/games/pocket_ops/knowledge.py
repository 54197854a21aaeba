"""Who may know what: views, other truths a viewer cannot exclude, and what people reveal."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from tablet_companion.games import core
from tablet_companion.games.pocket_ops.board import COLOURS, ROOMS, find_lines
from tablet_companion.games.pocket_ops.state import (
    SEATS,
    SPECIALISTS,
    Ending,
    Guess,
    Phase,
    Placed,
    State,
    with_own,
)
from tablet_companion.games.pocket_ops.table import placement
from tablet_companion.games.shared.cards import Hand, with_card, without


@dataclass(frozen=True, slots=True)
class PocketOpsView(core.View):
    """What one viewer may know of a game of Pocket Ops.

    ``active`` are this round's specialists, and ``reserve`` those not placed yet, red's and blue's.
    ``guess`` are the rooms of the face-down cards, only for the player who laid them; ``laid``
    counts those the machine was shown; ``entered``: it takes the next one. ``kept`` and ``boxed``
    are the viewer's own: the specialist kept but not shown, and those that left unseen. ``ending``
    says why the last round ended.
    """

    phase: Phase
    round: int
    turns: int
    code: core.Seat
    active: tuple[core.Card | None, ...]
    reserve: tuple[core.Card | None, ...]
    placed: Placed | None
    double: tuple[bool, ...]
    laid: int
    entered: bool
    guess: Guess | None
    revealed: Guess
    kept: core.Card | None
    boxed: Hand | None
    wins: tuple[int, ...]
    ending: Ending | None


def view(state: State, viewer: core.Viewer) -> PocketOpsView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    if viewer not in (core.TABLE, *SEATS):
        raise core.PositionError(f"{viewer!r} does not sit at this table.")
    own = SEATS.index(viewer) if viewer in SEATS else None
    return PocketOpsView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=tuple(_seat(state, colour, own) for colour in COLOURS),
        top_card=None,
        outcome=outcome(state),
        phase=state.phase,
        round=state.round,
        turns=state.turns,
        code=SEATS[state.code_holder],
        active=state.active,
        reserve=tuple(state.in_reserve(colour) for colour in COLOURS),
        placed=state.placed,
        double=state.double,
        laid=len(state.guess or ()),
        entered=state.setting.knows(state.guesser),
        guess=state.guess if own == state.guesser else None,
        revealed=state.revealed,
        kept=None if own is None else state.sealed[own],
        boxed=None if own is None else state.boxed[own],
        wins=state.wins,
        ending=state.ending,
    )


def _seat(state: State, colour: int, own: int | None) -> core.SeatView:
    name, offer = SEATS[colour], state.offers[colour]
    hand = offer if colour == own else None
    return core.SeatView(seat=name, cards=len(offer), hand=hand, out=False, plays=core.Piece(name))


def actor(state: State) -> core.Seat | None:
    """Return who acts next: the guesser turns up the cards, a round's winner gathers the agents."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.LOT | Phase.LOOK:
            return core.CHANCE
        case Phase.ENROL:
            return SEATS[state.due]
        case Phase.GUESS | Phase.REVEAL:
            return SEATS[state.guesser]
        case Phase.PLACE | Phase.POWER:
            return SEATS[state.placer]
        case Phase.GATHER:
            return SEATS[state.winner or 0]


def outcome(state: State) -> core.Outcome | None:
    """Return the winner, or None while the game goes on."""
    if state.phase is not Phase.OVER or state.winner is None:
        return None
    return core.Outcome((SEATS[state.winner],))


def list_decisive(state: State) -> tuple[core.Place, ...]:
    """Return the rooms of the lines that ended the round, until the agents are gathered."""
    if state.phase not in (Phase.GATHER, Phase.OVER):
        return ()
    rooms = {room for line in find_lines(state.base) for room in line}
    return tuple(ROOMS[room] for room in sorted(rooms))


# --- other truths ---------------------------------------------------------------------------------


def resample(state: State, viewer: core.Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    The specialists that the viewer did not see are dealt again, the kept one is chosen again, and
    face-down cards name other rooms.
    """
    for colour in COLOURS:
        if SEATS[colour] != viewer:
            state = _redeal(state, colour, rng)
    if state.guess and SEATS[state.guesser] != viewer:
        rooms = sorted(rng.sample(range(len(ROOMS)), len(state.guess)))
        state = state._replace(guess=tuple(rooms))
    return state


def imagine(state: State, viewer: core.Viewer, rng: random.Random) -> State:
    """Return another truth for this viewer, with what people hold drawn, to play it ahead."""
    state = resample(state, viewer, rng)
    if state.setting.seen_deal:
        return state
    for colour in COLOURS:
        state = _fill(state, colour, rng)
    if state.guess == ():
        rooms = sorted(rng.sample(range(len(ROOMS)), state.most_guesses))
        state = state._replace(guess=tuple(rooms))
    return state._replace(setting=replace(state.setting, seen_deal=True))


def _fill(state: State, colour: int, rng: random.Random) -> State:
    """Draw a colour's unknown specialists: those that people looked at or put away."""
    known = {*state.boxed[colour], *state.offers[colour], state.sealed[colour]}
    pile = [card for card in SPECIALISTS if card not in {*known, *state.enrolled[colour]}]
    rng.shuffle(pile)
    offer, sealed = state.offers[colour], state.sealed[colour]
    if sealed is not None and sealed not in offer and core.UNKNOWN_CARD in offer:
        offer = with_card(without(offer, core.UNKNOWN_CARD), sealed)

    def draw(hand: Hand) -> Hand:
        return tuple(sorted(pile.pop() if card == core.UNKNOWN_CARD else card for card in hand))

    return state._replace(
        offers=with_own(state.offers, colour, draw(offer)),
        boxed=with_own(state.boxed, colour, draw(state.boxed[colour])),
    )


def veiled(state: State) -> State:
    """Return the state without the rooms of guess cards that lie face down."""
    return state._replace(guess=()) if state.guess else state


def _redeal(state: State, colour: int, rng: random.Random) -> State:
    """Deal a colour's looked-at and boxed specialists again, as far as the machine knows them."""
    pile = [card for card in SPECIALISTS if card not in state.enrolled[colour]]
    rng.shuffle(pile)

    def deal_again(hand: Hand) -> Hand:
        return tuple(sorted(card if card == core.UNKNOWN_CARD else pile.pop() for card in hand))

    boxed, offer = deal_again(state.boxed[colour]), deal_again(state.offers[colour])
    sealed = state.sealed[colour]
    if sealed is not None:
        known = [card for card in offer if card != core.UNKNOWN_CARD]
        sealed = rng.choice(known or pile)
    return state._replace(
        boxed=with_own(state.boxed, colour, boxed),
        offers=with_own(state.offers, colour, offer),
        sealed=with_own(state.sealed, colour, sealed),
    )


# --- what people reveal ---------------------------------------------------------------------------


def entrust(state: State, seats: tuple[core.Seat, ...]) -> State:
    """Return the state in which the program draws and guesses for just these seats.

    Whoever takes a seat over draws and guesses again, unless both are shown or an agent is placed.
    A person draws real cards, of which none has left the game: what the program drew and rejected
    is forgotten, or it would be told by what can be drawn no more.
    """
    before, after = state.setting, replace(state.setting, entrusted=tuple(sorted(seats)))
    state = state._replace(setting=after)
    for colour in COLOURS:
        if before.knows(colour) == after.knows(colour):
            continue
        if not after.knows(colour):
            unknown = (core.UNKNOWN_CARD,) * len(state.boxed[colour])
            state = state._replace(boxed=with_own(state.boxed, colour, unknown))
        if state.phase is Phase.ENROL and state.sealed[colour] is None:
            offers = with_own(state.offers, colour, ())
            state = state._replace(phase=Phase.LOOK, offers=offers)
        elif state.phase is Phase.LOOK:
            state = state._replace(offers=with_own(state.offers, colour, ()))
        elif state.phase is Phase.PLACE and state.guesser == colour:
            state = state._replace(phase=Phase.GUESS, guess=None)
    return state


def learn(state: State, seat: core.Seat, hand: Hand) -> State:
    """Return the state with what a player looked at; raises PositionError if it is impossible.

    It must include what was kept already.
    """
    colour = SEATS.index(seat)
    held = state.offers[colour]
    known = Counter(held) - Counter({core.UNKNOWN_CARD: len(held)})
    possible = {*state.stack(colour), *known} - {core.UNKNOWN_CARD}
    if (
        len(hand) != len(held)
        or len(set(hand)) != len(hand)
        or known - Counter(hand)
        or not set(hand) <= possible
        or state.sealed[colour] not in (None, *hand)
    ):
        raise core.PositionError(f"{seat} cannot hold {', '.join(hand) or 'nothing'}; look again.")
    return state._replace(offers=with_own(state.offers, colour, tuple(sorted(hand))))
