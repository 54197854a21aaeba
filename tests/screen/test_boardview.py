"""Where marks stand on the drawn board."""

from __future__ import annotations

import itertools
import math

import pytest

from tablet_companion.games.core import Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import Arrow, Mark, MarkKind
from tablet_companion.screen.toolkit import boardview, drawing, framing, marks, paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.symbols import symbol
from tests.screen.checks import overlap
from tests.screen.looks import SCREENS, English


def test_a_piece_that_may_move_is_marked_where_it_stands() -> None:
    """In a city with room for several, the ring is around the agent, not over half of it."""
    board = printed.board("agent")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure)
    frame = framing.frame_whole(board, drawing.Box(0, 0, 600, 400), 0)
    spot = board.areas["Washington"][1]
    drawn = boardview.board_part(
        frame, {Place(spot.name): Piece("green")}, [Mark(Place("Washington"), MarkKind.MAY)], look
    )
    things = [
        one for group in drawn.items if isinstance(group, drawing.Group) for one in group.items
    ]
    sun = marks.COLOURS[MarkKind.MAY]
    rings = [one for one in things if isinstance(one, drawing.Circle) and one.edge == sun]
    assert [math.dist(one.centre, frame.at(spot.x_mm, spot.y_mm)) < 1 for one in rings] == [True]


def test_the_second_of_two_that_look_alike_bears_its_number() -> None:
    """Nobody can tell them apart on the table; on the page they have one colour and sign."""
    board = printed.board("agent")
    first, second = (boardview.pawn(board, Piece(one), (50, 50), 20) for one in ("red", "red2"))
    assert second[: len(first)] == first
    assert [one.text for one in drawing.texts(second)] == ["2"]
    assert not [*drawing.texts(first)]


@pytest.mark.parametrize("held", [True, False])
def test_a_number_of_spaces_hides_no_piece(held: bool) -> None:
    """The pawn that a jack swaps, or a move captures, was behind the number in its ring."""
    board = printed.board("dog")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure)
    frame = framing.frame_whole(board, drawing.Box(0, 0, 600, 400), 0)
    stand = {Place("T9"): Piece("red")} if held else {}
    drawn = boardview.board_part(frame, stand, [Mark(Place("T9"), MarkKind.GOAL, 8)], look)
    numbers = [text.text for text in drawing.texts(drawn.items)]
    assert ("8" in numbers) is not held


@pytest.mark.parametrize(
    ("kind", "piece", "marked"),
    [
        (MarkKind.MAY, None, ("red.N2", "red.N8")),
        (MarkKind.WON, None, ("red.N2", "red.N8")),
        (MarkKind.MAY, "red.specialist", ("red.N8",)),
    ],
)
def test_a_reserve_has_a_mark_around_a_piece_of_every_kind(
    kind: MarkKind, piece: Piece | None, marked: tuple[str, ...]
) -> None:
    """One around its middle would lie between the pieces; one of a kind that may not move, lie."""
    board = printed.board("pocket_ops")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure)
    frame = framing.frame_whole(board, drawing.Box(0, 0, 600, 400), 0)
    spies = {Place(f"red.N{number}"): Piece("red") for number in range(2, 8)}
    stand = {**spies, Place("red.N8"): Piece("red.specialist")}
    drawn = boardview.board_part(frame, stand, [Mark(Place("red.nest"), kind, piece=piece)], look)
    things = [
        one for group in drawn.items if isinstance(group, drawing.Group) for one in group.items
    ]
    ink = marks.COLOURS[kind]
    rings = {one.centre for one in things if isinstance(one, drawing.Circle) and one.edge == ink}
    spots = [board.by_name[name] for name in marked]
    middles = [frame.at(spot.x_mm, spot.y_mm) for spot in spots]
    assert len(rings) == len(middles)
    assert all(min(math.dist(one, middle) for one in rings) < 1 for middle in middles)


@pytest.mark.parametrize("turns", [0, 1])
def test_an_arrow_between_long_areas_reaches_both(turns: int) -> None:
    """It kept half the length of a reserve free on all sides, and went from room F to room D."""
    board = printed.board("pocket_ops")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure)
    frame = framing.frame_whole(board, drawing.Box(0, 0, 600, 600), turns)
    nests = [Place("red.nest"), Place("blue.nest")]
    *_, drawn = boardview.board_part(frame, {}, [], look, arrows=[Arrow(*nests)]).items
    assert isinstance(drawn, drawing.Group)
    tail = next(one.start for one in drawn.items if isinstance(one, drawing.Line))
    tip = next(one.points[0] for one in drawn.items if isinstance(one, drawing.Polygon))
    for end, nest in zip((tail, tip), nests, strict=True):
        spots = [frame.at(spot.x_mm, spot.y_mm) for spot in board.areas[nest]]
        assert min(math.dist(end, spot) for spot in spots) < 60


@pytest.mark.parametrize("turns", range(4))
def test_cards_that_lie_apart_are_drawn_apart(turns: int) -> None:
    """However the table is turned on the screen, no card of Wink covers another."""
    board = printed.board("wink")
    frame = framing.frame_whole(board, drawing.Box(0, 0, 720, 720), turns)
    cards = board.cards
    assert cards is not None
    spots = {Place(p.name): Piece(cards.faces[0]) for p in board.places if "card" in p.holds}
    look = Look(SCREENS["upright"], English(), board, paint.measure, turns)
    part = boardview.board_part(frame, spots, (), look)
    drawn = part.items[-1]
    assert isinstance(drawn, drawing.Group)
    faces = [one.box for one in drawn.items if isinstance(one, drawing.Fill)]
    assert len(faces) >= len(spots)
    assert not [pair for pair in itertools.combinations(faces, 2) if overlap(*pair)]


@pytest.mark.parametrize("turns", [0, 1])
def test_no_mark_around_a_card_is_cut_at_the_edge(turns: int) -> None:
    """Whatever is marked, around the lowest row of Wink's cards, too."""
    board = printed.board("wink")
    look = Look(SCREENS["7 inches"], English(), board, paint.measure, turns)
    frame = framing.frame_whole(board, drawing.Box(0, 0, 520, 380), turns)
    marked = itertools.product(board.areas, MarkKind)
    cut = [
        (place, kind.name)
        for place, kind in marked
        for group in boardview.board_part(frame, {}, [Mark(Place(place), kind)], look).items[1:]
        if isinstance(group, drawing.Group)
        if not all(_lies_in(one, frame.box) for one in group.items)
    ]
    assert not cut, f"{len(cut)} marks, such as {cut[:4]}"


def _lies_in(item: drawing.Item, box: drawing.Box) -> bool:
    """Whether the middle of every line of a shape is within a box."""
    match item:
        case drawing.Circle(centre=(x, y), radius=radius):
            ends = [(x - radius, y - radius), (x + radius, y + radius)]
        case drawing.Polygon(points=points):
            ends = list(points)
        case drawing.Line(start=start, end=end):
            ends = [start, end]
        case _:
            return True
    return all(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in ends)


def test_a_large_round_sign_has_no_corners() -> None:
    """Blue's circle and Pink's heart showed theirs, a hand wide before a secret page."""
    sign = symbol("blue", (0.0, 0.0), 150.0)
    edges = itertools.pairwise((*sign, sign[0]))
    bulges = [math.hypot(*one) - math.hypot(*midway(one, other)) for one, other in edges]
    assert max(map(abs, bulges)) < 0.25, "less than what is seen of a pixel"
    assert len(symbol("blue", (0.0, 0.0), 12.0)) < len(sign), "pawns are painted by the dozen"


def midway(one: drawing.Point, other: drawing.Point) -> drawing.Point:
    """Return the middle between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
