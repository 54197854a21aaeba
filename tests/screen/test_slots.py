"""Keys keep their places: what means the same is in the same spot on every page of a game."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.agent import words as agent_words
from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.games.wink import words as wink_words
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import (
    Confide,
    Consent,
    Intent,
    Reveal,
    Say,
    Touched,
    Whisper,
)
from tablet_companion.referee.model.panels import Button, HandOverPanel, Panel, Weight
from tablet_companion.referee.model.sayings import find_private
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import controls, icons, layout, paint, slots
from tablet_companion.screen.toolkit.controls import SEAT_WORDS
from tablet_companion.screen.toolkit.drawing import Box, texts
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.stages import NARROW_MM
from tablet_companion.screen.words.wording import words
from tests.amounts import sampled
from tests.conformance.walk import GAMES
from tests.referee.player import Player
from tests.referee.seer import Seer
from tests.screen.checks import overlap
from tests.screen.looks import SIZES
from tests.screen.marked_texts import said
from tests.screen.played import played
from tests.screen.situations import situations

OTHERS = ("end", "play_words", "play_many", "menu")
"""Situations of other games, and one that no table comes to."""


FOLLOWED = 30
"""So many actions of a game are followed to find its ways to private pages."""

ANSWER = "{seat}"
"""Who did something is asked of other seats each time: they stand in seat order."""


def keys(panel: Any) -> tuple[Button, ...]:
    """Return the keys in the foot of a page, but for seats that are the answers to a question."""
    return tuple(one for one in getattr(panel, "buttons", ()) if one.label.text != ANSWER)


def spots(panels: list[Panel], look: Look) -> dict[Any, set[Box]]:
    """Return where every intent of the foot's keys can be touched, over all pages."""
    found: dict[Any, set[Box]] = defaultdict(set)
    for panel in panels:
        page = scenes.page(panel, look)
        wanted = {button.intent for button in keys(panel)}
        for touch in page.touches:
            if touch.meaning in wanted:
                found[touch.meaning].add(touch.box)
    return found


@sampled(2)
@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_key_is_in_the_same_spot_on_every_page(game: AnyGame, screen: str) -> None:
    """Whatever page of a game is shown, an intent is touched in one and the same rectangle."""
    board = printed.board(game.name)
    look = Look(SIZES[screen], words("en", board), board, paint.measure)
    panels = list(played(game))
    if game.name == "agent_dog":
        shown = (one for name, (one, _) in situations().items() if not name.startswith(OTHERS))
        panels += [panel for panel in shown if keys(panel)]  # type: ignore[misc]  # no table's own
    moved = {intent: boxes for intent, boxes in spots(panels, look).items() if len(boxes) > 1}
    assert not moved


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_key_is_pushed_out_of_its_place(game: AnyGame) -> None:
    """No page has two keys for one place, so that none has to give way."""
    for panel in played(game):
        wanted = [slots.slot_of(button) for button in keys(panel)]
        assert len(wanted) == len(set(wanted)), [one.label for one in keys(panel)]


def test_no_bribe_comes_to_where_nobody_objects_stood() -> None:
    """A finger on its way to “Nobody objects” does not put a bribe on record."""
    agent = games.load("agent")
    seer = Seer(agent, 3, most_turns=100)
    while agent.silence(seer.table.state) is None:
        seer.play_on()
    (agreed,) = [one for one in keys(seer.shown[-1]) if one.intent == Consent()]
    seer.touch(Consent())
    (bribe,) = [one for one in keys(seer.shown[-1]) if one.label.text == "Bribe"]
    assert slots.slot_of(bribe) != slots.slot_of(agreed)


def find_box(panel: Panel, look: Look, intent: Intent) -> Box:
    """Return where an intent is touched on a page."""
    return next(one.box for one in scenes.page(panel, look).touches if one.meaning == intent)


def list_ways_to_secrets(table: Table) -> list[tuple[Intent, HandOverPanel]]:
    """Return the keys of a page that ask to pass the tablet on, with the pages that ask."""
    found = []
    for button in keys(build_panel(table)):
        after = step(table, Touched(table.now_s + 1.0, button.intent))[0]
        if isinstance(page := build_panel(after), HandOverPanel):
            found.append((button.intent, page))
    return found


@pytest.mark.parametrize("screen", ["7 inches", "7 inches, upright"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_touching_a_key_twice_reveals_nothing(game: AnyGame, screen: str) -> None:
    """A second touch where the tablet was asked for never shows what one player alone may see."""
    player, board = Player(game, 1), printed.board(game.name)
    look = Look(SIZES[screen], words("en", board), board, paint.measure)
    found = []
    for _ in range(FOLLOWED):
        if player.table.stage is not Stage.PLAY:
            break
        found += [
            (find_box(build_panel(player.table), look, intent), find_box(page, look, Reveal()))
            for intent, page in list_ways_to_secrets(player.table)
        ]
        player.play_on()
    assert found or game.name != "agent"
    assert not [pair for pair in found if overlap(*pair)]


def test_every_icon_is_some_buttons() -> None:
    """No button was renamed and left its icon behind, and every icon can be drawn."""
    assert set(controls.SYMBOLS) <= set(said())
    assert {name for name, _ in controls.SYMBOLS.values()} <= set(icons.ICONS)


def narrowest(language: str, screen: str) -> tuple[Look, Box]:
    """Return a look, and the narrowest foot of a page, ten rows of keys high."""
    board = printed.board("agent")
    look = Look(SIZES[screen], words(language, board), board, paint.measure)
    theme = look.theme
    wide = theme.size[0] if theme.portrait else theme.px(NARROW_MM)
    return look, Box(0, 0, wide, 10 * (theme.key + theme.key_gap))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_fits_its_key_with_every_option(language: str) -> None:
    """“Ich beanspr…” and “Eine Summe…” stood on keys that only other set-ups have."""
    look, foot = narrowest(language, "7 inches")
    answers = {
        *games.terms("agent").labels.values(),
        *agent_words.KEY_PLACES,
        *wink_words.KEY_PLACES,
    }
    drawn = [
        one.text
        for text in sorted(answers - set(SEAT_WORDS))
        for one in texts(controls.buttons((Button(Message(text), Reveal()),), foot, look).items)
    ]
    assert not [one for one in drawn if one.endswith(layout.ELLIPSIS)]


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_below_an_icon_fits_the_narrowest_key(language: str, screen: str) -> None:
    """Also those of the table's own pages, such as a lesson's."""
    look, foot = narrowest(language, screen)
    across = slots.count_across(look.theme)
    row = Box(0, 0, foot.w, look.theme.key)
    cell = layout.columns(row, [0] * across, look.theme.key_gap)[0]
    drawn = [
        one.text
        for symbol in {*controls.SYMBOLS.values(), *(("no", w) for w in SEAT_WORDS.values())}
        for one in texts(controls.symbol_key(symbol, cell, look, Reveal(), Weight.PLAIN).items)
    ]
    assert drawn
    assert not [one for one in drawn if one.endswith(layout.ELLIPSIS)]


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize("own_screen", [False, True])
def test_a_second_stake_is_touched_where_the_first_was(own_screen: bool, screen: str) -> None:
    """Two keys joined, and “Yellow” stood where “Red” was: a second touch staked on the wrong one.

    Those that come later are there from the start, and cannot be touched yet: a finger that
    touches the middle of a key again hits the same one.
    """
    board = printed.board("agent")
    look = Look(SIZES[screen], words("en", board), board, paint.measure)
    seer = Seer(games.load("agent"), 1)
    seat = seer.table.turn
    assert seat is not None
    if not own_screen:
        seer.touch(Whisper(seat))
        seer.touch(Reveal())

    def find_keys() -> dict[Any, Box]:
        own: Any = build_own(seer.table, seat) if own_screen else build_panel(seer.table)
        page = scenes.page(own, look)
        wanted = {one.intent for one in own.keys}
        return {one.meaning: one.box for one in page.touches if one.meaning in wanted}

    first = find_keys()
    lot = find_private(seer.table.position, seat)[0].saying.labels
    seer.touch(Confide(seat, lot) if own_screen else Say(lot))
    later = find_keys()
    assert len(later) == len(first) + 2
    assert all(later[one].holds(*box.centre) for one, box in first.items())
