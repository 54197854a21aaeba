"""What people tripped over on single pages, and does no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.app.network.telephones import DPI
from tablet_companion.games.core import TABLE, Message
from tablet_companion.referee.model.events import Say
from tablet_companion.referee.model.panels import Button, MenuPanel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.pause import SettingsPanel
from tablet_companion.screen.pages.telephones import TelephonesPanel
from tablet_companion.screen.pages.trial import RowsBody, TrialPanel, Tried, Trying
from tablet_companion.screen.toolkit import controls, storyline
from tablet_companion.screen.toolkit.controls import SYMBOLS
from tablet_companion.screen.toolkit.drawing import Box, Circle, texts
from tablet_companion.screen.toolkit.orders import Knob, Section, ShowTurn, TrySection, Tune
from tablet_companion.screen.toolkit.theme import Theme
from tests.referee.player import Player
from tests.screen.checks import problems
from tests.screen.looks import SCREENS, SIZES, look_at


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


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("seats", [3, 8])
def test_eight_seats_can_be_touched_where_telephones_join(
    screen: str, language: str, seats: int
) -> None:
    """Nine keys of half a finger stood among each other, their words beside them."""
    game = games.load("wink")
    shown = look_at(game, language, screen)
    all_seats = game.seats[:seats]
    panel = TelephonesPanel((TABLE, *all_seats), frozenset(all_seats[1:3]))
    code = ("10" * 16,) * 33
    for one in (panel, replace(panel, invited=all_seats[0], code=code, address="https://10.0.0.7")):
        assert not problems(scenes.page(one, shown), one, shown)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_word_on_a_key_means_one_thing(language: str) -> None:
    """German said “Zurück” for taking a move back, too: after a game that opened it again."""
    given = look_at(games.load("wink"), language, "7 inches").words
    signs: dict[str, set[str]] = {}
    for sign, word in SYMBOLS.values():
        signs.setdefault(given.text(word), set()).add(sign)
    assert {word: sorted(found) for word, found in signs.items() if len(found) > 1} == {}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_turns_of_the_rules_and_moves_of_pieces_have_two_names(language: str) -> None:
    """“Nach 500 Zügen …” stood above “Züge 338”: some turns move no piece, or are taken back."""
    player = Player(games.load("agent"), 4)
    for _ in range(200):
        if player.table.stage is Stage.PLAY:
            player.play_on()
    given = look_at(player.table.game, language, "7 inches")
    figures = storyline.list_figures(tell_story(player.table), given.board)
    fact = Message("After {count} turns no agent has brought the case home.", (("count", 500),))
    said = given.words.say(fact).lower().split()
    named = {word for label, _ in figures for word in given.words.text(label).lower().split()}
    assert "Pieces moved" in dict(figures)
    assert not [word for word in said if word.rstrip("n") in named]


@pytest.mark.parametrize("count", [1, 4])
def test_a_key_that_names_a_player_has_the_players_sign(count: int) -> None:
    """“Gelb” had none among keys that have one, where it is asked who lays the twin face down."""
    given = look_at(games.load("wink"), "de", "7 inches")
    seats = games.load("wink").seats[:count]
    keys = [
        Button(Message("{seat}", (("seat", seat),)), Say((Message(seat),)), place=number)
        for number, seat in enumerate(seats)
    ]
    drawn = controls.buttons(keys, Box(0, 240, 800, 240), given)
    discs = [one for one in drawn.items if isinstance(one, Circle)]
    for key in keys:
        (box,) = (one.box for one in drawn.touches if one.meaning == key.intent)
        assert any(box.holds(*map(round, one.centre)) for one in discs)
        assert given.words.say(key.label) in [one.text for one in texts(drawn.items)]


@pytest.mark.parametrize("percent", [0, 20, 60, 100])
def test_a_knob_at_its_end_has_no_key_further(percent: int) -> None:
    """“+” looked alive at full volume, and did nothing."""
    shown = replace(look_at(games.load("dog"), "en", "7 inches"), volume=percent)
    page = scenes.page(SettingsPanel(), shown)
    tuned = [one.meaning for one in page.touches if isinstance(one.meaning, Tune)]
    levels = {one.percent for one in tuned if one.knob is Knob.VOLUME}
    assert levels == {max(0, percent - 20), min(100, percent + 20)} - {percent}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_game_is_gone_through_as_far_as_it_goes(screen: str) -> None:
    """“Earlier” at the first move and “Later” at the last did nothing, and did not look so."""
    story = tell_story(_played_on("dog", 5).table)
    last = len(story.turns) - 1
    shown = look_at(games.load("dog"), "de", screen)
    for at in range(last + 1):
        page = scenes.page(HistoryPanel(story, at), shown)
        led = Counter(one.meaning for one in page.touches if isinstance(one.meaning, ShowTurn))
        assert led[ShowTurn(at)] == 1, "its cell in the strip"
        assert all(0 <= one.number <= last for one in led)
        assert led.total() == len(story.turns) + sum(0 <= one <= last for one in (at - 1, at + 1))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_sentence_that_is_cut_short_ends_once(language: str) -> None:
    """“The agent leaves the base.. And 1 more.” was the headline of a turn of Pocket Ops."""
    story = tell_story(_played_on("pocket_ops", 60).table)
    shown = look_at(games.load("pocket_ops"), language, "7 inches, upright")
    for at in range(len(story.turns)):
        page = scenes.page(HistoryPanel(story, at), shown)
        assert ".." not in " ".join(one.text for one in texts(page.items)).replace("...", "")


def test_what_lies_face_down_need_not_be_a_pawn() -> None:
    """In Wink it is a card, and stays so to the end: nobody waited for a pawn."""
    story = replace(tell_story(_played_on("wink", 5).table), turns=(), left_out=5)
    page = scenes.page(HistoryPanel(story), look_at(games.load("wink"), "en", "7 inches"))
    said = " ".join(one.text for one in texts(page.items))
    assert "pawn" not in said
    assert "over" in said


def _played_on(name: str, turns: int) -> Player:
    player = Player(games.load(name), 3)
    for _ in range(turns):
        player.play_on()
    return player
