"""Whether a look at the table leaves no doubt, so that the eye may learn from it."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import CHANCE
from tablet_companion.referee.explaining.explanations import Unchanged
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Quiet

LOOKS: Final = 3
"""This many looks, one after another, have to show the same."""


def is_beyond_doubt(table: Table) -> bool:
    """Whether the table plainly shows what is on record, after moves that were accepted.

    Only what everybody sees is asked: what is turned over counts as that and as nothing else, so
    nothing that is learnt can tell of a secret.
    """
    evidence = table.evidence
    if evidence is None or table.stage is not Stage.PLAY or not _has_played(table):
        return False
    if not isinstance(table.explanation, Unchanged) or table.looks < LOOKS:
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
    """Whether somebody's move is on record: until then nobody has agreed to anything."""
    return any(moment.actor not in (None, CHANCE) for moment in table.past)
