"""What a telephone's page says to somebody who hears it: every key has a name."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

import pytest

from tablet_companion.app.network.telephones import DPI
from tablet_companion.games.core import TABLE, Message, Placement, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.panels import PausePanel, PlayPanel, SetUpPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.telephones import TO_TABLE, add_bar
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, Pick, Touch
from tablet_companion.screen.toolkit.labels import label_page, tell_board
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.amounts import draw
from tests.conformance.walk import GAMES
from tests.screen.played import played

LANGUAGE: Final = "de"
_ENDS: Final = 0.01


def _look(game: AnyGame) -> Look:
    board = printed.board(game.name)
    look = Look(Theme((390, 700), DPI), words(LANGUAGE, board), board, paint.measure)
    return replace(look, taught=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_key_of_every_page_has_a_label(game: AnyGame) -> None:
    """The canvas that is painted says nothing; of a board each space is a key."""
    panels, look = draw(played(game), 3), _look(game)
    for panel in panels:
        page = scenes.page(panel, look)
        labels = label_page(page, look.words)
        boxes = {box for box, label in labels.keys if label.strip()}
        keys = [one for one in page.touches if not isinstance(one.meaning, Pick)]
        assert [one.meaning for one in keys if one.box not in boxes] == []
        assert len(labels.keys) >= len(page.touches)


def test_labels_are_in_the_players_language_and_tell_nothing_twice() -> None:
    """The headline is told, what stands on a key is its label, and the bar is a key, too."""
    game = next(one for one in GAMES if one.name == "agent")
    look = _look(game)
    page = scenes.page(played(game)[-1], look)
    labels = label_page(add_bar(page, look, own=True), look.words)
    names = [label for _, label in labels.keys]
    assert look.words.text(TO_TABLE) == names[-1]
    assert labels.told
    assert not set(labels.told) & set(names)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_pieces_on_the_board_are_told_by_their_places(game: AnyGame) -> None:
    """A screen reader found none: the same on everybody's page and a seat's own, its own first."""
    panels = draw(played(game), 3)
    said, told = _look(game).words, set[tuple[str, ...]]()
    for panel in panels:
        lines = tell_board(panel, said, TABLE)
        told.add(lines)
        view = getattr(panel, "view", None)
        if view is None:
            continue
        seen = getattr(panel, "seen", None)
        shown = seen if isinstance(seen, Placement) else view.placement
        places = {place for place, _ in shown.pieces}
        assert all(any(said.place(place) in line for line in lines) for place in places)
        for seat in game.seats:
            own = tell_board(panel, said, seat)
            assert sorted(own) == sorted(lines)
            if any(line.startswith(said.seat(seat)) for line in own):
                assert own[0].startswith(said.seat(seat))
    assert len(told) > 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_stands_on_the_board_is_the_same_for_every_viewer(game: AnyGame) -> None:
    """What is heard of a board on a private page is no more than what everybody sees."""
    rng, state = random.Random(7), game.setup({}, game.seats)
    while legal := game.legal(state)[:200]:
        shown = {game.view(state, viewer).placement for viewer in (TABLE, *game.seats)}
        assert len(shown) == 1
        state = game.apply(state, rng.choice(legal))
        if rng.random() < _ENDS:
            break


def test_pieces_of_one_colour_are_counted_and_cards_listed() -> None:
    """Three pawns in a nest are one place; a card of Wink is no piece that stands on itself."""
    dog, wink = (next(one for one in GAMES if one.name == name) for name in ("dog", "wink"))
    told = {}
    for game in (dog, wink):
        view = game.view(game.setup({}, game.seats), TABLE)
        panel = PausePanel(view, Message("Paused."), ())
        told[game.name] = tell_board(panel, _look(game).words, Seat("blue"))
    assert told["dog"][0] == "Blau: Nest von Blau (4)"
    assert told["wink"][-1].startswith("Karten auf dem Tisch: 1, 2, 3")


def test_a_sign_without_words_is_called_by_its_colour() -> None:
    """Who begins, and who plays, is chosen among signs."""
    look = _look(GAMES[0])
    box = Box(0, 0, 50, 50)
    drawn = Part(touches=(Touch(box, Choose("seats", "red blue")),))
    page = Page((390, 700), drawn.items, drawn.touches)
    wanted = " ".join(look.words.seat(Seat(one)) for one in ("red", "blue"))
    assert label_page(page, look.words).keys == ((box, wanted),)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_number_of_cards_is_told_with_whose_they_are(game: AnyGame) -> None:
    """“8 8 8 8” was read out: beside each number is the sign of a seat, which says nothing."""
    look = _look(game)
    held = 0
    for panel in draw(played(game), 3):
        labels = label_page(scenes.page(panel, look), look.words)
        assert not [line for line in labels.told if isinstance(panel, PlayPanel) and _is_bare(line)]
        seats = panel.view.seats if isinstance(panel, PlayPanel) else ()
        for one in seats:
            held += any(look.words.seat(one.seat) in line for line in labels.told if one.cards)
    assert held or not any(
        one.cards
        for panel in played(game)
        if isinstance(panel, PlayPanel)
        for one in panel.view.seats
    )


def _is_bare(line: str) -> bool:
    return line.isdigit() or line == "–"


@pytest.mark.parametrize("size", [(390, 700), (800, 480)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_keys_of_the_set_up_sound_alike(game: AnyGame, size: tuple[int, int]) -> None:
    """Who deals and who is played by the table were two rows of the same colours."""
    look = replace(_look(game), theme=Theme(size, DPI))
    panels = [panel for panel in played(game) if isinstance(panel, SetUpPanel)]
    assert panels
    for panel in panels:
        for sheet in range(9):
            page = scenes.page(panel, look, Local(sheet=sheet))
            meant = {one.box: str(one.meaning) for one in page.touches}
            heard = label_page(page, look.words).keys
            labels = [label for label, _ in {(label, meant[box]) for box, label in heard}]
            assert sorted(set(labels)) == sorted(labels), sheet
