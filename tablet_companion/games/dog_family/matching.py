"""From what a table shows to the possible moves of pawns, in DOG and Agent DOG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tablet_companion.games.core import Breach
from tablet_companion.games.dog_family import rules, track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.state import Setting
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN, Shown

MAX_ASTRAY: Final = 6
"""More pawns than this out of place are no attempt at a move: somebody bumped the table."""

FARTHEST: Final = 15
"""No card takes a pawn more than 13 spaces, and few people miscount by more than two."""


class Pawn(NamedTuple):
    """A pawn that left or came: its square and its colour's index, None if unknown."""

    square: int
    colour: int | None


_NOT_THE_NUMBER: Final = {
    rules.ONE_PAWN,
    rules.NOT_CAPTURED,
    rules.EXACT_COUNT,
    rules.COPY_COUNT,
    rules.FORWARDS,
}
"""Rules that a pawn cannot break if it went as far as the card says."""

Pairs = Sequence[tuple[Pawn, Pawn]]
"""Pawns that left, each with where it came."""


def differences(
    setting: Setting, before: Shown, shown: Shown, *, open_eyed: bool = True
) -> tuple[list[Pawn], list[Pawn]]:
    """Return the pawns that left their squares and those that came to others.

    ``open_eyed`` allows to use the colours of face-down pawns.
    """
    left, came = [], []
    for square in range(track.SQUARES):
        old, new = before.board[square], shown.board[square]
        hole = setting.is_hole[square]
        still = old == new or (hole and old and new == UNKNOWN_PAWN)
        if old and not still:
            known = open_eyed or not hole
            left.append(Pawn(square, old - 1 if known and old != UNKNOWN_PAWN else None))
        if new and not still:
            came.append(Pawn(square, new - 1 if new != UNKNOWN_PAWN else None))
    for colour in range(4):
        gain = shown.nests[colour] - before.nests[colour]
        nest = Pawn(track.nest(colour), colour)
        left += [nest] * max(-gain, 0)
        came += [nest] * max(gain, 0)
    return left, came


def find_replaced(before: Shown, shown: Shown) -> Iterator[Pawn]:
    """Yield pawns that may have been captured by one of their colour, which now stands there."""
    for square in range(track.SQUARES):
        colour = before.board[square] - 1
        stays = 0 <= colour < UNKNOWN_PAWN - 1 and shown.board[square] == colour + 1
        if stays and shown.nests[colour] > before.nests[colour]:
            yield Pawn(square, colour)


def rank_answer(
    boards: tuple[bytes, bytes], breaches: Sequence[Breach], move: Outcome, untold: int
) -> tuple[int, ...]:
    """Return the sort key of an answer: fewest broken rules first, then the most informative.

    ``boards`` are those before and after. ``untold`` are faults of the move that its breaches leave
    out, as a wrong move is told before what follows from it. Informative answers move a pawn where
    it went, by the number of the card. A pawn gone home is not said to have taken another's place
    out of sight if it need not have, least of all in a finish; and none is said to have gone
    farther than any card leads.
    """
    legs, captured = move
    broken = {breach.rule for breach in breaches}
    before, after = boards
    unseen = [leg for leg in legs if leg[1] in captured and before[leg[1]] == after[leg[1]]]
    alone = [leg for leg in legs[:1] if len(legs) == 1 and max(leg) < track.LAP]
    far = any(_is_far(*leg) for leg in (*unseen, *alone) if leg[0] < track.SQUARES)
    inside = rules.FINISH_JUMP not in broken and any(target >= track.LAP for _, target in unseen)
    unlikely = not legs or far or inside, bool(unseen)
    number = bool(broken & _NOT_THE_NUMBER), bool(broken & {rules.ONE_PAWN, rules.FORWARDS})
    return len(breaches) + untold, *unlikely, *number, len(legs)


def _is_far(origin: int, target: int) -> bool:
    return FARTHEST < track.distance(origin, target) < track.LAP - FARTHEST


def count_uncaused(breaches: Sequence[Breach], move: Outcome) -> int:
    """Return how many pawns went home without a landing, if no breach speaks of captures."""
    if {breach.rule for breach in breaches} & {rules.CAPTURED_HOME, rules.NOT_CAPTURED}:
        return 0
    legs, captured = move
    return len({*captured} - {target for _, target in legs})


def is_believable(left: Sequence[Pawn], came: Sequence[Pawn], most: int = MAX_ASTRAY) -> bool:
    """Whether this may be a move: pawns may be missing, but none came from nowhere."""
    return bool(left) and len(came) <= len(left) <= most


def list_pairings(left: Sequence[Pawn], came: Sequence[Pawn]) -> Iterator[Pairs]:
    """Yield every way to match the pawns that came with those that left."""
    if not came:
        yield ()
        return
    target, *others = came
    for number, source in enumerate(left):
        if _matches(source, target):
            for rest in list_pairings([*left[:number], *left[number + 1 :]], others):
                yield ((source, target), *rest)


def _matches(source: Pawn, target: Pawn) -> bool:
    if source.square == target.square:
        return False
    return source.colour is None or target.colour is None or source.colour == target.colour


def split_pairs(pairs: Pairs) -> Outcome:
    """Return the moves and the captures among the pairs."""
    home = [source.square for source, target in pairs if target.square >= track.SQUARES]
    ways = [(a.square, b.square) for a, b in pairs if b.square < track.SQUARES]
    return tuple(ways), tuple(sorted(home))
