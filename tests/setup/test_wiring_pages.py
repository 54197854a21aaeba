"""Finding which button and which lamp is on which pin, by touch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hardware.clock import ManualClock
from hardware.gpio import GpioError
from tablet_companion.config import Settings
from tablet_companion.config.reading import read_settings
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.pages.route import plan_steps
from tablet_companion.setup.pages.wiring import FLASH_S, PINS, ButtonsStep, LampsStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tests.setup.keys import BOARD, GAME, no_camera, touch


def test_a_button_is_found_by_pressing_it(desk: Desk, factory: Any, tmp_path: Path) -> None:
    """A press asks for a name, the name is written; pressed again it can be another."""
    step = ButtonsStep(desk)
    wizard = Wizard(desk, [step])
    factory.pin(22).drive_low()
    wizard.look()
    assert step.pin == 22
    touch(wizard, Does("name", "confirm"))
    assert read_settings(tmp_path / "settings.toml").gpio.buttons.confirm == 22
    factory.pin(22).drive_high()
    desk.platform.clock.advance(1.0)  # type: ignore[attr-defined]  # a manual clock
    factory.pin(22).drive_low()
    wizard.look()
    touch(wizard, Does("name", "referee"))
    buttons = read_settings(tmp_path / "settings.toml").gpio.buttons
    assert (buttons.confirm, buttons.referee) == (None, 22)
    wizard.close()


def test_a_button_that_was_pressed_too_late_asks_nothing_next_time(
    desk: Desk, factory: Any
) -> None:
    """It was pressed as the page was left; who comes back is asked to press one."""
    step = ButtonsStep(desk)
    step.enter()
    factory.pin(22).drive_low()
    step.leave()
    step.enter()
    step.see(None)
    assert step.pin is None
    step.leave()


def test_a_buzzer_is_no_button(desk: Desk, factory: Any, tmp_path: Path) -> None:
    """Its pin is left alone: a button named on it would make settings that are refused."""
    desk.change(lambda s: Settings(gpio=type(s.gpio)(buzzer=13)))
    step = ButtonsStep(desk)
    wizard = Wizard(desk, [step])
    factory.pin(13).drive_low()
    wizard.look()
    assert step.pin is None
    assert read_settings(tmp_path / "settings.toml").gpio.buzzer == 13
    wizard.close()


def test_a_lamp_is_found_by_looking(desk: Desk, factory: Any, tmp_path: Path) -> None:
    """The pin that flashes when a name is touched is that lamp's; a button's pin never flashes."""
    Wizard(desk, [ButtonsStep(desk)]).close()
    desk.change(lambda s: Settings(gpio=type(s.gpio)(buttons=type(s.gpio.buttons)(confirm=4))))
    step = LampsStep(desk)
    wizard = Wizard(desk, [step])
    clock = desk.platform.clock
    clock.advance(FLASH_S * 2.05)  # type: ignore[attr-defined]  # a manual clock
    wizard.look()
    free = [pin for pin in PINS if pin != 4]
    assert step.pin == free[2]
    assert factory.pin(free[2]).state > 0
    assert factory.pin(4).function == "input"
    touch(wizard, Does("name", "red"))
    assert read_settings(tmp_path / "settings.toml").gpio.turn == {"red": free[2]}
    assert step.pin == free[3]
    for _ in range(len(free)):  # nothing flashes, or it was named by mistake
        touch(wizard, Does("name"))
    assert read_settings(tmp_path / "settings.toml").gpio.turn == {}
    wizard.close()


def no_pins() -> Any:
    """Fail as a machine without pins does."""
    raise GpioError("There are none.")


def test_a_machine_without_pins_says_so(tmp_path: Path) -> None:
    """A laptop has no pins: the step says so, once, and can be left."""
    platform = SetupPlatform(ManualClock(), no_camera, pins=no_pins, folder=tmp_path)
    desk = Desk(Settings(), tmp_path / "settings.toml", GAME, BOARD, platform)
    (step,) = (one for one in plan_steps(desk) if isinstance(one, (ButtonsStep, LampsStep)))
    wizard = Wizard(desk, [step])
    wizard.look()
    touch(wizard, Does("on"))
    assert not wizard.open


def test_a_machine_with_pins_asks_for_buttons_and_lamps(desk: Desk) -> None:
    """Both have a page of their own."""
    kinds = [type(step) for step in plan_steps(desk)]
    assert {ButtonsStep, LampsStep} <= set(kinds)
