"""What was said while cards or pieces still lie where they lay is no reason to take moves back."""

from __future__ import annotations

import pytest

from tablet_companion.referee.model.events import Answer, TakeBack
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.verdicts import Quiet, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tests.games.wink import GAME
from tests.referee.wink_desk import Desk, accused


def shown(desk: Desk) -> PlayPanel:
    """Return the page of the turn, which no question has covered."""
    page = build_panel(desk.table)
    assert isinstance(page, PlayPanel)
    return page


def left(desk: Desk) -> set[str]:
    """Return the cards that are still to be taken away."""
    assert isinstance(desk.table.verdict, Waiting)
    return {str(step.source) for step in desk.table.verdict.todo if "." not in step.source}


@pytest.mark.parametrize("answer", ["has it", "has not"])
def test_an_accusation_is_not_lost_for_a_card_that_still_lies_there(answer: str) -> None:
    """Red has won the 10, which lies there still; Blue accuses, and nothing is taken back.

    "The table shows an earlier position" had come up under quick fingers: one that was on its way
    to a key of the accusation touched "Yes, take back".
    """
    desk = accused()
    stands = GAME.placement(desk.table.past[-1].state)
    desk.say("accuse blue red 9")
    desk.see(stands)
    assert shown(desk).say.text == "{seat}: do you hold the {card}?"
    assert {"Here is the card", "I have not got it"} <= {b.label.text for b in shown(desk).buttons}
    assert left(desk) == {"10"}
    desk.say(answer)
    desk.see(stands)
    assert left(desk) == ({"9", "10"} if answer == "has it" else {"10"})
    desk.see(GAME.placement(desk.table.state))
    assert isinstance(desk.table.verdict, Quiet)


@pytest.mark.parametrize("answer", ["has it", "has not"])
def test_taken_back_it_leaves_what_is_still_to_be_done(answer: str) -> None:
    """Blue's accusation and Red's answer go one by one; the 10 that Red won is still asked for."""
    desk = accused()
    stands = GAME.placement(desk.table.past[-1].state)
    desk.say("accuse blue red 9")
    desk.say(answer)
    for _ in range(2):
        desk.touch(TakeBack())
        desk.touch(Answer(0))
        desk.see(stands)
        shown(desk)
        assert left(desk) == {"10"}
    assert shown(desk).say.text == "This is still to be done."
