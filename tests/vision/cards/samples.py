"""Lessons and looks at random decks: what is taught, what lies on the pile, in which light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from hardware.ports import Picture
from tests.vision.cards import heaps
from tests.vision.cards.decks import make_deck

CAUSES: Final = ("plain", "dark", "gloss", "shadow", "blur", "noise", "worn", "tilted", "empty")


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """A lesson: the board with one card, the same without any, and where the card truly lies."""

    face: str
    picture: Picture
    empty: Picture
    lay: heaps.Lay


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A look at the pile: its top card is ``lay``, or None; ``cause`` is what makes it hard."""

    cause: str
    picture: Picture
    lay: heaps.Lay | None


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A deck of which some faces were taught."""

    table: heaps.Table
    empty: Picture
    lessons: tuple[Taught, ...]
    untaught: tuple[str, ...]
    seed: int

    def looks(self, count: int) -> Iterator[Seen]:
        """Yield this many looks; two in five show a face that was not taught, if there is one."""
        rng = np.random.default_rng([7, self.seed])
        taught = [lesson.face for lesson in self.lessons]
        for _ in range(count):
            cause = str(rng.choice(CAUSES))
            light = _light(cause, rng)
            lays = _heap(self, rng)
            some = self.untaught if self.untaught and rng.random() < 0.4 else taught
            lay = _lay(str(rng.choice(some)), rng, wild=True)
            top = replace(lay, high_mm=0.3 * (len(lays) + 1))
            lays = [] if cause == "empty" else [*lays, top]
            picture = heaps.photograph(self.table, lays, light, rng)
            yield Seen(cause, picture, heaps.seen_at(top, light) if lays else None)


def make_sample(seed: int) -> Sample:
    """Make up a deck, its board, and the lessons of about four faces in five."""
    rng = np.random.default_rng(seed)
    deck = make_deck(rng)
    table = heaps.make_table(deck, rng)
    faces = [str(face) for face in rng.permutation(list(deck.faces))]
    left = max(1, round(len(faces) * 0.25))
    light = _light("plain", rng)
    light = replace(light, gain=float(rng.uniform(0.7, 1.0)), tilt_deg=float(rng.uniform(0, 10)))
    lessons = []
    for face in faces[left:]:
        lay = _lay(face, rng, wild=False)
        under = [_lay(str(rng.choice(faces)), rng, wild=False)] if rng.random() < 0.15 else []
        shown = heaps.photograph(table, [*under, lay], light, rng)
        # The light of a picture is only known nearly, and in every picture a little different.
        guess = replace(light, gain=light.gain * float(rng.normal(1, 0.015)))
        empty = heaps.photograph(table, [], guess, rng)
        lessons.append(Taught(face, shown, empty, heaps.seen_at(lay, light)))
    empty = heaps.photograph(table, [], light, rng)
    return Sample(table, empty, tuple(lessons), tuple(faces[:left]), seed)


def _lay(face: str, rng: np.random.Generator, *, wild: bool) -> heaps.Lay:
    """Lay a card nearly upright, or (sometimes, where ``wild``) turned by any angle."""
    turn = float(rng.normal(0, 5))
    if wild:
        turn += 180 * int(rng.integers(2))
        if rng.random() < 0.2:
            turn = float(rng.uniform(0, 360))
    x, y = heaps.SIDE_MM / 2 + rng.normal(0, 3.5, 2).clip(-9, 9)
    return heaps.Lay(face, float(x), float(y), turn)


def _heap(sample: Sample, rng: np.random.Generator) -> list[heaps.Lay]:
    faces = list(sample.table.deck.faces)
    count = int(rng.choice([0, 1, 3, 6, 25], p=[0.2, 0.2, 0.3, 0.2, 0.1]))
    shown = [_lay(str(rng.choice(faces)), rng, wild=True) for _ in range(count)]
    return [replace(lay, high_mm=0.3 * (number + 1)) for number, lay in enumerate(shown)]


def _light(cause: str, rng: np.random.Generator) -> heaps.Conditions:
    drift = rng.normal(1, 0.05, 3).tolist()
    plain = heaps.Conditions(
        gain=float(rng.uniform(0.5, 1.05)),
        slope=float(rng.uniform(-0.5, 0.5)),
        colour=(drift[0], drift[1], drift[2]),
        blur_px=float(rng.uniform(0.3, 0.8)),
        noise=float(rng.uniform(0.8, 3)),
        px_per_mm=float(rng.uniform(1.4, 2.8)),
        tilt_deg=float(rng.uniform(0, 6)),
        high_mm=float(rng.uniform(500, 800)),
        beside_mm=(float(rng.uniform(-60, 60)), float(rng.uniform(-60, 60))),
        astray_mm=0.25,
    )
    harder: dict[str, dict[str, float]] = {
        "dark": {"gain": float(rng.uniform(0.14, 0.25)), "noise": float(rng.uniform(1, 3))},
        "gloss": {"gloss": float(rng.uniform(0.2, 0.9))},
        "shadow": {"shadow": float(rng.uniform(0.35, 0.7))},
        "blur": {"blur_px": float(rng.uniform(1, 1.8))},
        "noise": {"noise": float(rng.uniform(4, 10))},
        "worn": {"worn": float(rng.uniform(0.3, 1))},
        "tilted": {"tilt_deg": float(rng.uniform(10, 22))},
    }
    return replace(plain, **harder.get(cause, {}))  # type: ignore[arg-type] # all of them floats
