"""Names on the drawn map: all of them, readable, none over another or over a place."""

from __future__ import annotations

import itertools
import math

import pytest

from hardware.board import Board
from tablet_companion.games.core import Piece, Place
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit import boardview, framing, paint
from tablet_companion.screen.toolkit.drawing import Box, Fill, Group, Item, Text
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.placenames import LEAST_PX, ROLE, names
from tablet_companion.screen.toolkit.printed import sheet
from tablet_companion.screen.toolkit.stages import stage
from tablet_companion.screen.words.wording import words
from tests.amounts import sampled
from tests.screen.looks import SCREENS, English

AGENT = printed.board("agent")


def framed(screen: str, language: str, board: Board = AGENT, turns: int = 0) -> tuple[Look, Frame]:
    """Return a look and the frame in which it shows the whole board during a game."""
    look = Look(SCREENS[screen], words(language, board), board, paint.measure, turns)
    room = stage(look, ()).body
    return look, framing.frame_whole(board, room, turns)


def named(look: Look, frame: Frame) -> tuple[Item, ...]:
    """Return the names as a page's board has them."""
    drawn = sheet(look.board, look.words)
    return names(frame, drawn, look.colours, look.theme.fine, look.measure)


def inked(text: Text) -> Box:
    """Return what the letters of a line cover."""
    width = paint.measure(text.text, text.role, text.size)
    x, y = text.box.centre
    return Box(round(x - width / 2), round(y - text.size / 2), width, text.size)


@sampled(3)
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_city_is_named_and_no_name_is_hidden(screen: str, language: str, turns: int) -> None:
    """On every screen, in every language, turned any way: all names, apart, off every place.

    Only with its short side along the long one of the smallest screen the map has no room for all.
    """
    look, frame = framed(screen, language, turns=turns)
    texts = [item for item in named(look, frame) if isinstance(item, Text)]
    wanted = {look.words.place(Place(area)) for area in AGENT.areas}
    found = {text.text for text in texts}
    assert len(found) == len(texts)
    assert found == wanted or (frame.px_per_mm < 0.7 and found < wanted and len(found) > 15)
    assert len({text.size for text in texts}) == 1
    assert texts[0].size >= LEAST_PX
    boxes = [inked(text) for text in texts]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    for box, place in itertools.product(boxes, AGENT.places):
        x, y = frame.at(place.x_mm, place.y_mm)
        dx, dy = max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom)
        assert math.hypot(dx, dy) > place.radius_mm * frame.px_per_mm * 0.9 - 0.5, (box, place)


def test_names_are_as_large_as_on_the_print_where_there_is_room() -> None:
    """No view of a lying screen needs smaller names than what is only named on a board."""
    look, frame = framed("10 inches", "de")
    assert size(look, frame) == look.theme.fine
    look, frame = framed("7 inches", "de")
    assert size(look, frame) == look.theme.fine
    place = Place(AGENT.areas["Paris"][0].name)
    close = framing.close_up(AGENT, frame.box, place, look.theme.finger)
    assert size(look, close) == look.theme.fine


def size(look: Look, frame: Frame) -> int:
    """Return the size of the names."""
    return next(item.size for item in named(look, frame) if isinstance(item, Text))


def test_rooms_are_named_and_nests_are_not() -> None:
    """Nine letters on the base of Pocket Ops, nothing on Agent DOG's board."""
    look, frame = framed("7 inches", "en", printed.board("pocket_ops"))
    texts = [item for item in named(look, frame) if isinstance(item, Text)]
    assert [text.text for text in texts] == list("ABCDEFGHI")
    assert texts[0].role is ROLE
    assert named(*framed("7 inches", "en", printed.board("agent_dog"))) == ()


@pytest.mark.parametrize("turns", range(4))
def test_cards_that_lie_apart_are_drawn_apart(turns: int) -> None:
    """However the table is turned on the screen, no card of Wink covers another."""
    board = printed.board("wink")
    frame = framing.frame_whole(board, Box(0, 0, 720, 720), turns)
    cards = board.cards
    assert cards is not None
    spots = {Place(p.name): Piece(cards.faces[0]) for p in board.places if "card" in p.holds}
    look = Look(SCREENS["upright"], English(), board, paint.measure, turns)
    part = boardview.board_part(frame, spots, (), look)
    drawn = part.items[-1]
    assert isinstance(drawn, Group)
    faces = [one.box for one in drawn.items if isinstance(one, Fill)]
    assert len(faces) >= len(spots)
    assert not [pair for pair in itertools.combinations(faces, 2) if pair[0].overlaps(pair[1])]
