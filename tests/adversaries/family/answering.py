"""What people answer to a question: what is true, as they know it, or the same to everything."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tablet_companion.games.core import HIDDEN, Place
from tablet_companion.referee.model.events import Answer, GoOn, NameCard, NoCard, TableIsRight
from tablet_companion.referee.model.panels import BoardPanel, CardKeysPanel, Choice, QuestionPanel
from tests.adversaries.family.family import Family
from tests.adversaries.family.figures import Contents, flat, on_board
from tests.adversaries.family.page import Page, named

BACK: Final = "Yes, take back"
_DOUBT: Final = "What stands {place:at}?"
_PASS: Final = ("Right: give up", "Right: discard")
_NO: Final = "No, something else"
GO_ON: Final = "No, go on"
_READ: Final = "Go on"
_LAID: Final = "Yes, just now"
_LAY: Final = "No, it lay there before"
_OTHER: Final = "Something else"
_NOTHING: Final = "Nothing yet"
_RECORD_WRONG: Final = "The table is right"
REFUSED: Final = "This cannot be right"
"""How the page answers people who call a table right that cannot be."""
FRAGMENTS: Final = (
    BACK,
    _DOUBT,
    *_PASS,
    _NO,
    GO_ON,
    _READ,
    _LAID,
    _LAY,
    _OTHER,
    _NOTHING,
    _RECORD_WRONG,
    REFUSED,
)
"""What people go by in questions and their answers."""


class Temper(StrEnum):
    """How people answer: by what they know, or the same to everything without reading it."""

    HONEST = "honest"
    YES = "yes"
    NO = "no"


def choose(family: Family, question: QuestionPanel) -> int | None:
    """Return the number of the true answer, None where none is."""
    number = _see(family, question) if question.say.text.startswith(_DOUBT) else None
    if number is None:
        number = _know(family, [choice.label.text for choice in question.choices])
    return _recognise(family, question.choices) if number is None else number


def _see(family: Family, question: QuestionPanel) -> int | None:
    """Return the answer that says what stands at the place that is asked about."""
    top = family.room.tabletop
    (area,) = set(named((question.say,)))
    stands = top.contents().get(area, ())
    # The card that lies there is spoken of only where an answer may be that it is gone.
    alike = not any("card" in dict(choice.label.details) for choice in question.choices)
    content = tuple(one for one in stands if not (alike and one.isdigit()))
    for number, choice in enumerate(question.choices):
        said = dict(choice.label.details)
        named_there = [str(said[key]) for key in ("card", "piece") if key in said]
        named_there += [HIDDEN] * ("card_down" in said)
        if (sorted(content) == sorted(named_there) and "count" not in said) or said.get(
            "count"
        ) == len(content):
            return number
    labels = [choice.label.text for choice in question.choices]
    return labels.index(_OTHER) if _OTHER in labels else None


def _know(family: Family, labels: list[str]) -> int | None:
    if labels == [_READ]:
        return 0
    for number, label in enumerate(labels):
        if label == BACK:
            return number if family.taking_back else len(labels) - 1
        if label.startswith(_PASS):
            return number if family.passing else len(labels) - 1
        if label.startswith(_RECORD_WRONG):
            return number
        if label in (_LAID, _LAY) and (label == _LAID) == (family.account.unplayed is not None):
            return number
    return None


def _recognise(family: Family, choices: tuple[Choice, ...]) -> int | None:
    """Return the choice that speaks of what was done, None where none does."""
    if not family.account.deeds:
        labels = [choice.label.text for choice in choices]
        return labels.index(_NOTHING) if _NOTHING in labels else None
    deed = family.account.deeds[0]
    steps = family.room.game.steps(deed.state, deed.action)
    meant = {place for step in steps for place in (step.source, step.target) if place}
    saying = family.room.game.saying(deed.state, deed.action)
    said = saying.labels if saying is not None else ()

    def likeness(choice: Choice) -> float:
        places = {mark.place for mark in choice.marks}
        places |= set(named((choice.label, *choice.more)))
        both = len(places & meant) / max(1, len(places | meant))
        score = both + sum(label in said for label in (choice.label, *choice.more))
        score += choice.shows is not None and _shows(family, choice) == deed.after
        score += 0.1 * sum(_is_there(family, dict(m.details)) for m in (choice.label, *choice.more))
        named_card = dict(choice.label.details).get("card", "")
        return score + (named_card == deed.card) if score > 0 else score

    seen = [_shows(family, choice) for choice in choices if choice.shows is not None]
    if seen and deed.after not in seen:
        none = (_NO, _OTHER)
        return next((n for n, one in enumerate(choices) if one.label.text.startswith(none)), None)
    scores = [likeness(choice) for choice in choices]
    best = max(scores, default=0.0)
    return scores.index(best) if best > 0 else None


def _shows(family: Family, choice: Choice) -> Contents:
    """Return what a choice's picture shows of the board; nothing if it has none."""
    return on_board(flat(choice.shows), family.room.tabletop.areas) if choice.shows else {}


def _is_there(family: Family, told: dict[str, object]) -> bool:
    """Whether the pawn that is said to have come to a place is of the colour that lies there."""
    top = family.room.tabletop
    area = Place(str(told.get("place_to", "")))
    return any(top.standing[spot].colour == told.get("piece") for spot in top.occupied(area))


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
