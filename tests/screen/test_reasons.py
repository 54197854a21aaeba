"""Every rule of every game can be read whole where it is objected to, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Breach, Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import examples
from tablet_companion.games.shared.positions import compose
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import LetBe, Pause
from tablet_companion.referee.model.notes import Explained
from tablet_companion.referee.model.panels import Button, ObjectionPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint, stages
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.layout import ELLIPSIS
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import words
from tests.amounts import sampled
from tests.conformance.walk import GAMES
from tests.referee.player import Player
from tests.screen.checks import board_share, problems
from tests.screen.looks import SCREENS

LEAST: Final = 0.31
"""Of seven inches, for the board beside the longest rule and how to put it right."""
KEYS: Final = tuple(Button(Message(text), LetBe()) for text in ("Correct the board", "Pause"))


@sampled(3)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_reason_has_room(game: AnyGame, language: str, screen: str) -> None:
    """Why not, how to mend it and the section: no line of them is cut short or broken in a word."""
    board = printed.board(game.name)
    given = Look(SCREENS[screen], words(language, board), board, paint.measure)
    cut = {
        rule: shown.text
        for rule, example in games.handbook(game.name).examples.items()
        if example.tempting is not None
        for shown in texts(scenes.page(_objection(game, example), given).items)
        if shown.text.endswith((ELLIPSIS, "-"))
    }
    assert not cut


@sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_reason_leaves_room_for_the_board(game: AnyGame, language: str) -> None:
    """Beside a game's own keys a long rule left 13 % of seven inches for the board it is about.

    The keys stay where they are on every other page.
    """
    board = printed.board(game.name)
    given = Look(SCREENS["7 inches"], words(language, board), board, paint.measure, taught=True)
    begun = Player(game, 1).shown[-1]
    keys = begun.buttons
    touches = scenes.page(begun, given).touches
    usual = {one.box for one in touches if one.meaning == Pause()}
    for rule, example in games.handbook(game.name).examples.items():
        if example.tempting is None:
            continue
        panel = replace(_objection(game, example), buttons=keys)
        for count in (1, 2):
            drawn = scenes.page(replace(panel, breaches=panel.breaches[:1] * count), given)
            assert board_share(drawn) >= LEAST, (rule, count)
            assert {one.box for one in drawn.touches if one.meaning == Pause()} == usual, rule
            found = [one for one in problems(drawn, panel, given) if "the board takes" not in one]
            assert not found, (rule, count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_further_rule_is_no_further_step(language: str) -> None:
    """“Danach noch 1.” stood below “wähl einen anderen Zug”, for a second rule."""
    game = games.load("agent_dog")
    board = printed.board(game.name)
    given = Look(SCREENS["7 inches"], words(language, board), board, paint.measure)
    found = games.handbook(game.name).examples.values()
    page = _objection(game, next(one for one in found if one.tempting is not None))
    (why,) = page.breaches
    for count in (2, 3):
        drawn = scenes.page(replace(page, breaches=(why,) * count), given)
        said = " ".join(one.text for one in texts(drawn.items))
        assert given.words.text(stages.MORE).partition("{")[0] not in said
        assert str(count - 1) in said


def _objection(game: AnyGame, example: examples.Example) -> ObjectionPanel:
    """Return the page of an objection to what an example tempts to."""
    assert example.tempting is not None
    state = compose(game, example.position)
    found = examples.breaches(game, state, example.tempting)
    seat = game.view(state, TABLE).turn or ""
    return ObjectionPanel(
        view=game.view(state, TABLE),
        say=Message("{seat}, one moment: that is not allowed.", (("seat", seat),)),
        breaches=tuple(_explained(game, breach) for breach in found),
        seen=game.placement(state),
        marks=(),
        card=None,
        buttons=KEYS,
    )


def _explained(game: AnyGame, breach: Breach) -> Explained:
    text = game.rules[breach.rule]
    details = breach.details
    return Explained(Message(text.text, details), Message(text.mend, details), text.section)
