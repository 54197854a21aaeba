"""The page on which the board is corrected, for every game: it opens, and every key works."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest

from hardware.board import Board
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.events import OpenBoard, Put
from tablet_companion.referee.model.panels import BoardPanel, Difference
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import boardview, differing, paint
from tablet_companion.screen.toolkit.drawing import Page, Pick
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import words
from tests.amounts import THOROUGH, draw, sampled
from tests.referee import looks
from tests.referee.test_every_game import SETUPS, Player
from tests.screen.checks import overlap
from tests.screen.looks import SCREENS

TABLES = [
    table
    for table in SETUPS
    if "True" not in str(table.id) and table.values[1] != {"dealing": "tablet"}
]
"""Every game, edition and number of players that has pieces of its own."""
BOARDS = TABLES if THOROUGH else list({str(one.values[0]): one for one in TABLES}.values())
"""One table of every game: where its places are touched is the same with other players."""


@functools.cache
def own_board(game: str) -> Board:
    """Return a game's own board."""
    return printed.board(game)


class Corrected:
    """A game some moves old, whose board somebody corrects at the screen."""

    def __init__(self, game: AnyGame, options: dict[str, Any]) -> None:
        """Play a little and open the page."""
        self.board = own_board(game.name)
        self.player = Player(game, 3, **options)
        for _ in range(6):
            self.player.play_on()
        places = {
            Place(area): tuple(Place(spot.name) for spot in spots)
            for area, spots in self.board.areas.items()
        }
        table = self.player.table
        stand = boardview.fill_places(self.board, by_area(game.placement(table.state)))
        self.player.table = table.but(areas=places, reading=looks.look(stand, areas=places))
        self.player.touch(OpenBoard())

    @property
    def panel(self) -> BoardPanel:
        """Return the page's panel as it is now."""
        shown = self.player.shown[-1]
        assert isinstance(shown, BoardPanel)
        return shown

    def page(self, screen: str, local: Local) -> Page:
        """Return the page, in German."""
        look = Look(SCREENS[screen], words("de", self.board), self.board, paint.measure)
        return scenes.page(self.panel, look, local)

    def puts(self, place: Place) -> set[Put]:
        """Return what can be put where a place is."""
        shown = self.page("7 inches", Local(near=place, place=place))
        return {touch.meaning for touch in shown.touches if isinstance(touch.meaning, Put)}

    def stands(self, place: Place) -> dict[Place, Piece]:
        """Return what stands in a place's spot of the board, by its places."""
        seen, here = dict(self.panel.seen), boardview.find_stacked(self.board, place)
        return {Place(one.name): seen[Place(one.name)] for one in here if seen[Place(one.name)]}


def picked(shown: Page) -> dict[Place, tuple[float, float]]:
    """Return where places are that can be touched."""
    return dict(next(t.meaning for t in shown.touches if isinstance(t.meaning, Pick)).places)


@sampled(2)
@pytest.mark.parametrize(("game", "options"), BOARDS)
def test_every_place_is_brought_near_and_chosen(game: AnyGame, options: dict[str, Any]) -> None:
    """On every screen two touches choose any place, or one in the same spot; keys lie apart.

    Each place is tried on one screen, on another one in another run; in a thorough run on all.
    """
    tried = [
        (screen, place)
        for turn, screen in enumerate(SCREENS)
        for place in draw(own_board(game.name).places, len(SCREENS), turn)
    ]
    table = Corrected(game, options)
    for screen, place in tried:
        spot = {one.name for one in boardview.find_stacked(table.board, Place(place.name))}
        near = Local(near=Place(place.name))
        shown = table.page(screen, near)
        chosen = scenes.touch(shown, *picked(shown)[Place(place.name)])
        assert isinstance(chosen, Local)
        assert chosen.place in spot
        keys = [touch.box for touch in table.page(screen, chosen).touches]
        assert not any(itertools.starmap(overlap, itertools.combinations(keys, 2)))
        assert min(min(box.w, box.h) for box in keys) >= SCREENS[screen].finger, place


@sampled(3)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_spot_can_be_emptied_and_filled_again(game: AnyGame, options: dict[str, Any]) -> None:
    """“Nothing” takes piece after piece off, the uppermost first; keys put all of them back."""
    table = Corrected(game, options)
    for place in (Place(spot.name) for spot in table.board.places):
        before = table.stands(place)
        while standing := table.stands(place):
            nothing = next(put for put in table.puts(place) if put.piece == EMPTY)
            assert nothing.place == list(standing)[-1]
            table.player.touch(nothing)
        for put in (Put(*one) for one in before.items()):
            assert put in table.puts(place)
            table.player.touch(put)
        assert table.stands(place) == before


@sampled(3)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_nothing_is_offered_where_it_cannot_be(game: AnyGame, options: dict[str, Any]) -> None:
    """A figure is not offered for the case's place, nor a card for another card's."""
    table = Corrected(game, options)
    for spot in table.board.places:
        for put in table.puts(Place(spot.name)):
            kind, at = table.board.kind_of(put.piece), table.board.by_name[put.place]
            assert kind is None or kind in table.board.kinds_at(at).values(), put
            assert put.piece not in table.board.areas or put.piece == at.area, put


def test_the_page_as_it_is_opened_shows_the_whole_board() -> None:
    """Every place of the board is in sight at first."""
    table = Corrected(*TABLES[0].values)  # type: ignore[arg-type]  # a game and its options
    assert set(picked(table.page("7 inches", NOTHING))) == {p.name for p in table.board.places}


def test_a_card_is_not_missing_from_itself() -> None:
    """A card that is a place of its own is said once; a piece on it with its place."""
    board = printed.board("wink")
    said = words("de", board).say
    card, pawn = (Difference(Place("33"), EMPTY, one) for one in (Piece("33"), Piece("red")))
    assert said(differing.say(card, board)) == "Karte 33 fehlt."
    assert said(differing.say(pawn, board)) == "Die rote Figur fehlt auf Karte 33."


@pytest.mark.parametrize(
    ("seen", "expected", "told"),
    [(HIDDEN, "10", "Retournez la carte 10 face visible."),
     ("10", HIDDEN, "Retournez la carte 10 face cachée.")],
)  # fmt: skip
def test_a_card_that_lies_the_other_way_up_is_no_pawn(seen: str, expected: str, told: str) -> None:
    """It was said to be “Pion 10 et non face cachée”."""
    board = printed.board("wink")
    card = Difference(Place("10"), Piece(seen), Piece(expected))
    assert words("fr", board).say(differing.say(card, board)) == told
