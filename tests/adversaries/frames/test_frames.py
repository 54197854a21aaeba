"""What measures whole games and families through pictures measures what it says."""

from __future__ import annotations

import math
from itertools import islice

import pytest

from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.selfplay.speaker import conjures
from tests.adversaries.family.evening import rule_sets
from tests.adversaries.family.play import play
from tests.adversaries.frames import planting
from tests.adversaries.frames.conditions import CONDITIONS
from tests.adversaries.frames.delays import Outcome, delay_table, quantile
from tests.adversaries.frames.evenings import MAX_TURNS, Evening, play_evening
from tests.adversaries.frames.falls import Way
from tests.adversaries.frames.family import pictured
from tests.adversaries.frames.felling import Said, fell_some
from tests.adversaries.frames.games import games_table
from tests.adversaries.frames.planting import Planted, Sort, plant_some
from tests.adversaries.frames.resting import Told, rest
from tests.adversaries.frames.rim import Spot, tell
from tests.adversaries.frames.tips import tell as tell_of_fingertips
from tests.amounts import THOROUGH, count
from tests.conftest import Prints

_TURNS = count(1, 4)


def test_a_family_is_seen_through_pictures(prints: Prints) -> None:
    """Turns of a clumsy family are rendered, read by the eye, and followed to the end of each."""
    dog = next(one for one in rule_sets() if one.name == "agent_dog")
    turns = count(2, 3)
    figures = play(dog, turns, pictured(prints("agent_dog"), "knocks a pawn"), seed=1)
    assert figures.turns == {"knocks a pawn": turns}
    assert not figures.cases


def test_a_game_is_played_and_timed(prints: Prints) -> None:
    """A game of Pocket Ops goes on, in a thorough run to its end; every verdict has its delay."""
    pocket_ops = next(one for one in rule_sets() if one.name == "pocket_ops")
    evening = play_evening(prints("pocket_ops"), pocket_ops, 5, 2, most=count(6, MAX_TURNS))
    assert evening.tally.turns == 6 or evening.ended
    assert not evening.wrong
    assert all(0 < delay < 15 for delay in evening.delays[Outcome.ACCEPTED])
    assert list(games_table([evening]))[2].startswith("| pocket_ops | 1 |")


def test_a_cup_is_spoken_of_within_eight_seconds(prints: Prints) -> None:
    """It is marked and to be taken away, and a hand that rests is only waited for.

    Before, the eye waited for both for forty seconds, and nobody was told where the cup stood.
    """
    kit = prints("agent_dog")
    assert rest(kit, 1, hand=False, after_s=(3, 8)) == Told(
        ("nothing", "where"), marked=True, verdicts=0
    )
    assert rest(kit, 1, hand=True, after_s=(3, 7)) == Told(
        ("nothing", "nothing"), marked=False, verdicts=0
    )


def test_a_game_goes_on_with_a_sleeve_over_the_boards_corner(prints: Prints) -> None:
    """It is pushed, exchanged and taken away; before, twenty places stayed hidden for good."""
    story = tell(prints("agent_dog"), 1, "sleeve", Spot.CORNER, hasty=not THOROUGH)
    assert not story.faults
    assert max(story.waited_s.values()) < 5


def test_nothing_is_judged_while_fingertips_push_a_pawn(prints: Prints) -> None:
    """Before, a pawn that paused on its way with an unseen finger at it was objected to."""
    told = tell_of_fingertips(prints("agent_dog"), 2, _TURNS)
    assert told.counts["paused"]
    assert told.counts["held"] > told.counts["seen"]
    assert not told.faults


def test_nobody_is_accused_of_an_agent_that_fell_off_the_board(prints: Prints) -> None:
    """Before, an agent that was seen nowhere was read as standing on the case."""
    falls = list(islice(fell_some(prints("agent"), 1), 3))
    assert [fall.way for fall in falls] == [Way.OVER, Way.ACROSS, Way.EDGE]
    assert all(fall.said in {Said.FALLEN, Said.ASTRAY, Said.THING} for fall in falls)
    assert not any(fall.sure for fall in falls)


def test_an_unfinished_game_is_counted() -> None:
    """A game that was given up is in the table, as unfinished."""
    row = list(games_table([Evening("dog", 1, 4)]))[2]
    assert row.split(" | ")[-3] == "1"


def test_a_share_of_delays_is_one_of_them() -> None:
    """The median and the rare cases are delays that there were."""
    assert quantile([5, 1, 3], 0.5) == 3
    assert quantile(list(range(100)), 0.99) == 98
    assert quantile([7], 0.99) == 7
    told = list(delay_table({"dog": {Outcome.ACCEPTED: [6], Outcome.OBJECTED: []}}))
    assert told[-1] == "| dog | accepted | 1 | 6 (400 ms) | 6 (400 ms) | 6 (400 ms) |"


def test_no_fault_needs_a_piece_that_there_is_not() -> None:
    """A burglar who stands in a room cannot stand in another as well; what lay face down may turn.

    Such faults were planted before, and counted as not noticed.
    """

    def table(*pieces: tuple[str, str]) -> Placement:
        return Placement(tuple((Place(place), Piece(piece)) for place, piece in pieces))

    assert conjures(table(("A", "burglar")), table(("A", "burglar"), ("F", "burglar")))
    assert not conjures(table(("A", "burglar")), table(("F", "burglar")))
    assert not conjures(table(("A", "hidden")), table(("A", "burglar")))


def test_play_goes_on_in_the_noise_of_a_dim_room(prints: Prints) -> None:
    """Noise and compression are no movement; before, not one turn was followed."""
    dog = next(one for one in rule_sets() if one.name == "agent_dog")
    noisy = CONDITIONS["noisy"]
    evening = play_evening(prints("agent_dog"), dog, 9330001, 4, condition=noisy, most=1)
    assert evening.tally.turns == 1
    assert not evening.wrong


def test_a_fault_planted_under_a_fan_is_named(
    prints: Prints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pawn moved one place on is spoken of in two seconds; before, only that something moves."""
    for name in ("_TURNS", "_QUIET", "_AFTER"):
        monkeypatch.setattr(planting, name, 0)
    planted = next(plant_some(prints("agent_dog"), 1, CONDITIONS["fan"]))
    assert planted.sort is Sort.ON
    assert planted.reason_s < 2
    assert (planted.wrong, planted.false_words) == ((), ())


def test_what_was_said_of_planted_faults_is_counted(
    prints: Prints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One named in time, one late, one never: the last is silence only if no word was said."""
    times = ((1.0, 1.0), (2.0, 9.0), (math.inf, math.inf))
    planted = [Planted(Sort.ON, *both, "", (), ()) for both in times]
    monkeypatch.setattr(planting, "plant_all", lambda *_: planted)
    line = next(planting.tell(prints("agent_dog"), 3, 1, "day", []))
    assert line == "| agent_dog | day | one place on | 3 | 1 | 1 | 1 | 0 | 0 | 9.0 |"
