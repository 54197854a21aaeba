"""One turn at the table: every kind of verdict, from looks alone."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Card, Seat
from tablet_companion.referee.model import events
from tablet_companion.referee.model.effects import Cue, Kind, Signal
from tablet_companion.referee.model.panels import (
    CardKeysPanel,
    ObjectionPanel,
    PlayPanel,
    QuestionPanel,
)
from tests.expected import expect
from tests.referee.bench import Bench
from tests.referee.concluded_cards import guessed
from tests.referee.taken_back import before_a_capture


def rules(bench: Bench) -> list[str]:
    """Return the rules of the last verdict."""
    return [breach.rule for breach in bench.judged[-1].breaches]


def test_a_legal_move_is_accepted_without_a_touch() -> None:
    """Red lays a 5 and moves five spaces: accepted, and blue is on turn."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    assert bench.kinds == [Kind.ACCEPTED]
    assert bench.judged[0].action == "5 T0>T5"
    assert bench.judged[0].card == "5"
    assert bench.table.turn == "blue"
    assert Signal(Cue.TURN, (Seat("blue"),)) in bench.effects


def test_a_verdict_comes_within_half_a_second() -> None:
    """From the first still look to the verdict it takes less than half a second."""
    bench = Bench()
    began = bench.now_s
    bench.see(bench.with_moves("T0>T5"), seconds=0.4, card="5")
    assert bench.kinds == [Kind.ACCEPTED]
    assert bench.now_s - began <= 1.0


def test_nothing_is_judged_under_a_hand() -> None:
    """A look that lasts too short, again and again interrupted by hands, judges nothing."""
    bench = Bench()
    for _ in range(20):
        bench.see(bench.with_moves("T0>T6"), seconds=0.1, card="5")
    assert bench.kinds == []


def test_one_too_many_is_objected_to_and_its_correction_followed() -> None:
    """Six spaces with a 5: the count is named; back to five and it is accepted as corrected."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5")
    assert bench.kinds == [Kind.OBJECTED]
    assert rules(bench) == ["exact_count"]
    assert bench.judged[0].places == ("T7",)
    assert isinstance(bench.panel, ObjectionPanel)
    bench.see(bench.with_moves("T0>T5"), card="5")
    assert bench.kinds[1:] == [Kind.CORRECTED]
    assert bench.table.turn == "blue"


def test_an_objection_shows_whence_whither_and_where_the_card_leads() -> None:
    """The pawn that went too far: where it stands, an arrow back, and the space that is right."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5")
    shown = expect(ObjectionPanel, bench.panel)
    assert [(arrow.source, arrow.target) for arrow in shown.arrows] == [("T7", "T0")]
    kinds = {(mark.place, str(mark.kind)) for mark in shown.marks}
    assert kinds == {("T7", "wrong"), ("T0", "back"), ("T5", "to")}


def test_an_objection_ends_when_the_move_is_taken_back() -> None:
    """The pawn goes back where it was: taken back, and still the same player's turn."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5")
    assert rules(bench) == ["exact_count"]
    bench.see(bench.shown(), card="5")
    assert bench.kinds == [Kind.OBJECTED, Kind.TAKEN_BACK]
    assert bench.table.turn == "red"
    assert isinstance(bench.panel, PlayPanel)


def test_a_protected_pawn_is_named() -> None:
    """Jumping a pawn on its own start space: the objection marks that space."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T12"), card="12")
    bench.see(bench.with_moves("T16>T18=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T32>T33"), card="1/11")
    bench.see(bench.with_moves("T48>T53"), card="5")
    bench.see(bench.with_moves("red.N1>T0"), card="13")
    bench.see(bench.with_moves("blue.N1>T16"), card="1/11", pose=(9, 0, 0))
    bench.see(bench.with_moves("T33>T35"), card="2")
    bench.see(bench.with_moves("T53>T56"), card="3")
    assert bench.kinds == [Kind.ACCEPTED] * 8
    bench.see(bench.with_moves("T18>blue.N4=blue", "T12>T18=red"), card="6")
    assert rules(bench) == ["protected"]
    assert bench.judged[-1].places == ("T16",)


def test_a_pawn_left_upright_in_a_hole_is_asked_to_be_turned_at_once() -> None:
    """Right place, but the colour still shows: a step left out, and nobody is objected to."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T2"), card="2")
    assert bench.kinds == [Kind.OBJECTED]
    assert isinstance(bench.panel, PlayPanel)
    assert bench.panel.todo
    assert rules(bench) == ["turn_down"]
    assert bench.judged[0].places == ("T2",)
    bench.see(bench.with_moves("T0>T2=hidden"), card="2")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_captured_pawn_still_in_the_hand_is_waited_for() -> None:
    """The captured pawn is nowhere yet: waiting, saying so, and saying so again after a while."""
    bench = before_a_capture()
    bench.see(bench.with_moves("T28>T33", "T28>"), card="5", seconds=4)
    assert bench.kinds[4:] == [Kind.WAITING]
    assert isinstance(bench.panel, PlayPanel)
    assert len(bench.panel.todo) == 1
    bench.see(bench.with_moves("T28>T33", "T28>"), card="5", seconds=9)
    assert bench.kinds[-1:] == [Kind.OBJECTED]
    assert rules(bench) == ["captured_home"]
    bench.see(bench.with_moves("T33>green.N4", "T28>T33"), card="5")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_captured_pawn_put_beside_its_place_is_named_at_once() -> None:
    """A stray pawn on the board is plainly wrong, not merely undone."""
    bench = before_a_capture()
    shown = bench.with_moves("T33>", "T28>T33")
    bench.see(shown, card="5", strays=(("green", "T33"),))
    assert bench.kinds[4:] == [Kind.OBJECTED]
    assert rules(bench) == ["captured_home"]


def test_a_meeting_that_nobody_carried_out_is_waited_for_then_named() -> None:
    """Ending on a meeting point calls the pawn behind; until then the move is not done."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="7", seconds=3)
    assert bench.kinds == [Kind.WAITING]
    assert bench.judged[0].places == ("T48", "T6")
    bench.see(bench.with_moves("T0>T7"), card="7", seconds=9)
    assert bench.kinds[-1:] == [Kind.OBJECTED]
    assert rules(bench) == ["meeting"]
    bench.see(bench.with_moves("T0>T7", "T48>T6=hidden"), card="7")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_card_is_inferred_from_the_move_when_no_camera_sees_it() -> None:
    """Without a card sight, five spaces are a 5; it is shown and can be corrected."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"))
    assert bench.kinds == [Kind.ACCEPTED]
    assert bench.judged[0].card == "5"
    assert isinstance(bench.panel, PlayPanel)
    assert bench.panel.card is not None
    assert bench.panel.card.source == "inferred"


def test_no_card_is_inferred_where_a_bare_pile_shows_that_none_was_laid() -> None:
    """The cards were put away and a pawn stands where a 5 would lead it: people say which card.

    Before, it went on record at once, as if no camera saw the pile.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T21"), card="none", pose=None, seconds=4)
    assert bench.kinds == [Kind.ACCEPTED, Kind.WAITING, Kind.ASKED]


def test_a_card_that_only_a_person_knows_is_asked_for() -> None:
    """A start can be a 1/11 or a 13: the question offers what is possible, a touch settles it."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"))
    bench.see(bench.with_moves("T16>T19"))
    bench.see(bench.with_moves("T32>T37"))
    bench.see(bench.with_moves("T48>T51"))
    bench.see(bench.with_moves("red.N1>T0"))
    assert bench.kinds[-1:] == [Kind.ASKED]
    assert isinstance(bench.panel, CardKeysPanel)
    assert {"1/11", "13"} <= set(bench.panel.cards)
    bench.touch(events.NameCard(Card("13")))
    bench.see(bench.with_moves("red.N1>T0"))
    assert bench.kinds[-1:] == [Kind.ACCEPTED]
    assert bench.judged[-1].card == "13"


def test_the_card_is_waited_for_while_the_pile_looks_as_before() -> None:
    """People who move first and lay the card then are not hurried into a wrong inference."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T19"), card="5", seconds=1)
    assert bench.kinds == [Kind.ACCEPTED, Kind.WAITING]
    bench.see(bench.with_moves("T16>T19"), card="3")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]
    assert bench.judged[-1].card == "3"


def test_the_same_card_again_is_known_by_how_it_lies() -> None:
    """A second 5 on a 5 is a new card if it lies differently."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(0, 0, 0))
    bench.see(bench.with_moves("T16>T21"), card="5", pose=(0, 0, 20), seconds=0.5)
    assert bench.kinds == [Kind.ACCEPTED, Kind.ACCEPTED]


def test_a_card_laid_late_belongs_to_the_move_it_explains() -> None:
    """A move accepted by inference takes the card that is laid after it, not the next player's."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"))
    bench.see(bench.shown(), card="5")
    assert bench.kinds == [Kind.ACCEPTED]
    assert bench.table.turn == "blue"
    bench.see(bench.shown(), card="5")
    bench.see(bench.with_moves("T16>T19"), card="3")
    assert bench.judged[-1].action == "3 T16>T19"


def test_a_card_that_cannot_be_played_is_refused_before_anything_moves() -> None:
    """An exchange with no pawn turned over, a copy as first card: said at once."""
    bench = Bench()
    bench.see(bench.shown(), card="exchange")
    assert rules(bench) == ["unplayable"]
    bench.see(bench.shown(), card="copy")
    assert rules(bench) == ["copy_first"]


def test_giving_up_a_hand_is_asked_back_and_then_recorded() -> None:
    """A touch says that nothing can be played; a second one confirms; blue is on turn."""
    bench = Bench()
    bench.touch(events.GiveUp())
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(events.Answer(0))
    assert bench.kinds == [Kind.ACCEPTED]
    assert bench.judged[0].action == "give up"
    assert bench.table.turn == "blue"


def test_a_card_that_may_be_a_copy_is_asked_for() -> None:
    """Nobody saw Blue's card after Red's 5: a 5, or a copy of it, of which there are as many.

    Before, the number went on record as if it had been seen.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"))
    bench.see(bench.with_moves("T16>T21"))
    assert bench.kinds == [Kind.ACCEPTED, Kind.ASKED]
    assert isinstance(bench.panel, CardKeysPanel)
    assert {"5", "copy"} <= set(bench.panel.cards)


def test_a_wrong_card_is_corrected_by_touch() -> None:
    """The move was made with a copy, not with the number that somebody named."""
    bench = guessed()
    assert bench.judged[-1].card == "5"
    for intent in (
        events.OpenCardKeys(),
        events.CorrectCard(),
        events.NameCard(Card("copy")),
        events.Answer(0),
    ):
        bench.touch(intent)
    bench.see(bench.shown())
    assert bench.judged[-1].action == "copy T16>T21"
    assert bench.table.turn == "green"


@pytest.mark.parametrize("why", ["camera", "board", "mirrored", "dark", "glare", "blurred"])
def test_a_blind_referee_says_so_even_in_an_objection(why: str) -> None:
    """Whoever mends a move must know that nobody sees it; once seen again, all is as it was."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5")
    said = bench.panel
    bench.event(events.Blind(bench.now_s, why))
    panel = expect(ObjectionPanel, bench.panel)
    assert isinstance(said, ObjectionPanel)
    assert panel.say != said.say
    assert panel.breaches == said.breaches
    bench.see(bench.with_moves("T0>T7"), seconds=0.1, card="5")
    assert bench.panel == said


def test_a_pawn_shown_on_its_way_from_hole_to_hole_is_to_be_turned_down() -> None:
    """It moved as it should and shows its colour: turned over again, the move is accepted."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T2=hidden"), card="2", pose=(1, 0, 0))
    for turn, (move, seat) in enumerate(
        (("T16>T21", "blue"), ("T32>T37", "green"), ("T48>T53", "yellow"))
    ):
        assert bench.table.turn == seat
        bench.see(bench.with_moves(move), card="5", pose=(9 + 9 * turn, 0, 0))
    bench.see(bench.with_moves("T2>T10=red"), card="8", pose=(0, 9, 0))
    assert rules(bench) == ["turn_down"]
    assert bench.judged[-1].places == ("T10",)
    bench.see(bench.with_moves("T2>T10"), card="8", pose=(0, 9, 0))
    assert bench.kinds[-2:] == [Kind.OBJECTED, Kind.CORRECTED]
    assert bench.judged[-1].action == "8 T2>T10"


def test_what_lies_over_the_board_for_long_is_said() -> None:
    """A hand may rest; but whoever waits in vain is told why, until it is gone or moves."""
    bench = Bench()
    bench.see(bench.shown())
    usual = expect(PlayPanel, bench.panel)
    began = bench.now_s
    for late_s, said in ((1, False), (7, False), (9, True), (12, True)):
        bench.event(events.Busy(began + late_s, resting=True))
        bench.event(events.Ticked(began + late_s))
        panel = expect(PlayPanel, bench.panel)
        assert (panel.say != usual.say) is said, late_s
    bench.event(events.Busy(began + 13))
    assert bench.panel == usual
