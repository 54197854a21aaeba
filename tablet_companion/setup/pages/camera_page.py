"""The page of the camera: its picture, what to correct, and whose board it shows."""

from __future__ import annotations

from typing import Final

from hardware.ports import Frame
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.kit import printed
from tablet_companion.referee.model.notes import MIRRORED
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Circle, Page, Part, Polygon
from tablet_companion.setup.checks.aim import Aim, judge_picture
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.work import SlowStep
from tablet_companion.setup.parts.pageparts import BACK, ON, PLAY, SKIP, Does, bar
from tablet_companion.setup.parts.picture_frame import frame_whole, size_of

JUDGED_S: Final = 0.3
"""A picture is judged this often: it takes a tenth of a second on a Pi."""
NAMED_S: Final = 2.0
"""Whose board lies there is looked for this often."""
_GOOD: Final = Message(N_("The camera sees the board well."))
_SOFT: Final = Message(
    N_("The camera sees the board. If its lens can be turned, turn it until the bar is longest.")
)


class CameraStep(SlowStep):
    """The camera's picture, large, with advice on what to correct, and whose board it shows."""

    _frame: Frame | None = None
    _aim: Aim | None = None
    _judged_s = _named_s = 0.0

    def enter(self) -> None:
        """Watch the camera of the settings, or else the first that is found."""
        super().enter()
        self._watch()

    def _watch(self) -> None:
        self._frame = self._aim = None
        self.other, self.mirrored = "", False
        self.desk.watch()

    def see(self, frame: Frame | None) -> None:
        """Judge the picture now and then."""
        super().see(frame)
        now_s = self.desk.platform.clock.now_s()
        self._frame = frame
        if frame is None:
            self._aim = None
        elif self._aim is None or now_s - self._judged_s >= JUDGED_S:
            self._judged_s = now_s
            self._aim = judge_picture(frame.picture, self.desk.board.size_mm)
        if frame is not None and self.work is None and now_s - self._named_s >= NAMED_S:
            self._named_s = now_s
            self.look_whose(frame.picture)

    def page(self) -> Page:
        """Return the picture, a bar of its quality, and what to correct."""
        look, aim = self.look, self._aim
        foot = [BACK]
        if self._others:
            foot.append((N_("Other camera"), Does("other"), Weight.PLAIN))
        if self.other:
            foot.append(PLAY)
        foot.append(ON if aim is not None and aim.good and not self.mirrored else SKIP)
        room = self.body
        seen, quality = layout.rows(room, (0, look.theme.px(5)), look.theme.gap)
        share = bar(0 if aim is None else aim.quality, quality, look)
        return self.lay(self._say(), foot, self._picture(seen), share)

    @property
    def _others(self) -> list[str]:
        found = self.desk.feed.found
        return [one.text for one in found if one.text != self.desk.settings.camera]

    def _say(self) -> Message:
        trouble = self.desk.feed.trouble
        if trouble is not None:
            return trouble
        if self.other:
            return say_other(self.desk, self.other)
        if self.mirrored:
            return MIRRORED
        if self._aim is None:
            return Message(N_("I am waiting for a picture."))
        good = _GOOD if self._aim.quality >= 1 else _SOFT
        return self._aim.advice[0] if self._aim.advice else good

    def _picture(self, room: Box) -> Part:
        look = self.look
        if self._frame is None or self._aim is None:
            return self.blank(room)
        picture = self._frame.picture
        frame = frame_whole(size_of(picture), room)
        rings = tuple(
            Circle(frame.at(middle), max(12.0, radius * frame.scale), None, look.colours.amber, 4)
            for middle, radius in self._aim.lamps
        )
        outline = self._aim.corners
        edge = (
            (Polygon(tuple(map(frame.at, outline)), None, look.colours.good, 3),) if outline else ()
        )
        return Part((frame.shown(picture), *edge, *rings))

    def obey(self, does: Does) -> None:
        """Go on to the next camera that was found, or take the game whose board lies there."""
        super().obey(does)
        if does.what == "play" and self.other:
            self.desk.choose(self.other)
            self._watch()
        if does.what == "other" and self._others:
            names = [one.text for one in self.desk.feed.found]
            used = self.desk.settings.camera
            after = names.index(used) + 1 if used in names else 0
            self.desk.use(names[after % len(names)])
            self._watch()


def say_other(desk: Desk, other: str) -> Message:
    """Return that the printed board of another game lies there than the one that is chosen."""
    text = N_("This is the board of {text}, but {text_game} is chosen.")
    title = dict(printed.titles()).get(other, other)
    return Message(text, (("text", title), ("text_game", desk.game.title)))
