"""What all pages of the set-up share: settings, camera, pins, and the pages' appearance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from hardware.board import Board
from hardware.cameras import SIMULATED, open_camera
from hardware.cameras.discovery import find_cameras
from hardware.errors import CompanionError
from hardware.gpio import GpioError, Pins, open_pins
from hardware.log import log
from hardware.ports import AvailableCamera, Camera, Clock, Frame
from hardware.sticks import Sticks
from hardware.updates import Updates
from tablet_companion import games
from tablet_companion.config import Settings, data_folder
from tablet_companion.config.writing import change_settings, set_aside_harmed
from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit import bands, controls, layout, paint, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import fit_theme
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.parts.camera_feed import CameraFeed
from tablet_companion.setup.parts.pageparts import Does, Key
from tablet_companion.setup.teaching.kept import KeptTeaching
from tablet_companion.setup.teaching.teaching import Teaching

_HEAD_MM: Final = (12.5, 15.0)
"""The height of the headline on a lying page (two lines) and an upright one (three)."""


@dataclass(frozen=True)
class SetupPlatform:
    """What the set-up runs on: cameras, pins, and the folder of taught boards.

    ``opened`` opens a camera by its name, ``found`` finds them, ``pins`` gives gpiozero's factory,
    ``updates`` tells of newer versions.
    """

    clock: Clock
    opened: Callable[[str], Camera]
    found: Callable[[], tuple[AvailableCamera, ...]] = find_cameras
    pins: Callable[[], Pins] = open_pins
    folder: Path = field(default_factory=data_folder)
    updates: Updates = field(default_factory=Updates)

    @property
    def sticks(self) -> Sticks:
        """Return the writer of files to USB sticks."""
        return Sticks(self.folder)


def make_setup_platform(clock: Clock) -> SetupPlatform:
    """Return the machine's own cameras and pins."""
    return SetupPlatform(clock, lambda name: open_camera(name, clock))


class Desk:
    """One set-up: the present settings, and everything its pages need."""

    def __init__(
        self, settings: Settings, path: Path, game: AnyGame, board: Board, platform: SetupPlatform
    ) -> None:
        """Begin with the settings read from a file at ``path``, which need not be there."""
        self.settings = settings
        self.game, self.board, self.platform = game, board, platform
        self.feed = CameraFeed(platform.opened, self._find_cameras)
        self.kept = KeptTeaching(platform.folder / "teaching")
        self.own_game = False
        """Whether none of our games is wanted, but a board of one that has no rules here."""
        self.outlined: Teaching | None = None
        """A board whose game was chosen again before a picture of it was taken."""
        self._unsaved: list[Callable[[Settings], Settings]] = []
        self.path = path
        self.look = self._look()

    def change(self, change: Callable[[Settings], Settings]) -> None:
        """Change the settings and their file; what the file cannot take waits until it can.

        The file says that the set-up has begun, too: the next start continues it.
        """

        def begin(before: Settings) -> Settings:
            after = change(before)
            return msgspec.structs.replace(after, set_up=bool(after.set_up))

        self.settings = begin(self.settings)
        self._unsaved.append(begin)
        error = self.save()
        if error is not None and len(self._unsaved) == 1:  # said once
            log(error)
        self.look = self._look()

    def save(self) -> CompanionError | None:
        """Write what the settings' file could not take so far; return why it still cannot."""
        if not self._unsaved:
            return None
        try:
            set_aside_harmed(self.path)  # nothing else on the screen could mend it
            change_settings(self.path, self._change_unsaved)
        except CompanionError as error:
            return error
        self._unsaved.clear()
        return None

    def _change_unsaved(self, settings: Settings) -> Settings:
        for change in self._unsaved:
            settings = change(settings)
        return settings

    def put(self, **values: Any) -> None:
        """Change settings to these values, and nothing else of the file."""
        self.change(lambda before: msgspec.structs.replace(before, **values))

    @property
    def is_unsaved(self) -> bool:
        """Whether what was to be saved last, of the settings or of a board, is in memory only."""
        return bool(self._unsaved) or self.kept.unwritten

    def _look(self) -> Look:
        screen = self.settings.screen
        theme = fit_theme(screen.size_px, screen.dpi)
        return Look(theme, words(self.settings.language, self.board), self.board, paint.measure)

    def choose(self, name: str) -> None:
        """Set the table up for another game."""
        self.game, self.board = games.load(name), printed.board(name)
        self.put(game=name)

    def watch(self) -> None:
        """Watch the camera of the settings, or the first that is plugged in."""
        self.feed.watch(self.settings.camera)

    def see(self) -> Frame | None:
        """Return the newest picture; a camera that was found is from now on that of the settings.

        Raises the error with which the camera's thread failed.
        """
        if self.feed.error is not None:
            raise self.feed.error
        if self.feed.name and self.feed.name != self.settings.camera:
            self.use(self.feed.name)
        return self.feed.frame

    def use(self, camera: str) -> None:
        """Use this camera from now on."""
        self.put(camera=camera)

    def _find_cameras(self) -> tuple[AvailableCamera, ...]:
        return () if self.simulated else self.platform.found()

    def has_pins(self) -> bool:
        """Whether this machine has pins, on which there may be lamps and buttons."""
        try:
            self.platform.pins()
        except GpioError:
            return False
        return True

    @property
    def simulated(self) -> bool:
        """Whether the table is a simulated one, whose camera is the only one."""
        return self.settings.camera == SIMULATED


class Step:
    """One or several pages of the set-up; ``done`` once they are finished.

    What a step does not need it leaves out.
    """

    done = False
    turned = 1
    """The number of steps to go on once this one is done; −1 goes back."""
    to: type[Step] | None = None
    """The earlier page to return to instead, if any."""

    def __init__(self, desk: Desk) -> None:
        """Take the desk; nothing is opened before ``enter``."""
        self.desk = desk

    def enter(self) -> None:
        """Begin, or begin again."""
        self.done, self.to = False, None

    def leave(self) -> None:
        """Close what ``enter`` opened."""

    def keep(self) -> None:
        """Save unfinished entries that are not in the settings, in case the plug is pulled."""

    def page(self) -> Page:
        """Return the page."""
        raise NotImplementedError

    @property
    def look(self) -> Look:
        """Return the pages' appearance, which changes with the settings."""
        return self.desk.look

    @property
    def body(self) -> Box:
        """Return the room between the headline and the keys."""
        return self._stage.body

    @property
    def _stage(self) -> stages.Stage:
        """Return the rooms of a page; upright the headline has three lines."""
        return stages.shelf(self.look, _HEAD_MM[self.look.theme.portrait])

    def lay(self, say: Message, foot: Sequence[Key], *drawn: Part) -> Page:
        """Return a page: what to do, what is drawn, and one row of keys."""
        look, stage = self.look, self._stage
        head = bands.headline(look.words.say(say), stage.head, look)
        return parts.page(look, head, *drawn, controls.key_row(foot, stage.foot, look))

    def grid(self, keys: Sequence[Key], box: Box | None = None, least_mm: float = 30.0) -> Part:
        """Return keys in as few lines as their least width allows, no higher than they need be."""
        box, look, gap = box or self.body, self.look, self.look.theme.gap
        across, down = layout.shape(len(keys), box, look.theme.px(least_mm), gap)
        high = min(box.h, down * look.theme.px(17) + (down - 1) * gap)
        cells = layout.grid(Box(box.x, box.y, box.w, high), across, down, gap)
        return controls.keys_in(cells[: len(keys)], keys, look)

    def write(self, messages: Iterable[Message], box: Box | None = None) -> Part:
        """Return sentences below each other."""
        look = self.look
        size, ink = look.theme.body, look.colours.text
        said = tuple(parts.Sentence(look.words.say(one), size, ink) for one in messages)
        return parts.column(said, box or self.body, look)

    def blank(self, box: Box) -> Part:
        """Return the empty field that is shown until there is a picture."""
        return Part((Fill(box, self.look.colours.raised, self.look.theme.px(2)),))

    def obey(self, does: Does) -> None:
        """Do what a key means; ``on`` and ``back`` are known to every step."""
        if does.what in ("on", "back"):
            self.done, self.turned = True, 1 if does.what == "on" else -1

    def press(self, x: float, y: float) -> None:
        """Handle a finger that touches the page beside the keys, in pixels of the page."""

    def drag(self, x: float, y: float) -> None:
        """Handle a movement of the finger."""

    def release(self) -> None:
        """Handle the end of a touch."""

    def see(self, frame: Frame | None) -> None:
        """Look at the newest picture of the camera; None if there is none."""
