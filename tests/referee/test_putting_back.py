"""What was taken back stays back until somebody has touched the table, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Piece, Place, Step, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, Busy, Saw, TakeBack, Ticked, Touched
from tablet_companion.referee.model.panels import MarkKind, ObjectionPanel, PlayPanel
from tablet_companion.referee.model.table import Table, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns import putting_back
from tablet_companion.referee.turns.replay import replay
from tablet_companion.vision.reading import Reading
from tests.amounts import count, sampled, some
from tests.conformance.walk import GAMES
from tests.expected import expect, present
from tests.games.agent_dog import position
from tests.referee.bench import GAME, Bench
from tests.referee.captures import captured
from tests.referee.looks import AREAS, look
from tests.referee.taken_back import moved, played

WATCHED_S, LOOK_S = count(20, 60), 0.25
"""Longer than any of the referee's own waits."""


def taken_back(table: Table) -> Table:
    """Return the table after somebody took the last move back by the keys."""
    for intent in (TakeBack(), Answer(0)):
        table, _ = step(table, Touched(table.now_s + 1.0, intent))
    return table


def watched(table: Table, reading: Reading, seconds: float, rng: random.Random) -> Table:
    """Let the table be looked at for so long, a hand passing over it now and then."""
    for _ in range(round(seconds / LOOK_S)):
        now_s = table.now_s + LOOK_S
        table, _ = step(table, Busy(now_s) if rng.random() < 0.04 else Saw(now_s, reading))
        table, _ = step(table, Ticked(now_s))
    return table


@sampled(3)
@pytest.mark.parametrize("seed", some(range(8), 3))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_taken_back_stays_back(game: AnyGame, seed: int) -> None:
    """However long the very same table is looked at, nothing goes on record again."""
    table = played(game, seed, most=max(20, 8 + 9 * seed))  # Agent begins in private
    reading = present(table.reading)
    back = taken_back(table)
    assert back.past != table.past
    later = watched(back, reading, WATCHED_S, random.Random(seed))
    assert later.past == back.past
    assert later.state == back.state


@sampled(3)
@pytest.mark.parametrize("seed", some(range(12), 4))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_taken_back_one_by_one_are_put_back_like_all_at_once(
    game: AnyGame, seed: int
) -> None:
    """Before, only the last one's pieces were listed: not the specialists of Pocket Ops."""
    table = played(game, seed, most=3 + seed)
    back = taken_back(taken_back(taken_back(table)))
    if len(back.past) < len(table.past):
        at_once = putting_back.begin(table, back.but(pile=table.pile))
        assert _list_steps(back) == _list_steps(back.but(back=at_once))


def _list_steps(table: Table) -> set[Step]:
    """Return what is to be put back where a camera looks: it forgets nothing that it sees."""
    steps = table.back.steps if table.back is not None else ()
    return {step for step in steps if {step.source, step.target} <= table.areas.keys()}


def spots(shown: dict[str, str]) -> dict[Place, Piece]:
    """Return what a bench shows in the words of the games."""
    return {Place(place): Piece(piece) for place, piece in shown.items()}


def steps_shown(bench: Bench) -> list[tuple[Any, ...]]:
    """Return what the page asks to be done, by its arrows."""
    shown = expect(PlayPanel, bench.panel)
    assert shown.left
    return [(arrow.source, arrow.target) for arrow in shown.arrows]


def test_the_page_says_what_to_put_back_where() -> None:
    """Each piece from where it stands to where it belongs, and the card; fewer as they are done."""
    bench = moved()
    assert steps_shown(bench) == [("T33", "T28"), ("green.nest", "T33")]
    assert isinstance(bench.panel, PlayPanel)
    texts = [one.text for one in bench.panel.todo]
    assert len(texts) == 3
    assert "card" in texts[-1]
    assert {mark.place for mark in bench.panel.marks} >= {"T33", "T28", "green.nest"}
    stood = bench.with_moves("T33>green.N4", "T28>")  # the red pawn went home, green not yet
    stood["T28"] = "blue"
    stood.pop("T33", None)
    bench.see(stood, card="5", seconds=2)
    assert steps_shown(bench) == [("green.nest", "T33")]
    bench.see(bench.shown(), card="3", pose=(9, 0, 0), seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    assert not bench.panel.left
    assert len(bench.table.past) == 4 + sum(1 for m in bench.table.past if _unseen(bench, m))


def test_a_pawn_captured_unseen_goes_back_where_it_lay() -> None:
    """Both lay turned over, and a third one does: each goes back the way it came.

    Before, the page said nothing of them, or led the captured one to where the other had lain.
    """
    for red, card in (("T20", "6"), ("T18", "8")):  # visible, and turned over as well
        bench = captured("blue", card, red=red, yellow="T46")
        bench.touch(TakeBack())
        bench.touch(Answer(0))
        assert steps_shown(bench) == [("T26", red), ("blue.nest", "T26")]


def _unseen(bench: Bench, moment: Any) -> bool:
    return bench.table.game.actor(moment.state) == CHANCE or (
        bench.table.game.unseen(moment.state) == moment.action
    )


def test_the_same_move_again_is_accepted_once_the_table_was_touched() -> None:
    """Whoever takes a move back and then plays it after all has it accepted."""
    bench = moved()
    count = len(bench.judged)
    after = bench.with_moves("T33>green.N4", "T28>T33")
    bench.see(bench.shown(), card="3", pose=(9, 0, 0), seconds=1)
    bench.see(after, card="5", pose=(0, 9, 0), seconds=1)
    assert len(bench.judged) == count + 1


@pytest.mark.parametrize("way", ["blue.N2>", "blue.N2>T10"])
def test_a_piece_that_falls_elsewhere_plays_no_move_again(way: str) -> None:
    """It is put up again, and the move still stands: before, that counted as playing it again."""
    bench = moved()
    count, stood = len(bench.judged), bench.with_moves("T33>green.N4", "T28>T33")
    fallen = bench.with_moves("T33>green.N4", "T28>T33", way)
    bench.looked = look(spots(fallen), card="5")
    bench.hand()
    bench.now_s += 0.1
    bench.event(Saw(bench.now_s, bench.looked))
    assert bench.table.back is not None
    assert not bench.table.back.lost  # by one look nothing is missing yet
    bench.look_on(2)
    bench.see(stood, card="5", seconds=9)
    assert len(bench.judged) == count
    assert steps_shown(bench) == [("T33", "T28"), ("green.nest", "T33")]


def test_another_move_from_the_table_as_it_stands_is_accepted() -> None:
    """A pawn taken back may go on to where another card leads, without going home first."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    bench.see(bench.with_moves("T0>T8"), card="8", pose=(9, 0, 0), seconds=2)
    assert bench.judged[-1].action == "8 T0>T8"


def test_one_look_that_reads_a_place_wrongly_changes_nothing() -> None:
    """The table is not taken for touched because of a single look."""
    bench = moved()
    after = bench.with_moves("T33>green.N4", "T28>T33")
    count = len(bench.judged)
    for _ in range(20):
        for shown in (after, bench.shown(), after):
            bench.now_s += 0.1
            bench.event(Saw(bench.now_s, look(spots(shown), card="5")))
    bench.looked = look(spots(after), card="5")
    bench.look_on(5.0)
    assert bench.table.back is not None
    assert len(bench.judged) == count


def test_a_card_that_is_off_the_pile_is_asked_for_no_longer() -> None:
    """The card first, the pieces later: what is done already is not asked again."""
    bench = moved()
    after = bench.with_moves("T33>green.N4", "T28>T33")
    assert isinstance(bench.panel, PlayPanel)
    assert "off the pile" in bench.panel.todo[-1].text
    bench.see(after, card="3", pose=(9, 0, 0), seconds=1)
    assert isinstance(bench.panel, PlayPanel)
    assert bench.panel.left
    assert not any("off the pile" in one.text for one in bench.panel.todo)


def test_an_old_card_that_comes_to_light_is_not_objected_to() -> None:
    """More cards are taken off than are remembered: the one beneath was not laid now.

    Before, each was “cannot be played now”, and people took card after card off the pile.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(9, 0, 0))
    for intent in (TakeBack(), Answer(0)):
        bench.touch(intent)
    bench.see(bench.shown(), card="exchange", pose=(30, 0, 0), seconds=8)
    assert Kind.OBJECTED not in bench.kinds
    assert bench.table.back is None
    bench.see(bench.with_moves("T0>T8"), card="8", pose=(40, 0, 0))
    assert bench.kinds[-1] is Kind.ACCEPTED


def test_a_restart_keeps_it_back() -> None:
    """The table built again from the journal does not take the old move for a new one."""
    bench = moved()
    entries = [(one.kind, one.body) for one in bench.records]
    after = bench.with_moves("T33>green.N4", "T28>T33")
    fresh = replay(new_table(GAME, AREAS, "en"), entries)
    later = watched(fresh, look(spots(after), card="5"), 20.0, random.Random(1))
    assert later.state == fresh.state
    assert isinstance(build_panel(later), PlayPanel)


def test_a_pawn_turned_over_is_to_be_turned_up_again() -> None:
    """A move into a hole turned a pawn over: taken back, it goes back and shows its colour."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T2=hidden"), card="2")
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    back = present(bench.table.back)
    kinds = [(step.kind, step.source, step.target) for step in back.steps]
    assert kinds == [
        (StepKind.MOVED, Place("T2"), Place("T0")),
        (StepKind.TURNED_UP, Place("T0"), Place("T0")),
    ]


def test_a_way_back_that_nobody_can_tell_is_waited_for_all_the_same() -> None:
    """A blue pawn too many and a red one too few: whose way is whose is not plain, but they differ.

    Before, nothing was waited for then, and what was taken back was accepted again.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    shown = look(spots(bench.with_moves("T5>", ">T9=blue")), card="5")
    back = present(putting_back.begin(bench.table.but(reading=shown), bench.table))
    assert not back.steps


def take_a_move_back() -> Bench:
    """Return a table at which Red's 5 was just taken back by the keys."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    return bench


@pytest.mark.parametrize("gone", ["T16", "blue.N1"])
@pytest.mark.parametrize("ways", [[], ["T0>T5"], ["T0>"]], ids=["back", "there", "in hand"])
def test_a_piece_that_is_gone_meanwhile_is_named(gone: str, ways: list[str]) -> None:
    """It has nothing to do with the move: the page waited for ever without a word about it."""
    bench = take_a_move_back()
    bench.see(bench.with_moves(*ways, f"{gone}>"), card="5", seconds=2)
    panel = expect(PlayPanel, bench.panel)
    said = [one for one in panel.todo if one.text.startswith("{piece:the} is missing")]
    assert [dict(one.details)["place_to"] for one in said] == [gone.replace(".N1", ".nest")]
    assert gone.replace(".N1", ".nest") in {mark.place for mark in panel.marks}
    bench.see(bench.with_moves(*ways), card="5", seconds=0.2)
    assert isinstance(bench.panel, PlayPanel)
    assert not [one for one in bench.panel.todo if one.text.startswith("{piece:the} is missing")]


def test_a_bare_pile_has_no_card_to_take_off() -> None:
    """Red's 5 was the only card: once it is gone, only the pawn is asked for."""
    bench = take_a_move_back()
    bench.see(bench.with_moves("T0>T5"), card="none", pose=None, seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    assert [one.text for one in bench.panel.todo if "off the pile" in one.text] == []


@pytest.mark.parametrize("space", ["T7", "T13"])
def test_after_a_wrong_capture_a_ring_shows_where_the_card_leads(space: str) -> None:
    """Two pawns are out of place, but the card moved only Red's: Blue's was sent home.

    Before, a ring stood only where a single pawn had been moved.
    """
    bench = Bench()
    state = read_position(position("5", red="T0", blue=space))
    hands = tuple((UNKNOWN_CARD,) * 4 for _ in range(4))
    state = state._replace(hands=hands, setting=bench.table.state.setting)
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(bench.with_moves(f"{space}>blue.N4", f"T0>{space}"), card="5")
    page = expect(ObjectionPanel, bench.panel)
    assert {mark.place for mark in page.marks if mark.kind is MarkKind.TO} == {"T5"}
