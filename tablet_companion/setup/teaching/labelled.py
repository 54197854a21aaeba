"""Learns a board from labelled pictures, or from our own print, and checks the result."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from calibration.camera.intrinsics import Lens
from calibration.camera.lens import ROUND
from calibration.errors import CalibrationError
from calibration.learning.learn import require_pictures, trust_board
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label, check_labels, read_labels
from calibration.taught.model import Calibration
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from tablet_companion.kit import printed
from tablet_companion.setup.checks.aim import is_blurred, judge_light
from tablet_companion.setup.checks.beside import ask_of_places
from tablet_companion.setup.checks.cards import ask_of_cards
from tablet_companion.setup.checks.chequers import ask_of_squares
from tablet_companion.setup.checks.compared import Compared, compare, leave_out
from tablet_companion.setup.checks.counterparts import count_lacking
from tablet_companion.setup.checks.exchanged import find_astray, find_exchanged
from tablet_companion.setup.checks.outside import leave_outside
from tablet_companion.setup.checks.turned import ask_of_sides
from tablet_companion.setup.checks.unlike import judge
from tablet_companion.setup.checks.unprinted import ask_of_print
from tablet_companion.setup.checks.ways import find_ways_of_colours, say_mend
from tablet_companion.setup.teaching import refusals
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.places.hues import Hues
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board

_TURNED_MIN: Final = 4
"""A picture must contradict its label at this many places at least, before it is tried as if the
board lay turned round."""
_TURNED_SHARE: Final = 0.15
"""As ``_TURNED_MIN``, in shares of its pieces. The board does lie turned if then a third as many
places contradict the label. Of 15 in 32 men on marble none was left. Held by
tests/setup/test_misteach.py."""
_HAND: Final = "A hand seems to be over the board, and its label says none."
_DOUBTFUL: Final = (
    "Pieces do not seem to stand where they are labelled. Does the label belong to this picture, "
    "and do its corners, or is it mirrored?"
)
_CORNERS: Final = "Do its corners belong to this picture?"
_MAX_PIXELS: Final = 1_000_000_000
"""Pixels of all pictures together, which are kept in memory: 3 GB; a hundred in Full HD have a
fifth."""

Lenses = tuple[Lens, ...]


def _print_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _print_warning(text: str) -> None:
    sys.stderr.write(f"Warning: {text}\n")


@dataclass(frozen=True, slots=True)
class Teacher:
    """Learns boards and says what was learnt.

    ``lenses`` were measured before; ``say`` and ``warn`` are told a sentence at a time, ``left``
    the places where pieces seem to stand in all pictures labelled empty there. Without ``left``,
    a picture that lacks most of its labelled pieces is refused.
    """

    lenses: Lenses = ()
    say: Callable[[str], None] = field(default=_print_line)
    warn: Callable[[str], None] = field(default=_print_warning)
    left: Callable[[Iterable[str]], object] | None = None

    def learn_print(self, game: str, labelled: Path | None) -> Calibration:
        """Learn a game's own print; labelled pictures, if there are any, correct its colours.

        Raises CompanionError.
        """
        trusted = msgspec.structs.replace(printed.calibration(game), lenses=self.lenses)
        cards = " and its cards" if trusted.faces_png else ""
        self.say(f"Taken from the print: {trusted.board.name}, its pieces{cards}.")
        if labelled is None:
            return trusted
        learnt = self._learn(trusted.board, read_labels(labelled), labelled)
        return msgspec.structs.replace(learnt, faces_png=trusted.faces_png | learnt.faces_png)

    def learn_board(self, path: Path, labelled: Path | None) -> Calibration:
        """Learn a board from labelled pictures; without any, from its file alone.

        Raises CompanionError.
        """
        board = read_board(path)
        if labelled is not None:
            labels = read_labels(labelled)
            if any(label.role == "calibrate" for label in labels):
                return self._learn(board, labels, labelled)
            self.warn(
                f'{labelled} has no label with "role": "calibrate": nothing is learnt from it.'
            )
        self.say("No pictures: colours and art are taken as the board file has them.")
        return msgspec.structs.replace(trust_board(board), lenses=self.lenses)

    def _learn(self, board: Board, labels: tuple[Label, ...], source: Path) -> Calibration:
        check_labels(labels, board, source)
        taught = [label for label in labels if label.role == "calibrate"]
        return self.learn_lessons(board, self._read_lessons(taught, source))

    def learn_lessons(self, board: Board, lessons: list[Lesson]) -> Calibration:
        """Learn a board from labelled pictures, and say what contradicts itself.

        Raises CompanionError.
        """
        lessons = [leave_outside(board, lesson, self.warn) for lesson in lessons]
        learnt = learn_board(board, lessons, lenses=self.lenses)
        refusals.require_unmirrored(board, learnt)
        refusals.require_one_way(board, learnt)
        elsewhere = list(ask_of_sides(board, learnt.placed))
        asked = *ask_of_print(board, learnt.placed), *ask_of_squares(board, learnt.placed)
        for question in (*ask_of_cards(board, lessons), *asked, *elsewhere):
            self.warn(question)
        compared = compare(board, learnt.placed)
        refusals.require_pieces(compared)
        self._warn_of_left(board, compared)
        spared = [placed.lesson for placed in leave_out(compared)]
        if spared:
            lessons = [lesson for lesson in lessons if lesson not in spared]
            learnt = learn_board(board, lessons, lenses=self.lenses)
        for note in learnt.notes:
            self.say(f"Learnt {note}.")
        for warning in learnt.warnings:
            self.warn(warning)
        self._warn_of_hands(compared, spared)
        self._warn_of_pictures(lessons)
        self._warn_of_numbers(board, lessons)
        self._warn_of_exchanged(board, lessons, learnt.calibration.hues, surely=bool(elsewhere))
        told = {each.placed.lesson.label.file for each in compared if each.has_hand}
        self._read_back(learnt.calibration, lessons, told)
        return learnt.calibration

    def _warn_of_hands(self, compared: list[Compared], spared: list[Lesson]) -> None:
        """Say which pictures show a hand that their labels do not tell of."""
        for lesson in (each.placed.lesson for each in compared if each.has_hand):
            learnt = "It was left out." if lesson in spared else "It is learnt as the board's."
            self.warn(
                f"{lesson.label.file}: {_HAND} {learnt} Take the picture again without one, "
                "or give its own corners."
            )

    def _warn_of_left(self, board: Board, compared: list[Compared]) -> None:
        """Name places where a piece was left, and pieces beside all; raises CalibrationError."""
        clear = [each for each in compared if not each.has_hand]
        judged = judge(board, [each.placed for each in clear])
        for question in ask_of_places(board, [each.placed for each in clear]):
            self.warn(question)
        for placed, unlike in judged:
            refusals.require_way(placed.lesson, unlike.ways)
            if self.left is None:
                refusals.require_present(placed.lesson, unlike.absent)
            else:
                self.left(unlike.left or unlike.set_out)
            if unlike.doubtful:
                self.warn(f"{placed.lesson.label.file}: {_DOUBTFUL}")
        found = [(each.placed, each.left) for each in clear]
        found += [(placed, unlike.left or unlike.set_out) for placed, unlike in judged]
        named = set[str]()
        for placed, left in found:
            if left and placed.lesson.label.file not in named:
                named.add(placed.lesson.label.file)
                self.warn(
                    f"{placed.lesson.label.file}: labelled empty, and in {len(left)} of its places "
                    f"unlike all other places labelled so: {refusals.list_places(left)}. Does a "
                    "piece stand there? Then label it, or take the picture again without it."
                )

    def _warn_of_pictures(self, lessons: list[Lesson]) -> None:
        """Say what is wrong with pictures as such: read back, each is like itself."""
        for lesson in lessons:
            file, picture = lesson.label.file, lesson.picture
            unlit = judge_light(picture, lesson.label.corners)
            if unlit is not None:
                self.warn(f"{file}: {unlit.text} The board is learnt as it looks there.")
            elif is_blurred(picture):
                self.warn(f"{file}: The picture is blurred, so fine details are not learnt.")

    def _warn_of_exchanged(
        self, board: Board, lessons: list[Lesson], hues: Hues, *, surely: bool
    ) -> None:
        """Say if the colours of pieces seem to be exchanged.

        Raises CalibrationError if they surely are, or stand where only the others can, too; the
        pages that show a board have asked about it by then. ``surely``: the board's print lies
        otherwise than in its file, too.
        """
        looks = find_exchanged(board, hues)
        astray = {each.label.file: find_astray(board, each.label.pieces) for each in lessons}
        named = ", ".join(f"{labelled} like {other}" for labelled, other in looks.items())
        for file, places in astray.items():
            if places and looks:
                raise CalibrationError(
                    f"{file}: by the colours of the board file, labelled pieces look exchanged "
                    f"({named}), and in {refusals.list_places(places)} only the others can stand. "
                    "Nothing was written: correct the label."
                )
            if places:
                self.warn(
                    f"{file}: labelled with pieces of another colour than the place's: "
                    f"{refusals.list_places(places)}. "
                    "Were they mixed up, on the board or in the label?"
                )
        fullest = max((one.label.pieces for one in lessons), key=len)
        ways = find_ways_of_colours(board, fullest, looks)
        lies = f", as if the board lay {' or '.join(ways)}: if so, {say_mend(ways)}" if ways else ""
        surely = surely or bool(find_exchanged(board, hues, surely=True))
        if looks and self.left is None and surely:
            raise CalibrationError(
                f"Labelled pieces have each other's colours in the board file: {named}{lies}. "
                "Nothing was written: otherwise, correct the labels; if the pieces look so, their "
                "colours in the board file."
            )
        if looks:
            self.warn(
                f"By the colours of the board file, labelled pieces look exchanged: {named}"
                + (f"{lies}." if lies else ". Are its corners in another order than the board's?")
            )

    def _warn_of_numbers(self, board: Board, lessons: list[Lesson]) -> None:
        """Say which labels have more pieces of a colour than the board has."""
        for label in (lesson.label for lesson in lessons):
            for colour, lacking in count_lacking(board, label.pieces).items():
                if lacking < 0:
                    count = sum(piece == colour for piece in label.pieces.values())
                    self.warn(
                        f"{label.file}: labelled with {count} pieces of {colour}, and the board "
                        f"file has {count + lacking}. Is one of them labelled in vain?"
                    )

    def _read_lessons(self, labels: list[Label], source: Path) -> list[Lesson]:
        """Read the pictures beside the labels; unreadable ones are left out with a warning."""
        lessons, unread, pixels = list[Lesson](), [], 0
        for label in labels:
            try:
                lessons.append(Lesson(label, read_picture(source.parent / label.file)))
            except CompanionError as error:
                unread.append(str(error))
                continue
            pixels += lessons[-1].picture.size // 3
            if pixels > _MAX_PIXELS:
                raise CalibrationError(
                    f"The pictures that {source} labels have more than {_MAX_PIXELS // 10**6} "
                    "megapixels together; make them smaller, or label fewer."
                )
        require_pictures(lessons, unread)
        for sentence in unread:
            self.warn(f"{sentence} It was left out.")
        return lessons

    def _read_back(self, calibration: Calibration, lessons: list[Lesson], told: set[str]) -> None:
        """Read the lessons with what was learnt of them; raises CalibrationError if most differ.

        Of the pictures ``told`` of it is known that they show a hand.
        """
        reader = BoardReader(Model(calibration), still_frames=1)
        checked = wrong = unfound = 0
        clear = [lesson for lesson in lessons if not lesson.label.hand]
        for lesson in clear:
            try:
                places, differing, contradictions = _find_contradictions(reader, lesson)
            except CompanionError as error:
                unfound += 1
                self.warn(
                    f"{lesson.label.file}: {error} {_CORNERS if lesson.label.corners else ''}"
                )
                continue
            checked += places
            wrong += differing
            if lesson.label.file in told:
                contradictions = [each for each in contradictions if each != _HAND]
            for contradiction in contradictions[: refusals.MAX_NAMED]:
                self.warn(f"{lesson.label.file}: {contradiction}")
            if (more := len(contradictions) - refusals.MAX_NAMED) > 0:
                self.warn(
                    f"{lesson.label.file}: and {more} places more; are its corners in the right "
                    "order, and is the label the right picture's?"
                )
            self._require_unturned(calibration.board, lesson, differing)
        refusals.require_found(len(clear), unfound)
        refusals.require_agreement(checked, wrong)
        if checked:
            share = 100 * (1 - wrong / checked)
            self.say(f"Read back: {checked - wrong} of {checked} places right ({share:.1f} %).")

    def _require_unturned(self, board: Board, lesson: Lesson, wrong: int) -> None:
        """Refuse a picture that agrees with its label only turned; raises CalibrationError."""
        least = max(_TURNED_MIN, _TURNED_SHARE * len(lesson.label.pieces))
        if wrong < least or lesson.label.corners is None:
            return
        alone = self._count_alone(board, lesson, 0)
        if alone is None or alone < least:
            return
        for quarters in (1, 2, 3):
            turned = self._count_alone(board, lesson, quarters)
            if turned is not None and alone >= 3 * turned:
                raise CalibrationError(
                    f"{lesson.label.file} contradicts its label at {alone} places, and at {turned} "
                    f"if the board lies {ROUND[quarters]} round, so nothing was written: give the "
                    "corners from the board's own top left, or correct the label."
                )

    def _count_alone(self, board: Board, lesson: Lesson, quarters: int) -> int | None:
        """Return at how many places a picture contradicts its label if it alone is learnt, turned.

        None if the board cannot lie so.
        """
        corners = lesson.label.corners or ()
        turned = msgspec.structs.replace(
            lesson.label, corners=(*corners[quarters:], *corners[:quarters])
        )
        try:
            learnt = learn_board(board, [Lesson(turned, lesson.picture)], lenses=self.lenses)
            reader = BoardReader(Model(learnt.calibration), still_frames=1)
            return _find_contradictions(reader, Lesson(turned, lesson.picture))[1]
        except CompanionError:
            return None


def _find_contradictions(reader: BoardReader, lesson: Lesson) -> tuple[int, int, list[str]]:
    """Return how many places a labelled picture has, how many are misread, and what to say.

    What is said may be of a hand, too. Raises RegistrationError for a picture in which the board
    is not found.
    """
    _, looked, reading = reader.examine(lesson.picture)
    found = []
    for one in reading.places:
        label = lesson.label.pieces.get(one.place, "")
        if one.place in lesson.label.occluded or one.covered or one.best == label:
            continue
        found.append(f"{one.place} looks {one.best or 'empty'}, labelled {label or 'empty'}.")
    return len(reading.places), len(found), [_HAND] * bool(looked.hand) + found
