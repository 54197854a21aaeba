"""A recorded table is played by a script, which touches only what is asked."""

from __future__ import annotations

from tablet_companion import games
from tablet_companion.games.core import Message, Seat
from tablet_companion.referee.model.answers import Leave, Question
from tablet_companion.referee.model.events import Begin, Blind, Choose, Touched
from tablet_companion.referee.model.panels import Choice
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.verdicts import Asking
from tablet_companion.session.recorded import RecordedTable
from tablet_companion.session.script import ScriptStep
from tablet_companion.session.session import Session


def test_passing_to_another_player_answers_no_other_question() -> None:
    """In a game in which nobody gives up a hand, a question about the board stays open."""
    session = Session(new_table(games.load("agent"), {}, "en"), keeper=None, lots=lambda _: 0)
    for intent in (Choose("dealer", "red"), Begin(), Begin()):
        session.handle(Touched(1.0, intent))
    asked = Asking(Question(Message("?"), (Choice(Message("a")),), (Leave(),)))
    session.table = session.table.but(verdict=asked)
    other = next(seat for seat in session.table.setup.seats if seat != session.table.turn)
    script = {"1.jpg": ScriptStep(Seat(other), None, ())}
    recorded = RecordedTable(session, lambda _: Blind(0.0, "camera"), script)
    recorded._tap(script["1.jpg"])
    assert session.table.verdict == asked
