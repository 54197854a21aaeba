"""Whether a look is certain enough for the eye to learn from it."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import CHANCE
from tablet_companion.referee.explaining.explanations import Unchanged
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Quiet

MIN_LOOKS: Final = 3
"""This many consecutive looks must agree."""


def is_beyond_doubt(table: Table) -> bool:
    """Whether the table plainly shows what is on record after accepted moves.

    Only public sights are compared: a face-down piece counts as face down and nothing more, so what
    the eye learns cannot reveal a secret.
    """
    evidence = table.evidence
    if evidence is None or table.stage is not Stage.PLAY or not _has_played(table):
        return False
    if not isinstance(table.explanation, Unchanged) or table.looks < MIN_LOOKS:
        return False
    if not isinstance(table.verdict, Quiet) or table.objected or table.owed or table.back:
        return False
    if table.dialogue is not None or table.vouched or not table.rested:
        return False
    if evidence.reading.strays or evidence.reading.things or evidence.reading.disputed:
        return False
    held = table.position.public.contents
    return all(
        evidence.is_doubtful(area) or content == held.get(area, ())
        for area, content in evidence.seen.items()
    )


def _has_played(table: Table) -> bool:
    """Whether a move is on record: before the first, nobody has confirmed any position."""
    return any(moment.actor not in (None, CHANCE) for moment in table.past)
