"""A telephone's line between two threads: the server's, which takes pages, and the table's loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from tablet_companion.games.core import TABLE
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.web.lines import Line

STEPS = 80
"""Python's steps in which a page is taken, and more."""


def show_at(line: Line, step: int) -> Callable[[FrameType, str, Any], Any]:
    """Return a tracer that shows another page at one of the steps in which a page is taken."""
    left = step

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if frame.f_code is not Line.next_sheet.__code__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left == 0:
                line.show(Page((2, 2), ()))
        return trace

    return trace


async def take_interrupted(step: int) -> bool:
    """Whether the newest page arrives, if it was shown while the one before was taken."""
    line = Line(TABLE, (400, 800))
    line.show(Page((1, 1), ()))
    before = sys.gettrace()
    sys.settrace(show_at(line, step))
    try:
        taken = await line.next_sheet()
    finally:
        sys.settrace(before)
    if taken.number == line.number:
        return True
    following = asyncio.create_task(line.next_sheet())
    for _ in range(5):
        await asyncio.sleep(0)
    following.cancel()
    return following.done() and not following.cancelled()


def test_no_page_is_lost_whenever_it_is_shown() -> None:
    """The loop's thread may come between any two steps of the server's; the new page arrives."""
    lost = [step for step in range(1, STEPS) if not asyncio.run(take_interrupted(step))]
    assert lost == []
