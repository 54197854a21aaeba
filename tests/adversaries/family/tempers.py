"""People who answer every question alike, without reading it."""

from __future__ import annotations

from enum import StrEnum

from tablet_companion.referee.model.events import Answer, GoOn, NameCard, NoCard, TableIsRight
from tablet_companion.referee.model.panels import BoardPanel, CardKeysPanel, QuestionPanel
from tests.adversaries.family.family import Family
from tests.adversaries.family.page import Page

REFUSED = "This cannot be right"
"""How the page answers people who call a table right that cannot be."""


class Temper(StrEnum):
    """How people answer: by what they know, or the same to everything without reading it."""

    HONEST = "honest"
    YES = "yes"
    NO = "no"


def answer_by_temper(family: Family, page: Page, temper: Temper) -> bool:
    """Touch what people touch who do not read, where the page asks something; else False.

    A table that cannot be right is not called right a second time.
    """
    room, says_yes = family.room, temper is Temper.YES
    if temper is Temper.HONEST or not page.asks:
        return False
    panel = room.panel
    if isinstance(panel, BoardPanel) and (not says_yes or panel.say.text.startswith(REFUSED)):
        return False
    family.account.slips += 1  # before the touch: what is said at once comes of it
    match panel:
        case QuestionPanel(choices=choices):
            room.touch(Answer(0 if says_yes else len(choices) - 1))
        case CardKeysPanel(cards=cards, none=none):
            family.account.misnamed = bool(cards and says_yes)
            room.touch(NameCard(cards[0]) if says_yes and cards else NoCard())
            if not (none or says_yes):
                room.touch(GoOn())
        case BoardPanel():
            room.touch(TableIsRight())
    family.account.note(f"they say {temper} to everything")
    return True
