"""Why nothing is judged at the moment, in words: silence would be puzzling."""

from __future__ import annotations

from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Message
from tablet_companion.referee.model.table import Table

_BLIND = {
    "camera": Message(N_("The camera gives no picture. Look at its cable.")),
    "board": Message(N_("I cannot find the board in the picture. Is it covered or moved?")),
    "dark": Message(N_("The picture is black. Is the light on, and the lens free?")),
    "unused": Message(N_("No camera is used, as the last starts failed. Touch what happens.")),
    "blurred": Message(N_("The picture is blurred. Is the lens clean, and in focus?")),
    "glare": Message(N_("The picture is too bright to see anything. Dim the light a little.")),
}
"""What is said where the camera cannot serve, by the reason of ``events.Blind``."""
_COVERED = Message(
    N_("Something lies on the board or over its edge. I judge nothing until it is gone.")
)
_PATIENCE_S = 8.0
"""A hand may rest so long before anything is said of it."""


def why_unseeing(table: Table) -> Message | None:
    """Return why nothing is judged, where that is not plain to see: silence would be puzzling."""
    if table.blind:
        return _BLIND[table.blind]
    resting_s = table.resting_s
    return None if resting_s is None or table.now_s - resting_s < _PATIENCE_S else _COVERED
