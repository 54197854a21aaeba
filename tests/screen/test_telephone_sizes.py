"""Every page of every game on telephones of many sizes, upright and lying: no key is lost."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.app.network.telephones import DPI, choose_size, fit_theme
from tablet_companion.games.core import TABLE, Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import EndPanel, PausePanel, SetUpPanel
from tablet_companion.referee.pages.buttons import AGAIN, SWITCH_OFF, TAKE_BACK
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.telephones import bar_height
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.amounts import THOROUGH
from tests.conformance.walk import GAMES
from tests.screen.checks import board_share, problems
from tests.screen.played import played

BROWSERS: Final = {
    "390": (390, 760),
    "360": (360, 640),
    "lying": (844, 340),
    "old, lying": (667, 331),
    "tablet": (1024, 700),
    "old": (320, 500),
}
SMALL: Final = ((360, 560), (320, 500), (260, 507), (640, 310))
"""Below a browser's bars, an old telephone, one that enlarges by half; these get larger pages."""
_HELD_NEARER: Final = re.compile(r"the board takes|x of 2\.[23] mm")
"""Not asked of a telephone: a large board beside long texts, letters for a metre's distance."""


@pytest.mark.parametrize("browser", BROWSERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_is_cut_or_out_of_reach(game: AnyGame, browser: str) -> None:
    """Every page in every language on one of the sizes, above the bar.

    A page's three languages are on three sizes, those of the next page on the sizes after them. In
    a thorough run all are on all sizes, without the bar as well.
    """
    turn = [*BROWSERS].index(browser)
    numbered = itertools.product(enumerate(played(game)), enumerate(LANGUAGES))
    drawn = [
        (panel, language)
        for (number, panel), (tongue, language) in numbered
        if THOROUGH or (number + tongue) % len(BROWSERS) == turn
    ]
    board = printed.board(game.name)
    theme = fit_theme(*BROWSERS[browser])
    width, height = theme.size
    for panel, language in (one for one in drawn if not isinstance(one[0], SetUpPanel)):
        said = words(language, board)
        look = Look(theme, said, board, paint.measure, motion=False, taught=True)
        room = (width, height - bar_height(look))
        above_bar = replace(look, theme=replace(theme, size=room))
        barred = not isinstance(panel, EndPanel)  # nothing is private any more
        looks = (above_bar, look) if barred else (look,)
        for one in looks if THOROUGH else looks[:1]:
            found = problems(scenes.page(panel, one), panel, one)
            left = [text for text in found if not _HELD_NEARER.search(text)]
            assert left == [], (language, panel)


@pytest.mark.parametrize(
    ("size", "least_px"),
    [
        ((844, 340), 39),
        ((667, 331), 38),
        ((640, 310), 36),
        ((320, 500), 44),
        ((360, 560), 44),
        ((320, 568), 44),
        ((260, 507), 44),
        ((360, 640), 44),
        ((390, 760), 44),
    ],
)
def test_keys_on_a_reduced_page_are_large_enough(size: tuple[int, int], least_px: int) -> None:
    """They had 31 to 34 pixels on a lying telephone, and 32 to 42 on a small upright one."""
    theme = fit_theme(*size)
    assert theme.finger * size[0] / theme.size[0] >= least_px


@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_the_keys_of_a_pause_are_large_enough(size: tuple[int, int]) -> None:
    """Five rows of them shared what is above the others: 40 pixels each on the smaller one."""
    game, theme = games.load("wink"), fit_theme(*size)
    board = printed.board("wink")
    look = Look(theme, words("de", board), board, paint.measure, motion=False, taught=True)
    room = (theme.size[0], theme.size[1] - bar_height(look))
    above_bar = replace(look, theme=replace(theme, size=room))
    panel = next(one for one in played(game) if isinstance(one, PausePanel))
    page = scenes.page(panel, above_bar)
    assert min(min(one.box.w, one.box.h) for one in page.touches) >= theme.finger
    assert not problems(page, panel, above_bar)


@pytest.mark.parametrize("size", [*BROWSERS.values(), *SMALL, (1, 1), (9999, 1), (1, 9999)])
def test_a_page_has_the_shape_of_its_window(size: tuple[int, int]) -> None:
    """Beside a page of another shape the glass stayed black, and the page was smaller."""
    width, height = choose_size(*size)
    assert max(width, height) <= 1400
    assert min(width, height) >= 1
    if min(size) > 1:
        assert width / height == pytest.approx(size[0] / size[1], rel=0.01)


def test_the_last_page_has_no_board_too_small_to_see() -> None:
    """A stamp of a board had made the stakes small, above an empty third of the page."""
    game = games.load("agent")
    board = printed.board("agent")
    look = Look(Theme((360, 640), DPI), words("de", board), board, paint.measure, motion=False)
    view = game.view(game.setup({}, game.seats), TABLE)
    named = (("seat", "black"), ("count", 300), ("colour", "green"))
    facts = (Message("{seat} had staked {count} on {colour}", named),) * 6
    panel = EndPanel(view, Message("Nobody has won."), facts, (AGAIN, TAKE_BACK, SWITCH_OFF))
    page = scenes.page(panel, look)
    assert board_share(page) == 0
    lines = [one for one in texts(page.items) if "gesetzt" in one.text]
    assert {one.size for one in lines} == {look.theme.body}
