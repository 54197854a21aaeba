"""The reader is measured under every fault of the simulated table."""

from __future__ import annotations

import numpy as np
import pytest

from tablet_companion.kit import printed
from tablet_companion.simulator.house import Print
from tablet_companion.vision.scene import Model
from tests.hardware.small_table import BOARD
from tools import faults, strained
from tools.scattered import scatter

GRADES = (None, (faults.CARELESS, 0.5), (faults.OVEREXPOSED, 1.0), (faults.HAND, 0.8))


@pytest.fixture(scope="module")
def setting(kit: Print) -> strained.Setting:
    """Return Agent DOG, printed and calibrated."""
    assert isinstance(kit.model, Model)
    return strained.Setting(kit.board, kit.model, kit.renderer, kit.game.cards)


@pytest.fixture(scope="module")
def found(setting: strained.Setting) -> tuple[strained.Trial, ...]:
    """Return what one position shows under some faults."""
    return tuple(strained.trials(setting, GRADES, 1, 3, sequence=True))


def test_a_table_without_fault_is_read_whole(found: tuple[strained.Trial, ...]) -> None:
    """No place, card or hand of it is read wrong."""
    figures = strained.list_figures(found[0].tally, 0.99)
    assert figures["of"] == 96
    assert [figures[name] for name in ("wrong", "sure+wrong", "hand?", "refused")] == [0] * 4
    assert figures["boards"] == 1
    assert found[0].mistakes == ()


def test_every_trial_has_a_line_of_the_table(found: tuple[strained.Trial, ...]) -> None:
    """The lines are as wide as the heading and begin with the fault and its strength."""
    lines = [strained.report(trial) for trial in found]
    assert {len(line) for line in lines} == {len(strained.HEADING)}
    names = ("no fault", "careless 0.50", "overexposed 1.00", "hand 0.80")
    assert all(line.startswith(name) for line, name in zip(lines, names, strict=True))


def test_a_hand_is_told_of_and_what_it_hides_is_not_counted(
    found: tuple[strained.Trial, ...],
) -> None:
    """Covered places are counted by themselves; the card beside a hand is not judged."""
    figures = strained.list_figures(found[3].tally, 0.99)
    assert figures["of"] is not None
    assert figures["of"] + found[3].tally.covered == 96
    assert figures["cov.missed"] is not None
    assert figures["cards wrong"] is None


def test_the_same_seed_gives_the_same_figures(
    setting: strained.Setting, found: tuple[strained.Trial, ...]
) -> None:
    """Only the times differ when it is done again."""
    (again,) = strained.trials(setting, GRADES[1:2], 1, 3, sequence=True)
    assert again.tally.confusion == found[1].tally.confusion
    assert again.tally.bets == found[1].tally.bets


def test_scattered_pieces_are_all_there_and_stand_apart() -> None:
    """Every piece whose number is known stands somewhere; only in holes is one turned over."""
    kit = printed.board("agent_dog")
    pieces = scatter(kit, np.random.default_rng(1))
    assert sorted(colour for colour, _ in pieces.values()) == sorted(
        [*["red"] * 4, *["blue"] * 4, *["green"] * 4, *["yellow"] * 4]
    )
    holes = {place.name for place in kit.places if place.kind == "hole"}
    assert {place for place, (_, turned) in pieces.items() if turned} <= holes
    assert scatter(BOARD, np.random.default_rng(1)) == {}, "nobody knows how many there are"


@pytest.mark.parametrize(
    "words", [["--fault", "fog"], ["--strengths", "1.5"], ["--pictures", "0"], ["--seed", "-1"]]
)
def test_what_cannot_be_measured_is_refused(words: list[str]) -> None:
    """An unknown fault or an impossible number is refused before anything is drawn."""
    with pytest.raises(SystemExit):
        strained.make_parser().parse_args(words)


def test_the_command_prints_every_fault_and_explains_the_columns() -> None:
    """One position under one fault: heading, two rows, the columns' meaning and the odds."""
    words = ["--fault", "careless", "--strengths", "0.5", "--pictures", "1"]
    lines = list(strained.score_simulated(strained.make_parser().parse_args(words)))
    assert [line.split("  ")[0] for line in lines[1:3]] == ["no fault", "careless 0.50"]
    assert any(line.startswith("careless     at 1: ") for line in lines)
    assert lines[-1].split()[0] == "0.999"
