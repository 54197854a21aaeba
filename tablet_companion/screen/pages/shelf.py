"""The shelf of a game's lessons: its chapters, and how far each is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.pages import names
from tablet_companion.screen.toolkit import bands, controls, grids, layout, orders, parts, stages
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look

LESSONS: Final = N_("Lessons")
_LINE_MM: Final = 15
_COLUMN_MM: Final = 60


@dataclass(frozen=True, slots=True)
class ChapterLine:
    """A chapter on the shelf, and how many of its steps are done."""

    name: str
    title: str
    done: int
    steps: int


@dataclass(frozen=True, slots=True)
class ChaptersPanel:
    """The chapters of a game's lessons; ``say`` is the main sentence, ``name`` who is learning."""

    chapters: tuple[ChapterLine, ...]
    say: Message
    name: str = ""


def page(panel: ChaptersPanel, look: Look, local: Local) -> Page:
    """Return the shelf of chapters; those that have no room are on further sheets."""
    stage = stages.shelf(look)
    undone = [line for line in panel.chapters if line.done < line.steps]
    following = [line for line in undone if line.done] or undone[:1]
    keys = [
        Key(_title(line, look), orders.TakeChapter(line.name), _weight(line, following))
        for line in panel.chapters
    ]
    text, cells = look.words.text, layout.columns(stage.foot, (0, 0), look.theme.gap)
    who = panel.name or text(names.WHO)  # a name is never translated
    foot = Key(text(N_("Back")), orders.LeaveLessons()), Key(who, orders.OpenNames())
    settings, head = bands.help_key(stage.head, look, orders.OpenSettings(), "settings")
    return parts.page(
        look,
        bands.headline(look.words.say(panel.say), head, look),
        settings,
        grids.key_grid(keys, stage.body, look, local, (_COLUMN_MM, _LINE_MM)),
        controls.keys_alike(cells, foot, look),
    )


def _title(line: ChapterLine, look: Look) -> str:
    title = look.words.text(line.title)
    return f"{title} ({line.done}/{line.steps})" if line.done else title


def _weight(line: ChapterLine, following: Sequence[ChapterLine]) -> Weight:
    """Return a chapter key's weight: one to go on with stands out, one that is done recedes."""
    if line in following:
        return Weight.MAIN
    return Weight.PLAIN if line.done < line.steps else Weight.QUIET
