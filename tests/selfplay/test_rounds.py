"""Whole rounds through rendered pictures: nothing is objected to wrongly, faults are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.ports import Frame
from tablet_companion import cli
from tablet_companion.commands import selfplay
from tablet_companion.referee.model.events import Busy, Event
from tablet_companion.referee.model.table import Stage
from tablet_companion.selfplay.play import Player, Tally, play_round
from tablet_companion.session.keeper import Keeper
from tablet_companion.simulator.house import House, Print
from tests.amounts import sampled


def test_a_round_is_judged_right(kit: Print) -> None:
    """Every legal move is followed, every planted fault noticed, none imagined."""
    house = House(kit, 7)
    player = Player(house, fault_share=0.3)
    player.begin()
    tally = Tally()
    play_round(player, tally.add)
    assert tally.wrong == []
    assert tally.turns >= 12
    assert sum(tally.planted.values()) >= 2
    assert tally.planted == tally.found + tally.asked + tally.doubted


def test_control_c_loses_no_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What an hour has measured is printed before the command ends as Control-C has it."""

    def play(_player: None, _players: int, tally: Tally, _complain: Callable[[str], None]) -> None:
        if tally.turns == 2:
            raise KeyboardInterrupt
        tally.turns += 1

    for name in ("make_print", "House", "someone"):
        monkeypatch.setattr(selfplay, name, lambda *_, **__: None)
    monkeypatch.setattr(selfplay, "play_counted", play)
    with pytest.raises(KeyboardInterrupt):
        cli.main(["selfplay"])
    assert "rounds            3, with 2 turns" in capsys.readouterr().out


@sampled(2)
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 3)])
def test_two_and_three_are_judged_right(kit: Print, players: int, seed: int) -> None:
    """Each for himself, with fewer pawns on the table: every verdict is right, faults included."""
    house = House(kit, seed)
    player = Player(house, fault_share=1.0)
    player.begin(players)
    assert len(house.table.setup.seats) == players
    tally = Tally()
    for _ in range(3):
        tally.add(player.turn())
    assert tally.wrong == []
    assert tally.planted == tally.found + tally.asked + tally.doubted
    assert sum(tally.planted.values()) >= 1


def _blindfolded(frame: Frame) -> Event:
    return Busy(frame.taken_s)


def test_a_deaf_referee_is_noticed(kit: Print) -> None:
    """The count of mistakes is no ornament: a referee that sees nothing is reported."""
    house = House(kit, 7)
    player = Player(house, fault_share=1.0)
    player.begin()
    tally = Tally()
    house._interpret = _blindfolded  # type: ignore[assignment]  # an eye that sees only hands
    play_round(player, tally.add)
    assert any("did not notice" in wrong for wrong in tally.wrong)


def test_a_hand_without_a_card_is_given_up_at_the_very_first_turn(kit: Print) -> None:
    """Whoever begins with nothing to play says so aloud, and the referee follows."""
    house = House(kit, 20079)
    player = Player(house, fault_share=0.0)
    player.begin()
    told = player.turn()
    assert told.card is None
    assert not told.wrong
    assert kit.game.actor(house.table.state) == kit.game.actor(player.truth) != told.seat


def test_a_table_begins_anew_whatever_was_recorded_before(kit: Print, tmp_path: Path) -> None:
    """A demonstration that was broken off is no beginning of the next one in the same folder."""
    keeper = Keeper(tmp_path, lambda: 0.0)
    Player(House(kit, 3, keeper), fault_share=0.0).begin()
    keeper.close()
    again = Keeper(tmp_path, lambda: 0.0)
    assert House(kit, 3, again).table.stage is Stage.SETUP
    again.close()
