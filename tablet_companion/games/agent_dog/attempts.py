"""What people try: the near misses around the legal actions, to name what somebody did wrong."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent_dog import partner
from tablet_companion.games.agent_dog.actions import Action, Discard, Redraw
from tablet_companion.games.agent_dog.board import meetings, showings
from tablet_companion.games.agent_dog.legal import legal, plays_of
from tablet_companion.games.agent_dog.predicates import resolve_copy
from tablet_companion.games.agent_dog.state import PARTNER, State
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family.actions import GiveUp, Legs, Play
from tablet_companion.games.dog_family.attempts import any_moves, any_swaps
from tablet_companion.games.dog_family.rounds import list_holdable
from tablet_companion.games.dog_family.state import Phase, colour_played
from tablet_companion.games.dog_family.table import move_pawns


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People move any pawn anywhere with a card, forget a capture or a meeting, swap any two pawns,
    spend three or five points, and give up a hand that could be played.
    """
    if state.phase is not Phase.PLAY:
        yield from legal(state)
        return
    cards = list_holdable(state)
    for card in cards:
        yield from dict.fromkeys([*plays_of(state, card), *_near_misses(state, card)])
    if state.setting.teams:
        yield GiveUp()
    else:
        kind = Discard if state.drawn else Redraw
        yield from map(kind, cards)


def consequences(state: State, card: Card, legs: Legs, captured: tuple[int, ...]) -> Iterator[Play]:
    """Yield a move as it must end, and the same with its capture or meeting forgotten."""
    for taken in {captured, ()}:
        after = move_pawns(state.board, legs, taken)
        for called in {*meetings(state.setting, after, legs), ()}:
            for shown in showings(state, legs, taken):
                yield Play(card, legs, taken, called, shown)


def _near_misses(state: State, card: Card) -> Iterator[Play]:
    """Yield moves of any pawn, swaps of any two and, with `partner`, other numbers of points."""
    for legs, captured in any_moves(state.board, state.nests):
        yield from consequences(state, card, legs, captured)
    for swap in any_swaps(state.board):
        yield Play(card, swap)
    if resolve_copy(state, card) == PARTNER:
        colour = colour_played(state, state.turn)
        for points in (partner.POINTS - 1, partner.POINTS, partner.POINTS + 1):
            for legs, captured in partner.outcomes(state, colour, points):
                yield from consequences(state, card, legs, captured)
