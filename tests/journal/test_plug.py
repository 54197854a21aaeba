"""A pulled plug leaves any mixture of the sectors that were not synced; all confirmed is kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from tablet_companion.journal import read
from tests.vandal.disk import CAN_BE_TOLD
from tests.vandal.harms import put
from tests.vandal.plays import NAME, record
from tests.vandal.verdict import entries

CUTS: Final = 2


@pytest.mark.skipif(not CAN_BE_TOLD, reason="this Python has SQLite built in")
def test_any_mixture_of_unsynced_sectors_keeps_what_was_confirmed(tmp_path: Path) -> None:
    """The plug is pulled at every write of a game, in the middle of steps and between them.

    What was confirmed is there, the step under way is there in full or not at all, nothing is
    refused.
    """
    chance = random.Random(3)
    play = record(tmp_path, chance)
    for count, moment in enumerate(play.moments):
        for cut in range(CUTS):
            folder = tmp_path / f"{count}-{cut}"
            put(folder, play.cut(count, chance).files)
            kept = entries(read(folder / NAME))
            assert kept in (moment.confirmed, moment.confirmed + moment.under_way)
