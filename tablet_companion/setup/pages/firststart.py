"""The first pages of a new machine: language, screen and game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from tablet_companion.config import MAX_DPI, MIN_DPI, ScreenSettings
from tablet_companion.games.core import Message
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.kit.offers import list_offers
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.pages import offers
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Line, Page, Part
from tablet_companion.screen.toolkit.theme import MM_PER_INCH
from tablet_companion.screen.words.troubles import UNWRITTEN
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.parts.pageparts import BACK, NO_GAME, ON, Does, Key, list_choices

RULER_MM: Final = 50.0
_SHORT_RULER_MM: Final = 30.0
"""The mark of the ruler that is touched, on a long and on a short line."""
_SHORT_PX: Final = 400
"""A line shorter than this may not be five centimetres long, as on 3.5 inches held upright."""


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
        room = self.body
        return Box(room.x + 4, room.bottom - self.look.theme.gap, room.w - 8, 1)

    def _ruler_mm(self) -> float:
        return RULER_MM if self._line().w >= _SHORT_PX else _SHORT_RULER_MM

    def _ticks(self, line: Box) -> list[tuple[float, float]]:
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
        """Set the pixels per inch; pages keep room for their keys all the same.

        Touches nearer to the zero than the lowest resolution has its mark are mistakes.
        """
        if dpi < MIN_DPI:
            return
        replace, kept = msgspec.structs.replace, round(min(dpi, MAX_DPI), 1)
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

    def enter(self) -> None:
        """Begin, with the boards of all games."""
        super().enter()
        self._games = list_offers()

    def page(self) -> Page:
        """Return a key for each game; people who teach a board without rules need none."""
        look = replace(self.look, games=self._games)
        keys = offers.draw_keys(self.body, look, partial(Does, "game"), self.desk.game.name)
        say = Message(N_("Which game do you want to play first?"))
        return self.lay(say, (BACK, NO_GAME, ON), keys)

    def obey(self, does: Does) -> None:
        """Choose the touched game."""
        super().obey(does)
        if does.what == "game":
            self.desk.choose(str(does.value))
        if does.what in ("on", "none"):
            self.desk.own_game, self.done, self.turned = does.what == "none", True, 1
