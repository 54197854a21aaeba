"""Who may know what: views, other truths a viewer cannot exclude, and what people reveal."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from tablet_companion.games import core
from tablet_companion.games.shared.cards import Hand
from tablet_companion.games.shared.replacing import replace_at
from tablet_companion.games.wink import holding
from tablet_companion.games.wink.state import BOX, Phase, State
from tablet_companion.games.wink.table import placement


@dataclass(frozen=True, slots=True)
class WinkView(core.View):
    """What one viewer may know of a game of Wink.

    ``top_card`` is the card called last. ``accusations`` counts each seat's accusation cards in
    hand, ``ranks`` its present points and tie-breakers, both in the order of ``seats``; ``banned``
    are the cards that may not be accused about again; ``claim`` waits for an answer: (claimant,
    accused or named seat, card). Only the holder's view shows who holds a twin. ``seen_deal``: the
    tablet dealt.
    """

    phase: Phase
    edition: str
    accusations: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]
    banned: frozenset[core.Card]
    claim: tuple[core.Seat, core.Seat, core.Card] | None
    seen_deal: bool

    @property
    def points(self) -> tuple[int, ...]:
        """Return each seat's present points."""
        return tuple(points for points, *_ in self.ranks)


_OVER: Final = Phase.OVER  # Python 3.11 takes long to look up a member


def view(state: State, viewer: core.Viewer) -> WinkView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    setting = state.setting
    if viewer not in (core.TABLE, *setting.seats):
        raise core.PositionError(f"{viewer!r} does not sit at this table.")
    return WinkView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=tuple(_seat(state, seat, viewer) for seat in range(len(setting.seats))),
        top_card=state.last,
        outcome=outcome(state),
        phase=state.phase,
        edition=setting.edition,
        accusations=state.unused,
        ranks=tuple(rank(state, seat) for seat in range(len(setting.seats))),
        banned=state.banned,
        claim=_claim(state),
        seen_deal=setting.seen_deal,
    )


def _claim(state: State) -> tuple[core.Seat, core.Seat, core.Card] | None:
    if state.claim is None:
        return None
    seats = state.setting.seats
    return seats[state.claim.by], seats[state.claim.of], state.claim.card


def _seat(state: State, seat: int, viewer: core.Viewer) -> core.SeatView:
    name, hand = state.setting.seats[seat], state.hands[seat]
    shown = hand if viewer == name else None
    return core.SeatView(seat=name, cards=len(hand), hand=shown, out=False, plays=core.Piece(name))


def actor(state: State) -> core.Seat | None:
    """Return who acts next.

    The player named or accused answers. Who lays the twin down after a wrong name is decided by
    CHANCE if the program dealt, since an actor would reveal the holder beforehand; with real cards
    the caller, who sees it, reports it.
    """
    seats = state.setting.seats
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.LOT | Phase.DEAL:
            return core.CHANCE
        case Phase.ANSWER:
            assert state.claim is not None
            return seats[state.claim.of]
        case Phase.LAY:
            return core.CHANCE if state.setting.seen_deal else seats[state.turn]
        case Phase.TURN:
            return seats[state.turn]


def outcome(state: State) -> core.Outcome | None:
    """Return the winners, or None while the game goes on."""
    if state.phase is not _OVER:
        return None
    seats = range(len(state.setting.seats))
    best = max(rank(state, seat) for seat in seats)
    return core.Outcome(tuple(state.setting.seats[s] for s in seats if rank(state, s) == best))


def rank(state: State, seat: int) -> tuple[int, ...]:
    """Return a seat's points and tie-breakers, greater is better; equal ranks share the win."""
    if state.setting.rules.right_laid:
        return (state.points(seat), state.laid[seat], state.down[seat])
    return (state.points(seat), -state.unused[seat])


# --- other truths -------------------------------------------------------------------------------

_LOOSE: Final = -2
"""The holder of a card that is in the box or in one of several unknown hands."""
_Spots = list[tuple[int, core.Card]]
"""The holders of all cards that a viewer does not see: (seat, BOX or _LOOSE; card)."""


def resample(state: State, viewer: core.Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    Pairs of cards that the viewer does not see change places many times, unless that puts a card
    where it publicly cannot be. If all hands are known, the cards first get an arrangement found
    from public knowledge, or else the result would depend on the truth.
    """
    spots = _spots(state, viewer)
    if len({place for place, _ in spots}) < 2:
        return state
    partly_known = any(place == _LOOSE for place, _ in spots)
    if not partly_known:
        lying = holding.arrangement(_without_hands(state, viewer)) or {}
        spots = [(place, card) for card, place in lying.items()]
    count, barred = len(spots), state.barred
    for _ in range(3 * count):
        one, other = int(rng.random() * count), int(rng.random() * count)
        (here, mine), (there, yours) = spots[one], spots[other]
        if here == there or (here, yours) in barred or (there, mine) in barred:
            continue
        spots[one], spots[other] = (here, yours), (there, mine)
        if partly_known and holding.arrangement(_relaid(state, viewer, spots)) is None:
            spots[one], spots[other] = (here, mine), (there, yours)
    return _relaid(state, viewer, spots)


def veiled(state: State) -> State:
    """Return the state with every hand unknown, as if people had dealt."""
    return _without_hands(state, core.TABLE)


def _without_hands(state: State, viewer: core.Viewer) -> State:
    """Return the state with every hand except the viewer's unknown."""
    pairs = zip(state.setting.seats, state.hands, strict=True)
    hands = (hand if seat == viewer else (core.UNKNOWN_CARD,) * len(hand) for seat, hand in pairs)
    return state._replace(hands=tuple(hands))


def _spots(state: State, viewer: core.Viewer) -> _Spots:
    seats = state.setting.seats
    rest = _LOOSE if any(core.UNKNOWN_CARD in hand for hand in state.hands) else BOX
    return [
        *(
            (seat, card)
            for seat, hand in enumerate(state.hands)
            if seats[seat] != viewer
            for card in hand
            if card != core.UNKNOWN_CARD
        ),
        *((rest, card) for card in holding.loose(state)),
    ]


def _relaid(state: State, viewer: core.Viewer, spots: _Spots) -> State:
    """Return the state with the known cards of all hands but the viewer's as in the spots."""
    hands = [
        hand if name == viewer else tuple(card for card in hand if card == core.UNKNOWN_CARD)
        for name, hand in zip(state.setting.seats, state.hands, strict=True)
    ]
    for place, card in spots:
        if place >= 0:
            hands[place] = (*hands[place], card)
    return state._replace(hands=tuple(tuple(sorted(hand)) for hand in hands))


# --- what people reveal -------------------------------------------------------------------------


def learn(state: State, name: core.Seat, hand: Hand) -> State:
    """Return the state with a hand known; raises PositionError if that hand is impossible."""
    if name not in state.setting.seats:
        raise core.PositionError(f"{name!r} does not sit at this table.")
    seat = state.setting.seats.index(name)
    held = state.hands[seat]
    known = Counter(held) - Counter({core.UNKNOWN_CARD: len(held)})
    new = Counter(hand) - known
    if (
        len(hand) != len(held)
        or known - Counter(hand)
        or max(new.values(), default=0) > 1
        or not set(new) <= set(holding.loose(state))
        or not holding.may_hold_all(state, seat, hand)
    ):
        raise core.PositionError(f"{name} cannot hold {', '.join(hand) or 'nothing'}; look again.")
    return state._replace(hands=replace_at(state.hands, seat, tuple(sorted(hand))))
