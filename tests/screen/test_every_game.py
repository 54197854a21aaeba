"""Pages of every game in every language on four screens: all whole, clear and large enough."""

from __future__ import annotations

import itertools
from typing import Final

import pytest

from hardware.board import Board
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import framing, paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.amounts import THOROUGH, draw
from tests.conformance.walk import GAMES
from tests.screen.checks import problems
from tests.screen.looks import SCREENS
from tests.screen.played import played
from tests.screen.taught import taught

SIZES: Final = {**SCREENS, "7 inches, upright": Theme((480, 800), 133)}
TIGHT: Final = tuple(
    (language, screen)
    for language, screen in itertools.product(LANGUAGES, SIZES)
    if THOROUGH or (language != "en") == screen.startswith("7 inches")
)
"""The long languages on the small screens, the short one on the large."""


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_can_be_read_and_touched(game: AnyGame, language: str, screen: str) -> None:
    """Texts are whole, in their boxes and clear of each other; keys are a finger wide and apart.

    Of the pages every other one is tried, in the next screen or language those between them.
    """
    panels = draw(played(game), 2, [*SIZES].index(screen) + [*LANGUAGES].index(language))
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
    shown = {scenes.page(panel, given): panel for panel in panels}
    for page, panel in shown.items():
        assert not problems(page, panel, given), panel


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_keys_of_colours_stand_in_order_and_first(game: AnyGame) -> None:
    """Seats and agents have the same order on every page; what ends or says no comes last."""
    named: tuple[str, ...] = (*game.seats, *game.colours)
    for keys in (one.keys for one in played(game) if isinstance(one, MenuPanel)):
        details = [dict(key.label.details) for key in keys]
        ranks = [
            named.index(colour) if (colour := one.get("seat") or one.get("colour")) else len(named)
            for one in details
        ]
        assert ranks == sorted(ranks), [key.label for key in keys]


@pytest.mark.parametrize(("language", "screen"), TIGHT)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_that_teaches_can_be_read_and_touched(
    game: AnyGame, language: str, screen: str
) -> None:
    """So it is with every rule at every moment of its example, and every step of every lesson.

    Of these pages, too, every other one is tried, in the next screen or language those between.
    """
    pages = draw(taught(game), 2, TIGHT.index((language, screen)))
    board = printed.board(game.name)
    given = Look(
        SIZES[screen],
        words(language, board),
        board,
        paint.measure,
        _turns(board, screen),
        taught=True,
    )
    for panel, local in pages:
        page = scenes.page(panel, given, local)
        assert not problems(page, panel, given), panel


def _turns(board: Board, screen: str) -> int:
    return framing.turns_for(board, upright=SIZES[screen].portrait)
