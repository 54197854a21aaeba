"""What the firmware's pins are told: the state machine's waveform, and its README's numbers."""

from __future__ import annotations

import ast
import itertools
import re
import types
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.hardware.link.process import FIRMWARE

SOURCE = FIRMWARE.read_text(encoding="utf-8")
README = FIRMWARE.with_name("README.md").read_text(encoding="utf-8")
CYCLE_NS = 125
"""One instruction at 8 MHz."""


class Instruction:
    """One instruction of the state machine, written as the assembler wants it."""

    def __init__(self, name: str, *operands: Any) -> None:
        self.name, self.operands = name, operands
        self.level = 0
        self.cycles = 1

    def side(self, level: int) -> Instruction:
        """Set the pin."""
        self.level = level
        return self

    def __getitem__(self, delay: int) -> Instruction:
        """Wait this many cycles more."""
        self.cycles += delay
        return self


def assembled() -> list[Instruction]:
    """Return the instructions of the firmware's program, labels among them."""
    tree = ast.parse(SOURCE)
    program = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "ws2812")
    program.decorator_list, program.returns = [], None
    scope: dict[str, Any] = {}
    exec(compile(ast.Module([program], []), "ws2812", "exec"), scope)  # noqa: S102 - our own firmware
    written: list[Instruction] = []

    def word(name: str) -> Any:
        def write(*operands: Any) -> Instruction:
            written.append(Instruction(name, *operands))
            return written[-1]

        return write

    names = {name: word(name) for name in ("wrap_target", "label", "out", "jmp", "nop", "wrap")}
    types.FunctionType(scope["ws2812"].__code__, {**names, "x": "x", "not_x": "not_x"})()
    return written


def waveform(bits: Sequence[int]) -> list[int]:
    """Return the pin's level in every cycle while the state machine shifts these bits out."""
    program, levels, left = assembled(), list[int](), list(bits)
    labels = {line.operands[0]: at for at, line in enumerate(program) if line.name == "label"}
    at = bit = 0
    while True:
        line = program[at]
        at += 1
        if line.name == "wrap":
            at = 0
        if line.name in ("wrap", "wrap_target", "label"):
            continue
        if line.name == "out":
            if not left:
                return levels
            bit = left.pop(0)
        levels += [line.level] * line.cycles
        if line.name == "jmp" and (line.operands[0] != "not_x" or not bit):
            at = labels[line.operands[-1]]


@given(st.lists(st.integers(0, 1), min_size=1, max_size=48))
def test_the_waveform_is_what_the_lights_want(bits: list[int]) -> None:
    """WS2812B: a 0 is high for 220 to 380 ns, a 1 for 580 to 1000 ns, a bit lasts 1.25 µs."""
    pulses = [(level, len(list(run))) for level, run in itertools.groupby(waveform(bits))]
    assert pulses[0][0] == 0
    high = [cycles * CYCLE_NS for level, cycles in pulses if level]
    assert len(high) == len(bits)
    for bit, high_ns in zip(bits, high, strict=True):
        assert (580 <= high_ns <= 1000) if bit else (220 <= high_ns <= 380)
    assert len(waveform(bits)) * CYCLE_NS == 1250 * len(bits)


def _constants() -> dict[str, Any]:
    """Return the numbers at the top of the firmware."""
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(SOURCE).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def test_the_readme_names_the_pins_and_numbers() -> None:
    """Who wires as the README says has what the program expects."""
    told = _constants()
    pins = told["SWITCH_PINS"]
    assert f"`GP{told['LED_PIN']}` (pin 1)" in README
    assert list(pins) == list(range(pins[0], pins[-1] + 1))
    assert f"`GP{pins[0]}` to `GP{pins[-1]}`" in README
    assert f"switches 0 to {len(pins) - 1}" in README
    assert f"{told['LEDS']} for Agent DOG" in README
    assert f"- {len(pins)} reed switches" in README
    assert f"more than {told['MOST_MA']} mA" in README
    assert told["LED_PIN"] not in pins
    named = set(re.findall(r"`([\w./]+\.(?:md|py))`", README)) - {"main.py", "controller.py"}
    assert all((FIRMWARE.parent / name).exists() for name in named)
