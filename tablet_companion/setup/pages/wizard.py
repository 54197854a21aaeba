"""Going through the pages of the set-up in a window, one step after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from hardware.updates import Outcome
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.local import NOTICED_S
from tablet_companion.screen.toolkit.window import (
    Closed,
    Dragged,
    Mouse,
    Pictured,
    Pressed,
    Released,
    Window,
    open_window,
)
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.desk import Desk, Step
from tablet_companion.setup.pages.firststart import WarningStep
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.pages.route import plan_board, plan_rest
from tablet_companion.setup.pages.update import UpdateStep
from tablet_companion.setup.pages.work import SlowStep
from tablet_companion.setup.parts.pageparts import Does, find_action

_PAUSE_S: Final = 1 / 50
"""Between two looks at the touches."""
_TABLE_S: Final = 1 / 15
"""Between two pictures of the simulated table, as of a camera."""
KEPT_S: Final = 1.0
"""Seconds from the last touch until the work is saved: people touch often, and disks are slow."""
STICK_S: Final = 1.0
"""Seconds between two looks for a stick with a newer version."""
HELD_S: Final = 0.6
"""A key that changes a number goes on changing it once it was held for this long."""
REPEAT_S: Final = 0.1
"""How often a held key changes its number."""


class Wizard:
    """The steps of a set-up, one of them open; no window is known here."""

    def __init__(self, desk: Desk, steps: Sequence[Step]) -> None:
        self.desk = desk
        self._plan = self._steps = list(steps)
        self._at = 0
        self._touched_s: float | None = None
        self._stick = self._look_at_stick()
        self._looked_s = desk.platform.clock.now_s()
        self._shown: Page | None = None
        self._replaced: list[tuple[float, Page]] = []
        self._between: Step | None = None
        self._held: tuple[float, float, float, Does] | None = None
        self._warned = False
        steps[0].enter()

    @property
    def open(self) -> bool:
        """Whether there is a step left."""
        return self._at < len(self._steps)

    @property
    def step(self) -> Step:
        """Return the step that is open."""
        return self._steps[self._at]

    def show(self) -> Page:
        """Return the page that is open; the one that it replaces is remembered for a moment."""
        page, now_s = self.step.page(), self.desk.platform.clock.now_s()
        self._replaced = [one for one in self._replaced if now_s - one[0] < NOTICED_S]
        if self._shown is not None and self._shown.touches != page.touches:
            self._replaced.append((now_s, self._shown))
        self._shown = page
        return page

    def look(self) -> None:
        """Show the step the newest picture, and go on to the next one if it is done."""
        self.step.see(self.desk.see())
        self._repeat()
        now_s = self.desk.platform.clock.now_s()
        if self._touched_s is not None and now_s - self._touched_s >= KEPT_S:
            self._touched_s = None
            self.step.keep()
        self._go_on()
        if self.open and now_s - self._looked_s >= STICK_S:
            self._looked_s = now_s
            self.desk.save()
            self._interrupt()

    def press(self, x: float, y: float) -> None:
        """Do what a touch on the page means, unless it was meant for the page before."""
        self._touched_s = now_s = self.desk.platform.clock.now_s()
        does = find_action(self.step.page(), x, y)
        recent = (page for since_s, page in self._replaced if now_s - since_s < NOTICED_S)
        if any(find_action(page, x, y) != does for page in recent):
            return  # the finger was on its way to something else
        if does is None:
            self.step.press(x, y)
        else:
            self._held = None if isinstance(does.value, str) else (now_s + HELD_S, x, y, does)
            self.step.obey(does)
        self._go_on()

    def _repeat(self) -> None:
        """Change a number once more while its key is held: from 4 to 40 is no work for fingers."""
        if self._held is None:
            return
        due_s, x, y, does = self._held
        now_s = self.desk.platform.clock.now_s()
        if find_action(self.step.page(), x, y) != does:
            self._held = None
        elif now_s >= due_s:
            self._held = now_s + REPEAT_S, x, y, does
            self.step.obey(does)

    def drag(self, x: float, y: float) -> None:
        """Handle a movement of the finger; one that leaves its key no longer holds it."""
        if self._held is not None:
            self._held = self._held[0], x, y, self._held[3]
        self.step.drag(x, y)

    def release(self) -> None:
        """Handle the end of a touch."""
        self._held = None
        self._touched_s = self.desk.platform.clock.now_s()
        self.step.release()

    def close(self) -> None:
        """Close what the open step opened, and the camera."""
        if self.open:
            if self._touched_s is not None:
                self.step.keep()
            self.step.leave()
        self.desk.feed.rest()

    def _interrupt(self) -> None:
        """Tell of the update on a stick that was plugged in meanwhile, or say what is not saved."""
        stick = self._look_at_stick()
        busy = isinstance(self.step, SlowStep) and self.step.work is not None
        if busy or self.step is self._between:
            return
        unsaved, warned = self.desk.is_unsaved, self._warned
        self._warned = unsaved
        if unsaved and not warned:
            self._put_between(WarningStep(self.desk))
        elif stick != self._stick:
            self._stick = stick
            if any(stick) and not isinstance(self.step, UpdateStep):
                self._put_between(UpdateStep(self.desk))

    def _look_at_stick(self) -> tuple[str, Outcome | None]:
        updates = self.desk.platform.updates
        return updates.version, updates.outcome

    def _put_between(self, step: Step) -> None:
        self.step.keep()
        self.step.leave()
        self._touched_s = self._held = None
        self._between = step
        self._steps = [*self._steps[: self._at], step, *self._steps[self._at :]]
        step.enter()

    def _go_on(self) -> None:
        if not self.step.done:
            return
        step, at = self.step, self._at + self.step.turned
        step.leave()
        self._held = None
        if step is self._between:  # whichever way it is left, the page before it is open again
            self._steps, at = [one for one in self._steps if one is not step], self._at
        self._touched_s = None
        match step:
            case BoardStep(wants=wants):
                self._steps = [*self._steps[: self._at + 1], *plan_board(self.desk, wants)]
            case ResumeStep(turned=1, kept=kept, otherwise=otherwise):
                steps, reached = plan_rest(self.desk, kept) if step.wanted else (otherwise, 0)
                self._steps, at = [*self._steps[: self._at + 1], *steps], at + reached
        for steps in (self._plan, self._steps):  # those that teach a board came later
            earlier = [n for n, one in enumerate(steps) if type(one) is step.to]
            if earlier:
                self._steps, at = steps, earlier[0]
        self._at = max(0, at)
        if self.open:
            self.step.enter()
            self.step.keep()
        else:
            self.desk.put(set_up=True)


def run_wizard(
    wizard: Wizard, table: Pictured | None, stopped: Callable[[], bool], turned: Callable[[], None]
) -> bool:
    """Show the pages until the last is through; False if the window was closed before.

    ``stopped`` ends it from elsewhere, ``turned`` is called each time round.
    """
    shown, window = wizard.desk.settings.screen, _open(wizard.desk)
    pictured_s = 0.0
    try:
        while wizard.open and not stopped():
            if wizard.desk.settings.screen.size_px != shown.size_px:
                shown = wizard.desk.settings.screen
                window.close()
                window = _open(wizard.desk)
            window.show(wizard.show())
            if table is not None and time.monotonic() - pictured_s >= _TABLE_S:
                pictured_s = time.monotonic()
                window.show_picture(table.picture(), table.title)
            if not take(window, wizard, table):
                return False
            if wizard.open:
                wizard.look()
            turned()
            time.sleep(_PAUSE_S)
    finally:
        wizard.close()
        window.close()
    return not wizard.open


def _open(desk: Desk) -> Window:
    return open_window(desk.settings.screen, desk.look.theme)


def take(window: Window, wizard: Wizard, table: Pictured | None) -> bool:
    """Take what was touched; False if the window was closed."""
    pressed = False
    for happening in window.happenings():
        match happening:
            case Closed():
                return False
            case _ if not wizard.open:
                break
            case Pressed(x=x, y=y) if not pressed:
                wizard.press(x, y)
                pressed = True  # another one was meant for a page that is not shown any more
            case Dragged(x=x, y=y):
                wizard.drag(x, y)
            case Released():
                wizard.release()
            case Mouse() if table is not None:
                table.mouse(happening)
    return True
