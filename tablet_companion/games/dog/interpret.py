"""From what a table shows after a move to the plays, legal or not, that may have been meant.

The inverse of carrying a play out. It lets an objection say "this pawn went one space too far"
instead of "the board is wrong".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Breach, Card, Placement
from tablet_companion.games.dog import rules
from tablet_companion.games.dog.judge import judge
from tablet_companion.games.dog.legal import plays_of
from tablet_companion.games.dog.state import POWERS
from tablet_companion.games.dog_family import matching
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.board import leads_to
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.dog_family.table import Shown, impossible, placement, read_shown

MAX_ASTRAY: Final = 8
"""More pawns than this out of place are no attempt at a move; a 7 may touch that many."""


def diagnose(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows."""
    if never := impossible(state.setting, shown):
        return _find_swap_with_nest(state, card, shown) or never
    return explain(state, card, read_shown(state.setting, shown))


def _find_swap_with_nest(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the breach of a jack that swapped a pawn with one in its nest, else nothing.

    Without it the pawn in the wrong nest would be sent to its own, as if it had been captured. A
    joker may have brought that pawn out and captured the other one: then that is right.
    """
    powers = POWERS[card]
    if not powers.swaps or powers.starts:
        return ()
    before, now = Counter(placement(state).pieces), Counter(shown.pieces)
    gone, came = sorted((before - now).elements()), sorted((now - before).elements())
    places = [place for place, _ in gone]
    swapped = sorted(zip(places, [piece for _, piece in reversed(gone)], strict=True))
    if len(gone) != 2 or came != swapped:
        return ()
    return (Breach(rules.SWAP_TRACK, tuple(places), tuple(piece for _, piece in gone)),)


def explain(state: State, card: Card, shown: Shown) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows.

    Empty if a legal play leads there, or if too much differs for it to be a move.
    """
    if any(leads_to(state, play, shown) for play in plays_of(state, card)):
        return ()
    if shown == Shown(state.board, state.nests):
        return (_nothing_done(state, card),)
    answers = [(judge(state, play), play) for play in interpretations(state, card, shown)]
    ordered = [(_rank(state, breaches, play, shown), play, breaches) for breaches, play in answers]
    return min(ordered)[-1] if ordered else ()


def _rank(state: State, breaches: tuple[Breach, ...], play: Play, shown: Shown) -> tuple[int, ...]:
    """Return the sort key of an answer; see ``matching.rank_answer``."""
    move = (play.legs, play.captured)
    alone = len(play.legs) == 1 and not POWERS[play.card].splits
    untold = matching.count_uncaused(breaches, move) if alone else 0
    return matching.rank_answer((state.board, shown.board), breaches, move, untold)


def _nothing_done(state: State, card: Card) -> Breach:
    """Return why it is wrong to lay this card and move nothing."""
    if state.phase is not Phase.PLAY:
        return Breach(shared.WRONG_MOMENT)
    rule = shared.CARD_WHOLLY if plays_of(state, card) else shared.UNPLAYABLE
    return Breach(rule, details=(("card", card),))


def interpretations(state: State, card: Card, shown: Shown) -> Iterator[Play]:
    """Yield the plays of a card that may have led to what is shown."""
    before = Shown(state.board, state.nests)
    left, came = matching.differences(state.setting, before, shown)
    if not matching.is_believable(left, came, MAX_ASTRAY):
        return
    # A pawn may have captured one of its own colour, and now stands in its place.
    own = [[], *([pawn] for pawn in matching.find_replaced(before, shown))]
    for more in own:
        for pairs in matching.list_pairings([*left, *more], [*came, *more]):
            legs, captured = matching.split_pairs(pairs)
            yield Play(card, tuple(sorted(legs)), captured)
