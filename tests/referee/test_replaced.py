"""A move that its player put back and did differently is asked about, and blames nobody."""

from __future__ import annotations

from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import ObjectionPanel, QuestionPanel
from tests.referee.bench import Bench


def corrected(bench: Bench) -> dict[str, str]:
    """Return what the table shows once Red's 1/11, played as 11, was put back and played as 1."""
    bench.see(bench.with_moves("T0>T11"), card="1/11", pose=(9, 0, 0))
    assert bench.kinds == [Kind.ACCEPTED]
    return bench.with_moves("T11>T1")


def test_a_corrected_move_is_asked_about() -> None:
    """Red moved 11 spaces, puts the pawn back and moves 1: was the last move changed? Yes, it was.

    Before, the page said that it is not the turn of the pawn, or accused the next player.
    """
    bench = Bench("red")
    bench.see(corrected(bench), card="1/11", pose=(9, 0, 0))
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.panel.say.text == "Has {seat} changed the last move?"
    bench.touch(Answer(0))
    assert bench.kinds == [Kind.ACCEPTED, Kind.ASKED, Kind.CORRECTED]
    assert bench.judged[-1].seat == "red"
    assert bench.table.turn == "blue"
    assert bench.shown()["T1"] == "red"


def test_nothing_is_corrected_without_an_answer() -> None:
    """“No, we will put the pieces right” leaves the first move on record."""
    bench = Bench("red")
    bench.see(corrected(bench), card="1/11", pose=(9, 0, 0))
    bench.touch(Answer(1))
    assert bench.shown()["T11"] == "red"
    assert Kind.CORRECTED not in bench.kinds


def test_a_strict_player_corrects_nothing() -> None:
    """What a strict player let go stands: the page leads back to it."""
    bench = Bench("red", {"level": "strict"})
    bench.see(corrected(bench), card="1/11", pose=(9, 0, 0))
    assert isinstance(bench.panel, ObjectionPanel)
    assert bench.panel.say.text == "One moment: the move {seat} made stands."
    assert bench.panel.say.details == (("seat", "red"),)
    assert [(arrow.source, arrow.target) for arrow in bench.panel.arrows] == [("T1", "T11")]


def test_the_next_players_card_is_the_next_players() -> None:
    """With Blue's card on the pile, Red's pawn elsewhere is nobody's correction."""
    bench = Bench("red")
    bench.see(corrected(bench), card="5", pose=(18, 0, 0))
    assert not isinstance(bench.panel, QuestionPanel)


def test_a_card_picked_up_from_a_bare_pile_is_its_players_to_change() -> None:
    """Red takes move and card back, no card lies there, and plays a 9 with the same pawn.

    Before, the page said that it is not the turn of the pawn, as no older card came to light.
    """
    bench = Bench("red")
    bench.see(bench.shown(), card="none", pose=None)
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T5>T0"), card="none", pose=None, seconds=0.3)
    bench.see(bench.with_moves("T5>T9"), card="9", pose=(9, 0, 0))
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "9 T0>T9"
    assert bench.judged[-1].seat == "red"
