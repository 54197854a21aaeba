"""Pages that people opened while the game goes on: pausing, going on, and giving way.

Each but a pause and the correction of the board gives way to a verdict that is new.

People who only looked something up may have walked off. An accepted move closes every page anyway.
A private page is covered first, by a page on which no touch meant for it can tell anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.effects import Cue, Record, Signal, Transition
from tablet_companion.referee.model.in_the_way import find_lying
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import find_unshown
from tablet_companion.referee.model.verdicts import Disagreeing, Quiet
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


def judge_behind(table: Table, judge: Callable[[Table], Transition]) -> Transition:
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


# --- touches --------------------------------------------------------------------------------------


def go_on(table: Table, _: events.GoOn) -> Transition:
    """Close what is open and judge the table afresh; without a camera, believe that it is right.

    A pause and a question page lead back to the page below them.
    """
    if isinstance(page := table.dialogue, dialogues.OVER):
        noted = (Record("paused", {"on": False}),) if isinstance(page, dialogues.Paused) else ()
        return table.forgetful().but(dialogue=page.under), noted
    if table.dialogue is None and table.blind and table.owed is not None:
        # No look will show that the pieces were moved: people say so.
        return table.but(owed=None, verdict=Quiet()), ()
    if table.dialogue is None and isinstance(table.verdict, Disagreeing):
        # Neither is right: people correct the table and are not asked again at the next look.
        table = table.but(verdict=Quiet(), declined=table.explanation)
    return table.forgetful().but(dialogue=None), ()


def pause(table: Table, _: events.Pause) -> Transition:
    """Pause a game; what was asked before is asked again afterwards, and a question stays open.

    It is put on record, so that a power cut does not end it.
    """
    page = table.dialogue
    if table.stage is not Stage.PLAY or isinstance(page, dialogues.Paused):
        return table, ()
    under = page if isinstance(page, dialogues.OVER) else dialogues.find_under(page)
    return table.but(dialogue=dialogues.Paused(under)), (Record("paused", {"on": True}),)


def switch_off(table: Table, _: events.SwitchOff) -> Transition:
    """Ask whether to switch the machine off."""
    asked = questions.ask_to_switch_off(under_way=table.stage not in {Stage.SETUP, Stage.ENDED})
    return table.but(dialogue=dialogues.Confirming(asked)), ()
