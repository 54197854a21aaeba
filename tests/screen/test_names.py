"""The letters for a new name: whoever sits down can type theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion.games.core import Message
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import Notebook
from tablet_companion.screen.pages import names
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Text
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import LeaveNames, TakeName, TypeName
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words

NAMES = ("Zoë", "Anaïs", "Jérôme", "Benoît", "Marie-Ève", "D’Arcy", "Jürgen", "Björn", "Françoise")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_typed(name: str) -> None:
    """Letter by letter with the keys that are shown, parts of a name with a capital."""
    typed = ""
    while typed != name:
        keys = {key.meaning for key in names._letters(typed)}
        typed = name[: len(typed) + 1]
        assert TypeName(typed) in keys


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
    assert {one.meaning for one in shown.touches} == {LeaveNames()}
