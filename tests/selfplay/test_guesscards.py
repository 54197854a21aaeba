"""Guess cards of Pocket Ops turned up at the simulated table, from pictures to the record."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import Placement
from tablet_companion.games.pocket_ops.state import Phase, State
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Begin, Choose, Reveal, Say, Whisper
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Objecting, Waiting
from tablet_companion.simulator.house import House, Print
from tests.conftest import Prints

_PATIENCE = 15 * 6


@pytest.fixture(scope="module")
def pocket_ops(prints: Prints) -> Print:
    """Return Pocket Ops, printed and calibrated."""
    return prints("pocket_ops")


class Evening:
    """Two people at a simulated table; red guesses first."""

    def __init__(self, kit: Print, dealing: str) -> None:
        """Play until both specialists are enrolled."""
        self.house, self.game = House(kit, 5), kit.game
        self.house.touch(Choose("dealing", dealing), Choose("dealer", "red"), Begin())
        self.show(self.game.placement(self.state))
        assert self.house.watch(_PATIENCE, lambda: self.house.table.stage is Stage.PLAY)
        while self.state.phase is Phase.ENROL:
            self.say(min(self.game.legal(self.state)))
        self.show(self.game.placement(self.state))
        self.house.watch(15)

    @property
    def state(self) -> State:
        """Return the state on record."""
        state: State = self.house.table.state
        return state

    def say(self, action: Any) -> None:
        """Touch what says an action, alone where it is secret."""
        saying = self.game.saying(self.state, action)
        assert saying is not None
        if saying.private:
            self.house.touch(Whisper(saying.seat), Reveal())
        self.house.touch(Say(saying.labels))

    def show(self, wanted: Placement) -> None:
        """Let a hand come, put the pieces so, and let it go."""
        placed = by_area(wanted)
        self.house.hands.reach(placed)
        self.house.watch(1)
        self.house.hands.arrange(placed)
        self.house.sim.hand_out()

    def place(self, text: str) -> None:
        """Place an agent, and wait until it is on record."""
        action = self.game.read_action(self.state, text)
        self.show(self.game.attempted(self.state, action))
        assert self.house.watch(_PATIENCE, lambda: self.state.phase is Phase.REVEAL)

    def turn_up(self, card: str) -> None:
        """Turn a card up on the spot with a hand over it, and let the hand go."""
        self.house.sim.hand_in("red.N6")
        self.house.watch(2)
        self.house.sim.clear_pile()
        self.house.sim.lay(card)
        self.house.sim.hand_out()

    def revealed(self) -> bool:
        """Watch until the reveal is on record."""
        return self.house.watch(_PATIENCE, lambda: self.state.phase is not Phase.REVEAL)

    def tidy(self) -> bool:
        """Put the table as the record has it; return whether the referee is content."""
        self.show(self.game.placement(self.state))
        return self.house.watch(_PATIENCE, lambda: self.house.table.owed is None)


def test_real_cards_reveal_turn_after_turn(pocket_ops: Print) -> None:
    """Each player's card in turn, laid upon the other's: through, foiled, and nobody taps."""
    evening = Evening(pocket_ops, "people")
    evening.place("place spy C")
    evening.turn_up("red.H")
    assert evening.revealed()
    assert evening.state.base[2] != 0, "the agent is through"
    evening.place("place spy E")
    assert not evening.house.watch(15, lambda: evening.state.phase is not Phase.REVEAL)
    evening.turn_up("blue.E")
    assert evening.revealed()
    assert evening.state.base[4] == 0, "the agent is foiled"
    assert isinstance(evening.house.table.verdict, Waiting)
    assert evening.tidy()
    evening.house.sim.clear_pile()
    evening.place("place spy D")
    assert Kind.OBJECTED not in [judged.kind for judged in evening.house.judged]


def test_another_card_than_the_sealed_one_is_objected_to(pocket_ops: Print) -> None:
    """It is taken away again, the right one is turned up, and the game goes on."""
    evening = Evening(pocket_ops, "tablet")
    evening.say(evening.game.read_action(evening.state, "guess H"))
    evening.place("place spy C")
    evening.turn_up("red.C")
    house = evening.house
    assert house.watch(_PATIENCE, lambda: isinstance(house.table.verdict, Objecting))
    assert [b.rule for b in house.judged[-1].breaches] == ["same_card"]
    house.sim.clear_pile()
    assert house.watch(_PATIENCE, lambda: not isinstance(house.table.verdict, Objecting))
    evening.turn_up("red.H")
    assert evening.revealed()
    assert evening.state.base[2] != 0
