"""What looks alike to somebody in two truths, by the game itself: then all that is sent has to."""

from __future__ import annotations

from tablet_companion.games.core import Viewer
from tablet_companion.referee.model.events import Confide, Event, Intent, Touched
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.step import step


def touch_alike(
    tables: tuple[Table, Table], viewer: Viewer, mine: Intent, yours: Intent | None
) -> bool:
    """Whether two touches, or one and none, look alike."""
    now_s = tables[0].now_s
    other = None if yours is None else Touched(now_s, yours)
    return look_alike(tables, viewer, Touched(now_s, mine), other)


def look_alike(
    tables: tuple[Table, Table], viewer: Viewer, mine: Event, yours: Event | None
) -> bool:
    """Whether what two events put on record looks the same to a viewer.

    What is whispered, and how often, is secret: lots staked are one play, however many.
    What is said aloud and is refused in one truth only tells them apart. What happens alike in
    both may still turn up what differs.
    """
    after = [
        table if event is None else step(table, event)[0]
        for table, event in zip(tables, (mine, yours), strict=True)
    ]
    done = [len(now.past) - len(table.past) for now, table in zip(after, tables, strict=True)]
    known = [None if now.state is None else now.view(viewer) for now in after]
    whispered = isinstance(mine, Touched) and isinstance(mine.intent, Confide)
    return (whispered or done[0] == done[1]) and known[0] == known[1]
