"""The page that learns a board from its pictures, and asks for one more if in doubt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from calibration.taught.model import Calibration
from hardware.errors import CompanionError
from hardware.ports import Frame, Picture
from tablet_companion.config import taught_folder
from tablet_companion.games.core import EMPTY, Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.setup.checks.aim import judge_light
from tablet_companion.setup.checks.change_detection import TUNING, Stillness
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.left import LeftStep
from tablet_companion.setup.pages.placing import draw_places
from tablet_companion.setup.pages.showing import MOVED
from tablet_companion.setup.pages.work import STOP, TAKE, TRY
from tablet_companion.setup.parts.pageparts import BACK, Does, Key
from tablet_companion.setup.parts.picture_frame import frame_points, frame_whole, size_of
from tablet_companion.setup.teaching.board_tracker import BoardTracker
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import first_position, set_out
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE
from tablet_companion.vision.scene import Model

_Learnt = tuple[Path, Calibration, frozenset[str], frozenset[str]]
"""The folder of what was learnt, the board, its doubtful places, those where something was left."""


class LearnStep(LeftStep):
    """Learns the board, marks doubtful places, and takes one more picture if asked."""

    doubtful: frozenset[str] = frozenset()
    found: Calibration | None = None
    _more: Stillness | None = None
    _frame: Frame | None = None
    _asked_s: float | None = None
    _unfit: Message | None = None

    def enter(self) -> None:
        """Begin to learn: it takes from seconds to a minute."""
        super().enter()
        self.found = self._more = None
        self.left = frozenset()
        self.start(self.learn, self._keep)

    def learn(self) -> _Learnt:
        """Learn, and read the pictures back with what was learnt. Raises CompanionError."""
        aside, found, left = self.learn_aside(self._folder.parent)
        return aside, found, find_doubtful(found, self.teaching), left

    @property
    def _folder(self) -> Path:
        return taught_folder(self.desk.game.name, self.desk.platform.folder)

    def _keep(self, learnt: _Learnt) -> None:
        aside, found, self.doubtful, self.left = learnt
        if self.put(aside, self._folder):
            self.found = found

    def page(self) -> Page:
        """Return the page of the result, with a ring round every doubtful place."""
        if self._more is not None:
            foot: list[Key] = [STOP]
            if self._frame is not None:
                foot.append(TAKE)
            turn = Message(N_("Turn the board a little, and take your hands away."))
            say = self.desk.feed.trouble or self._unfit or turn
            live = None if self._frame is None else self._frame.picture
            return self.lay(say, foot, self._picture(live, ()))
        if self.doubt is not None:
            return self.lay_doubt(self.doubt)
        shown = [name for name in ("start", "empty") if name in self.teaching.shown]
        doubtful = self.doubtful if self.found else None
        drawn = self._picture(self.teaching.align_shown(shown[0]), doubtful) if shown else Part()
        return self.lay(self._say(), tuple(self._foot()), drawn)

    def _foot(self) -> Iterator[Key]:
        yield BACK
        if self.trouble is not None:
            yield TRY
        if self.found is None:
            return
        if self.doubtful:
            yield (N_("One more picture"), Does("more"), Weight.MAIN)
        yield (N_("Play on it"), Does("on"), Weight.PLAIN if self.doubtful else Weight.MAIN)

    def _picture(self, picture: Picture | None, doubtful: Collection[str] | None) -> Part:
        room = self.body
        if picture is None:
            return self.blank(room)
        if self._more is not None:
            frame = frame_whole(size_of(picture), room)
            return Part((frame.shown(picture),))
        frame = frame_points(size_of(picture), room, self.teaching.corners)
        rings = () if doubtful is None else draw_places(self.teaching, frame, frozenset(doubtful))
        return Part((frame.shown(picture), *rings))

    def _say(self) -> Message:
        if self.trouble is not None:
            return self.trouble
        if self.found is None:
            return Message(N_("I am learning your board. This takes a minute."))
        counts: tuple[tuple[str, Any], ...] = (
            ("count", len(self.found.board.places)),
            ("count_card", len(self.found.faces_png)),
            ("count_doubt", len(self.doubtful)),
        )
        if self.doubtful:
            text = N_(
                "{count_doubt} of {count} places {count_doubt:is|are} doubtful. "
                "One more picture may help."
            )
            return Message(text, (counts[0], counts[2]))
        if self.found.faces_png:
            return Message(N_("I know {count} places and {count_card} cards."), counts[:2])
        return Message(N_("I know {count} places."), counts[:1])

    def obey(self, does: Does) -> None:
        """Go on, back, answer a question, or ask for one more picture of the starting position."""
        super().obey(does)
        match does.what:
            case "on" if self.found is not None:
                self.desk.kept.forget()
            case "try":
                self.enter()
            case "more":
                self._more, self._frame = Stillness(), None
                self._asked_s = self._unfit = None
                self.desk.watch()
            case "stop":
                self._more = None
                self.desk.feed.rest()
            case "take" if self._frame is not None and self.work is None:
                self._take(self._frame.picture, forced=True)

    def see(self, frame: Frame | None) -> None:
        """Take the picture that was asked for once the board was turned and nothing moves."""
        super().see(frame)
        self._frame = frame
        if self._more is None or frame is None or self.work is not None:
            return
        still_s = self._more.watch(frame)
        dark = judge_light(frame.picture, None)
        if dark is not None:  # in which nothing is seen to move, either
            self._unfit = dark
            return
        if self._asked_s is None:
            self._asked_s = frame.taken_s
        if frame.taken_s - still_s <= self._asked_s or still_s < TUNING.still_s:
            return
        self._asked_s = frame.taken_s  # once each time it has come to rest
        self._unfit = None
        self._take(frame.picture)

    def _take(self, picture: Picture, *, forced: bool = False) -> None:
        """Look for the board that was turned; ``forced``, take it with a hand over it, too."""
        number = sum(name.startswith("again") for name in self.teaching.shown)
        name, tracker, kept = f"again_{number + 1}", BoardTracker(self.teaching), self.desk.kept

        def seek() -> Sequence[Point] | None:
            kept.write_picture(name, picture)
            if "empty" not in self.teaching.shown:  # its file was harmed while the plug was out
                return self.teaching.corners
            tracker.resume(list(self.teaching.shown)[-1])
            return tracker.seek_turned(picture, hands=forced)

        self.start(seek, lambda found: self._learn_again(name, picture, found))

    def _learn_again(self, name: str, picture: Picture, corners: Sequence[Point] | None) -> None:
        if corners is None:
            self._unfit = MOVED
            return
        position = set_out(self.teaching, first_position(self.desk.game, self.teaching))
        self.teaching.show(name, picture, position, corners=corners)
        self.keep()
        self.desk.feed.rest()
        self.enter()


def find_doubtful(found: Calibration, teaching: Teaching) -> frozenset[str]:
    """Return the places that are misread or doubtful in the very pictures they were learnt from."""
    reader = BoardReader(Model(found), still_frames=1)
    doubtful: set[str] = set()
    for name in ("empty", "start"):
        if name not in teaching.shown:
            continue
        line, picture = teaching.shown[name]
        try:
            _, _, reading = reader.examine(picture)
        except CompanionError:
            return frozenset(found.board.by_name)
        for one in reading.places:
            wanted = line["pieces"].get(str(one.place), EMPTY)
            if one.best != wanted or one.probability < SURE or one.covered:
                doubtful.add(str(one.place))
    return frozenset(doubtful)
