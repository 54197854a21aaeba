"""The rules are opened from a game and left again by touching the pages of a whole station."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablet_companion import games
from tablet_companion.app.pages.display import Display
from tablet_companion.games.core import Message, Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons.rulebook import REST_S, build_list, build_rule, list_clips
from tablet_companion.lessons.tasks import ALLOWED
from tablet_companion.referee.model.events import Begin, Pause
from tablet_companion.referee.model.panels import ObjectionPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.toolkit.drawing import Text
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.motion import SLIDE_S
from tablet_companion.screen.toolkit.orders import (
    LeaveRules,
    OpenHistory,
    OpenRules,
    ReadRule,
    TakeChapter,
)
from tablet_companion.simulator.house import Print
from tests.app.seen import shown
from tests.app.table import Scene, touch
from tests.conformance.walk import GAMES
from tests.expected import expect, present
from tests.screen.kept_pages import Screen
from tests.screen.looks import look_at


@pytest.fixture
def scene(kit: Print, tmp_path: Path) -> Scene:
    """Return a table that is to be set up."""
    return Scene(kit, tmp_path)


def test_a_pause_leads_to_the_rules_and_their_moving_examples(scene: Scene) -> None:
    """The list opens a rule; its pieces are on their way after a while; back leads back."""
    scene.station.loop.touch(Begin())
    scene.station.loop.touch(Begin())
    scene.station.loop.touch(Pause())
    touch(scene.station, OpenRules())
    listed = expect(RulesPanel, shown(scene))
    touch(scene.station, ReadRule(listed.rules[0].name))
    seen = set()
    for _ in range(80):
        scene.clock.advance(SLIDE_S / 4)
        panel = expect(RulePanel, shown(scene))
        seen.add(0 < panel.showing.done < 1)
    assert seen == {False, True}
    touch(scene.station, LeaveRules())
    assert isinstance(shown(scene), RulesPanel)
    touch(scene.station, LeaveRules())
    assert scene.station.loop._display.panel is not None
    scene.close()


@pytest.mark.parametrize("edition", ["agents", "wink", "zwinkern"])
def test_rules_of_other_editions_are_listed_last(edition: str) -> None:
    """Who played “Agents” read second how many cards lie on the table in “Wink”."""
    game = games.load("wink")
    book = games.handbook("wink").rules
    listed = [Rule(rule.name) for rule in build_list(game, (edition, "people")).rules]
    assert listed[0] == "aim"
    assert sorted(listed) == sorted(rule.name for rule in build_list(game).rules)
    played = [book[name].is_played(game.options, (edition,)) for name in listed[1:]]
    assert played == sorted(played, reverse=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_how_to_win_is_not_answered_by_that_is_allowed(game: AnyGame) -> None:
    """“How do I win?” led to a green “That is allowed.”, of an example's last action."""
    said = [one for clip in list_clips(game, Rule("aim")) for one in clip.showing.says]
    assert Message(ALLOWED) not in said
    assert not any(clip.showing.allowed for clip in list_clips(game, Rule("aim")))


@pytest.mark.parametrize("name", ["turn", "naming", "accusing"])
def test_an_example_of_what_is_said_is_told_as_a_sentence(name: str) -> None:
    """“That is allowed. Name the partner Blue”: the words of keys, one after another."""
    game = games.load("wink")
    said = [one.text for clip in list_clips(game, Rule(name)) for one in clip.showing.says]
    assert not {"Name the partner", "Accuse"} & {*said}


def test_what_was_said_follows_its_sentence_on_the_page_of_a_rule() -> None:
    """“Red names a partner. Blue”: a name is no sentence."""
    game = games.load("wink")
    rule = build_rule(game, ReadRule("naming"), REST_S + SLIDE_S)
    page = scenes.page(rule, look_at(game, "en", "7 inches"))
    said = " ".join(one.text for one in page.items if isinstance(one, Text))
    assert "That is allowed. Red names a partner: Blue" in said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_has_read_a_rule_is_done_at_the_lower_right(game: AnyGame) -> None:
    """“Lesson” stood where “Continue” is elsewhere: out of the lesson, and into it again."""
    rule, look = build_rule(game, ReadRule("aim", alone=True), 0.0), look_at(game, "en", "7 inches")
    touches = scenes.page(rule, look).touches
    last = max(touches, key=lambda one: (one.box.bottom, one.box.right))
    assert isinstance(last.meaning, LeaveRules)
    assert any(isinstance(one.meaning, TakeChapter) for one in touches)


def test_back_from_a_rule_leads_to_the_sheet_that_it_was_on() -> None:
    """Who reads one rule after another does not turn the list again each time."""
    game = games.load("dog")
    rules = build_list(game)
    display = Display(Screen(), look_at(game, "en", "7 inches"))  # type: ignore[arg-type]  # all that is used
    display.show(build_panel(new_table(game, {}, "en")))
    display.lay_over(rules)
    first = present(display.page)
    turn = next(
        one for one in first.touches if isinstance(one.meaning, Local) and one.meaning.sheet
    )
    display.interpret_touch(*turn.box.centre)
    second = display.page
    assert second != first
    for rule in rules.rules[:2]:
        display.lay_over(build_rule(game, ReadRule(rule.name), 0.0))
    display.lay_over(rules)
    assert display.page == second
    display.lay_over(None)
    display.lay_over(rules)
    assert display.page == first, "opened again it begins at its first sheet"


def test_an_objection_leads_to_the_broken_rule_and_back(scene: Scene) -> None:
    """Why? opens the page of the rule that was broken; back shows the objection again."""
    scene.begin()
    scene.play("7", "red.nest", "T5")
    display = scene.station.loop._display
    panel = expect(ObjectionPanel, display.panel)
    page = scenes.page(panel, display.look)
    why = next(one.meaning for one in page.touches if isinstance(one.meaning, ReadRule))
    touch(scene.station, why)
    told = []
    for _ in range(20):
        scene.clock.advance(SLIDE_S)
        rule = expect(RulePanel, shown(scene))
        told.append(rule.showing.allowed)
    assert dict.fromkeys(told) == dict.fromkeys((None, False, True)), "why it is not comes first"
    touch(scene.station, LeaveRules())
    assert isinstance(display.panel, ObjectionPanel)
    secret = replace(panel, breaches=(replace(panel.breaches[0], name=""),))
    touches = scenes.page(secret, display.look).touches
    assert not any(isinstance(one.meaning, ReadRule) for one in touches)
    scene.close()


def test_nobody_overlooks_an_objection_beneath_the_rules(scene: Scene) -> None:
    """Rules and history stayed in front: people saw no word of why their move did not count."""
    scene.begin()
    for opened in (OpenRules(), ReadRule("aim"), OpenHistory()):
        scene.station.loop._touched(opened)
        assert scene.station.loop._display.panel is None
        scene.play("7", "red.nest", "T5")
        assert isinstance(scene.station.loop._display.panel, ObjectionPanel)
        scene.drag("T5", "red.N1")
        scene.pass_time(3)
    scene.close()
