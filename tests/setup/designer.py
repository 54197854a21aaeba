"""Somebody who lays out a board that no game knows: with keys, handles, touches, and mistakes."""

from __future__ import annotations

import numpy as np

from tablet_companion.setup.pages.designing import DesignStep
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.pages.firststart import LanguageStep
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.parts.pageparts import Does
from tests.setup.keys import list_keys
from tests.setup.own import OWN, find_corners, find_touch
from tests.setup.owner import Person


class Designer(Person):
    """A person with a board of a ``layout`` of their own, who may be ``careless``."""

    layout: str = "grid"
    careless: bool = False
    _erred = False

    def photograph(self, name: str) -> None:
        """Have the page photographed, if anybody wants that."""

    def _go_on(self, step: Step) -> None:
        self.touch(Does("on"))
        self.until(lambda: not self.wizard.open or self.wizard.step is not step, "it stays")

    def _design(self, step: DesignStep) -> None:
        """Lay the places out with keys, handles and touches; carelessly, with mistakes first."""
        kind = self.layout
        while step._kind != kind:
            self.touch(Does("kind"))
        if self.careless and not self._erred:
            self._err(step)
            return
        # On a busy machine a finger seems to stay on a key, which then goes on changing.
        while (touch := find_touch(kind, step.teaching.wanted)) is not None:
            self.touch(touch)
        if kind == "points":
            self._touch_points(step)
        else:
            self._drag_corners(step)
        self.photograph(f"{self.layout}-places")
        self._go_on(step)

    def _drag_corners(self, step: DesignStep) -> None:
        """Drag both corners of the layout onto its places, unless they are there."""
        for name, at in zip("01", find_corners(self.layout), strict=True):
            ((x, y),) = self.table.pose.project([at]).tolist()
            now = step.handles()[name]
            if np.hypot(now[0] - x, now[1] - y) > 3:
                self.drag(step, name, (x, y))

    def _touch_points(self, step: DesignStep) -> None:
        """Touch the points whose images are all others, and say how the board is alike."""
        wanted, frame = OWN["points"], step.frame()
        assert frame is not None
        for at in wanted.points or ():
            ((x, y),) = self.table.pose.project([at]).tolist()
            self.touch_at(*frame.at((x, y)))
        for axis in wanted.mirror:
            self.touch(Does("mirror", axis))
        while step.teaching.wanted.turns != wanted.turns:
            self.touch(Does("turns"))

    def _err(self, step: DesignStep) -> None:
        """Tap twenty times on one spot, go on with nothing tapped, back, and another language."""
        frame, kind = step.frame(), self.layout
        assert frame is not None
        if kind == "points":
            self.touch(Does("on"))
            assert step.trouble is not None, "a board without places is none"
            assert self.wizard.step is step
        x, y = frame.at(self.table.pose.project([(200.0, 200.0)]).tolist()[0])
        for tap in range(20):
            self.touch_at(x + tap % 3, y + tap % 2)
        self.photograph(f"{self.layout}-twenty")
        if kind == "points":
            assert len(step.teaching.spots()) < 3, step.teaching.spots()
            while step.teaching.spots():
                self.touch(Does("away"))
        self._erred = True
        while not isinstance(self.wizard.step, LanguageStep):
            before = self.wizard.step
            self.until(self._may_go_back, "there is no way back")
            self.touch(Does("back"))
            self.until(lambda: self.wizard.step is not before, "it stays")  # noqa: B023 - at once
        self.touch(Does("language", "de"))

    def _may_go_back(self) -> bool:
        return Does("back") in [does for _, does in list_keys(self.wizard.step)]

    def _set_corners(self, step: CornersStep) -> None:
        """Carelessly, two corners are put on one spot first."""
        if self.careless and not self._erred:
            self.until(lambda: step.teaching.still is not None, "no picture comes")
            self.drag(step, "0", step.handles()["2"])
            self.touch(Does("on"))
            assert step.trouble is not None
            assert self.wizard.step is step
        super()._set_corners(step)
