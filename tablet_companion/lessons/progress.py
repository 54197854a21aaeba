"""How far each person has come in the lessons of each game: a small file beside the journals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import structs

from hardware import formats
from hardware.errors import CompanionError
from hardware.files import write_durably
from tablet_companion.games.core import Seat

FILE: Final = "lessons.json"
VERSION: Final = 1
MAX_NAMES: Final = 12
MAX_LETTERS: Final = 12
"""The name of a learner has no more letters."""
MAX_AHEAD: Final = 500
"""No more steps done after a skipped one are kept, so that the file stays readable."""
_HARMED: Final = ".harmed"
_MAX_BYTES: Final = 256 * 1024

Steps = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Key = Annotated[str, msgspec.Meta(max_length=60)]
Chapters = Annotated[dict[Key, Steps], msgspec.Meta(max_length=100)]
Games = Annotated[dict[Key, Chapters], msgspec.Meta(max_length=100)]
Rules = Annotated[list[Key], msgspec.Meta(max_length=1000)]
Told = Annotated[dict[Key, Rules], msgspec.Meta(max_length=100)]
Name = Annotated[str, msgspec.Meta(max_length=MAX_LETTERS)]


class Taken(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A step of a chapter, and the name of who takes or took it."""

    name: Name
    game: Key
    chapter: Key
    step: Steps


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How many steps of each chapter are done: by name, game and chapter.

    The empty name stands for people who gave none. ``told`` are the rules that each person learnt
    during games, and ``seats`` who sat where last. ``taken`` is the open step, which is resumed
    after a power cut. ``ahead`` are steps done after one that was skipped, oldest first; they count
    once that is done. Both are written only while there are any, as versions before them know no
    such fields.
    """

    version: Annotated[int, msgspec.Meta(ge=VERSION, le=VERSION)] = VERSION
    names: Annotated[dict[Name, Games], msgspec.Meta(max_length=MAX_NAMES)] = {}
    told: Annotated[dict[Name, Told], msgspec.Meta(max_length=MAX_NAMES)] = {}
    seats: Annotated[dict[Key, Name], msgspec.Meta(max_length=100)] = {}
    taken: Taken | msgspec.UnsetType = msgspec.UNSET
    ahead: Annotated[list[Taken], msgspec.Meta(max_length=MAX_AHEAD)] | msgspec.UnsetType = (
        msgspec.UNSET
    )


def find_interrupted(folder: Path) -> str:
    """Return the game whose lesson was open when the program was killed, empty if none was."""
    try:
        taken = read_progress(folder / FILE).taken
    except ProgressError:
        return ""  # whoever opens the notebook says so
    return taken.game if taken else ""


class ProgressError(CompanionError):
    """Progress that cannot be read or written; the message says what became of it."""


def read_progress(path: Path) -> Progress:
    """Return what a file says, empty progress if there is none. Raises ProgressError."""
    try:
        if not path.exists():
            return Progress()
        return formats.parse_json(formats.read_bytes(path, _MAX_BYTES), Progress, "progress")
    except (formats.Unusable, OSError) as error:
        raise ProgressError(f"{path} {error}.") from error


class Notebook:
    """Progress that is saved on every change; kept in memory only without a ``path``.

    A damaged file is renamed, and progress starts again. ``trouble`` is then the message to show;
    otherwise it is empty. Lessons never fail because of it.
    """

    def __init__(self, path: Path | None) -> None:
        """Open the file of a table, or start a new one."""
        self._path = path
        self.trouble = ""
        self._progress = Progress()
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        try:
            self._progress = read_progress(path)
        except ProgressError as error:
            aside = path.with_name(path.name + _HARMED)
            self.trouble = f"{error} It is kept as {aside.name}, and progress begins again."
            try:
                path.replace(aside)
            except OSError:
                self.trouble = f"{error} Progress is kept until the program ends; move that away."
                self._path = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the learners, in order of entry."""
        return tuple(sorted(name for name in self._progress.names if name))

    @property
    def full(self) -> bool:
        """Whether no further name can be kept."""
        return len(self._progress.names) >= MAX_NAMES - 1

    def count_done(self, name: str, game: str) -> Mapping[str, int]:
        """Return how many steps of each chapter of a game somebody has done."""
        return self._progress.names.get(name, {}).get(game, {})

    def note(self, done: Taken) -> None:
        """Note a step as done; it counts once all steps before it are done."""
        chapters = self._progress.names.setdefault(done.name, {}).setdefault(done.game, {})
        counted, ahead = chapters.get(done.chapter, 0), self._progress.ahead or []
        if done.step < counted or done in ahead:
            return
        ahead = [*ahead, done]
        while (following := structs.replace(done, step=counted)) in ahead:
            ahead.remove(following)
            counted += 1
        if counted:
            chapters[done.chapter] = counted
        self._progress.ahead = ahead[-MAX_AHEAD:] or msgspec.UNSET
        self._save()

    @property
    def taken(self) -> Taken | None:
        """Return the step that is open, or was when the program was killed."""
        return self._progress.taken or None

    def take(self, taken: Taken | None) -> None:
        """Note which step is open, None if no lesson is."""
        if taken != self.taken:
            self._progress.taken = taken or msgspec.UNSET
            self._save()

    def add(self, name: str) -> str:
        """Add a learner and return the stored name; does nothing if the book is full."""
        name = " ".join(name.split())[:MAX_LETTERS].strip()
        if name in self._progress.names or not self.full:
            self._progress.names.setdefault(name, {})
            self._save()
            return name
        return ""

    def forget(self, name: str) -> None:
        """Forget a learner: progress, rules learnt while playing, and the seat."""
        for kept in (self._progress.names, self._progress.told):
            kept.pop(name, None)
        ahead = [one for one in self._progress.ahead or () if one.name != name]
        self._progress.ahead = ahead or msgspec.UNSET
        seats = self._progress.seats
        for seat in [seat for seat, other in seats.items() if other == name]:
            del seats[seat]
        self._save()

    @property
    def seats(self) -> Mapping[Seat, str]:
        """Return the names of the people at the table, by seat."""
        return {Seat(seat): name for seat, name in self._progress.seats.items()}

    def seat(self, seat: Seat, name: str) -> None:
        """Note that somebody sits on this seat and no other; an empty name clears it."""
        seats = self._progress.seats
        for one in [one for one, other in seats.items() if one == seat or other == name]:
            del seats[one]
        if name:
            seats[seat] = name
        self._save()

    def list_told(self, name: str, game: str) -> Collection[str]:
        """Return the rules of a game that somebody learnt while playing."""
        return self._progress.told.get(name, {}).get(game, ())

    def note_told(self, name: str, game: str, rule: str) -> None:
        """Note that somebody learnt a rule while playing."""
        rules = self._progress.told.setdefault(name, {}).setdefault(game, [])
        if rule not in rules:
            rules.append(rule)
            self._save()

    def _save(self) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self._path, msgspec.json.format(msgspec.json.encode(self._progress)))
        except OSError as error:
            self.trouble = f"{self._path} cannot be written: {error.strerror}."
        else:
            self.trouble = ""
