"""Correcting the record to what the table shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, PositionError, Seat
from tablet_companion.games.shared.cards import Hand
from tablet_companion.games.wink import holding
from tablet_companion.games.wink.calls import caller_of
from tablet_companion.games.wink.knowledge import veiled
from tablet_companion.games.wink.state import CardSide, Phase, Setting, State
from tablet_companion.games.wink.table import ACCUSATION, before


class Shown(NamedTuple):
    """A placement of Wink in the terms of a state."""

    lies: tuple[CardSide, ...]
    pawns: tuple[Card | None, ...]
    won: tuple[Hand, ...]
    down: tuple[int, ...]
    laid: tuple[int, ...]


def amend(state: State, placed: Placement) -> State:
    """Return the state with cards and pawns as the table shows them; raises PositionError.

    The table does not show how many cards a hand holds; that is kept, less the twins that lie where
    only one hand can have laid them. If a twin lies on the table that was in a hand or in the box
    on record, all known hands are forgotten: the ones that stay true would reveal where it was.
    From then on people answer, as if they had dealt. Public inferences are forgotten once they
    cannot be true any more.
    """
    shown = read_shown(state.setting, placed)
    now = state._replace(
        lies=shown.lies,
        pawns=shown.pawns,
        won=shown.won,
        down=shown.down,
        laid=shown.laid,
        unused=_unused(state, shown),
    )
    if not {*holding.in_hands_or_box(state)} <= {*holding.in_hands_or_box(now)}:
        now = veiled(now)._replace(setting=replace(state.setting, seen_deal=False))
        now = _shorten_hands(now, _count_laid(state, shown))
    now = _without_claim(_with_possible_bars(now))
    emptied = () in now.hands and () not in state.hands
    return now._replace(phase=Phase.OVER, claim=None) if emptied else now


def _count_laid(state: State, shown: Shown) -> Counter[int]:
    """Return how many twins each seat certainly laid on the table since the record.

    A twin that lies face down came from that player's hand. If two players have a card, the one who
    called it took it from the table. Nobody sees whom an accuser took a twin from.
    """
    laid = Counter(dict(enumerate(shown.down)))
    laid.subtract(dict(enumerate(state.down)))
    for card, old, new in zip(state.setting.cards, state.lies, shown.lies, strict=True):
        caller = caller_of(state, card) if old is CardSide.UP and new is CardSide.WON else None
        owners = {seat for seat, cards in enumerate(shown.won) if card in cards}
        if caller in owners and len(owners) > 1:
            laid.update(owners - {caller})
    return laid


def _shorten_hands(state: State, laid: Counter[int]) -> State:
    """Return the state with as many cards fewer in each hand as were laid."""
    kept = enumerate(state.hands)
    return state._replace(hands=tuple(hand[max(laid[seat], 0) :] for seat, hand in kept))


def _unused(state: State, shown: Shown) -> tuple[int, ...]:
    """Return the accusation cards in hand: those on record, unless too many are on the table."""
    most = state.setting.accusations
    return tuple(
        min(unused, most - laid) for unused, laid in zip(state.unused, shown.laid, strict=True)
    )


def _with_possible_bars(state: State) -> State:
    """Forget public inferences if they cannot be true; raises PositionError."""
    held, left = sum(map(len, state.hands)), len(holding.in_hands_or_box(state))
    if state.phase in (Phase.LOT, Phase.DEAL):
        held = state.setting.hand_size * len(state.hands)  # as soon as they are dealt
    for now in (state, state._replace(barred=frozenset())):
        if held <= left and holding.arrangement(now) is not None:
            return now
    raise PositionError(
        f"The players need {held} cards for their hands, but the table leaves only {left}; "
        "put back the extra cards that were taken."
    )


def _without_claim(state: State) -> State:
    """Drop a naming or accusation about a card that is no longer called."""
    claim = state.claim
    if claim is None or caller_of(state, claim.card) is not None:
        return state
    return state._replace(claim=None, phase=Phase.TURN)


# --- reading ------------------------------------------------------------------------------------


def read_shown(setting: Setting, placed: Placement) -> Shown:
    """Return a placement in the terms of a state; raises PositionError if it is impossible."""
    seen = Counter(placed.pieces)
    pawns = tuple(_pawn(setting, seen, seat) for seat in setting.seats)
    for card, count in Counter(pawns).items():
        if card is not None and count > 1:
            raise PositionError(f"Two pawns cannot stand on card {card}; move one of them.")
    won = tuple(
        tuple(sorted(c for c in setting.cards for _ in range(_take(seen, seat, "won", Piece(c)))))
        for seat in setting.seats
    )
    down = tuple(_take(seen, seat, "down", HIDDEN) for seat in setting.seats)
    laid = tuple(_take(seen, seat, "laid", ACCUSATION) for seat in setting.seats)
    pairs = Counter(card for cards in won for card in cards)
    lies = tuple(_lies(setting, seen, card, pairs) for card in setting.cards)
    for (place, piece), count in seen.items():
        if count > 0:
            raise PositionError(f"In Wink no {piece} lies on {place} like that; take it away.")
    _check_counts(setting, down, laid)
    return Shown(lies, pawns, won, down, laid)


def _take(seen: Counter[tuple[Place, Piece]], seat: Seat, kind: str, piece: Piece) -> int:
    """Return how many of a piece lie before a player, and mark them as read."""
    return seen.pop((before(seat, kind), piece), 0)


def _pawn(setting: Setting, seen: Counter[tuple[Place, Piece]], seat: Seat) -> Card | None:
    """Return the card that a seat's pawn stands on, None if at home; mark it as read."""
    spots: dict[Place, Card | None] = {Place(card): card for card in setting.cards}
    spots[before(seat, "home")] = None
    pawn = Piece(seat)
    found = [place for place in spots for _ in range(seen.pop((place, pawn), 0))]
    if len(found) != 1:
        raise PositionError(f"The {pawn} pawn stands once on the table, on a card or at home.")
    return spots[found[0]]


def _lies(
    setting: Setting, seen: Counter[tuple[Place, Piece]], card: Card, won: Mapping[Card, int]
) -> CardSide:
    """Return what became of a card of the table, and mark it as read."""
    up = seen.pop((Place(card), Piece(card)), 0)
    down = seen.pop((Place(card), HIDDEN), 0)
    twin_laid = setting.rules.twin_laid
    match up, down, won.get(card, 0):
        case 1, 0, 0:
            return CardSide.UP
        case 0, 1, 0 if twin_laid:
            return CardSide.DOWN
        case 0, 0, 2:
            return CardSide.WON
        case 0, 0, 0 if not twin_laid:
            return CardSide.REMOVED
    raise PositionError(
        f"Card {card} lies once on the table or, with its twin, twice before players; look again."
    )


def _check_counts(setting: Setting, down: tuple[int, ...], laid: tuple[int, ...]) -> None:
    edition, most = setting.rules, setting.accusations
    if not edition.twin_laid and any(down):
        raise PositionError("In this edition no card is laid face down before a player.")
    if max(laid) > (most if edition.right_laid else 0):
        raise PositionError("More accusation cards are laid before a player than there can be.")
