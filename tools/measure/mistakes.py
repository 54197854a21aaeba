"""The mistakes that people make while they teach a board, each as a change of its lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import numpy as np

from calibration.learning.placing import Lesson
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Place
from tablet_companion.kit.boards import turn_places
from tools.measure import spoiling

Lessons = list[Lesson]
Spoil = Callable[[Board, Lessons], Lessons | None]
"""Spoils lessons; None if the mistake cannot be made with them."""


def relabel(lesson: Lesson, pieces: Mapping[str, str]) -> Lesson:
    """Return a lesson with other pieces in its label."""
    label = msgspec.structs.replace(lesson.label, pieces=dict(pieces))
    return Lesson(label, lesson.picture)


def move_corners(
    lesson: Lesson, change: Callable[[spoiling.Points], spoiling.Points]
) -> Lesson | None:
    """Return a lesson with other corners; None if it has none."""
    if lesson.label.corners is None:
        return None
    moved = change(np.array([tuple(each) for each in lesson.label.corners], np.float64))
    corners = msgspec.convert(moved.tolist(), type(lesson.label.corners))
    return Lesson(msgspec.structs.replace(lesson.label, corners=corners), lesson.picture)


def _turned(quarters: int) -> Spoil:
    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        places = {before: at for at, before in turn_places(board, quarters).items()}
        if not places:
            return None
        return _each(
            lessons, lambda one: {places[Place(at)]: c for at, c in one.label.pieces.items()}
        )

    return spoil


def _each(lessons: Lessons, change: Callable[[Lesson], Mapping[str, str]]) -> Lessons | None:
    """Relabel the pictures with pieces; None if that changes nothing."""
    wrong = [relabel(one, change(one)) if one.label.pieces else one for one in lessons]
    same = all(a.label.pieces == b.label.pieces for a, b in zip(wrong, lessons, strict=True))
    return None if same else wrong


def _exchange(_: Board, lessons: Lessons) -> Lessons | None:
    colours = sorted({c for one in lessons for c in one.label.pieces.values() if c != "hidden"})
    if len(colours) < 2:
        return None
    other = dict(zip(colours[:2], colours[1::-1], strict=True))
    return _each(lessons, lambda one: {k: other.get(v, v) for k, v in one.label.pieces.items()})


def _first_with_pieces(lessons: Lessons) -> int | None:
    return next((n for n, one in enumerate(lessons) if one.label.pieces), None)


def _one_label(change: Callable[[Board, dict[str, str]], dict[str, str]]) -> Spoil:
    """Spoil the label of the first picture with pieces alone."""

    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        number = _first_with_pieces(lessons)
        if number is None:
            return None
        wrong = list(lessons)
        wrong[number] = relabel(wrong[number], change(board, dict(wrong[number].label.pieces)))
        return wrong

    return spoil


def _drop(_: Board, pieces: dict[str, str]) -> dict[str, str]:
    names = sorted(pieces)
    return {at: pieces[at] for at in names if at != names[len(names) // 2]}


def _add(board: Board, pieces: dict[str, str]) -> dict[str, str]:
    at = board.by_name[next(iter(pieces))]
    kind = at.kind
    free = [p.name for p in board.places if p.name not in pieces and p.kind == kind]
    free = free or [p.name for p in board.places if p.name not in pieces]
    return pieces | {free[len(free) // 2]: pieces[at.name]}


def _beside(board: Board, pieces: dict[str, str]) -> dict[str, str]:
    return _add(board, _drop(board, pieces))


def _none(_: Board, __: dict[str, str]) -> dict[str, str]:
    return {}


def _hand_in_last(_: Board, lessons: Lessons) -> Lessons | None:
    if len(lessons) < 2 or lessons[-1].label.corners is None:
        return None
    return [*lessons[:-1], spoiling.draw_hand(lessons[-1])]


def _hand_in_only(_: Board, lessons: Lessons) -> Lessons | None:
    number = _first_with_pieces(lessons)
    if number is None or lessons[number].label.corners is None:
        return None
    return [spoiling.draw_hand(lessons[number])]


def _hand_in_all(_: Board, lessons: Lessons) -> Lessons | None:
    return (
        [spoiling.draw_hand(one) for one in lessons]
        if all(o.label.corners for o in lessons)
        else None
    )


def _bare_as_start(board: Board, lessons: Lessons) -> Lessons | None:
    """Label the bare board, shown alone, with pieces on a third of its places."""
    if any(one.label.pieces for one in lessons):
        return None
    colours = [colour for kind in board.pieces.values() for colour in kind.colours]
    third = [place.name for place in board.places][::3]
    pieces = {at: colours[number % len(colours)] for number, at in enumerate(third)}
    return [relabel(one, pieces) for one in lessons]


def _find_both(lessons: Lessons) -> tuple[int, int] | None:
    """Return the numbers of a picture of the bare board and of one with pieces."""
    number = _first_with_pieces(lessons)
    bare = next((n for n, one in enumerate(lessons) if not one.label.pieces), None)
    if number is None or bare is None or not all(one.label.corners for one in lessons):
        return None
    return bare, number


def _both(change: Callable[[Board, Lesson, Lesson], tuple[Lesson, Lesson]]) -> Spoil:
    """Spoil a picture of the bare board and one with pieces together."""

    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        numbers = _find_both(lessons)
        if numbers is None:
            return None
        wrong = list(lessons)
        bare, start = numbers
        wrong[bare], wrong[start] = change(board, lessons[bare], lessons[start])
        return wrong

    return spoil


def _not_quite_empty(board: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    return spoiling.paste_places(board, bare, start, sorted(start.label.pieces)[:2]), start


def _left_standing(board: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    """Leave a piece on the board in both pictures, labelled in neither."""
    names = sorted(start.label.pieces)
    left = names[len(names) // 2]
    return spoiling.paste_places(board, bare, start, [left]), relabel(
        start, _drop(board, {**start.label.pieces})
    )


def _half_set_out(board: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    return bare, spoiling.paste_places(board, start, bare, sorted(start.label.pieces)[::2])


def _lost(board: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    """Leave out the pieces of one colour, which are labelled all the same."""
    pieces = start.label.pieces
    lost = min(pieces.values())
    return bare, spoiling.paste_places(
        board, start, bare, [at for at, c in pieces.items() if c == lost]
    )


def _substitute(board: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    """Put something else where a piece was lost, labelled as the piece that it stands for."""
    names = sorted(start.label.pieces)
    return bare, spoiling.draw_stranger(board, start, names[len(names) // 2])


def _swap(_: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    """Swap the labels' pieces: each picture keeps its own corners."""
    return relabel(bare, start.label.pieces), relabel(start, {})


def _same_twice(_: Board, __: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    return relabel(start, {}), start


def _bare_twice(_: Board, bare: Lesson, start: Lesson) -> tuple[Lesson, Lesson]:
    return bare, relabel(bare, start.label.pieces)


def _nests(board: Board, lessons: Lessons) -> Lessons | None:
    """Exchange the first two colours in nests alone."""
    colours = sorted(
        {c for one in lessons for at, c in one.label.pieces.items() if _is_nest(board, at)}
    )
    if len(colours) < 2:
        return None
    other = dict(zip(colours[:2], colours[1::-1], strict=True))

    def change(one: Lesson) -> dict[str, str]:
        pieces = one.label.pieces.items()
        return {at: other.get(c, c) if _is_nest(board, at) else c for at, c in pieces}

    return _each(lessons, change)


def _is_nest(board: Board, place: str) -> bool:
    return board.by_name[place].kind == "nest"


def _strange_piece(board: Board, lessons: Lessons) -> Lessons | None:
    """Leave a piece of another game on a free place, in every picture."""
    taken = {at for one in lessons for at in one.label.pieces}
    free = [place.name for place in board.places if place.name not in taken]
    if not free or not all(one.label.corners for one in lessons):
        return None
    return [spoiling.draw_stranger(board, one, free[len(free) // 2]) for one in lessons]


def _last_drawn(change: Callable[[Board, Lesson], Lesson]) -> Spoil:
    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        if len(lessons) < 2 or lessons[-1].label.corners is None:
            return None
        return [*lessons[:-1], change(board, lessons[-1])]

    return spoil


def _mirror(lesson: Lesson, order: tuple[int, ...] = (1, 0, 3, 2)) -> Lesson:
    """Mirror a picture as a telephone does; its corners are given as they are seen there."""
    wide = lesson.picture.shape[1]
    wrong = move_corners(lesson, lambda at: np.array([wide - 1, 0]) + at[[*order]] * (-1, 1))
    return Lesson((wrong or lesson).label, np.ascontiguousarray(lesson.picture[:, ::-1]))


def _corners(change: Callable[[spoiling.Points], spoiling.Points]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        moved = [move_corners(one, change) for one in lessons]
        return [one for one in moved if one is not None] if all(moved) else None

    return spoil


def _last_corners(change: Callable[[spoiling.Points], spoiling.Points]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        moved = move_corners(lessons[-1], change)
        return [*lessons[:-1], moved] if moved is not None and len(lessons) > 1 else None

    return spoil


def _scaled(factor: float) -> Callable[[spoiling.Points], spoiling.Points]:
    return lambda at: at.mean(axis=0) + factor * (at - at.mean(axis=0))


def _shifted(share: float) -> Callable[[spoiling.Points], spoiling.Points]:
    return lambda at: at + share * (at[1] - at[0])


def _one_corner(share: float) -> Callable[[spoiling.Points], spoiling.Points]:
    def change(at: spoiling.Points) -> spoiling.Points:
        at = at.copy()
        at[2] += share * (at[0] - at[2])
        return at

    return change


def _pictures(change: Callable[[Picture], Picture]) -> Spoil:
    return lambda _, lessons: [Lesson(one.label, change(one.picture)) for one in lessons]


def _follow(lesson: Lesson, change: Callable[[spoiling.Points], spoiling.Points]) -> Lesson:
    """Return a lesson whose corners follow a change of its picture."""
    return move_corners(lesson, change) or lesson


def _cut_off(_: Board, lesson: Lesson) -> Lesson:
    """Cut a third of the board off a picture; its corners lie outside, where they belong."""
    across = spoiling.corners_of(lesson)[:, 0].astype(np.float64)
    left = round(float(across.min() + np.ptp(across) / 3))
    return _follow(spoiling.crop(lesson, left), lambda at: at - np.array([left, 0]))


def _last_picture(change: Callable[[Picture], Picture]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        last = Lesson(lessons[-1].label, change(lessons[-1].picture))
        return [*lessons[:-1], last] if len(lessons) > 1 else None

    return spoil


MISTAKES: Final[Mapping[str, Spoil]] = {
    "none": lambda _, lessons: lessons,
    "labels a quarter round": _turned(1),
    "labels half round": _turned(2),
    "two colours exchanged": _exchange,
    "a piece not labelled": _one_label(_drop),
    "a piece too many": _one_label(_add),
    "a piece on another place": _one_label(_beside),
    "a start labelled empty": _one_label(_none),
    "two pieces on the bare board": _both(_not_quite_empty),
    "a piece left standing in both": _both(_left_standing),
    "half the pieces set out": _both(_half_set_out),
    "two pictures swapped": _both(_swap),
    "the start twice": _both(_same_twice),
    "the bare board twice": _both(_bare_twice),
    "the bare board as a start": _bare_as_start,
    "one colour's pieces missing": _both(_lost),
    "a coin for a piece": _both(_substitute),
    "nests exchanged": _nests,
    "a strange piece in all": _strange_piece,
    "cards on the last": _last_drawn(spoiling.draw_cards),
    "a shadow in the last": _last_drawn(lambda _, one: spoiling.draw_shadow(one)),
    "a lid's shadow on the last": _last_drawn(lambda _, one: spoiling.draw_lid(one)),
    "the last by a lamp": _last_drawn(lambda _, one: spoiling.draw_lamp(one)),
    "the bare board in the dark": _both(lambda _, bare, start: (spoiling.dim(bare), start)),
    "a hand in the last": _hand_in_last,
    "a hand in the only one": _hand_in_only,
    "a hand in all": _hand_in_all,
    "all of another board": _pictures(spoiling.other_board),
    "the last of another board": _last_picture(spoiling.other_board),
    "the last from elsewhere": _last_corners(_shifted(0.3)),
    "the last's corners 3 % off": _last_corners(_shifted(0.03)),
    "corners 2 % in": _corners(_scaled(0.96)),
    "corners 5 % in": _corners(_scaled(0.9)),
    "corners 5 % out": _corners(_scaled(1.1)),
    "corners 3 % to the right": _corners(_shifted(0.03)),
    "one corner 5 % off": _corners(_one_corner(0.05)),
    "corners a quarter round": _corners(lambda at: np.roll(at, 1, axis=0)),
    "corners half round": _corners(lambda at: np.roll(at, 2, axis=0)),
    "the last's a quarter round": _last_corners(lambda at: np.roll(at, 1, axis=0)),
    "the last upside down": _last_corners(lambda at: np.roll(at, 2, axis=0)),
    "the last mirrored": lambda _, lessons: [*lessons[:-1], _mirror(lessons[-1])],
    "all mirrored": lambda _, lessons: [_mirror(one) for one in lessons],
    "all mirrored, corners the board's": lambda _, lessons: [
        _mirror(one, (0, 1, 2, 3)) for one in lessons
    ],
    "corners mirrored": _corners(lambda at: at[[1, 0, 3, 2]]),
    "the last half as large": _last_drawn(
        lambda _, one: _follow(spoiling.halve(one), lambda at: at / 2)
    ),
    "the last made half as large": _last_drawn(lambda _, one: spoiling.halve(one)),
    "the last cropped": _last_drawn(lambda _, one: spoiling.crop(one, one.size_px[0] // 20)),
    "a third of the last cut off": _last_drawn(_cut_off),
    "blurred": _pictures(spoiling.blur),
    "an eighth as bright": _pictures(spoiling.light(0.125)),
    "2.2 times as bright": _pictures(spoiling.light(2.2)),
    "the last blurred": _last_picture(spoiling.blur),
    "the last an eighth as bright": _last_picture(spoiling.light(0.125)),
}
