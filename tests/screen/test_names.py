"""The letters for a new name: whoever sits down can type theirs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablet_companion.games import load
from tablet_companion.games.core import Message
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import Notebook
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.panels import SetUpPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.setting_up import choose
from tablet_companion.screen.pages import names, scenes, setup_rows, shelf
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Text
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import (
    ForgetName,
    LeaveNames,
    OpenNames,
    TakeName,
    TypeName,
)
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tests.screen.checks import problems
from tests.screen.looks import SIZES, look_at

NAMES = (
    *("Zoë", "Anaïs", "Jérôme", "Benoît", "Marie-Ève", "D’Arcy", "Jürgen", "Björn", "Françoise"),
    *(
        "Àlex",
        "Raphaël",
        "Jean-Luc",
        "Ülkü",
        "Jürgen Groß",
        "Sœur Anne",
        "Lætitia",
        "Loùis",
        "Aÿla",
    ),
    *("Âgnès", "Benoît", "Hélène", "Flûte", "Ômar", "Œdipe", "Ÿves", "Übel", "Îsa", "Ânne", "Ôde"),
)
OPTIONS = (setup_rows.NAMES, setup_rows.LEVELS)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_typed(name: str) -> None:
    """Letter by letter with the keys that are shown, parts of a name with a capital."""
    typed = ""
    while typed != name:
        keys = {key.meaning for key in names._letters(typed)}
        typed = name[: len(typed) + 1]
        assert TypeName(typed) in keys


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_have_room_and_say_how_many_are_taken(language: str, size: str) -> None:
    """A long name ended after twelve letters, and nothing had said that it would."""
    look = look_at(load("dog"), language, size)
    for typed in ("", "a"):
        panel = names.NamesPanel(("Anna",), typed)
        page = names.page(panel, look)
        assert set(problems(page, panel, look)) <= {"cut: -"}
        said = " ".join(one.text for one in page.items if isinstance(one, Text))
        assert typed or look.words.say(Message(names.FULL, (("count", 12),))) in said


def test_who_learns_can_be_nobody_again() -> None:
    """Once a name was given, whoever sat down next learnt under it or had to give one."""
    look = look_at(load("dog"), "en", "7 inches")
    for kept, offered in (((), False), (("Anna",), True)):
        keys = {one.meaning for one in names.page(names.NamesPanel(kept), look).touches}
        assert (TakeName("") in keys) is offered


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_full_says_so(language: str) -> None:
    """A thirteenth letter did nothing, and nobody said why."""
    board = printed.board("dog")
    look = Look(Theme((800, 480), 133.0), words(language, board), board, paint.measure)
    full = names.page(names.NamesPanel((), "Abcdefghijkl", 12), look)
    meanings = {one.meaning for one in full.touches}
    assert meanings == {TypeName("Abcdefghijk"), TakeName("Abcdefghijkl"), LeaveNames()}
    said = look.words.say(Message(names.FULL, (("count", 12),)))
    assert said in " ".join(one.text for one in full.items if isinstance(one, Text))


def test_a_book_that_is_full_says_so(tmp_path: Path) -> None:
    """A twelfth name was typed to its end, and then was nobody's."""
    book = Notebook(tmp_path / "lessons.json")
    letters = "abcdefghijklmnopq"
    kept = [one for one in letters if not book.full and book.add(one)]
    assert book.names == tuple(kept)
    assert book.add("z") == ""
    board = printed.board("dog")
    look = Look(Theme((800, 480), 133.0), words("en", board), board, paint.measure)
    shown = names.page(names.NamesPanel(book.names, "", full=book.full), look)
    said = look.words.say(Message(names.NO_ROOM, (("count", len(kept)),)))
    assert said in " ".join(one.text for one in shown.items if isinstance(one, Text))
    assert {one.meaning for one in shown.touches} == {LeaveNames(), ForgetName()}


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize(("game", "players"), [("dog", 4), ("wink", 8)])
@pytest.mark.parametrize("letter", ["i", "w"])
def test_everybody_has_a_long_name(screen: str, game: str, players: int, letter: str) -> None:
    """The set-up, its page of names and that of levels have room, for a finger on each key."""
    table = new_table(load(game), {}, "de")
    panel = build_panel(choose(table, Choose("players", players))[0])
    assert isinstance(panel, SetUpPanel)
    named = tuple((seat, f"M{letter * 10}{n}") for n, seat in enumerate(panel.seats))
    given = replace(look_at(table.game, "de", screen), names=named)
    for local in (*map(sheet, range(4)), *(sheet(n, option) for option in OPTIONS for n in (0, 1))):
        drawn = scenes.page(panel, given, local)
        assert not problems(drawn, panel, given)
    for option in OPTIONS:
        sheets = [scenes.page(panel, given, sheet(number, option)) for number in (0, 1)]
        keys = {one.meaning for page in sheets for one in page.touches}
        assert len({one.seat for one in keys if isinstance(one, OpenNames)}) in (0, players)


def sheet(number: int, option: str = "") -> Local:
    """Return what the screen remembers after the pages of a list were turned."""
    return Local(sheet=number, option=option)


def test_a_name_is_no_word_to_translate() -> None:
    """A child called Vienna was greeted as “Wien” on the shelf of lessons."""
    given = look_at(load("agent"), "de", "7 inches")
    panel = shelf.ChaptersPanel((), Message(names.WHO), "Vienna")
    said = [one.text for one in scenes.page(panel, given).items if isinstance(one, Text)]
    assert "Vienna" in said


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_forgetting_a_name_is_asked_twice(size: str, language: str) -> None:
    """From the list, and from the page that says that the book is full; then who, then whether."""
    look = look_at(load("dog"), language, size)
    kept = tuple(f"Friedrich {n}" for n in range(11))
    pages = {
        "list": names.NamesPanel(kept),
        "full": names.NamesPanel(kept, "", full=True),
        "who": names.NamesPanel(kept, forgotten=""),
        "sure": names.NamesPanel(kept, forgotten=kept[3]),
    }
    meanings = {}
    for name, panel in pages.items():
        page = names.page(panel, look)
        assert not problems(page, panel, look)
        meanings[name] = {one.meaning for one in page.touches}
    assert ForgetName() in meanings["list"] & meanings["full"]
    assert meanings["who"] == {LeaveNames(), *(ForgetName(one) for one in kept)}
    assert meanings["sure"] == {ForgetName(), ForgetName(kept[3], sure=True)}
