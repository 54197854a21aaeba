"""A card that may be called is chosen by its number, which no ring hides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.app.network.telephones import fit_theme
from tablet_companion.games.core import Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Say
from tablet_companion.referee.model.panels import Mark, MarkKind, MenuPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.telephones import bar_height
from tablet_companion.screen.toolkit import boardview, framing, paint, stages
from tablet_companion.screen.toolkit.drawing import Box, Circle, Fill, Group, Text
from tablet_companion.screen.toolkit.labels import label_page
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Motion, find_slides
from tablet_companion.screen.words.wording import words
from tests.referee.player import Player
from tests.screen.checks import problems
from tests.screen.looks import SCREENS, SIZES, look_at

WINK = printed.board("wink")
SOME = 12
"""Actions after which two cards are won and four bear pawns."""


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("10", MarkKind.GOAL),
        ("10", MarkKind.MAY),
        ("10.pawn", MarkKind.WRONG),
        ("10.pawn", MarkKind.BACK),
    ],
)
@pytest.mark.parametrize("screen", SCREENS)
def test_the_number_of_a_marked_card_lies_above_the_ring(
    screen: str, place: str, kind: MarkKind
) -> None:
    """It is drawn again on a strip of the card, after the mark; unmarked cards are not.

    What is missing or wrong on a card is marked on the spot of its pawn: before, that hid it. On
    480 by 800 the sun around the pawn on turn did, beside “Who has the 16?”.
    """
    look = Look(SCREENS[screen], words("de", WINK), WINK, paint.measure)
    frame = framing.frame_whole(WINK, stages.stage(look, ()).body)
    spots = {Place(f"{number}.card"): Piece(number) for number in ("10", "28")}
    marks = (Mark(Place(place), kind),)
    *_, things = boardview.board_part(frame, spots, marks, look).items
    assert isinstance(things, Group)
    *_, mark, strip, number = things.items
    assert not isinstance(mark, Fill | Text)
    assert isinstance(strip, Fill)
    assert isinstance(number, Text)
    assert number.text == "10"


def test_the_number_of_a_card_lies_above_a_pawn_that_came_there() -> None:
    """At the end of a rule's moving example the pawn hid part of it, for as long as one reads."""
    look = Look(SCREENS["7 inches"], words("de", WINK), WINK, paint.measure)
    frame = framing.frame_whole(WINK, stages.stage(look, ()).body)
    before = {Place("10.card"): Piece("10"), Place("28.pawn"): Piece("red")}
    after = {Place("10.card"): Piece("10"), Place("10.pawn"): Piece("red")}
    came = Motion(find_slides(WINK, before, after), 1.0)
    *_, things = boardview.board_part(frame, after, (), look, motion=came).items
    assert isinstance(things, Group)
    *_, strip, number = things.items
    assert isinstance(strip, Fill)
    assert isinstance(number, Text)


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("screen", SIZES)
def test_a_card_is_called_where_it_lies(screen: str, players: int) -> None:
    """Keys with numbers closed up where cards were gone: the 9 stood where the 8 lies.

    What everybody's points are gives way to the cards.
    """
    _call_on_cards(_list_calls(players), look_at(games.load("wink"), "de", screen))


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("size", [(390, 760), (390, 664), (360, 640), (360, 600), (320, 568)])
def test_a_card_is_called_where_it_lies_on_a_telephone(size: tuple[int, int], players: int) -> None:
    """A finger may come down between two cards, which are a little too low for it there.

    On 320 by 568 they are four pixels lower than other keys, but were numbers on four sheets.
    """
    _call_on_cards(_list_calls(players), _look_at_telephone(size))


@pytest.mark.parametrize("size", [(844, 340), (667, 331), (740, 360)])
def test_no_card_is_called_off_the_page(size: tuple[int, int]) -> None:
    """A key that is larger than its card reached out of the page of a lying telephone."""
    look, panel = _look_at_telephone(size), _list_calls(4)
    found = problems(scenes.page(panel, look), panel, look)
    assert not [one for one in found if one.startswith("off the page")]


def _look_at_telephone(size: tuple[int, int]) -> Look:
    """Return how pages above the bar look on a telephone of so many pixels."""
    theme = fit_theme(*size)
    look = Look(theme, words("de", WINK), WINK, paint.measure, stages.turns_for(theme, WINK))
    wide, high = theme.size
    return replace(look, theme=replace(theme, size=(wide, high - bar_height(look))))


def _list_calls(players: int) -> MenuPanel:
    """Return the page on which a call is entered, some cards being gone."""
    game = games.load("wink")
    player = Player(game, 3, players=players)
    while len(player.table.past) < SOME or game.actor(player.table.state) is None:
        player.play_on()
    while not isinstance(panel := player.shown[-1], MenuPanel):
        player.play_on()
        player.touch(Say((), moves=True))
    return panel


def _call_on_cards(panel: MenuPanel, look: Look) -> None:
    """Check that each key is a card that a finger can hit, and lies on it."""
    page = scenes.page(panel, look)
    names = dict(label_page(page, look.words).keys)
    boxes = {touch.meaning: touch.box for touch in page.touches}
    called = {str(key.label.details[0][1]): boxes[key.intent] for key in panel.keys}
    assert len(called) < len(games.load("wink").cards)
    assert all(names[box] == card for card, box in called.items())
    rooms = (stages.stage(look, panel.buttons, side_mm).body for side_mm in stages.SIDES_MM)
    assert any(_lie_on_cards(called, framing.frame_whole(WINK, one, look.turns)) for one in rooms)
    assert not problems(page, panel, look)


def _lie_on_cards(called: dict[str, Box], frame: framing.Frame) -> bool:
    spots = ((WINK.by_name[f"{card}.card"], box) for card, box in called.items())
    return all(box.holds(*frame.at(spot.x_mm, spot.y_mm)) for spot, box in spots)


def test_a_pawn_hides_no_number() -> None:
    """On a telephone of 320 pixels the 15 was “1” and a pawn."""
    look = _look_at_telephone((320, 568))
    spots = {Place("15.card"): Piece("15"), Place("15.pawn"): Piece("green")}
    frame = framing.frame_whole(WINK, Box(0, 0, 170, 120), look.turns)
    things = boardview.board_part(frame, spots, (), look).items[-1]
    assert isinstance(things, Group)
    assert isinstance(things.items[-1], Text)
    assert things.items[-1].text == "15"


def test_what_left_a_long_area_is_marked_no_wider_than_the_area() -> None:
    """The dots follow it: a circle about a reserve would lie over the rooms beside it."""
    board = printed.board("pocket_ops")
    look = Look(SCREENS["7 inches"], words("de", board), board, paint.measure)
    frame = framing.frame_whole(board, stages.stage(look, ()).body)
    marks = (Mark(Place("red.nest"), MarkKind.FROM),)
    *_, things = boardview.board_part(frame, {}, marks, look).items
    assert isinstance(things, Group)
    dots = [one.centre[0] for one in things.items if isinstance(one, Circle)]
    nest = board.areas[Place("red.nest")]
    wide = max(spot.x_mm for spot in nest) - min(spot.x_mm for spot in nest)
    wide_px = (wide + 2 * nest[0].radius_mm) * frame.px_per_mm
    assert dots
    assert max(dots) - min(dots) <= 1.25 * wide_px
