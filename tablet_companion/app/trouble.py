"""The page for what cannot be recorded: the game stands still until somebody has made room."""

from __future__ import annotations

import sys

from tablet_companion.games.core import TABLE
from tablet_companion.journal import JournalError
from tablet_companion.marking import N_
from tablet_companion.referee.keys import CONTINUE
from tablet_companion.referee.panels import Message, PausePanel
from tablet_companion.referee.table import Table


def notice(table: Table, error: JournalError) -> PausePanel:
    """Return a page that says so above the table as it is on record; the log has the details."""
    sys.stderr.write(f"tablet-companion: {error}\n")
    say = Message(N_("This step cannot be saved. Make room on the disk, then go on."))
    return PausePanel(table.game.view(table.state, TABLE), say, (CONTINUE,))
