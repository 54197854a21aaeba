"""What pages say aloud: their headlines, pronounceable, and of private pages nothing."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Message, Piece, Place, Seat
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import (
    Audience,
    HandOverPanel,
    HandPanel,
    MenuPanel,
    PlayPanel,
)
from tablet_companion.screen.pages import aloud, scenes
from tablet_companion.screen.pages.aloud import Kind, find_utterance, spoken_words
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.rules import Showing
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.drawing import Text
from tablet_companion.screen.words.names import PIECES
from tablet_companion.screen.words.wording import Words, words
from tests.amounts import sampled, some
from tests.screen.looks import look
from tests.screen.marked_texts import said
from tests.screen.played import played
from tests.screen.situations import situations

GAMES: Final = ("agent_dog", "dog", "agent", "pocket_ops", "wink")
SAYABLE: Final = re.compile(r"[\w’',.;:!?°% -]*")
"""Letters, digits, what makes a pause, and signs that voices read: “%”, and the one of “n°”."""
every_language = pytest.mark.parametrize("language", LANGUAGES)


@functools.cache
def panels(game: str) -> tuple[Shown, ...]:
    """Return pages of a game as it is played, and for the flagship every situation."""
    shown = tuple(panel for panel, _ in situations().values()) if game == "agent_dog" else ()
    return (*shown, *played(games.load(game)))


@functools.cache
def voice(language: str, game: str) -> Words:
    """Return the words that are said of a game."""
    return spoken_words(language, printed.board(game))


def say(shown: Shown, game: str = "agent_dog", language: str = "en") -> str:
    """Return what a page says aloud, which may be nothing."""
    found = find_utterance(shown, voice(language, game))
    return found.text if found is not None else ""


def private(shown: Any) -> bool:
    """Whether only one seat may see a page, by the referee's own marks."""
    alone = isinstance(shown, MenuPanel) and shown.private is not None
    view = getattr(shown, "view", None)
    return isinstance(shown, HandPanel) or alone or (view is not None and view.viewer != TABLE)


@pytest.mark.parametrize("game", GAMES)
def test_private_pages_are_silent_and_public_ones_are_not(game: str) -> None:
    """Over every page of every game: what one seat sees alone, nobody hears."""
    for shown in panels(game):
        if private(shown):
            assert not say(shown, game), shown
        elif hasattr(shown, "view") or isinstance(shown, HandOverPanel):
            assert say(shown, game), shown


def test_private_pages_of_every_kind_were_met() -> None:
    """Else the test above tried nothing."""
    met = {type(shown) for game in GAMES for shown in panels(game) if private(shown)}
    assert met >= {HandPanel, MenuPanel}


@sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_any_page_turns_silent_once_it_is_for_one_seat(game: str) -> None:
    """Whatever kind of page is shown to one seat alone one day, it is not spoken of."""
    for shown in panels(game):
        view: Any = getattr(shown, "view", None)
        if view is not None:
            alone = dataclasses.replace(view, viewer=Seat("red"))
            assert not say(dataclasses.replace(shown, view=alone), game)
        if isinstance(shown, MenuPanel):
            assert not say(dataclasses.replace(shown, private=Seat("red")), game)


@every_language
def test_a_hand_over_says_only_to_whom(language: str) -> None:
    """What its page says besides, now or one day, is not heard."""
    heard = set()
    for way in Audience:
        one = HandOverPanel(Seat("red"), Message("Red holds the 7."), (), way)
        other = dataclasses.replace(one, say=Message("Green is hidden under the hat."))
        assert say(one, language=language) == say(other, language=language)
        assert "7" not in say(one, language=language)
        heard.add(say(one, language=language))
    assert len(heard) == len(Audience)


@every_language
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_can_be_pronounced(game: str, language: str) -> None:
    """No arrow, bracket, slash, path or quotation mark is left, in any language."""
    for shown in some(panels(game), 3):
        text = say(shown, game, language)
        assert SAYABLE.fullmatch(text), text
        assert not text or text[-1] in ".!?"
        assert not re.search(r"[,;:]\s*[,;:.!?]", text), text


STUMBLES: Final = {
    "en": r"\b(to|at|in|into|of) (from|to|at|in|on|before|beside)\b|\b1 \w+s\b",
    "fr": r"\b(à|vers|dans|sur) (de|à|dans|sur|devant)\b|\b[dlDL][ea] [AEIOUÉ]|\b1 (?!dans)\w+s\b",
    "de": r"\b(von|nach|zu|aus|auf|in) (von|nach|vor|neben|auf|aus|in)\b|\b1 (Felder|Züge)",
}
"""Prepositions in a row, French articles before a vowel, one thing in the plural."""
LABEL: Final = re.compile(r":\s*(\w+)(\W+\w+){0,3}([.!?]|$)")
"""A colon and a few words to the end, as on a key or in a list."""


def names(game: str, spoken: Words) -> set[str]:
    """Return the first words of what seats, pieces, cards and places of a game are called."""
    board, rules = printed.board(game), games.load(game)
    called = (
        *map(spoken.seat, rules.seats),
        *map(spoken.piece, map(Piece, (*PIECES, *games.terms(game).pieces))),
        *map(spoken.card, rules.cards),
        *map(spoken.place, map(Place, board.areas)),
    )
    return {one.split()[0] for one in called}


@sampled(2)
@every_language
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_flows(game: str, language: str) -> None:
    """As somebody would say it: no two prepositions in a row, no name after a colon."""
    called = names(game, spoken_words(language, printed.board(game)))
    for shown in panels(game):
        text = say(shown, game, language)
        assert not re.search(STUMBLES[language], text), text
        label = LABEL.search(text)
        assert label is None or label[1] not in called, text


@every_language
def test_every_text_could_be_pronounced(language: str) -> None:
    """Whatever sentence a page may come to say, no sign in it is read out."""
    spoken = spoken_words(language, printed.board("agent_dog"))
    for key in said():
        text = re.sub(r"\{\w*\}", "7", spoken.text(key))
        assert SAYABLE.fullmatch(aloud._pronounceable(text, spoken)), text


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Only a 1/11 or a 13.", "Only a 1 or 11 or a 13."),
        ("red pawn: nest → start", "red pawn: nest to start."),
        ("It is whole (actions: 3); look. The file is kept: 7_a.journal.", None),
        ("The settings /etc/x.toml are wrong.", ""),
        ("“Two turns at once”? What…", "Two turns at once? What."),
    ],
)
def test_signs_become_pauses(text: str, heard: str | None) -> None:
    """Brackets are pauses, arrows a way, two numbers a choice, and files are not read out."""
    said = aloud._pronounceable(text, spoken_words("en", printed.board("agent_dog")))
    assert said == ("It is whole, actions: 3; look." if heard is None else heard)


@pytest.mark.parametrize(
    ("name", "kind", "heard"),
    [
        ("play", Kind.TURN, "Blue, lay a card and move."),
        (
            "play_waiting",
            Kind.VERDICT,
            (
                "Red, this is still to be done. Turn the yellow pawn from Yellow’s start space over"
                " and put it into Red’s hole 6."
            ),
        ),
        (
            "objection",
            Kind.VERDICT,
            (
                "Red, one moment: that is not allowed. The pawn went 7 spaces; that is not what"
                " the 5 says. Put the pawn where the card takes it."
            ),
        ),
        ("question_which", Kind.TURN, "Which of these was it?"),
        ("unsaved_play", Kind.TURN, "Blue, lay a card and move."),
        (
            "play_lifted",
            Kind.VERDICT,
            (
                "The blue pawn is missing from Blue’s start space. Put it back, or move it."
                " Red deals 5 cards each and begins. Partners exchange a card."
            ),
        ),
    ],
)
def test_headlines(name: str, kind: Kind, heard: str) -> None:
    """Turn, what is left or amiss, rule and mend of an objection, question; no footnotes.

    Who only hears the table was not told that a piece was missing or stood elsewhere.
    """
    panel, _ = situations()[name]
    found = find_utterance(panel, spoken_words("en", printed.board("agent_dog")))
    assert found == aloud.Utterance(kind, heard)


def test_a_lesson_says_its_step_and_then_its_answer() -> None:
    """First what it teaches and asks; what it answers to an attempt is said alone."""
    game = games.load("agent_dog")
    placement = game.placement(game.setup({}, game.seats))
    still = Showing(placement, placement)
    step = LessonPanel(1, 3, Message("A pawn."), Message("Touch it"), still)
    assert say(step) == "A pawn. Touch it."
    assert say(dataclasses.replace(step, answer=(Message("Not yet."),))) == "Not yet."


def test_everything_that_is_said_stands_on_its_page() -> None:
    """The page captions the voice: each word that is heard can be read there."""
    said_otherwise = {"a", "from", "hole", "into", "or", "the", "to"}
    plain = words("en", printed.board("agent_dog"))
    for name, (panel, local) in situations().items():
        heard = set(re.findall(r"\w+", say(panel).lower()))
        read = set(re.findall(r"\w+", " ".join(_texts(panel, local, plain)).lower()))
        assert heard <= read | said_otherwise, (name, heard - read)


def _texts(panel: Shown, local: Any, plain: Any) -> Iterator[str]:
    page = scenes.page(panel, look("10 inches", plain), local)
    yield from (item.text for item in page.items if isinstance(item, Text))


def test_what_a_page_adds_below_its_headline_is_not_said_again() -> None:
    """A note that counts, or the last move, changes the page and not what is said."""
    panel, _ = situations()["play"]
    assert isinstance(panel, PlayPanel)
    noted = dataclasses.replace(panel, todo=(Message("Not saved yet."),), happened=(), countdown=7)
    assert say(noted) == say(panel)
