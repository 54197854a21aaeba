"""Pages of every game in every language on four screens: all whole, clear and large enough."""

from __future__ import annotations

import itertools
from typing import Final

import pytest

from hardware.board import Board
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import (
    EndPanel,
    MenuPanel,
    Panel,
    PlayPanel,
    SetUpPanel,
)
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import framing, paint
from tablet_companion.screen.toolkit.drawing import Box, Page, Text, texts
from tablet_companion.screen.toolkit.layout import ELLIPSIS
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.conformance.walk import GAMES
from tests.screen.looks import SCREENS
from tests.screen.played import played
from tests.screen.taught import taught
from tests.screen.test_scenes import extent, inside

SIZES: Final = {**SCREENS, "7 inches, upright": Theme((480, 800), 133)}


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_can_be_read_and_touched(game: AnyGame, language: str, screen: str) -> None:
    """Texts are whole, in their boxes and clear of each other; keys are a finger wide and apart."""
    board = printed.board(game.name)
    given = Look(
        SIZES[screen],
        words(language, board),
        board,
        paint.measure,
        _turns(board, screen),
        camera="picamera2:0",
        games=printed.titles(),
        trial=True,
        taught=True,
    )
    shown = {scenes.page(panel, given): panel for panel in played(game)}
    for page, panel in shown.items():
        assert not [*_unread(page), *_untouched(page, given.theme)]
        assert screen not in SCREENS or not _tiny(page, panel, given)


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_that_teaches_can_be_read_and_touched(
    game: AnyGame, language: str, screen: str
) -> None:
    """So it is with every rule at every moment of its example, and every step of every lesson."""
    board = printed.board(game.name)
    given = Look(
        SIZES[screen],
        words(language, board),
        board,
        paint.measure,
        _turns(board, screen),
        taught=True,
    )
    for panel, local in taught(game):
        page = scenes.page(panel, given, local)
        assert not [*_unread(page), *_untouched(page, given.theme)], panel


def _turns(board: Board, screen: str) -> int:
    return framing.turns_for(board, upright=SIZES[screen].portrait)


def _unread(page: Page) -> list[object]:
    """Return the texts that cannot be read whole."""
    whole, found = Box(0, 0, *page.size), texts(page.items)
    lines = [item for item in page.items if isinstance(item, Text)]
    covered = [pair for pair in itertools.combinations(lines, 2) if _meet(*pair)]
    cut = [text for text in found if text.text.endswith((ELLIPSIS, "-"))]
    wide = [text for text in found if not inside(extent(text), text.box)]
    return [*covered, *cut, *wide, *(text for text in lines if not inside(text.box, whole))]


def _meet(one: Text, other: Text) -> bool:
    # Most boxes are apart already, and need not be measured.
    return one.box.overlaps(other.box) and extent(one).overlaps(extent(other))


def _tiny(page: Page, panel: Panel, given: Look) -> list[object]:
    """Return what is told in letters that nobody reads from a metre (an x of 2.6 mm).

    Left out are words on keys, the names of options, and lists of more than two things.
    """
    match panel:
        case SetUpPanel():
            return []
        case PlayPanel(todo=todo, happened=happened) if len(todo) + len(happened) > 2:
            return []
        case EndPanel(facts=facts) | MenuPanel(facts=facts) if len(facts) > 2:
            return []
    told = (item for item in page.items if isinstance(item, Text) and item.size < given.theme.body)
    return [one for one in told if not any(key.box.holds(*one.box.centre) for key in page.touches)]


def _untouched(page: Page, theme: Theme) -> list[object]:
    """Return the keys that no finger hits alone."""
    whole, least = Box(0, 0, *page.size), 9 * theme.dpi / 25.4
    small = [touch for touch in page.touches if min(touch.box.w, touch.box.h) < least]
    outside = [touch for touch in page.touches if not inside(touch.box, whole)]
    pairs = itertools.combinations(page.touches, 2)
    return [*small, *outside, *(pair for pair in pairs if pair[0].box.overlaps(pair[1].box))]
