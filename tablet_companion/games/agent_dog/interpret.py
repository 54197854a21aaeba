"""From what a table shows after a move to the plays, legal or not, that may have been meant.

The inverse of carrying a play out. It lets an objection say "this pawn went one space too far"
instead of "the board is wrong".
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent_dog import rules
from tablet_companion.games.agent_dog.actions import Play
from tablet_companion.games.agent_dog.board import carry, showings
from tablet_companion.games.agent_dog.judge import judge
from tablet_companion.games.agent_dog.plays import plays_of
from tablet_companion.games.agent_dog.predicates import resolve_copy
from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.core import Breach, Card
from tablet_companion.games.dog_family import diagnose, track
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import colour_played
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN, Shown


def explain(state: State, card: Card, shown: Shown, *, open_eyed: bool) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows.

    Empty if so much differs that it cannot be a move. Meant for tables that no legal play leads to:
    it does not consider pawns that were revealed in the finish and put where they belong.

    ``open_eyed`` allows to use the colours of face-down pawns; without it the answer depends only
    on what the players can see.
    """
    if not open_eyed and (peeked := _peeked(state, shown)):
        return peeked
    answers = [
        (breaches, play)
        for play in interpretations(state, card, shown, open_eyed=open_eyed)
        for breaches in (
            judge(state, play)
            or (not open_eyed and _left_up(state, shown))
            or _unrevealed(state, play, shown),
        )
    ]
    if not answers:
        moved = not same(state, Shown(state.board, state.nests), shown)
        return () if moved else (_nothing_done(state, card),)
    return min(
        (diagnose.rank_answer(state.board, breaches, (play.legs, play.captured)), play, breaches)
        for breaches, play in answers
    )[-1]


def _peeked(state: State, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of turning pawns up in their holes, if nothing else changed."""
    board = bytearray(shown.board)
    for square in state.setting.hole_squares:
        if state.board[square] and shown.board[square]:
            board[square] = state.board[square]
    here = Shown(state.board, state.nests)
    done = same(state, here, Shown(bytes(board), shown.nests))
    return _left_up(state, shown) if done else ()


def _left_up(state: State, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of pawns that show their colour in holes."""
    names = state.setting.names
    return tuple(
        Breach(rules.TURN_DOWN, (names[square],), (), (("place", names[square]),))
        for square in state.setting.hole_squares
        if shown.board[square] not in (track.EMPTY, UNKNOWN_PAWN)
    )


def _nothing_done(state: State, card: Card) -> Breach:
    """Return why it is wrong to lay this card and move nothing that makes sense."""
    if plays_of(state, card):
        return Breach(shared.CARD_WHOLLY, details=(("card", card),))
    if resolve_copy(state, card) is None:
        return Breach(rules.COPY_FIRST)
    return Breach(shared.UNPLAYABLE, details=(("card", card),))


def _unrevealed(state: State, play: Play, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of a move into a finish without the reveal that it requires."""
    carried = carry(state, play, colour_played(state, state.turn))
    if same(state, Shown(carried.board, carried.nests), shown):
        return ()
    names = state.setting.names
    inside = tuple(names[target] for _, target in play.legs if target >= track.LAP)
    return (Breach(rules.FINISH_REVEAL, inside),)


def same(state: State, one: Shown, other: Shown) -> bool:
    """Whether two tables agree on every square known in both."""
    return one.nests == other.nests and all(
        a == b or (UNKNOWN_PAWN in (a, b) and a and b and state.setting.is_hole[square])
        for square, (a, b) in enumerate(zip(one.board, other.board, strict=True))
    )


def interpretations(state: State, card: Card, shown: Shown, *, open_eyed: bool) -> Iterator[Play]:
    """Yield the plays of a card that may have led to what is shown; none if nothing moved.

    Pawns may be missing (still in a hand), but none may have come from nowhere.
    """
    before = Shown(state.board, state.nests)
    left, came = diagnose.differences(state.setting, before, shown, open_eyed=open_eyed)
    if not diagnose.is_believable(left, came):
        return
    found = dict.fromkeys(_matched(state, card, left, came))
    # A pawn may have captured one of its own colour, and now stands in its place.
    for pawn in diagnose.find_replaced(before, shown):
        if not state.setting.is_hole[pawn.square]:
            found |= dict.fromkeys(_matched(state, card, [*left, pawn], [*came, pawn]))
    if not found and not open_eyed:
        # A face-down pawn may have been captured by one that now lies there face down.
        for hole in _still_hidden(state, shown):
            found |= dict.fromkeys(_matched(state, card, [*left, hole], [*came, hole]))
    yield from found


def _still_hidden(state: State, shown: Shown) -> list[diagnose.Pawn]:
    return [
        diagnose.Pawn(square, None)
        for square in state.setting.hole_squares
        if state.board[square] and shown.board[square]
    ]


def _matched(
    state: State, card: Card, left: list[diagnose.Pawn], came: list[diagnose.Pawn]
) -> Iterator[Play]:
    """Yield the plays that take the pawns that left to the squares where pawns came."""
    for pairs in diagnose.list_pairings(left, came):
        yield from _plays(state, card, *diagnose.split_pairs(pairs))


def _plays(state: State, card: Card, ways: Legs, captured: tuple[int, ...]) -> Iterator[Play]:
    """Yield the plays that move these pawns, with and without a called pawn."""
    points = state.setting.meeting_squares
    guests = [way for way in ways if (way[1] + 1) % track.LAP in points and way[1] < track.LAP]
    for called in (tuple(guests), ()):
        legs = tuple(sorted(way for way in ways if way not in called))
        if ways and not legs:
            continue
        for shown in showings(state, legs, captured):
            yield Play(card, legs, captured, called, shown)
