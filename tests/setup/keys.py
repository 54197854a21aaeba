"""The keys on the set-up's pages: where they are, and what they do."""

from __future__ import annotations

from tablet_companion.screen.toolkit.drawing import Box
from tablet_companion.setup.desk import Step
from tablet_companion.setup.pageparts import Does


def list_keys(step: Step) -> list[tuple[Box, Does]]:
    """Return the keys of a page."""
    touches = step.page().touches
    return [(one.box, one.meaning) for one in touches if isinstance(one.meaning, Does)]
