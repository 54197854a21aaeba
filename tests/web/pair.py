"""The same table in two truths that one viewer cannot tell apart, compared byte by byte."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import Viewer
from tablet_companion.referee.model.table import Table
from tests.web.requested import ask
from tests.web.wired import Begun, Wired, settle

_OUTCOMES: Final = 60
_TRIES: Final = 8
_SCREENS: Final = 0.5
"""Share of the tables that have a screen; elsewhere lessons are taken at a telephone."""


class Revealed(Exception):
    """The game itself told the truths apart."""


class Pair:
    """The same table in both truths, and who listens."""

    def __init__(self, begun: Begun, viewer: Viewer, rng: random.Random) -> None:
        """Begin with a truth and another one that the viewer takes for it."""
        self.viewer, self.rng, self.acts = viewer, rng, list[str]()
        drawn = (begun.game.resample(begun.state, viewer, rng) for _ in range(_TRIES))
        other = next((one for one in drawn if one != begun.state), begun.state)
        self.states = begun.game.write(begun.state), begun.game.write(other)
        self._after: list[object] = []
        screen = rng.random() < _SCREENS
        self.one = Wired(begun, self._draw, screen=screen)
        self.other = Wired(replace(begun, state=other), self._draw_alike, screen=screen)
        settle(*self.both)

    @property
    def both(self) -> tuple[Wired, Wired]:
        """Return both tables, the one that games go on with first."""
        return self.one, self.other

    @property
    def tables(self) -> tuple[Table, Table]:
        """Return what both referees remember."""
        return self.one.table, self.other.table

    @property
    def seen(self) -> tuple[tuple[Table, Table], Viewer]:
        """Return the tables, and who looks at them."""
        return self.tables, self.viewer

    def _draw(self, table: Table, below: int) -> int:
        number = self.rng.randrange(below)
        self._after.append(_viewed_after(table, table.game.legal(table.state)[number], self.viewer))
        return number

    def _draw_alike(self, table: Table, below: int) -> int:
        """Draw what looks to the eavesdropper like what was drawn in the first truth."""
        after = self._after.pop(0)
        actions = [*table.game.legal(table.state)]
        for number in self.rng.sample(range(below), min(_OUTCOMES, below)):
            if _viewed_after(table, actions[number], self.viewer) == after:
                return number
        raise Revealed

    def listen(self) -> tuple[int, tuple[str, str] | None]:
        """Return how many messages came since the last time, and the first that differ."""
        mine, yours = ([*one.listen(self.viewer)] for one in self.both)
        for pair in itertools.zip_longest(mine, yours):
            if pair[0] != pair[1]:
                return len(mine), (_describe(*pair), _describe(*reversed(pair)))
        return len(mine), None

    def request(self) -> tuple[int, tuple[str, str] | None]:
        """Return how much the eavesdropper requests, and the first answers that differ.

        It knows the names of all pictures that either table keeps.
        """
        names = sorted({name for one in self.both for name in one.pictures._kept})
        language = self.one.table.setup.language
        mine, yours = (ask(one.pictures, names, self.viewer, language) for one in self.both)
        apart = next((pair for pair in zip(mine, yours, strict=True) if pair[0] != pair[1]), None)
        return len(mine), apart and (str(apart[0])[:900], str(apart[1])[:900])


def _viewed_after(table: Table, action: Any, viewer: Viewer) -> object:
    return table.game.view(table.game.successor(table.state, action), viewer)


def _describe(message: Any, other: Any) -> str:
    """Return a message's turn and viewer, and what in it differs from another one."""
    if message is None:
        return "(nothing)"
    if other is None or message[:2] != other[:2]:
        return f"{message[:2]} {message[2].rstrip()[-300:]}"
    mine, yours = json.loads(message[2]), json.loads(other[2])
    apart = {name: part for name, part in mine.items() if part != yours[name]}
    items = [item for item in apart.pop("items", []) if item not in yours["items"]]
    return f"{message[:2]} {apart} {items}"[:900]
