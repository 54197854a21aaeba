"""What may be said for an action of Wink, by its player's own cards and what everybody knows."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.advice import Move, Reason
from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.text import N_
from tablet_companion.games.wink import actions
from tablet_companion.games.wink.calls import caller_of, open_call
from tablet_companion.games.wink.flow import successor
from tablet_companion.games.wink.holding import holds_surely, may_be_boxed, may_hold
from tablet_companion.games.wink.state import State

_FEW: Final = 2
"""Most players of whom one may be named at a guess."""


def _know(move: Move) -> State:
    """Return the state as the player knows it: the others' hands are unknown."""
    seats = move.state.setting.seats
    hands = (
        hand if name == move.seat else (UNKNOWN_CARD,) * len(hand)
        for name, hand in zip(seats, move.state.hands, strict=True)
    )
    known: State = move.state._replace(hands=tuple(hands))
    return known


def _own(move: Move) -> int:
    return int(move.state.setting.seats.index(move.seat))


def _find_card(move: Move) -> Card | None:
    """Return the card that is called, or that somebody is said to hold."""
    card: Card | None = getattr(move.action, "card", None)
    return move.state.pawns[_own(move)] if isinstance(move.action, actions.Name) else card


def _card(move: Move) -> Card:
    card = _find_card(move)
    assert card is not None, "only of an action that has one"
    return card


def _is_call(move: Move) -> bool:
    return isinstance(move.action, actions.Call)


def _list_holders(move: Move) -> list[int]:
    """Return the other seats that may hold the card, and -1 for the box."""
    state, card = _know(move), _find_card(move)
    if card is None:
        return []
    others = [seat for seat in range(len(state.hands)) if seat != _own(move)]
    found = [seat for seat in others if may_hold(state, seat, card)]
    return found + [-1] * may_be_boxed(state, card)


# --- calls ----------------------------------------------------------------------------------------


def _shows_nothing(move: Move) -> bool:
    """Whether everybody knows already that the caller does not hold the twin."""
    unknown = tuple((UNKNOWN_CARD,) * len(hand) for hand in move.state.hands)
    public = move.state._replace(hands=unknown)
    return _is_call(move) and not may_hold(public, _own(move), _card(move))


def _list_asked(move: Move) -> list[bool]:
    """Return for each card that may be called whether somebody called or asked about it before."""
    asked = {card for _, card in move.state.barred}
    calls = (one for one in move.choices if isinstance(one, actions.Call))
    return [one.card in asked for one in calls]


def _is_new(move: Move) -> bool:
    """Whether nothing was asked about the card so far, but about another that may be called."""
    asked = {card for _, card in move.state.barred}
    return _is_call(move) and _card(move) not in asked and any(_list_asked(move))


def _is_any(move: Move) -> bool:
    """Whether nothing was asked so far about any of several cards that may be called."""
    asked = _list_asked(move) if _is_call(move) else []
    return len(asked) > 1 and not any(asked)


def _leaves_doubtful(move: Move) -> bool:
    """Whether the player had rather name nobody: more than two may hold the card called before."""
    state, card = _know(move), open_call(move.state, _own(move))
    if not _is_call(move) or card is None:
        return False
    others = (seat for seat in range(len(state.hands)) if seat != _own(move))
    return sum(may_hold(state, seat, card) for seat in others) > _FEW


def _is_unknown(move: Move) -> bool:
    """Whether every other player may hold the twin of a called card."""
    others = {seat for seat, hand in enumerate(move.state.hands) if hand} - {_own(move)}
    return _is_call(move) and others.issubset(_list_holders(move))


# --- names and accusations ------------------------------------------------------------------------


def _of(move: Move) -> int | None:
    """Return the seat that is named or accused; None for other actions."""
    name = getattr(move.action, "of", None) or getattr(move.action, "seat", None)
    claims = isinstance(move.action, actions.Name | actions.Accuse)
    return move.state.setting.seats.index(name) if claims else None


def _is_certain(move: Move) -> bool:
    """Whether a named or accused player holds the card for sure, as far as this seat knows."""
    of, card = _of(move), _find_card(move)
    return of is not None and card is not None and holds_surely(_know(move), of, card)


def _may_be_right(move: Move) -> bool:
    """Whether a named or accused player may hold the card."""
    return _of(move) is not None and _of(move) in _list_holders(move)


def _has_most_cards(move: Move) -> bool:
    """Whether nobody who may hold the card has more cards in hand, and somebody has fewer."""
    if not _may_be_right(move):
        return False
    counts = [len(move.state.hands[seat]) for seat in _list_holders(move) if seat >= 0]
    return len(move.state.hands[_of(move)]) == max(counts) > min(counts)


def _costs_nothing(move: Move) -> bool:
    """Whether a name that may be wrong would then cost the player no point."""
    if not isinstance(move.action, actions.Name) or _is_certain(move):
        return False
    wrong = successor(move.after, actions.Say(actions.NO))
    return _may_be_right(move) and wrong.points(_own(move)) == move.state.points(_own(move))


def _stops_leader(move: Move) -> bool:
    """Whether a right accusation takes a card from a caller who is ahead of its player."""
    if not _wins_two(move):
        return False
    counts = [move.state.points(seat) for seat in range(len(move.state.hands))]
    caller = caller_of(move.state, _card(move))
    return caller is not None and counts[caller] == max(counts) > counts[_own(move)]


def _gains(move: Move) -> list[int]:
    """Return what each seat gains in points if a claim is right; 0 if it cannot be."""
    state, of, card = move.state, _of(move), _find_card(move)
    if not _may_be_right(move):
        return [0] * len(state.hands)
    asked = move.after
    hands = [
        (*hand[1:], card) if seat == of and card not in hand else hand
        for seat, hand in enumerate(asked.hands)
    ]
    answered = successor(asked._replace(hands=tuple(hands)), actions.Say(actions.YES))
    return [answered.points(seat) - state.points(seat) for seat in range(len(state.hands))]


def _wins_two(move: Move) -> bool:
    """Whether a right accusation brings two points, and the caller none."""
    if not isinstance(move.action, actions.Accuse):
        return False
    gains, caller = _gains(move), caller_of(move.state, move.action.card)
    return gains[_own(move)] > 0 and caller is not None and gains[caller] <= 0


REASONS: Final[tuple[Reason, ...]] = (
    (
        N_("Nobody may accuse about this card any more."),
        lambda m: _is_call(m) and _card(m) in m.state.banned,
    ),
    (
        N_("Nobody else has an accusation card left."),
        lambda m: _is_call(m) and sum(m.state.unused) == m.state.unused[_own(m)],
    ),
    (N_("Everybody knows already that you do not hold its twin."), _shows_nothing),
    (
        N_("Unless somebody winked at you, a name for the card you called before is a guess."),
        _leaves_doubtful,
    ),
    (N_("Nobody has called it or asked for it yet, unlike others that you may call."), _is_new),
    (N_("Nothing was said yet of any card that you may call: another is as good."), _is_any),
    (N_("By all that was said so far any other player may hold it."), _is_unknown),
    (
        N_("You do not hold its twin, so that another player does and can be your partner."),
        lambda m: _is_call(m) and -1 not in _list_holders(m),
    ),
    (
        N_("You do not hold its twin: another player may, and can be your partner."),
        lambda m: _is_call(m) and -1 in _list_holders(m),
    ),
    (N_("By all that was said so far it must be there."), _is_certain),
    (
        N_("By all that was said so far it can only be there or in one other place."),
        lambda m: _may_be_right(m) and len(_list_holders(m)) == 2,
    ),
    (N_("It takes a card from a player who leads, if it is right."), _stops_leader),
    (N_("Of all who may hold it nobody has more cards."), _has_most_cards),
    (
        N_("If it is right, both of you win a card."),
        lambda m: isinstance(m.action, actions.Name) and _gains(m)[_own(m)] > 0,
    ),
    (N_("If it is right, you win both cards, and the caller none."), _wins_two),
    (N_("If it is wrong, it costs you no point: a wink that you saw counts more."), _costs_nothing),
    (
        N_("By all that was said so far it may be there."),
        lambda m: _may_be_right(m) and len(_list_holders(m)) > 2,
    ),
)
