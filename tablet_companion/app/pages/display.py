"""The touchscreen as the loop sees it: panels to show, touches to interpret."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hardware.ports import Clock
from tablet_companion.app.wired.buttons import interpret_press
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import Panel, PlayPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.scenes import OwnPanel
from tablet_companion.screen.toolkit.drawing import Meaning, Page
from tablet_companion.screen.toolkit.local import NOTHING, NOTICED_S, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import SLIDE_S, Motion
from tablet_companion.screen.toolkit.orders import Knob, Order, OwnMeaning, Tune, TurnStep
from tablet_companion.screen.toolkit.window import Happening, Window

LEAVING_S: Final = 1.0
"""A key that ends the game is not hit by the second touch of two, even of a slow child's."""

MAX_SEEN: Final = 32
"""Pages behind the newest to which a touch may belong; no machine or telephone is slower."""

_Before = tuple[float, Page | None, scenes.Shown | None]
"""When another page took its place, the page, and the panel that it showed."""


class Display:
    """Shows the referee's panels in a window, in the language chosen."""

    def __init__(self, window: Window, look: Look, clock: Clock | None = None) -> None:
        """Show in a window of the look's size; without a clock every touch counts at once."""
        self.window = window
        self._clock = clock
        self.page: Page | None = None
        self._before: deque[_Before] = deque(maxlen=MAX_SEEN)
        self._waiting: list[tuple[float, Happening]] = []
        self._look = look
        self._panel: Panel | None = None
        self.over: OwnPanel | None = None
        """What is laid over the referee's panel."""
        self._local: Local = NOTHING
        self._beneath: Local = NOTHING
        self._left: dict[type, tuple[OwnPanel, Local]] = {}
        self._last: scenes.Shown | None = None
        self._moved_s = 0.0

    @property
    def panel(self) -> Panel | None:
        """Return the referee's panel, on the screen or beneath another; None before the first."""
        return self._panel if self.over is None else None

    @property
    def look(self) -> Look:
        """Return how pages look; set, the page that is shown looks like that at once."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        self._look = look
        self._refresh()

    @property
    def language(self) -> str:
        """Return the language of what is shown."""
        return self._look.words.language

    @property
    def shown(self) -> scenes.Shown | None:
        """Return the panel whose page is on the screen, the referee's or the table's own."""
        return self.over or self._panel

    def show(self, panel: Panel) -> None:
        """Show a panel; a half-finished entry is kept only if it is still valid."""
        if panel == self._panel:
            return  # most ticks and looks change nothing
        if self.over is None:
            self._move(panel)
            self._local = scenes.carry_over(self._local, self._panel, panel)
        else:
            self._beneath = scenes.carry_over(self._beneath, self._panel, panel)
        self._panel = panel
        self._refresh()

    def tick(self) -> None:
        """Move the pieces that are sliding; does nothing if none are."""
        motion = self._local.motion
        if motion is None or self._clock is None:
            return
        done = (self._clock.now_s() - self._moved_s) / SLIDE_S
        left = replace(motion, done=done) if done < 1 else None
        self._local = replace(self._local, motion=left)
        self._refresh()

    def _move(self, panel: Panel) -> None:
        """Start sliding pieces to where the next panel has them, if there is a clock."""
        if self._clock is None or not self._look.motion:
            return
        slides = scenes.find_moved(self._panel, panel, self._look)
        passes = scenes.passes_turn(self._panel, panel)
        if slides is None and not passes:
            self._local = replace(self._local, motion=None)
        elif slides or passes:
            self._moved_s = self._clock.now_s()
            self._local = replace(self._local, motion=Motion(slides or (), passes=passes))

    def lay_over(self, panel: OwnPanel | None) -> None:
        """Show one of the table's own pages over the referee's panel, or remove it.

        The page beneath comes back as it was left, with its entries and its scrolling; so does
        a list from which another of these pages was opened.
        """
        if panel == self.over:
            return
        if self.over is None:
            self._beneath, self._local = self._local, NOTHING
        elif panel is None:
            self._local = self._beneath
            self._left.clear()
        else:
            self._local = self._take_up(self.over, panel)
        self.over = panel
        self._refresh()

    def _take_up(self, before: OwnPanel, after: OwnPanel) -> Local:
        """Return what the screen remembers when one of the table's own pages follows another."""
        self._left[type(before)] = before, self._local
        left, local = self._left.get(type(after), (None, NOTHING))
        if type(before) is not type(after) and left == after:
            return local
        return scenes.carry_over(self._local, before, after)

    def happenings(self) -> Iterator[tuple[float, Happening]]:
        """Yield what happened since the last call, and when it had happened at the latest.

        It may be handled much later: the loop may be busy, and others may come first.
        """
        waiting, self._waiting = self._waiting, []
        yield from [*waiting, *self._take_in(self._now_s())]

    def _take_in(self, at_s: float) -> list[tuple[float, Happening]]:
        return [(at_s, one) for one in self.window.happenings()]

    def _now_s(self) -> float:
        return 0.0 if self._clock is None else self._clock.now_s()

    def interpret_touch(
        self, x: float, y: float, *, moved: bool = False, at_s: float | None = None
    ) -> events.Intent | Order | None:
        """Return what a touch means to the referee or the table; None if it changed the page.

        A finger that was ``moved`` counts only on controls that are dragged. It came down at
        ``at_s``, now if that is not told: perhaps before this page was shown.
        """
        page = self.page
        if page is None:
            return None
        if moved and not scenes.is_scrubbed(page, x, y):
            return None
        found = scenes.touch(page, x, y)
        leaves = isinstance(found, events.NewGame | events.SwitchOff)
        for _, before, last in self._recent(at_s, LEAVING_S if leaves else NOTICED_S):
            if before is not None and not _same_key(self._touch_before(before, x, y), found):
                return None  # the finger was on its way to something else
            if last is not None and _subject(found, last) != _subject(found, self.shown):
                return None  # the second touch of two would go on from a page that nobody has read
        if isinstance(found, Local):
            self._local = found
            self._refresh()
            return None
        assert not isinstance(found, OwnMeaning), "no page of a table has such keys"
        return found

    def _touch_before(self, before: Page, x: float, y: float) -> Meaning | None:
        if self.page is not None and before.upside_down != self.page.upside_down:
            x, y = before.size[0] - x, before.size[1] - y
        return scenes.touch(before, x, y)

    def interpret_button(self, button: str, at_s: float | None = None) -> events.Intent | None:
        """Return the meaning of a wired button; None if it meant something else just before.

        It was pressed at ``at_s``, now if that is not told.
        """
        if self.panel is None:
            return None
        intent = interpret_press(button, self.panel)
        shown = (one for _, _, one in self._recent(at_s) if one and not isinstance(one, OwnPanel))
        return intent if all(interpret_press(button, panel) == intent for panel in shown) else None

    def _recent(self, at_s: float | None, within_s: float = NOTICED_S) -> list[_Before]:
        """Return the pages shown until just before: a finger had no time to react to a change."""
        when_s = self._now_s() if at_s is None else at_s
        return [one for one in self._before if when_s - one[0] < within_s]

    def _refresh(self) -> None:
        if self.shown is None:
            return
        page = scenes.page(self.shown, self._look, self._local)
        if self._look.facing and scenes.is_for_opposite(self.shown):
            page = replace(page, upside_down=True)
        before, at_s = (self.page, self._last), self._now_s()
        self.page, self._last = page, self.shown
        self.window.show(page)
        if self._clock is not None:
            self._waiting += self._take_in(at_s)  # fingers that came down before it was shown
            if page != before[0]:
                self._before.append((self._now_s(), *before))


def _same_key(one: Meaning | None, other: Meaning | None) -> bool:
    """Whether two meanings belong to one key, whose value a touch may have changed."""
    if isinstance(one, Local) and isinstance(other, Local):
        return replace(one, cards=()) == replace(other, cards=())
    if isinstance(one, events.Choose) and isinstance(other, events.Choose):
        return one.name == other.name
    if isinstance(one, Tune) and isinstance(other, Tune):
        return one == other or one.knob == other.knob != Knob.FACING  # that goes to and fro
    return one == other


def _subject(meaning: Meaning | None, shown: scenes.Shown | None) -> object:
    """Return what a key goes on from: the same key may go on from one page after another."""
    match meaning, shown:
        case events.Begin(), _:
            return type(shown)
        case events.Say(), PlayPanel(view=view):
            return view.turn
        case events.TakeBack(), _:  # a double touch would take two moves back
            return shown
        case events.Answer() | events.GoOn(), _:
            return type(shown), getattr(shown, "say", None)
        case TurnStep(), LessonPanel(number=number):
            return number
    return None
