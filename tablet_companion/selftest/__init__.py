"""Trying every lamp, tone, button, light, switch and the camera of a table, one by one.

Each thing is a ``Part``; a ``Course`` goes through them as the clock tells. ``PARTS`` lists what
makes the parts of a table. A device that is new to the house gets a file here and a line there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tablet_companion.selftest import buttons, camera, lamps, tones, underneath
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Part

PARTS: Final[tuple[Callable[[Bench], Iterator[Part]], ...]] = (
    lamps.parts,
    tones.parts,
    buttons.parts,
    underneath.parts,
    camera.parts,
)
"""In the order in which they are tried."""


def parts_of(bench: Bench) -> tuple[Part, ...]:
    """Return everything that is to be tried at a table; what is not wired is left out."""
    return tuple(part for made in PARTS for part in made(bench))
