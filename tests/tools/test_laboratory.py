"""The researchers' examples run, and show what the documents say of them."""

from __future__ import annotations

import random
import runpy

import pytest

from tools.laboratory import hints
from tools.laboratory.learn import Learner, play_game

WHY = "OpenSpiel is not installed: pip install .[research]"


def count_won(*, by_place: bool, games: int = 200) -> int:
    """Return how many games a learner wins while it learns."""
    rng = random.Random(1)
    learner = Learner(rng, by_place=by_place)
    return sum(play_game(learner, number % 2, rng) > 0 for number in range(games))


def test_numbers_that_stay_can_be_learnt_by() -> None:
    """By its stable numbers a linear learner soon beats random play, by mere places it does not."""
    assert count_won(by_place=False) > 130
    assert count_won(by_place=True) < 120


def test_a_small_table_is_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two iterations of OpenSpiel's CFR leave less to a best answer than one."""
    solve = pytest.importorskip("tools.laboratory.solve", reason=WHY)

    monkeypatch.setattr("sys.argv", ["solve", "--iterations", "2"])
    solve.main()
    left = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    assert left[0] > left[1] > 0


@pytest.mark.parametrize("player", ["house", "mcts"])
def test_the_players_meet(
    player: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house's own search and OpenSpiel's find their way through OpenSpiel's numbers."""
    play = pytest.importorskip("tools.laboratory.play", reason=WHY)

    monkeypatch.setattr(play, "_SIMULATIONS", 4)
    monkeypatch.setattr("sys.argv", ["play", "--players", f"{player},random", "--games", "1"])
    play.main()
    assert capsys.readouterr().out == f"1 games: {player} won 1, random won 0\n"


def test_advice_is_listed_with_its_reasons(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shares come with intervals, and each advice with why, beside the other choice."""
    asked = "hints --games pocket_ops --positions 2 --turns 1 --list"
    monkeypatch.setattr("sys.argv", asked.split())
    hints.main()
    row, *advice = capsys.readouterr().out.splitlines()
    assert row.startswith("| pocket_ops | 2 | ")
    assert row.count(" to ") == 3
    assert [line.count(" | ") for line in advice] == [3, 3]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
@pytest.mark.parametrize(
    "wrong",
    [
        "hints --games chess",
        "hints --positions 0",
        "exploit --players greedy,foo",
        "exploit --asked 0",
        "learn --games -3",
        "endings --dry-run",
        "solve --iterations 0",
        "play --players house",
        "play --players house,foo",
    ],
)
def test_what_an_example_cannot_use_is_refused_in_a_sentence(
    wrong: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with a status, and prints no traceback: ``endings`` writes nothing either."""
    name, *arguments = wrong.split()
    if name in ("solve", "play"):
        pytest.importorskip("pyspiel", reason=WHY)
    monkeypatch.setattr("sys.argv", [name, *arguments])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(f"tools.laboratory.{name}", run_name="__main__", alter_sys=True)
    assert ended.value.code == 2
    said, refused = capsys.readouterr()
    assert refused.splitlines()[-1].startswith(f"{name}.py: error: ")
    assert not said
