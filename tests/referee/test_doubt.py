"""Doubt that decides is asked about; doubt that decides nothing holds nobody up."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place, Placement, say_plainly
from tablet_companion.games.wink.actions import Call
from tablet_companion.referee.explaining.explanations import Unclear
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, RecordIsRight
from tablet_companion.referee.model.panels import BoardPanel, QuestionPanel
from tablet_companion.referee.model.verdicts import Asking, Quiet
from tablet_companion.referee.turns.questions import ask_what_stands
from tests.referee.bench import Bench, placement
from tests.referee.looks import look
from tests.referee.seer import Seer

NEST = {"yellow.N4": {"yellow": 0.3, "": 0.7}, "yellow.N3": {"yellow": 0.25, "": 0.75}}


def test_a_doubtful_nest_elsewhere_holds_up_no_move() -> None:
    """Red moves five; a nest that no move touches cannot be read: accepted all the same."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=3, doubts=NEST)
    assert bench.kinds == [Kind.ACCEPTED]


def test_a_pawn_gone_from_its_nest_is_no_exchange_that_nobody_sees() -> None:
    """Its start is read with 93 %, and two pawns lie turned over: a card was asked for.

    The page said “which card was laid?” for eight seconds and longer, and named no place.
    """
    bench = Bench()
    for number, way in enumerate(("T0>T2=hidden", "T16>T18=hidden", "T32>T35", "T48>T53")):
        card = ("2", "2", "3", "5")[number]
        bench.see(bench.with_moves(way), card=card, pose=(9.0 * number, 0.0, 0.0))
    gone = {"red.N1": {"": 0.97, "red": 0.024}, "T0": {"": 0.93, "red": 0.056}}
    bench.see(bench.with_moves("red.N1>"), card="5", pose=(27.0, 0.0, 0.0), seconds=6, doubts=gone)
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.judged[-1].places == ("T0",)


def test_a_spare_pawn_beside_a_nest_in_doubt_is_named_in_the_end() -> None:
    """It is read with 98.7 %, and one of its nest with 12: the page named the nest without end."""
    bench = Bench()
    doubts = {"yellow.N3": {"": 0.88, "yellow": 0.12}, "T51": {"yellow": 0.987, "": 0.013}}
    bench.see(bench.with_moves(">T51=yellow"), seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    stands = [dict(one.label.details).get("count") for one in bench.panel.choices]
    bench.touch(Answer(stands.index(3)))
    bench.look_on(3)
    assert bench.judged[-1].kind is Kind.WAITING
    assert "T51" in bench.judged[-1].places


def test_a_pawn_called_to_where_another_left_is_asked_about() -> None:
    """That hole changes nothing by the move, and is read as empty with 93 %: the program ended."""
    bench = Bench()
    for number, way in enumerate(("T0>T6=hidden", "T16>T18=hidden", "T32>T35", "T48>T53")):
        card = ("6", "2", "3", "5")[number]
        bench.see(bench.with_moves(way), card=card, pose=(9.0 * number, 0.0, 0.0))
    done, doubts = bench.with_moves("T6>T7=red", "T53>"), {"T6": {"": 0.93, "hidden": 0.056}}
    bench.see(done, card="1/11", pose=(36.0, 0.0, 0.0), seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.judged[-1].places == ("T6",)


def test_where_something_is_doubtful_a_move_is_taken_a_second_later() -> None:
    """Doubt elsewhere may be a hand's shadow: a second and a half to see better."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=1.3, doubts=NEST)
    assert bench.kinds == []
    bench.look_on(0.5)
    assert bench.kinds == [Kind.ACCEPTED]


def test_a_doubtful_target_is_asked_about_within_eight_seconds() -> None:
    """Whether the pawn has arrived cannot be seen: people are asked, and believed."""
    bench = Bench()
    doubts = {"T5": {"red": 0.4, "": 0.6}}
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.kinds == [Kind.ASKED]
    assert bench.judged[0].places == ("T5",)
    answers = [choice.label.text for choice in bench.panel.choices]
    bench.touch(Answer(answers.index("{piece:the}")))
    bench.look_on(seconds=1.5)
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_what_people_have_answered_is_not_asked_again() -> None:
    """A turned-over pawn too many is no move: asked once, then table and record disagree."""
    bench = Bench()
    bench.see(bench.with_moves(">T6=hidden"), card="6", seconds=8)
    assert isinstance(bench.panel, QuestionPanel)
    answers = [choice.label.text for choice in bench.panel.choices]
    bench.touch(Answer(answers.index("{piece:the}")))
    bench.look_on(seconds=8)
    assert bench.kinds == [Kind.ASKED, Kind.OUT_OF_STEP]
    assert isinstance(bench.panel, BoardPanel)


def test_a_pawn_that_is_gone_is_not_looked_for_place_by_place() -> None:
    """Two places in doubt held nothing, a third is: now table and record disagree.

    Before, people were asked about place after place, as long as any was in doubt.
    """
    bench = Bench()
    for place in ("T5", "T3", "T8"):
        doubt = {place: {"": 0.93, "red": 0.07}}
        bench.see(bench.with_moves("T0>"), card="none", pose=None, seconds=8, doubts=doubt)
        if isinstance(bench.panel, QuestionPanel):
            answers = [choice.label.text for choice in bench.panel.choices]
            bench.touch(Answer(answers.index("Nothing")))
    assert bench.kinds == [Kind.ASKED, Kind.ASKED, Kind.OUT_OF_STEP]
    assert isinstance(bench.panel, BoardPanel)


def test_a_nest_that_lacks_more_than_is_in_doubt_lacks_a_pawn_for_certain() -> None:
    """One pawn is gone, a button lies on one, and one is read with 93 %: the first is missing.

    Before, people were asked for ever what stood on spaces that decide nothing.
    """
    bench = Bench()
    doubts = {place: {"": 0.93, "red": 0.07} for place in ("T5", "T8")}
    doubts["red.N3"] = {"red": 0.93, "": 0.07}
    shown = bench.with_moves("red.N2>")
    bench.see(shown, card="none", seconds=8, covered=("red.N1",), doubts=doubts)
    assert "{piece:the} is missing" in bench.said()


def test_doubt_that_wanders_is_asked_about_all_the_same() -> None:
    """Now one place more is doubtful, now one less: the question comes within five seconds."""
    bench = Bench()
    target, shown = {"T5": {"red": 0.4, "": 0.6}}, spots(bench, "T0>T5")
    bench.see(shown, card="5", seconds=1, doubts=target)
    for turn in range(4):
        doubts = target | ({} if turn % 2 else {"T0": {"red": 0.5, "": 0.5}})
        bench.looked = look(shown, card="5", doubts=doubts)
        bench.look_on(1)
    assert bench.kinds == [Kind.ASKED]


def test_a_place_that_looks_rather_empty_for_long_is_asked_about() -> None:
    """Red's pawn lies over the board's edge, and its place looks empty with 68 %.

    Before, nothing was ever said of it.
    """
    bench = Bench()
    doubts = {"T0": {"red": 0.32, "": 0.68}}
    bench.see(bench.shown(), card="none", seconds=5, doubts=doubts)
    assert bench.kinds == []
    bench.look_on(2.5)
    assert bench.kinds == [Kind.ASKED]
    assert bench.judged[0].places == ("T0",)


@pytest.mark.parametrize("hands", [False, True], ids=["touch only", "hands, too"])
def test_a_doubt_that_people_have_settled_is_not_asked_about_again(hands: bool) -> None:
    """“Something else”, and then “The record is right”: the same question came again for ever.

    What they said holds until a hand has been there, as every other answer does.
    """
    bench = Bench()
    doubts = {"T0": {"red": 0.32, "": 0.68}}
    bench.see(bench.shown(), card="none", seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(len(bench.panel.choices) - 1))
    assert isinstance(bench.panel, BoardPanel)
    bench.touch(RecordIsRight())
    if hands:
        bench.hand()
    bench.look_on(60.0)
    assert bench.kinds == [Kind.ASKED]
    assert isinstance(bench.table.verdict, Quiet)
    bench.hand()
    bench.look_on(8.0)
    assert bench.kinds == [Kind.ASKED, Kind.ASKED]


def test_what_was_settled_about_one_place_settles_no_other() -> None:
    """A doubt about another place is asked about all the same."""
    bench = Bench()
    bench.see(bench.shown(), card="none", seconds=8, doubts={"T0": {"red": 0.32, "": 0.68}})
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(len(bench.panel.choices) - 1))
    bench.touch(RecordIsRight())
    bench.looked = look(
        placement(bench.table.state), card="none", doubts={"T16": {"blue": 0.32, "": 0.68}}
    )
    bench.look_on(8.0)
    assert bench.kinds == [Kind.ASKED, Kind.ASKED]


def test_a_move_into_a_covered_place_is_not_taken_for_done() -> None:
    """The pawn has left; where it went is covered: nothing is on record before it shows."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=4, covered=("T5",))
    assert Kind.ACCEPTED not in bench.kinds
    bench.see(bench.with_moves("T0>T5"), card="5")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_an_objection_is_not_silenced_by_a_doubtful_nest() -> None:
    """A wrong count is a wrong count, whatever cannot be seen on the other side of the board."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5", seconds=3, doubts=NEST)
    assert bench.kinds == [Kind.OBJECTED]


def vouched() -> Bench:
    """Return a table at which somebody just said that a pawn stands where none is surely seen."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=8, doubts={"T5": {"red": 0.4, "": 0.6}})
    assert isinstance(bench.panel, QuestionPanel)
    answers = [choice.label.text for choice in bench.panel.choices]
    bench.touch(Answer(answers.index("{piece:the}")))
    return bench


def test_what_people_say_holds_while_the_place_looks_the_same() -> None:
    """Something else is seen there now: that is believed, and not what was said before."""
    bench = vouched()
    bench.looked = look(spots(bench, "T0>T5=blue"), card="5")
    bench.look_on(0.5)
    assert bench.kinds == [Kind.ASKED]
    assert bench.table.reading is not None
    assert bench.table.reading.by_place[Place("T5")].best == "blue"


def test_what_people_say_holds_until_somebody_reaches_over_the_board() -> None:
    """After a hand the place may be another one, and is looked at again."""
    bench = vouched()
    assert bench.table.vouched
    bench.hand()
    assert not bench.table.vouched
    bench.look_on(1.0)
    assert bench.kinds == [Kind.ASKED]


def spots(bench: Bench, way: str) -> Any:
    """Return what the table shows after a way, by physical place."""
    return bench.with_moves(way)


def test_a_card_that_may_be_gone_is_called_a_card() -> None:
    """Whether a pawn stands on its card or on the bare table is asked in these words.

    Before, a card and a pawn were "2 pieces", and a card alone was a pawn.
    """
    pawn, card = Piece("green"), Piece("17")
    options = ((pawn,), (card, pawn), (card,))
    question = ask_what_stands(Bench().table, Unclear((Place("T5"),), options))
    said = [say_plainly(choice.label.text, choice.label.details) for choice in question.choices]
    assert said == ["green", "17 and green", "Only 17", "Something else"]


def test_a_card_that_may_be_turned_down_is_told_from_one_face_up() -> None:
    """Each answer says how the card lies; before, one face down with a pawn was "2 pieces"."""
    pawn = Piece("green")
    options = ((HIDDEN, pawn), (Piece("17"), pawn))
    question = ask_what_stands(Bench().table, Unclear((Place("17"),), options))
    said = [say_plainly(choice.label.text, choice.label.details) for choice in question.choices]
    assert said == ["17 face down and green", "17 and green", "Something else"]


@pytest.mark.parametrize(("sure", "asked"), [(0.998, False), (0.64, True)])
def test_a_pawn_that_may_lie_is_asked_about_before_it_has_called(sure: float, asked: bool) -> None:
    """Before, the mover's own pawn that rolled onto another card of Wink had called its number."""
    game = games.load("wink")
    seer = Seer(game, 3)
    while not (moved := _find_call(seer)):
        seer.play_on()
    call, after, area, pawn = moved
    before = len(seer.table.past)
    spots = lay_out(after, seer.table.areas)
    spot = next(one for one in seer.table.areas[area] if spots.get(one) == pawn)
    seer.see(after, doubts={spot: {pawn: sure, EMPTY: 1 - sure}})
    assert (len(seer.table.past) == before) is asked
    verdict = seer.table.verdict
    acts = verdict.question.consequences if isinstance(verdict, Asking) else ()
    assert [one.action for one in acts if isinstance(one, Act)] == [call] * asked


def _find_call(seer: Seer) -> tuple[Call, Placement, Place, Piece] | None:
    """Return a call by a pawn that stands on another card, and where it comes to stand."""
    game, state = seer.table.game, seer.table.state
    before = set(game.placement(state).pieces)
    for call in (one for one in game.legal(state) if isinstance(one, Call)):
        after = game.attempted(state, call)
        (came,) = set(after.pieces) - before
        if any(place in seer.table.areas for place, _ in before - set(after.pieces)):
            return call, after, *came
    return None


@pytest.mark.parametrize(("answer", "action"), [(1, "5 T11>T16"), (2, "")])
def test_several_places_in_doubt_are_asked_about_at_once(answer: int, action: str) -> None:
    """Red laid a 5, and of neither pawn it can be seen whether it went: one page asks which.

    Before, each place was asked about by itself, one after the other.
    """
    bench = Bench()
    ways = ("T0>T11", "T16>T19", "T32>T35", "T48>T51", "red.N1>T0", "T19>T21", "T35>T37", "T51>T53")
    for number, way in enumerate(ways):
        card = ("1/11", "3", "3", "3", "1/11", "2", "2", "2")[number]
        bench.see(bench.with_moves(way), card=card, pose=(9.0 * number, 0.0, 0.0))
    assert bench.kinds == [Kind.ACCEPTED] * len(ways)
    doubts = {at: {"red": 0.06, "": 0.94} for at in ("T5", "T16")}
    doubts |= {at: {"red": 0.92, "": 0.08} for at in ("T0", "T11")}
    bench.see(bench.shown(), card="5", pose=(90.0, 0.0, 0.0), seconds=8, doubts=doubts)
    assert isinstance(bench.panel, QuestionPanel)
    assert {*bench.judged[-1].places} == {"T0", "T5", "T11", "T16"}
    bench.touch(Answer(answer))
    bench.look_on(8)
    assert [one.action for one in bench.judged[len(ways) + 1 :]][:1] == [action] * bool(action)
    assert not isinstance(bench.table.verdict, Asking)


def test_the_pictures_of_an_answer_show_a_moved_piece_once() -> None:
    """It was drawn where it may stand now and, as if nobody had moved it, where it stood before."""
    bench = Bench()
    bench.see(bench.with_moves("T0>"), card="5", seconds=1)
    options = ((Piece("red"),), ())
    question = ask_what_stands(bench.table, Unclear((Place("T5"),), options))
    drawn = [one.shows.pieces for one in question.choices if one.shows is not None]
    assert [("T5", "red") in pieces for pieces in drawn] == [True, False]
    assert not any(("T0", "red") in pieces for pieces in drawn)


def test_two_pieces_that_may_stand_there_are_named() -> None:
    """An agent that may have carried the case was "2 pieces"."""
    options = ((Piece("blue"), Piece("case")), (Piece("blue"), Piece("blue")))
    question = ask_what_stands(Bench().table, Unclear((Place("T5"),), options))
    said = [say_plainly(choice.label.text, choice.label.details) for choice in question.choices]
    assert said == ["blue and case", "2 pieces", "Something else"]
