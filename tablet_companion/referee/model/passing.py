"""Whether the player on turn may have nothing to play: for everybody, and for that player alone."""

from __future__ import annotations

from tablet_companion.referee.explaining.public import known_passes, passes
from tablet_companion.referee.model.table import Stage, Table


def may_pass(table: Table) -> bool:
    """Whether the player on turn may have nothing to play, as far as everybody knows."""
    return table.stage is Stage.PLAY and bool(passes(table.position))


def must_pass(table: Table) -> bool:
    """Whether nothing of the hand can be played, as far as it is known: for its player alone."""
    return table.stage is Stage.PLAY and bool(known_passes(table.position))
