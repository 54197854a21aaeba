"""Which rules were broken, if a table agrees with no legal action."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Breach, Card, Piece, Place, Placement, Rule
from tablet_companion.games.wink import rules
from tablet_companion.games.wink.actions import Call
from tablet_companion.games.wink.judge import judge
from tablet_companion.games.wink.state import CARDS, Phase, State
from tablet_companion.games.wink.table import before, placement

MAX_ASTRAY: Final = 2
"""More pawns or cards out of place are no attempt at a move: somebody bumped the table."""


def diagnose(state: State, card: Card, placed: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows.

    ``card`` is the number that was called, or none of the cards if nobody heard it. Pieces may be
    missing (in a hand). The answer is empty if a legal call explains the table, if too much differs
    for any move, and while nobody has to move a pawn.
    """
    moved, disturbed = _find_moved(state, placed), _disturbed(state, placed)
    if state.phase is not Phase.TURN or len(moved) > MAX_ASTRAY or len(disturbed) > MAX_ASTRAY:
        return ()
    target = moved.get(state.turn)
    if any(seat != state.turn and not _is_hidden(state, placed, seat, target) for seat in moved):
        name = state.setting.seats[state.turn]
        return (Breach(rules.WHOSE_TURN, details=(("seat", name),)),)
    called = card if card in CARDS else target
    found = () if called is None else _call(state, called, target)
    return found or tuple(_on_card(rules.CARDS_STAY, card) for card in disturbed)


def _find_moved(state: State, placed: Placement) -> dict[int, Card | None]:
    """Return the pawns that moved, each with its present card, if any."""
    moved: dict[int, Card | None] = {}
    for seat, name in enumerate(state.setting.seats):
        home = before(seat=name, kind="home")
        spots = [place for place, piece in placed.pieces if piece == Piece(name)]
        stood = state.pawns[seat]
        if spots != [home if stood is None else Place(stood)]:
            on_cards = [card for card in state.setting.cards if Place(card) in spots]
            moved[seat] = on_cards[0] if on_cards else None
    return moved


def _is_hidden(state: State, placed: Placement, seat: int, target: Card | None) -> bool:
    """Whether a pawn is seen nowhere, and another was put where it stood."""
    unseen = all(piece != Piece(state.setting.seats[seat]) for _, piece in placed.pieces)
    return unseen and target is not None and state.pawns[seat] == target


def _call(state: State, card: Card, target: Card | None) -> tuple[Breach, ...]:
    """Return what is wrong with a call, or else with the place of the pawn."""
    breaches = judge(state, Call(card))
    if breaches or target == card:
        return breaches
    return (_on_card(rules.PAWN_FOLLOWS, card),)


def _disturbed(state: State, placed: Placement) -> list[Card]:
    """Return the cards that show another side than before or are newly in front of a player.

    A card that is not seen at all may be under a hand.
    """
    pawns = set(map(Piece, state.setting.seats))
    came = set(placed.pieces) - set(placement(state).pieces)
    named = {name for pair in came if pair[1] not in pawns for name in pair}
    return [card for card in state.setting.cards if named & {Place(card), Piece(card)}]


def _on_card(rule: Rule, card: Card) -> Breach:
    return Breach(rule, (Place(card),), (), (("card", card),))
