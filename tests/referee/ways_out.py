"""Questions that nobody has to answer wrongly."""

from __future__ import annotations

from tablet_companion.referee.model.answers import Correct, Leave, Refuse
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.turns.answering import find_question


def can_deny(table: Table) -> bool:
    """Whether the open question, if there is one, has an answer for "none of these"."""
    question = find_question(table)
    given = () if question is None else question.consequences
    denials = (one for one in given if isinstance(one, Leave | Correct) or one == Refuse(None))
    return question is None or any(denials)
