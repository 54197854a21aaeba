"""The first pages of a new machine: language, screen, camera, and which board there is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from calibration.experience import forget_experience
from hardware.errors import CompanionError
from hardware.ports import Frame
from tablet_companion.config import ScreenSettings, played_file
from tablet_companion.games.core import Message
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.kit import printed
from tablet_companion.kit.prints import Formats, print_files
from tablet_companion.kit.recognising import find_other_game
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Circle, Line, Page, Part, Polygon
from tablet_companion.screen.toolkit.theme import MM_PER_INCH
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.aim import Aim, judge_picture
from tablet_companion.setup.desk import UNWRITTEN, Desk, Step
from tablet_companion.setup.pageparts import Does, Key, bar, list_choices
from tablet_companion.setup.picture_frame import frame_whole, size_of
from tablet_companion.setup.work import STOP, SlowStep

RULER_MM: Final = 50.0
_SHORT_RULER_MM: Final = 30.0
_SHORT_PX: Final = 400
"""A line shorter than this may not be five centimetres long, as on 3.5 inches held upright."""
_LEAST_DPI: Final = 50.0
JUDGED_S: Final = 0.3
"""A picture is judged this often: it takes a tenth of a second on a Pi."""
NAMED_S: Final = 2.0
"""Whose board lies there is looked for this often."""

BACK: Final[Key] = (N_("Back"), Does("back"), Weight.PLAIN)
NO: Final[Key] = (N_("No"), Does("stay"), Weight.MAIN)
SKIP: Final[Key] = (N_("Not now"), Does("on"), Weight.PLAIN)
PLAY: Final[Key] = (N_("Play that game"), Does("play"), Weight.MAIN)
ON: Final[Key] = (N_("Continue"), Does("on"), Weight.MAIN)


class LanguageStep(Step):
    """Asks for the language."""

    def page(self) -> Page:
        """Return a key for each language, in its own words."""
        keys = list_choices("language", LANGUAGES, {self.desk.settings.language})
        say = Message(N_("Welcome. Which language do you speak?"))
        return self.lay(say, (ON,), self.grid(keys))

    def obey(self, does: Does) -> None:
        """Use the touched language from now on."""
        super().obey(does)
        if does.what == "language":
            self.desk.put(language=does.value)


class ScreenStep(Step):
    """Asks which way up the screen was built in, and measures the size of its pixels."""

    def page(self) -> Page:
        """Return a line to hold a ruler against, with centimetres as wide as they are by now."""
        look, theme = self.look, self.look.theme
        room = self.body
        why, ruler = layout.rows(room, (room.h // 2, 0), theme.gap)
        text = Message(
            N_("Hold a ruler to the line, its 0 at the left. Touch the line at {count} cm."),
            (("count", round(self._ruler_mm() / 10)),),
        )
        line = self._line()
        ink = look.colours.main
        ends = (
            Line((line.x, line.y), (line.right, line.y), ink, 4),
            *(
                Line((x, line.y - theme.px(tall)), (x, line.y), ink, 3)
                for x, tall in self._ticks(line)
            ),
        )
        foot: tuple[Key, ...] = (
            BACK,
            (N_("Rotate"), Does("turn"), Weight.PLAIN),
            (N_("Shorter"), Does("longer", -1), Weight.PLAIN),
            (N_("Longer"), Does("longer", 1), Weight.PLAIN),
            ON,
        )
        assert ruler.h > 0, "the line has the lower half"
        say = Message(N_("Which way up is the screen, and how large?"))
        return self.lay(say, foot, self.write((text,), why), Part(ends))

    def _line(self) -> Box:
        """Return the ruler's line: from its zero to the end of the page."""
        room = self.body
        return Box(room.x + 4, room.bottom - self.look.theme.gap, room.w - 8, 1)

    def _ruler_mm(self) -> float:
        """Return at how many millimetres of the ruler the line is touched."""
        return RULER_MM if self._line().w >= _SHORT_PX else _SHORT_RULER_MM

    def _ticks(self, line: Box) -> list[tuple[float, float]]:
        """Return where the centimetres are, and how high their ticks are in mm."""
        px = self.desk.settings.screen.dpi / MM_PER_INCH
        count, long = int(min(line.w / px, 2 * RULER_MM) // 10), round(self._ruler_mm() / 10)
        return [(line.x + 10 * n * px, 12.0 if n % long == 0 else 6.0) for n in range(count + 1)]

    def press(self, x: float, y: float) -> None:
        """Take the position of the ruler's mark; touches far from the line are ignored."""
        line = self._line()
        if abs(y - line.y) < 2 * self.look.theme.finger and x > line.x:
            self._resize((x - line.x) / self._ruler_mm() * MM_PER_INCH)

    def obey(self, does: Does) -> None:
        """Turn the page, or make the line a little longer or shorter."""
        super().obey(does)
        screen = self.desk.settings.screen
        if does.what == "longer":
            self._resize(screen.dpi * (1 + 0.01 * float(does.value)))
        if does.what == "turn":
            self.desk.change(lambda s: msgspec.structs.replace(s, screen=turn_screen(s.screen)))

    def _resize(self, dpi: float) -> None:
        """Set the pixels per inch; pages keep room for their keys all the same."""
        if dpi < _LEAST_DPI:  # that far left no ruler has its mark
            return
        replace, kept = msgspec.structs.replace, round(dpi, 1)
        self.desk.change(lambda s: replace(s, screen=replace(s.screen, dpi=kept)))


def turn_screen(screen: ScreenSettings) -> ScreenSettings:
    """Return the page turned by a quarter, clockwise."""
    width, height = screen.size_px
    turned: int = (screen.turned + 90) % 360
    return msgspec.structs.replace(screen, size_px=(height, width), turned=turned)


class WarningStep(Step):
    """Says once that nothing can be saved, whichever page is open then."""

    def page(self) -> Page:
        """Return the warning, and the key that goes on."""
        return self.lay(UNWRITTEN, (ON,))


class GameStep(Step):
    """Asks for the game, whose board is then printed or taught."""

    def page(self) -> Page:
        """Return a key for each game."""
        keys = list_choices("game", dict(printed.titles()), {self.desk.game.name})
        say = Message(N_("Which game do you want to play first?"))
        return self.lay(say, (BACK, ON), self.grid(keys))

    def obey(self, does: Does) -> None:
        """Choose the touched game."""
        super().obey(does)
        if does.what == "game":
            self.desk.choose(str(does.value))


class CameraStep(SlowStep):
    """The camera's picture, large, with advice on what to correct, and whose board it shows."""

    _frame: Frame | None = None
    _aim: Aim | None = None
    _judged_s = _named_s = 0.0
    _other = ""

    def enter(self) -> None:
        """Watch the camera of the settings, or else the first that is found."""
        super().enter()
        self._watch()

    def leave(self) -> None:
        """Let the camera go."""
        super().leave()
        self.desk.feed.rest()

    def _watch(self) -> None:
        self._frame = self._aim = None
        self._other = ""
        self.desk.watch()

    def see(self, frame: Frame | None) -> None:
        """Judge the picture now and then."""
        super().see(frame)
        now_s = self.desk.things.clock.now_s()
        self._frame = frame
        if frame is None:
            self._aim = None
        elif self._aim is None or now_s - self._judged_s >= JUDGED_S:
            self._judged_s = now_s
            self._aim = judge_picture(frame.picture, self.desk.board.size_mm)
        if frame is not None and self.work is None and now_s - self._named_s >= NAMED_S:
            self._named_s = now_s
            picture, game = frame.picture, self.desk.game.name
            self.start(lambda: find_other_game(picture, game), self._name)

    def _name(self, other: str | None) -> None:
        self._other = other or ""

    def page(self) -> Page:
        """Return the picture, a bar of its quality, and what to correct."""
        look, aim = self.look, self._aim
        foot = [BACK]
        if self._others:
            foot.append((N_("Other camera"), Does("other"), Weight.PLAIN))
        if self._other:
            foot.append(PLAY)
        foot.append(ON if aim is not None and aim.good else SKIP)
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
        if self._other:
            return say_other(self.desk, self._other)
        if self._aim is None:
            return Message(N_("I am waiting for a picture."))
        good = Message(N_("The camera sees the board well."))
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
        if does.what == "play" and self._other:
            self.desk.choose(self._other)
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


_WAYS: Final = (
    Message(N_("Print a board: on A3, or on A4 to be glued.")),
    Message(N_("Teach me your board: this game in a box of any make.")),
    Message(N_("A new board: any board at all, without rules.")),
)


class BoardStep(SlowStep):
    """The choice of a board: to be printed, to be taught, without rules, or already calibrated."""

    wants = ""
    _asks = False
    _said: Message | None = None

    def enter(self) -> None:
        """Ask again."""
        super().enter()
        self.wants, self._asks = "", False

    def page(self) -> Page:
        """Return the page with the ways to get a board."""
        look = self.look
        if self.work is not None:
            say = Message(N_("I am drawing the board and the cards. This takes a minute."))
            return self.lay(say, (STOP,))
        if self._asks:
            say = Message(N_("Forget what was learnt about this board while playing?"))
            yes: Key = (N_("Forget it"), Does("forget", "sure"), Weight.PLAIN)
            return self.lay(say, (NO, yes))
        keys = [
            (N_("Print a board"), Does("print"), Weight.PLAIN),
            (N_("Teach me your board"), Does("teach"), Weight.PLAIN),
            (N_("A new board"), Does("new"), Weight.PLAIN),
        ]
        if self._played.is_file():
            keys.append((N_("Forget what was learnt while playing"), Does("forget"), Weight.PLAIN))
        rows = len(keys) if look.theme.portrait else 1 + len(keys) // 4
        high = rows * look.theme.px(18) + (rows - 1) * look.theme.gap
        above, below = layout.rows(self.body, (high, 0), 2 * look.theme.gap)
        say = Message(N_("Which board do you play on?"))
        done: Key = (N_("I have my board"), Does("on"), Weight.MAIN)
        said = self.trouble or self._said
        text = _WAYS if said is None else (said,)
        lines = self.write(text, below)
        return self.lay(say, (BACK, done), self.grid(keys, above), lines)

    def obey(self, does: Does) -> None:
        """Write what is to be printed, or go on to the teaching."""
        super().obey(does)
        if does.what in ("teach", "new"):
            self.done, self.turned, self.wants = True, 1, does.what
        self._asks = does == Does("forget")
        if does == Does("forget", "sure"):
            self._forget()
        if does.what == "print" and self.work is None:
            self._said = None
            self.start(self._print, self._tell)

    @property
    def _played(self) -> Path:
        """Return the file in which is kept what was learnt while playing on this board."""
        settings, folder = self.desk.settings, self.desk.things.folder
        return played_file(self.desk.game.name, settings.calibration, folder)

    def _forget(self) -> None:
        try:
            forget_experience(self._played)
        except CompanionError as error:
            self._said = said(error)
        else:
            self._said = Message(N_("The board is read as it was taught."))

    def _print(self) -> tuple[int, Path]:
        """Write what is to be printed; return how many files, and where. Raises CompanionError."""
        formats = Formats(language=self.desk.settings.language)
        files = list(print_files(self.desk.game.name, formats))
        return len(files), self.desk.things.sticks.put("tablet-companion-print", files)

    def _tell(self, written: tuple[int, Path]) -> None:
        count, folder = written
        on_stick = N_("{count} files are on the stick, in {text}. Print them at full size.")
        here = N_("Print these {count} files at full size: {text}")
        details = (("count", count), ("text", str(folder)))
        self._said = Message(here if folder.is_absolute() else on_stick, details)
