"""Makes the files to save from a journal, or from an exported text."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hardware import formats
from tablet_companion import games, journal
from tablet_companion.exports.pictures import Report, moving_picture, say_nothing
from tablet_companion.exports.text import StoryError, read_story, write_story
from tablet_companion.games.core import HIDDEN
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.steps_in_words import OWN_NAMES
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.turns.replay import replay
from tablet_companion.screen.words.wording import words

TEXT: Final = "text"
PICTURE: Final = "picture"
PAGE: Final = "page"
KINDS: Final = (TEXT, PAGE, PICTURE)
"""The quickest to make comes first: the picture of a long game takes many seconds."""
_SUFFIX: Final = ".txt"

File = tuple[str, bytes]
"""The name and the content of a file to be written."""


def read_game(path: Path) -> Story:
    """Return the story of a journal, or of a text that was exported (``.txt``).

    Raises JournalError or ReplayError for a journal, StoryError for a text.
    """
    if path.suffix == _SUFFIX:
        with formats.explain(f"The game {path}", StoryError):
            text = formats.read_text(path)
        try:
            story = read_story(text)
        except StoryError as error:
            raise StoryError(f"{path}: {error}") from error
        _check(story, path)
        return story
    header, *entries = ((record.entry.kind, record.entry.body) for record in journal.read(path))
    game = games.load(str(header[1].get("game", "")))
    return tell_story(replay(new_table(game, {}, "en"), [("begun", header[1]), *entries]))


def _check(story: Story, path: Path) -> None:
    """Refuse an unknown game, and seats, cards, places or pieces that it does not have."""
    game = games.load(story.game)
    strangers = {*story.seats, *(story.winners or ())} - set(game.seats)
    if strangers:
        raise StoryError(f"{path}: nobody plays {formats.shorten(min(strangers))} in {game.title}.")
    board = printed.board(story.game)
    seen = (one for turn in story.turns for one in (turn.before, turn.after))
    stood = {one for placement in seen for one in by_area(placement).pieces}
    places = {place for place, _ in stood if place.partition(".")[0] not in game.seats}
    cards = {turn.card for turn in story.turns if turn.card is not None} - {*game.cards}
    kinds = board.pieces.values()
    pieces = {*OWN_NAMES, *(colour for kind in kinds for colour in kind.colours)}
    pieces |= {HIDDEN for kind in kinds if kind.hidden}
    unknown = cards | (places - {*board.by_name, *board.areas}) | ({p for _, p in stood} - pieces)
    if unknown:
        raise StoryError(f"{path}: there is no {formats.shorten(min(unknown))} in {game.title}.")


def name_game(story: Story) -> str:
    """Return a name that no other game has, and the same game always has: no clock is trusted."""
    told = write_story(story, words("en", printed.board(story.game)))
    return f"{story.game}-{len(story.turns)}-{zlib.crc32(told.encode()):08x}"


def export_files(
    name: str, story: Story, language: str, kinds: Iterable[str], report: Report = say_nothing
) -> Iterator[File]:
    """Yield the files of a story, each when it is made; raises WordsError.

    ``report`` is told how much of the picture is made, the only file that takes long.
    """
    board = printed.board(story.game)
    for kind in kinds:
        if kind == TEXT:
            yield f"{name}{_SUFFIX}", write_story(story, words(language, board)).encode()
        elif kind == PAGE:
            # A quarter of what a table imports before its first page is for writing PDF.
            from tablet_companion.exports.paper import page_pdf  # noqa: PLC0415

            yield f"{name}.pdf", page_pdf(story, board, language)
        else:
            yield f"{name}.webp", moving_picture(story, board, language, report)
