"""The self-test at the console: runs one check after another, and asks what people see."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from hardware.board import Board
from hardware.errors import CompanionError
from hardware.ports import BoardLink, Camera, CameraError, Clock, Light, Picture, SwitchStates
from tablet_companion.screen.pages.trial import count_places
from tablet_companion.screen.toolkit.orders import Section
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import HELD, PRESS_S, UNTRIED, Check, Equipment, Outputs
from tablet_companion.selfcheck.contacts import Contacts
from tablet_companion.selfcheck.doctor.camera import take_picture
from tablet_companion.selfcheck.finding import Finding, State, quote
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.stills import Prepared, open_still_reader

TICK_S: Final = 0.02
ANSWER_S: Final = 3.0
"""Seconds that the controller has to answer, and that it may be unplugged."""
WAIT_S: Final = 20.0
"""Seconds without news from the switches after which the check ends."""
_NAME_WIDTH: Final = 22

Draw = Callable[[Picture, Board, Fit, Scan, Reading], str]
"""Draws how a picture was read, and returns where the drawing is (empty: nowhere)."""
Result = tuple[State, str]
"""How a check went, and what was seen."""


class Reply(StrEnum):
    """A person's answer about what was shown."""

    YES = "yes"
    NO = "no"
    AGAIN = "again"


@dataclass(frozen=True)
class TableUnderTest:
    """A table's open devices. ``model`` is called only once there is a picture to read.

    ``presses`` returns the buttons pressed since it was called last. ``link`` is None if the
    settings name no board controller; ``line`` is what they call its line.
    """

    equipment: Equipment
    actuators: Actuators
    presses: Callable[[], Sequence[str]]
    camera: Callable[[str], Camera]
    model: Callable[[], Prepared]
    draw: Draw
    link: BoardLink | None = None
    line: str = ""


class Console:
    """Goes through checks and prints how each went.

    ``pause`` lets time pass. ``ask`` returns what a person says about what was shown, and is None
    if nobody is there.
    """

    def __init__(
        self,
        table: TableUnderTest,
        clock: Clock,
        pause: Callable[[float], None],
        ask: Callable[[], Reply] | None,
    ) -> None:
        self._table, self._clock, self._pause, self._ask = table, clock, pause, ask
        self._contacts = Contacts()
        self._news_s = 0.0

    def run(self, checks: Iterable[Check]) -> int:
        """Try everything; return 1 if something failed, else 0."""
        findings = [self._try(check) for check in checks]
        for finding in findings:
            _say(finding.lines(words("en"), _NAME_WIDTH))
        if not findings:
            _say(
                "The settings name nothing that could be tried; tablet-companion doctor says more."
            )
        return int(any(finding.state is State.FAIL for finding in findings))

    def _try(self, check: Check) -> Finding:
        _say(f"{check.name}: {check.ask}")
        while True:
            state, seen = self._carry_out(check)
            reply = self._ask() if self._ask is not None and state is State.SHOWN else None
            match reply:
                case None:
                    return Finding(check.name, state, quote(seen))
                case Reply.YES:
                    return Finding(check.name, State.OK, quote(seen))
                case Reply.NO:
                    return Finding(check.name, State.FAIL, quote(f"not so: {seen}"))

    def _carry_out(self, check: Check) -> Result:
        """Try one thing once, and leave all dark and silent whatever happens."""
        try:
            return self._step_until_over(check)
        finally:
            self._table.actuators.drive(Outputs())
            if self._table.link is not None:
                with contextlib.suppress(CompanionError):  # said already; a lost one goes dark
                    self._table.link.turn()

    def _step_until_over(self, check: Check) -> Result:
        """Step a check many times a second until its result; over the link, once that answers."""
        link = self._table.link if check.section is Section.BOARD else None
        heard_s = self._clock.now_s()
        begun_s = heard_s if link is None else None
        while True:
            now_s = self._clock.now_s()
            try:
                told = () if link is None else link.turn()
            except CompanionError as error:  # it does not fit
                return State.FAIL, str(error)
            if link is None or link.connected:
                heard_s = now_s
                begun_s = now_s if begun_s is None else begun_s
                result = self._step(check, now_s - begun_s, told)
                if result is not None:
                    return result
            elif now_s - heard_s >= ANSWER_S:
                return State.FAIL, (
                    f"the controller does not answer on {self._table.line}; is its cable in, and "
                    "the program of hardware/firmware on it?"
                )
            self._pause(TICK_S)

    def _step(self, check: Check, since_s: float, told: Sequence[SwitchStates]) -> Result | None:
        if check.outputs is not None:
            self._table.actuators.drive(check.outputs(since_s))
            return (State.SHOWN, check.ask) if since_s >= check.length_s else None
        match check.section:
            case Section.BUTTONS:
                return self._await_press(check.subject, since_s)
            case Section.BOARD:
                return self._hear_switches(self._table.equipment.switches, since_s, told)
            case _:
                return self._look_through(check.subject)

    def _await_press(self, button: str, since_s: float) -> Result | None:
        """Wait for a press of a button, or of a wrong one; earlier presses do not count."""
        pressed = self._table.presses()
        if since_s == 0.0:
            return None
        if button in pressed:
            return State.OK, "it was pressed"
        if pressed:
            return State.FAIL, f"{pressed[0]} came instead; are two pins swapped in the settings?"
        if since_s >= PRESS_S:
            return State.FAIL, "nothing came; is its wire on that pin and on ground?"
        return None

    def _hear_switches(
        self, places: Sequence[str], since_s: float, told: Sequence[SwitchStates]
    ) -> Result | None:
        """Listen to the switches until all have worked or nothing new arrives."""
        if since_s == 0.0:
            self._contacts, self._news_s = self._contacts.begin_again(), 0.0
        for states in told:
            after = self._contacts.heard(states)
            if after != self._contacts:
                self._contacts, self._news_s = after, since_s
        self._table.actuators.drive(Outputs(lights=_light_holes(self._contacts, places)))
        if self._contacts.are_well(places):
            return State.OK, "every one closed and opened"
        if since_s - self._news_s < WAIT_S:
            return None
        return State.FAIL, "; ".join(self._contacts.list_troubles(places))

    def _look_through(self, name: str) -> Result:
        try:
            picture = take_picture(self._table.camera, name)
        except TimeoutError:
            return State.FAIL, "its driver does not answer; pull it out and plug it in again"
        except CameraError as error:
            return State.FAIL, str(error)
        size = f"{picture.shape[1]}×{picture.shape[0]}"
        model = self._table.model()
        try:
            fit, looked, reading = open_still_reader(model).examine(picture)
        except RegistrationError as error:
            return State.FAIL, f"{size}; {error}"
        drawn = ""
        if isinstance(looked, Scan):  # of loose cards there is no drawing
            drawn = self._table.draw(picture, model.board, fit, looked, reading)
        counted = words("en").say(count_places(reading.places)).rstrip(".")
        return State.OK, (
            f"{size}; the board is found within {fit.residual_px:.1f} px; {counted}"
            + (", a hand is over it" if looked.hand else "")
            + (f"; drawn in {drawn}" if drawn else "")
        )


def _light_holes(contacts: Contacts, places: Sequence[str]) -> Mapping[str, Light]:
    untried = (place for place in places if not contacts.are_well((place,)))
    return dict.fromkeys(untried, UNTRIED) | dict.fromkeys(contacts.closed, HELD)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
