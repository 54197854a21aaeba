"""What a player may do in DOG and Agent DOG, apart from which plays a card allows.

No answer depends on a card that nobody has seen.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Mapping
from typing import Final

from tablet_companion.games.core import UNKNOWN_CARD, Card, Rule
from tablet_companion.games.dog_family import rules
from tablet_companion.games.dog_family.actions import (
    Action,
    Deal,
    Discard,
    Give,
    GiveUp,
    Lot,
    Play,
    Redraw,
)
from tablet_companion.games.dog_family.predicates import Fault, fault
from tablet_companion.games.dog_family.rounds import to_draw
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.shared import cards
from tablet_companion.games.shared.cards import Counts

# Python 3.11 takes long to look up a member, and to find one in a mapping.
_PLAY: Final = Phase.PLAY
_DEAL: Final = Phase.DEAL
_DRAW: Final = Phase.DRAW
_GIFT: Final = Phase.GIFT

KINDS: Final[Mapping[Phase, tuple[type, ...]]] = {
    Phase.LOT: (Lot,),
    Phase.DEAL: (Deal,),
    Phase.DRAW: (Deal,),
    Phase.GIFT: (Give,),
    Phase.PLAY: (Play, GiveUp, Redraw, Discard),
}
"""The kinds of action of each phase."""


def list_legal(plays: Callable[[State], list[Play]], state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; ``plays`` lists those that play a card."""
    if state.phase is not _PLAY:
        return before_play(state)
    found = plays(state)
    if found and found[0].card in state.hands[state.turn]:  # nearly always: nobody is stuck
        return tuple(found)
    others = list_passes(state, {play.card for play in found})
    return tuple(sorted([*found, *others])) if others else tuple(found)


def before_play(state: State) -> tuple[Lot | Deal | Give, ...]:
    """Return every legal action, sorted, of a phase in which nothing is played."""
    phase = state.phase
    if phase is _DEAL or phase is _DRAW:
        return _list_deals(state)
    if phase is _GIFT:
        return tuple(map(_gift_of, list_holdable(state)))
    return tuple(map(Lot, state.setting.playing)) if phase is Phase.LOT else ()


def _list_deals(state: State) -> tuple[Deal, ...]:
    """Return the deals of the cards that may come, sorted: of an unknown one if people deal."""
    if not state.setting.seen_deal:
        return (Deal(UNKNOWN_CARD),)
    deals, in_order = _deals(state.setting.faces)
    # With an empty pile the discards are shuffled first, so any of them may come.
    return tuple(itertools.compress(deals, in_order(to_draw(state))))


# Chance lists every face at each of a round's twenty deals; each action is made once.
@functools.cache
def _deals(faces: tuple[Card, ...]) -> tuple[tuple[Deal, ...], Callable[[Counts], Counts]]:
    """Return the deals of all faces, sorted, and what brings their counts into that order."""
    ordered, in_order = cards.sort_faces(faces)
    return tuple(map(Deal, ordered)), in_order


_gift_of: Final = functools.cache(Give)


def may_happen(state: State, action: object) -> Fault | None:
    """A lot, a deal and a gift have their phases; all other kinds of action theirs."""
    if not isinstance(action, KINDS.get(state.phase, ())):
        return Fault(rules.WRONG_MOMENT)
    match action:
        case Lot(seat):
            known = seat in state.setting.playing
            return None if known else Fault(rules.WRONG_MOMENT)
        case Deal(card):
            there = action in _list_deals(state)
            return None if there else fault(rules.CARD_NOT_HELD, card=card)
        case Give(card):
            return may_hold(state, card)
    return None


def may_hold(state: State, card: Card) -> Fault | None:
    """The hand on turn holds the card, or may hold it by the count of cards."""
    return None if card in list_holdable(state) else fault(rules.CARD_NOT_HELD, card=card)


def list_holdable(state: State) -> tuple[Card, ...]:
    """Return every face that the hand on turn holds or may hold, sorted, without duplicates."""
    hand = state.hands[state.turn]
    if UNKNOWN_CARD not in hand:
        return tuple(dict.fromkeys(hand))  # hands are sorted
    held = {*hand, *cards.list_present(state.setting.faces, state.unseen)}
    return tuple(sorted(held - {UNKNOWN_CARD}))


def may_lack_all(state: State, playable: Collection[Card]) -> bool:
    """Whether the hand on turn may hold no playable card, by the count of cards."""
    hand = state.hands[state.turn]
    if any(map(playable.__contains__, hand)):
        return False
    counts = zip(state.setting.faces, state.unseen, strict=True)
    others = sum(count for face, count in counts if face not in playable)
    return hand.count(UNKNOWN_CARD) <= others


def must_play(state: State, playable: Collection[Card], named: Rule) -> Fault | None:
    """A player who can play must; ``named`` is that rule with a card that is surely held."""
    if may_lack_all(state, playable):
        return None
    for card in state.hands[state.turn]:
        if card in playable:
            return fault(named, card=card)
    return Fault(rules.MUST_PLAY_ONE)


# --- without a playable card --------------------------------------------------------------------


def find_way_to_pass(state: State) -> type[GiveUp | Redraw | Discard]:
    """Return what a player without a playable card does (Agent DOG: 5, 31)."""
    if state.setting.teams:
        return GiveUp
    return Discard if state.drawn else Redraw


def list_passes(state: State, playable: Collection[Card]) -> tuple[Action, ...]:
    """Return what a player may do without playing a card."""
    if not may_lack_all(state, playable):
        return ()
    kind = find_way_to_pass(state)
    if kind is GiveUp:
        return (GiveUp(),)
    choices = (kind(card) for card in list_holdable(state))
    return tuple(action for action in choices if not may_pass(state, action, playable))


def may_pass(state: State, action: Action, playable: Collection[Card]) -> Fault | None:
    """Only a player without a playable card gives up the hand or replaces a card, in its phase."""
    if not isinstance(action, find_way_to_pass(state)):
        gives_up = isinstance(action, GiveUp)
        return Fault(rules.NOBODY_GIVES_UP if gives_up else rules.WRONG_MOMENT)
    if not isinstance(action, Redraw | Discard):
        return must_play(state, playable, rules.MUST_PLAY)
    if action.card in playable:
        return fault(rules.CHANGE_CARD, card=action.card)
    bound = must_play(state, playable, rules.CHANGE_CARD)
    return bound or may_hold(state, action.card)
