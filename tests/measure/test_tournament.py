"""A tournament says the same however many processes play it, and refuses what cannot be played."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading

import pytest

from tablet_companion import cli
from tablet_companion.measure import tournament
from tests.patience import PATIENCE_S


def hold(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the status of a tournament, and what it prints."""
    status = cli.main(["tournament", *words.split()])
    out, err = capsys.readouterr()
    return status, out, err


def test_processes_do_not_change_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    """Three players meet each other over the same deals; one process or two say the same."""
    words = "pocket_ops --players greedy,random,child --games 2 --json --jobs"
    told = [hold(f"{words} {jobs}", capsys)[:2] for jobs in (1, 2)]
    assert told[0] == told[1]
    rows = [json.loads(line) for line in told[0][1].splitlines()]
    pairs = [("greedy", "random"), ("greedy", "child"), ("random", "child")]
    assert [(row["player"], row["against"]) for row in rows] == pairs
    assert all(row["games"] == 2 and row["low"] <= row["elo"] <= row["high"] for row in rows)


def test_an_edition_and_its_number_of_players_can_be_chosen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Three players are enough for one of Wink's editions, and too few for the usual one."""
    words = "wink --players greedy,random --games 2 --jobs 1 --seats 3"
    assert hold(words, capsys)[0] == 1
    status, out, _ = hold(f"{words} --option edition=zwinkern", capsys)
    assert (status, out.count("\n")) == (0, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pocket_ops --players greedy,nobody", "'nobody'"),
        ("pocket_ops --players greedy", "two or more"),
        ("pocket_ops --players greedy,greedy", "different"),
        ("pocket_ops --seats 3", "played by 2"),
        ("wink --option edition=nobody", "'nobody'"),
        ("wink --option edition", "NAME=VALUE"),
        ("agent_dog --option holes={}", "not an option's value"),
        ("dog --option holes=3", "no option 'holes'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name or number of seats gets one sentence before anything is played."""
    status, out, err = hold(words, capsys)
    assert (status, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1


def _die() -> None:
    os._exit(1)


def test_a_process_that_is_killed_ends_it_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system kills a process where memory is short; the sentence says what helps."""
    monkeypatch.setattr(tournament, "follow_parent", _die)
    status, _out, err = hold("pocket_ops --games 2 --jobs 2", capsys)
    assert status == 1
    assert "fewer --jobs" in err
    assert err.count("\n") == 1


def _play_without_end(
    _table: tournament.Table, pair: tournament.Pair, _deal: int
) -> tuple[int, int]:
    if "child" in pair:
        signal.pause()
    return 1, 0


def test_who_ends_it_waits_for_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal of the best players takes an hour, and the system that asks for the end kills."""
    monkeypatch.setattr(tournament, "_play", _play_without_end)
    table = tournament.Table("pocket_ops", {}, 0)
    others = {*multiprocessing.active_children()}
    held = tournament.hold_tournament(table, ("greedy", "random", "child"), range(2), 2)
    assert next(held)[0] == ("greedy", "random")
    ending = threading.Thread(target=held.close, daemon=True)
    ending.start()
    ending.join(PATIENCE_S)
    left = {*multiprocessing.active_children()} - others
    for worker in left:
        worker.kill()
    assert not left
    assert not ending.is_alive()
