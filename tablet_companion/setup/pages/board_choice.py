"""The page on which people choose where their board comes from."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from calibration.finding.fiducials import detect_markers
from calibration.taught.experience import forget_experience
from hardware.board import Marker
from hardware.errors import CompanionError
from hardware.ports import Frame, Picture
from tablet_companion.config import TAUGHT, played_file, taught_folder
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.kit.recognising import is_mirrored
from tablet_companion.referee.model.notes import MIRRORED
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.geometry.board_outline import find_outline
from tablet_companion.setup.pages.work import LOOKING, STOP, SlowStep
from tablet_companion.setup.parts.pageparts import BACK, NO, ON, Does, Key

_WAYS: Final = (
    Message(N_("Print a board: on A3, or on A4 to be glued.")),
    Message(N_("Teach me your board: this game in a box of any make.")),
    Message(N_("A new board: any board at all, without rules.")),
)
_FOREIGN: Final = N_(
    "This does not look like the printed board of {text}. I know no other board until you teach it."
)
_DRAWING: Final = Message(N_("I am drawing the board and the cards. This takes a minute."))
_TEACH: Final[Key] = (N_("Teach me your board"), Does("teach"), Weight.MAIN)
_NEW: Final[Key] = (N_("A new board"), Does("new"), Weight.MAIN)
_PRINTED: Final[Key] = (N_("It is printed"), Does("on"), Weight.PLAIN)


class BoardStep(SlowStep):
    """The choice of a board: to be printed, to be taught, without rules, or already calibrated."""

    wants = ""
    _asks = _doubts = False
    _busy = LOOKING
    _said: Message | None = None
    _frame: Frame | None = None

    def enter(self) -> None:
        """Ask again, and watch what lies under the camera."""
        super().enter()
        self.wants, self._asks, self._doubts, self._frame = "", False, False, None
        self.desk.watch()

    def see(self, frame: Frame | None) -> None:
        """Remember the newest picture."""
        super().see(frame)
        self._frame = frame

    def page(self) -> Page:
        """Return the page with the ways to get a board."""
        look = self.look
        if self.work is not None:
            return self.lay(self._busy, (STOP,))
        if self._asks:
            say = Message(N_("Forget what was learnt about this board while playing?"))
            yes: Key = (N_("Forget it"), Does("forget", "sure"), Weight.PLAIN)
            return self.lay(say, (NO, yes))
        if self._doubts and self.mirrored:
            return self.lay(MIRRORED, (BACK, ON))
        if self._doubts:
            say = Message(_FOREIGN, (("text", self.desk.game.title),))
            return self.lay(say, (BACK, _PRINTED, _NEW if self.desk.own_game else _TEACH))
        keys = [
            (N_("Print a board"), Does("print"), Weight.PLAIN),
            (*_TEACH[:2], Weight.PLAIN),
            _NEW if self.desk.own_game else (*_NEW[:2], Weight.PLAIN),
        ]
        if self._played.is_file():
            keys.append((N_("Forget what was learnt while playing"), Does("forget"), Weight.PLAIN))
        rows = len(keys) if look.theme.portrait else 1 + len(keys) // 4
        high = rows * look.theme.px(18) + (rows - 1) * look.theme.gap
        above, below = layout.rows(self.body, (high, 0), 2 * look.theme.gap)
        say = Message(N_("Which board do you play on?"))
        weight = Weight.PLAIN if self.desk.own_game else Weight.MAIN
        done: Key = (N_("I have my board"), Does("on"), weight)
        said = self.trouble or self._said
        text = _WAYS if said is None else (said,)
        lines = self.write(text, below)
        return self.lay(say, (BACK, done), self.grid(keys, above), lines)

    def obey(self, does: Does) -> None:
        """Write what is to be printed, or go on to the teaching."""
        super().obey(does)
        if self._doubts and does == Does("back"):
            self.done = self._doubts = False
        elif does == Does("on"):
            self._check()
        if does.what in ("teach", "new"):
            self.done, self.turned, self.wants = True, 1, does.what
        self._asks = does == Does("forget")
        if does == Does("forget", "sure"):
            self._forget()
        if does.what == "print" and self.work is None:
            self._said, self._busy = None, _DRAWING
            self.start(self._print, self._tell)

    def _check(self) -> None:
        """Stay until it is known whether the board is printed by us, unless one was taught."""
        desk, markers, frame = self.desk, self.desk.board.markers, self._frame
        taught = taught_folder(desk.game.name, desk.platform.folder) / TAUGHT
        if self._doubts or frame is None or desk.settings.calibration or taught.is_file():
            return
        if markers:
            self.done, self._busy = False, LOOKING
            self.start(lambda: _find_foreign(frame.picture, markers), self._judge)

    def _judge(self, found: tuple[bool, bool]) -> None:
        """Ask about a foreign board, else go on."""
        self._doubts, self.mirrored = found
        self.done, self.turned = not self._doubts, 1

    @property
    def _played(self) -> Path:
        settings, folder = self.desk.settings, self.desk.platform.folder
        return played_file(self.desk.game.name, settings.calibration, folder)

    def _forget(self) -> None:
        try:
            forget_experience(self._played)
        except CompanionError as error:
            self._said = said(error)
        else:
            self._said = Message(N_("The board is read as it was taught."))

    def _print(self) -> tuple[int, Path]:
        # What writes PDF takes long to import, and the first page would wait for it.
        from tablet_companion.kit.prints import Formats, print_files  # noqa: PLC0415

        formats = Formats(language=self.desk.settings.language)
        files = list(print_files(self.desk.game.name, formats))
        return len(files), self.desk.platform.sticks.put("tablet-companion-print", files)

    def _tell(self, written: tuple[int, Path]) -> None:
        count, folder = written
        on_stick = N_("{count} files are on the stick, in {text}. Print them at full size.")
        here = N_("Print these {count} files at full size: {text}")
        details = (("count", count), ("text", str(folder)))
        self._said = Message(here if folder.is_absolute() else on_stick, details)


def _find_foreign(picture: Picture, markers: Collection[Marker]) -> tuple[bool, bool]:
    """Return whether a board lies there that does not look printed by us, and whether mirrored.

    In doubt it is not foreign: what is printed later cannot be seen yet.
    """
    if find_outline(picture) is None:
        return False, False
    seen = detect_markers(picture, {marker.dictionary for marker in markers})
    ours = any((one.dictionary, one.id) in seen for one in markers)
    mirrored = is_mirrored(picture)
    return mirrored or not ours, mirrored
