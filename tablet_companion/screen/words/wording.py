"""Messages put into the words of one language: what a place, a piece, a seat, a card is called.

The English text is the key of its translations. They stand in ``locale/<language>.po``, which is
read as it is: nothing has to be compiled, and a mistake mended with any editor is mended. A game
that lies outside the package has a ``locale`` of its own in its folder.
"""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Final

import polib

from hardware.board import Board, BoardPlace
from hardware.errors import CompanionError
from tablet_companion import games
from tablet_companion.games.core import Card, Message, Piece, Place, Seat, seen_as
from tablet_companion.games.shared.teaching import Terms
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words import names

KEYS: Final = "en"
"""The language of the keys, which needs no catalogue."""

LOCALE: Final = Path(__file__).parents[2] / "locale"


class WordsError(CompanionError):
    """A language that is not there, or a catalogue that cannot be used."""


# --- catalogues -----------------------------------------------------------------------------------


def read_catalogue(path: Path) -> dict[str, str]:
    """Return a ``.po`` file's translations by their English keys, without empty and fuzzy ones.

    Raises WordsError if the file cannot be read or a translation's placeholders are not those
    of its key.
    """
    try:
        entries = polib.pofile(path.read_text(encoding="utf-8")).translated_entries()
    except (OSError, ValueError) as error:  # polib raises OSError for a wrong line
        reason = getattr(error, "strerror", None) or error
        raise WordsError(f"The translations {path} cannot be read: {reason}.") from error
    for entry in entries:
        _check_placeholders(path, entry.msgid, entry.msgstr)
    return {entry.msgid: entry.msgstr for entry in entries}


def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces of a text; raises ValueError for braces that do not match."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def _check_placeholders(path: Path, key: str, text: str) -> None:
    try:
        same = placeholders(text) == placeholders(key)
    except ValueError:
        same = False
    if not same:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(placeholders(key))) or "nothing"
        raise WordsError(
            f"In the translations {path}, {text!r} must have exactly {wanted} in braces, "
            f"as {key!r} has."
        )


@functools.cache
def _catalogue(language: str) -> Mapping[str, str]:
    """Return a language's translations, read once."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise WordsError(f"There are no words in the language {language!r}; known: {known}.")
    return {} if language == KEYS else read_catalogue(LOCALE / f"{language}.po")


@functools.cache
def _own_catalogue(game: str | None, language: str) -> Mapping[str, str]:
    if game not in games.names():
        return {}
    path = find_folder(game) / LOCALE.name / f"{language}.po"
    return read_catalogue(path) if path.is_file() else {}


def find_folder(game: str) -> Path:
    """Return the folder that a game was found in."""
    return Path(str(resources.files(games.package(game))))


# --- words ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Words:
    """One language's words for what a referee says; made by ``words``.

    ``board`` tells what kind a place is of; without one places keep the game's names. ``terms``
    are what its game calls its own things. Whatever has no translation is said in English.
    """

    language: str
    translations: Mapping[str, str]
    board: Board | None = None
    terms: Terms = field(default_factory=Terms)

    def text(self, key: str) -> str:
        """Return the translation of a text, its placeholders still in it."""
        return self.translations.get(key, key)

    def say(self, message: Message) -> str:
        """Return a message as a sentence, each detail put into words by what its key says.

        A path or a device at its beginning stays as it is written.
        """
        sentence = self.fill(message)
        return sentence if self.text(message.text).startswith("{text") else capitalise(sentence)

    def fill(self, message: Message) -> str:
        """Return a message as part of a line: what it begins with keeps its small letter."""
        details = {key: self._detail(key, value) for key, value in message.details}
        return self._join(self.text(message.text).format(**details))

    def tell(self, messages: Iterable[Message]) -> tuple[str, ...]:
        """Return what happened in lines: what was said, such as a name, follows its sentence."""
        lines: list[list[str]] = []
        for text in map(self.fill, messages):
            if lines and lines[-1][0].endswith(".") and not text.endswith((".", "!", "?")):
                lines[-1].append(text)
            else:
                lines.append([text])
        return tuple(
            self.join(first[:-1], ", ".join(more)) if more else first for first, *more in lines
        )

    def join(self, name: str, told: str) -> str:
        """Return something and what is said of it, with a colon as this language sets it."""
        return self.text(names.FOLLOWED).format(text=name, text_said=told)

    def piece(self, piece: Piece) -> str:
        """Return the word for what is seen of a piece, to stand beside the word for a pawn."""
        return f"{self._piece(piece)}"

    def _colour(self, piece: Piece) -> str:
        """Return the name of a colour; the second of two that look alike has a number."""
        look = seen_as(piece)
        if look not in names.SEATS:
            return self.piece(piece)
        return f"{self.seat(Seat(look))}\u00a0{piece.removeprefix(look)}".rstrip("\u00a0")

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat, and of any colour that stands for a piece or a player."""
        return self.text(names.SEATS.get(seat, seat.capitalize()))

    def card(self, card: Card) -> str:
        """Return the name of a card; a number is its own."""
        return f"{self._card(card)}"

    def place(self, place: Place) -> str:
        """Return what people call a place or an area.

        On a track it is told by its quarter, as nothing is numbered there; a point has a name.
        """
        return f"{self._place(place)}"

    def _piece(self, piece: Piece) -> names.Name:
        named = self.terms.pieces.get(piece) or names.PIECES.get(piece)
        return self._named(named, "piece") if named else self._card(Card(piece))

    def _card(self, card: Card) -> names.Name:
        return self._named(self.terms.cards.get(card, card), "card")

    def _place(self, place: Place) -> names.Name:
        base, _, end = place.rpartition(".")
        if end in self.terms.beside:
            return self._named(self.terms.beside[end], "place", seat=self.seat(Seat(base)))
        area = self._area(place)
        if area is None and base and (end in names.PIECES or end in self.terms.pieces):
            below, piece = self._place(Place(base)), self._piece(Piece(end))
            return self._named(names.ON_TOP, "place", place=below, piece=piece)
        if area is not None and (area.part_of or area.kind == "point"):
            return self._named(self.terms.places.get(area.area, area.area), "place")
        begin = area and (area if area.colour else self._start_before(area))
        if area is None or begin is None or begin.colour is None:
            return self._named(names.NO_QUARTER, "place", text=place)
        count = _number(area.name) - (_number(begin.name) if area is not begin else 0)
        name = names.SPACES.get(area.kind, names.SPACE)
        return self._named(name, "place", seat=self.seat(Seat(begin.colour)), count=count)

    def _named(self, key: str, kind: str, **details: object) -> names.Name:
        """Return a name in its own forms, or in those that are usual for its kind."""
        own = self._join(self.text(key).format(**details)).split("|")
        usual = self.text(self.terms.usual.get(kind, names.USUAL[kind])).split("|")
        return names.Name((*own, *usual[1:]) if len(own) == 1 else tuple(own))

    def _join(self, text: str) -> str:
        pattern, joined = names.ELIDED.get(self.language, ("", ""))
        return re.sub(pattern, joined, text) if pattern else text

    def _area(self, place: Place) -> BoardPlace | None:
        """Return the printed place, or the first of an area that has several."""
        if self.board is None:
            return None
        found = self.board.by_name.get(place)
        return found or next(iter(self.board.areas.get(place, ())), None)

    def _start_before(self, place: BoardPlace) -> BoardPlace | None:
        """Return the start space of the quarter of the track in which a place lies."""
        assert self.board is not None
        listed = self.board.places
        before = listed[: listed.index(place)]
        return next((one for one in reversed(before) if one.kind == "start"), None)

    def _enumerate(self, said: Sequence[str]) -> str:
        """Return a list within a sentence, the last thing after an "and"."""
        *first, last = said
        if not first:
            return last
        return self.text(names.AND).format(text=", ".join(first), text_last=last)

    def _detail(
        self, key: str, value: str | int | Message | tuple[Message, ...]
    ) -> str | names.Name | names.Count:
        if isinstance(value, Message | tuple):
            said = tuple(map(self.fill, value if isinstance(value, tuple) else (value,)))
            return self._enumerate(said) if key == "all" else ", ".join(said)
        text = str(value)
        match key.split("_", maxsplit=1)[0]:
            case "place":
                return self._place(Place(text))
            case "piece":
                return self._piece(Piece(text))
            case "seat":
                return self.seat(Seat(text))
            case "colour":
                return self._colour(Piece(text))
            case "card":
                return self._card(Card(text))
            case "text":
                return ", ".join(map(self.text, text.split(", ")))
            case "count" if isinstance(value, int):
                return names.Count(value, value in names.SINGULAR.get(self.language, (1,)))
        return text


def capitalise(text: str) -> str:
    """Return a text that begins a line: what begins with a colour's name, begins large, too."""
    return text[:1].upper() + text[1:]


def words(language: str, board: Board | None = None) -> Words:
    """Return a language's words for a board and the game that it belongs to.

    Raises WordsError if there is no such language or its catalogue cannot be used.
    """
    if board is None:
        return Words(language, _catalogue(language))
    translations = {**_catalogue(language), **_own_catalogue(board.game, language)}
    return Words(language, translations, board, games.terms(board.game))


def _number(name: str) -> int:
    """Return the number at the end of a place's name, 0 where there is none."""
    found = re.search(r"\d+$", name)
    return int(found[0]) if found else 0
