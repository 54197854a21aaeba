"""What going on learning is worth: it grows dark over a printed board, in one of several ways.

``python -m tests.vision.evenings agent_dog`` plays a few turns while the light changes, learns what
is beyond doubt, and reads other positions in the last light and by day, with and without what was
learnt.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final, NamedTuple

from calibration.taught.experience import begin_experience
from hardware.simulated.faults import Strengths
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY
from tablet_companion.simulator.house import make_print
from tablet_companion.vision.experience import helps, learn_light, read_as_taught, teaches
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.reading import SURE
from tablet_companion.vision.scene import Model
from tests.vision.evening import DAY, DIM, Room
from tools import faults
from tools.truth import tell_truth

EVENINGS: Final[dict[str, Strengths]] = {
    "one weak, warm lamp": DIM,
    "a lamp mirrored in the caps": dict.fromkeys(
        (faults.CAP_GLOSS, faults.TINTED, faults.ONE_SIDED), 0.7
    ),
    "a lamp beside the table": {faults.ONE_SIDED: 1.0, faults.TINTED: 0.8, faults.DIM: 0.3},
    "a lamp in the varnish": {faults.MIRRORED: 0.6, faults.TINTED: 0.5},
    "a lamp and a window": {faults.TWO_LIGHTS: 1.0, faults.DIM: 0.5},
    "somebody's shadow": {faults.EDGE_SHADOW: 0.6, faults.TINTED: 0.4},
    "sun through bars": {faults.WINDOW_BARS: 0.3},
}
_TURNS: Final = (0.25, 0.5, 0.75, 1.0, 1.0, 1.0)
"""How much of the evening has come at each turn."""
_READ: Final = 8


class Counts(NamedTuple):
    """Places read wrongly, and not surely; hands seen where none is; boards without a mistake."""

    wrong: int
    unsure: int
    hands: int
    right: int


def is_confirmed(table: SimulatedTable, look: Observation) -> bool:
    """Whether a referee who knows the table would agree with all that is clearly seen."""
    stands = tell_truth(table, "")["pieces"]
    return all(
        sight.covered or sight.probability < SURE or sight.best == stands.get(sight.place, EMPTY)
        for sight in look.reading.places
    )


def play(room: Room, light: Strengths) -> Model:
    """Return what reads the board after the turns of an evening."""
    model, known = room.taught, begin_experience(room.taught.calibration)
    for turn, share in enumerate(_TURNS):
        dusk = {fault: strength * share for fault, strength in light.items()}
        table = room.set_table(1000 + turn, dusk)
        look = room.look(table, model)
        if not (is_confirmed(table, look) and teaches(model, look)):
            continue
        plain = read_as_taught(room.taught, look)
        learnt = None if plain is None else learn_light(room.taught, plain)
        if learnt is None:
            continue
        more = known.add(learnt)
        candidate = room.taught.with_lights(more.lights)
        if helps(candidate, look):
            known, model = more, candidate
    return model


def count(room: Room, tables: Sequence[SimulatedTable], model: Model) -> Counts:
    """Count what a model makes of tables."""
    total = Counts(0, 0, 0, 0)
    for table in tables:
        look, stands = room.look(table, model), tell_truth(table, "")["pieces"]
        seen = [sight for sight in look.reading.places if not sight.covered]
        wrong = sum(sight.best != stands.get(sight.place, EMPTY) for sight in seen)
        sure = sum(sight.probability >= SURE for sight in seen)
        right = not wrong and not look.scan.hand
        one = (wrong, len(look.reading.places) - sure, look.scan.hand, right)
        total = Counts(*(a + b for a, b in zip(total, one, strict=True)))
    return total


def main() -> None:
    """Print a row of a table for every evening: as taught → with what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+")
    for game in parser.parse_args().game:
        room = Room(make_print(game))
        for name, light in EVENINGS.items():
            model = play(room, light)
            cells = [game, name, str(len(model.lights))]
            for now in (light, DAY):
                tables = [room.set_table(100 + n, now) for n in range(_READ)]
                both = zip(
                    count(room, tables, room.taught), count(room, tables, model), strict=True
                )
                cells += [f"{before} → {after}" for before, after in both]
            print("| " + " | ".join(cells) + " |", flush=True)  # noqa: T201 - its output


if __name__ == "__main__":
    main()
