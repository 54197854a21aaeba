"""Exchanges, which no piece shows: asked for, whoever's card lies there and however it is read."""

from __future__ import annotations

from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import QuestionPanel
from tests.referee.bench import Bench


def exchange_table(holes: int) -> Bench:
    """Return a table with this many pawns turned over, red to play."""
    bench = Bench()
    ways = ["T0>T2=hidden", "T16>T18=hidden", "T32>T34=hidden"][:holes]
    plain = ["T0>T3", "T16>T19", "T32>T35"]
    for number in range(3):
        way = ways[number] if number < len(ways) else plain[number]
        bench.see(bench.with_moves(way), card="2" if "=" in way else "3", pose=(number * 9, 0, 0))
    bench.see(bench.with_moves("T48>T53"), card="5")
    assert bench.kinds == [Kind.ACCEPTED] * 4
    return bench


def test_an_exchange_of_the_only_two_is_asked_for() -> None:
    """That its card lies there does not show that it was done; before, two seconds were enough."""
    bench = exchange_table(2)
    before = bench.table.state.board
    bench.see(bench.shown(), card="exchange", seconds=9)
    assert bench.kinds[-1:] == [Kind.ASKED]
    bench.touch(Answer(0))
    assert bench.kinds[-1:] == [Kind.ACCEPTED]
    assert bench.judged[-1].action == "exchange T2>T18 T18>T2"
    after = bench.table.state.board
    assert (after[2], after[18]) == (before[18], before[2])


def test_an_exchange_overtaken_by_the_move_of_a_turned_over_pawn_is_asked_for() -> None:
    """Blue's 3 could be Red's as well: a hidden pawn is anybody's, and the exchange shows nowhere.

    Before, it went on record as Red's, or Red was refused it for what the tablet had dealt.
    """
    bench = exchange_table(2)
    bench.glimpse("exchange", (18.0, 0.0, 0.0))
    bench.see(bench.with_moves("T18>T21=red"), card="3", pose=(0.0, 9.0, 9.0), seconds=4)
    assert bench.kinds[-1:] == [Kind.ASKED]
    bench.touch(Answer(0))
    assert bench.judged[-1].action == "exchange T2>T18 T18>T2"
    bench.look_on(4)
    assert (bench.judged[-1].seat, bench.judged[-1].kind) == ("blue", Kind.ACCEPTED)


def test_an_exchange_whose_card_is_read_with_doubt_is_asked_for() -> None:
    """Its card most likely lies there, and nothing else shows that anything was done.

    Before, an evening stood still: the camera was not quite sure to know the card. It is asked
    once: the card lies there still in the next turn.
    """
    bench = exchange_table(2)
    bench.see(bench.shown(), card="exchange", card_sure=0.8, pose=(18, 0, 0), seconds=4)
    assert bench.kinds[-1:] == [Kind.ASKED]
    bench.touch(Answer(0))
    assert bench.kinds[-1:] == [Kind.ACCEPTED]
    assert bench.judged[-1].card == "exchange"
    bench.see(bench.shown(), card="exchange", card_sure=0.8, pose=(18, 0, 0), seconds=9)
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_where_a_pawn_has_most_likely_gone_no_exchange_is_asked_for() -> None:
    """Read as empty with 93 %: people are asked what stands there, not whether it was swapped.

    Before, an exchange that nobody had done could go on record, and the pawn was missing later.
    """
    bench = exchange_table(2)
    gone = {"T18": {"": 0.93, "hidden": 0.06, "blue": 0.01}, "T30": {"green": 0.93, "": 0.07}}
    bench.see(bench.with_moves("T18>T30=green"), card="exchange", seconds=9, doubts=gone)
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.panel.say.text.startswith("What stands")


def test_an_exchange_among_three_is_asked_for() -> None:
    """With three pawns turned over, only the players know which two changed places."""
    bench = exchange_table(3)
    bench.see(bench.shown(), card="exchange", seconds=3)
    assert bench.kinds[-1:] == [Kind.ASKED]
    assert isinstance(bench.panel, QuestionPanel)
    assert len(bench.panel.choices) == 4
    assert bench.panel.choices[-1].label.text == "No, something else happened"
    bench.touch(Answer(1))
    assert bench.kinds[-1:] == [Kind.ACCEPTED]
    assert bench.judged[-1].action == "exchange T2>T34 T34>T2"
