"""Pages that people opened while the game goes on: each gives way to a verdict that is new.

People who only looked something up may have walked off. An accepted move closes every page anyway.
A private page is covered first, by a page on which no touch meant for it can tell anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablet_companion.referee.model import dialogues
from tablet_companion.referee.model.effects import Cue, Signal, Turned
from tablet_companion.referee.model.in_the_way import find_lying
from tablet_companion.referee.model.played import find_unshown
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.turns import questions

ANSWER_S: Final = 5.0
"""People who were asked, or name a card, have this long (s) after the last touch, and after the
table changed; after that somebody else is more likely to be playing on. With the verdict's own
time it is less than eight."""

_READ: Final = dialogues.Helping | dialogues.Wondering | dialogues.Recalling
_KEPT: Final = dialogues.Paused | dialogues.FixingBoard
"""A pause is meant, and the correction of the board shows what differs."""


def is_kept(table: Table) -> bool:
    """Whether a page stays, and nothing is judged, until somebody closes it or it hides itself.

    So do private pages while cards of the table's seats are shown: no move is due then.
    """
    shows = isinstance(table.dialogue, dialogues.PRIVATE) and find_unshown(table) is not None
    return shows or isinstance(_find_base(table.dialogue), _KEPT)


def judge_behind(table: Table, judge: Callable[[Table], Turned]) -> Turned:
    """Judge as if no page were open; the page stays unless something new is to be told."""
    page = table.dialogue
    if page is None:
        return judge(table)
    bare = table.but(dialogue=None)
    after, effects = judge(bare)
    if after is bare:
        return table, effects
    if not _is_news(table, after):
        return after.but(dialogue=page), effects
    waits = 0.0 if isinstance(_find_base(page), _READ) else ANSWER_S
    if table.now_s - max(table.since_s, table.opened_s) < waits:
        return table.but(evidence=after.evidence), ()
    if isinstance(page, dialogues.PRIVATE):
        cover = dialogues.Confirming(questions.tell_of_cover(page.seat))
        return table.but(dialogue=cover, evidence=after.evidence), (Signal(Cue.QUESTION),)
    return after, effects


def _find_base(page: dialogues.Dialogue | None) -> dialogues.Dialogue | None:
    """Return the page to which questions lead back; the question itself if there is none."""
    return dialogues.find_under(page) or page if isinstance(page, _READ) else page


def _is_news(table: Table, after: Table) -> bool:
    """Whether people are owed another page than the one that stood when they opened this one."""
    if after.position is not table.position:
        return True
    if after.verdict != table.verdict and not isinstance(after.verdict, Quiet):
        return True
    left = after.back and (after.back.steps, after.back.lost)
    if left and left != (table.back and (table.back.steps, table.back.lost)):
        return True
    fresh = after.lying_s is not None and after.lying_s >= table.opened_s
    return fresh and find_lying(after) is not None
