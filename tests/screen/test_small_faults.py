"""What people tripped over on single pages, and does no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.app.telephones import DPI
from tablet_companion.games.core import Message
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.trial import RowsBody, TrialPanel, Tried, Trying
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.orders import Section, TrySection
from tablet_companion.screen.toolkit.theme import Theme
from tests.referee.player import Player
from tests.screen.looks import SIZES, look_at


@pytest.mark.parametrize("theme", [*SIZES.values(), Theme((390, 760), DPI)])
def test_nine_rooms_are_three_by_three_as_on_the_board(theme: Theme) -> None:
    """Five above four: a room was not where it is on the table."""
    player = Player(games.load("pocket_ops"), 3, dealing="tablet")
    for _ in range(6):
        player.play_on()
        page = build_own(player.table, player.table.game.seats[0])
        if isinstance(page, MenuPanel) and len(page.keys) == 9:
            break
    else:
        pytest.fail("nobody was asked for a room")
    for language in ("en", "fr", "de"):
        look = replace(look_at(player.table.game, language, "7 inches"), theme=theme)
        meant = {one.intent for one in page.keys}
        boxes = [one.box for one in scenes.page(page, look).touches if one.meaning in meant]
        assert [len({getattr(one, side) for one in boxes}) for side in "xy"] == [3, 3]


@pytest.mark.parametrize("connected", [True, False])
def test_what_is_tried_goes_on_lower_right_and_says_first_what_is_not_there(
    connected: bool,
) -> None:
    """“Each lamp flashes three times” was the headline of a table without one."""
    ask = "Each lamp flashes three times, one after the other."
    lamp = Tried(Message("Accepted"), Trying.NOW)
    panel = TrialPanel(Section.LAMPS, ask, RowsBody((lamp,)) if connected else None)
    page = scenes.page(panel, look_at(games.load("dog"), "en", "7 inches"))
    keys = {one.meaning: one.box for one in page.touches}
    assert keys[TrySection(Section.TONES)].right > max(
        box.right for meaning, box in keys.items() if meaning != TrySection(Section.TONES)
    )
    first = min(texts(page.items), key=lambda one: one.box.y).text
    assert first.startswith("Each lamp" if connected else "Not connected")
