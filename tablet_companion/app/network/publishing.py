"""What a running table publishes: its status, its verdicts, and the end of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from tablet_companion.app.network.reception import require_packages
from tablet_companion.club import messages
from tablet_companion.club.messages import Happened, Status
from tablet_companion.config import Settings, data_folder
from tablet_companion.referee.model.effects import Effect, Judged, Show
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Stage, Table

if TYPE_CHECKING:
    from tablet_companion.club.publisher import Publisher

Publish = Callable[[Effect, Table], None]
"""Receives every effect that is carried out, and the table after it."""
NEEDED: Final = ("paho",)


class Publishing:
    """Follows a table's effects; pure, except for the two senders and the wall clock."""

    def __init__(
        self,
        show: Callable[[Status], None],
        tell: Callable[[Happened], None],
        wall_s: Callable[[], float],
    ) -> None:
        """Send the status to ``show``, and events, which must not be lost, to ``tell``."""
        self._show, self._tell, self._wall_s = show, tell, wall_s
        self._verdicts: Counter[str] = Counter()
        self._panel: Panel | None = None
        self._stage: Stage | None = None

    def follow(self, effect: Effect, table: Table) -> None:
        """Take note of an effect."""
        match effect:
            case Judged():
                kind, seat = messages.name_verdict(effect)
                self._verdicts[kind] += 1
                self._tell_of(kind, seat, table)
            case Show(panel=panel) if panel != self._panel or table.stage is not self._stage:
                self._panel = panel
                self._note_stage(table)
                self._show(messages.describe(table, panel, dict(self._verdicts)))

    def _note_stage(self, table: Table) -> None:
        before, self._stage = self._stage, table.stage
        if before is table.stage:
            return
        if table.stage is Stage.SETUP:
            self._verdicts.clear()
        elif table.stage is Stage.ENDED and before is not None:
            self._tell_of("ended", "", table)
        elif before is Stage.ENDED:
            self._tell_of("reopened", "", table)

    def _tell_of(self, kind: str, seat: str, table: Table) -> None:
        seats = tuple(map(str, table.setup.seats))
        winners = messages.list_winners(table)
        self._tell(Happened(0, self._wall_s(), table.game.name, kind, seat, seats, winners))


def open_publishing(
    settings: Settings, wall_s: Callable[[], float], stack: ExitStack
) -> Publish | None:
    """Publish until the stack closes, if the settings name a broker. Raises CompanionError."""
    if settings.mqtt.broker is None:
        return None
    require_packages(NEEDED, "mqtt", "broker")
    publisher = _open_publisher(settings)
    stack.callback(publisher.stop)
    publisher.start()
    return Publishing(publisher.show, publisher.tell, wall_s).follow


def _open_publisher(settings: Settings) -> Publisher:
    # An extra: most tables publish nothing, and need none of it.
    from tablet_companion.club.publisher import Publisher  # noqa: PLC0415
    from tablet_companion.club.spool import Spool  # noqa: PLC0415

    return Publisher(settings.mqtt, Spool(data_folder() / "club" / "spool.db"))
