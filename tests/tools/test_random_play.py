"""How fast the rules are is compared with other projects' games in the same run."""

from __future__ import annotations

import random

import pytest

from tools import random_play, searches

WHY = "not installed: pip install .[dev,research]"


def test_every_other_game_is_played_to_its_end() -> None:
    """Chess, connect four and tic-tac-toe take legal actions; at a middling one several are."""
    for title, find in random_play._OTHERS.items():
        try:
            play = find()
        except ImportError:
            pytest.skip(f"{title} is {WHY}")
        actions, listed = play(random.Random(1))
        assert 5 <= actions <= random_play._MAX_ACTIONS
        assert listed > 2 * actions


def test_three_games_stand_beside_each_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each comparison has its line, python-chess the aim; what is not installed is said to be."""

    def find_none() -> random_play.Play:
        raise ImportError

    others = {"python-chess": lambda: lambda _rng: (7, 9), "another": find_none}
    monkeypatch.setattr(random_play, "_PLAY_S", 0.01)
    monkeypatch.setattr(random_play, "_OTHERS", others)
    monkeypatch.setattr(searches, "measure_searches", lambda: ())
    lines = [str(one) for one in random_play.measure_rules()]
    chess = next(n for n, line in enumerate(lines) if "python-chess" in line)
    for name, line in zip(("Agent DOG", "DOG", "Wink"), lines[chess + 1 :], strict=False):
        assert line.startswith(f"  {name} to it")
        assert line.endswith("aim 3.00")
    assert lines[chess + 4].split() == ["random", "play,", "another", "not", "installed"]
