"""A state machine that writes down what it is told, and a button that is a file."""

import os

from machine import FOLDER, Pin


class PIO:
    """Names of settings."""

    OUT_LOW, SHIFT_LEFT = 0, 0


def asm_pio(**settings: object) -> object:
    """Take a program without assembling it; a bit must be pulled every 24, the highest first."""
    assert settings["autopull"]
    assert settings["pull_thresh"] == 24
    return lambda program: program


class StateMachine:
    """Keeps the newest words in the file ``leds``, in hexadecimal, and the number of updates."""

    def __init__(self, number: int, program: object, freq: int, sideset_base: Pin) -> None:
        assert freq == 8_000_000
        assert not sideset_base.pulled
        self.running = False

    def active(self, running: int) -> None:
        """Start."""
        self.running = bool(running)

    def put(self, words: list[int], shift: int) -> None:
        """Write the words down, whole or not at all."""
        assert self.running
        assert shift == 8
        with open(FOLDER + "/leds.new", "w") as file:
            file.write(" ".join(f"{word:06x}" for word in words))
        os.rename(FOLDER + "/leds.new", FOLDER + "/leds")


def bootsel_button() -> int:
    """Whether the button is held."""
    return int("bootsel" in os.listdir(FOLDER))
