"""Evenings at the simulated table: the table plays some seats, simulated people the others.

The tablet deals; see ``dealt.py`` for real cards. People enter their own actions if necessary, and
move every piece, their own and the table's; everything goes through pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.core import Seat
from tablet_companion.players.jobs import Job, do
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.dialogues import Whispering
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import find_due, find_thought
from tablet_companion.simulator.house import House

PATIENCE: Final = 15 * 9
"""Frames to wait until the pieces are seen in their places."""
FALSE: Final = frozenset({Kind.OBJECTED, Kind.OUT_OF_STEP, Kind.ASKED})
"""Verdicts that are false alarms, as nobody makes mistakes here."""
_STUCK: Final = 12
"""After so many tries in a row that put nothing on record, the evening is over."""


@dataclass
class Evening:
    """The result of an evening: actions by seat, and every false alarm."""

    actions: dict[Seat, int] = field(default_factory=dict)
    false: list[str] = field(default_factory=list)


class Host:
    """Plays at a house: the table's seats as a level plays, people by chance."""

    def __init__(self, house: House, played: tuple[Seat, ...], skill: str) -> None:
        """Set a game up in which the table plays these seats."""
        self.house, self.evening = house, Evening()
        self._played, self._skill = played, skill

    def begin(self, **options: Any) -> None:
        """Begin, with the pieces put out and seen."""
        house = self.house
        for name, value in options.items():
            house.touch(events.Choose(name, value))
        if not options.get("dealing"):
            house.touch(events.Choose("dealing", "tablet"))
        for seat in self._played:
            house.touch(events.Choose("played", str(seat)))
        house.touch(
            events.Choose("skill", self._skill), events.Choose("dealer", house.table.setup.seats[0])
        )
        house.touch(events.Begin())
        house.hands.set_up(by_area(house.table.placement))
        if not house.watch(PATIENCE, lambda: house.table.stage is Stage.PLAY):
            house.touch(events.Begin())

    def play(self, until: Callable[[House], bool]) -> Evening:
        """Play until something holds, or the game is over; return what came of it."""
        tries, past = 0, self.house.table.past
        while self.house.table.stage is Stage.PLAY and not until(self.house):
            self._act()
            tries, past = tries + 1 if self.house.table.past is past else 0, self.house.table.past
            if tries == _STUCK:
                self.evening.false.append(f"{self.house.table.turn}: the game does not go on")
                break
        return self.evening

    def _act(self) -> None:
        """Carry out one action, and move the pieces as it asks for."""
        house = self.house
        table, first = house.table, len(house.judged)
        seat = table.turn
        assert seat is not None, "somebody is on turn until the game is over"
        due = find_due(table)
        if due is not None:
            self._choose(due)
        if len(house.table.past) == len(table.past):
            self._say()
        self._move(table)
        self.evening.actions[seat] = self.evening.actions.get(seat, 0) + 1
        if len(house.table.past) == len(table.past):
            self.evening.false.append(f"{seat}: nothing came of it")
        self.note_false(seat, first)

    def note_false(self, seat: Seat, first: int, kinds: Collection[Kind] = FALSE) -> None:
        """Note the false alarms since the verdict of this number."""
        wrong = [one for one in self.house.judged[first:] if one.kind in kinds]
        self.evening.false += [f"{seat}: {one.kind} {one.breaches or one.action}" for one in wrong]

    def _choose(self, seat: Seat) -> None:
        """Let the table choose for a seat, as the program does in another process."""
        table, house = self.house.table, self.house
        text, luck = table.game.write(find_thought(table)), house.rng.randrange(1 << 30)
        job = Job(table.game.name, text, seat, table.setup.skill, luck)
        done = do(job, lambda: False)
        if done.action:
            house.hear(events.Chosen(house.clock.now_s(), seat, len(table.past), done.action))

    def _say(self) -> None:
        """Say something by chance for the seat on turn, alone where only it may know."""
        house = self.house
        table, seat = house.table, house.table.turn
        assert seat is not None
        legal = set(table.game.legal(table.state))
        found = (*sayings.find_entries(table.position), *sayings.find_own_plays(table.position))
        ways = [one for one in found if one.action in legal and one.saying.seat == seat]
        if not ways:
            house.touch(events.GiveUp(), events.Answer(0))
            return
        entry = house.rng.choice(ways)
        alone = entry.saying.private or table.game.pile
        moves = entry.saying.shown and not alone
        if alone:
            house.touch(events.Whisper(seat), events.Reveal())
        for size in range(1, len(entry.saying.labels) + 1):
            if len(house.table.past) == len(table.past):
                house.touch(events.Say(entry.saying.labels[:size], moves=moves))
        if isinstance(house.table.dialogue, Whispering):
            house.touch(events.Hide())

    def _move(self, before: Table) -> None:
        """Do with the pieces what is on record since, a hand over the board; let it be seen."""
        house = self.house
        wanted = by_area(house.table.placement)
        steps = [step for one in house.table.past[len(before.past) :] for step in one.steps]
        if steps:
            house.hands.reach(wanted)
            house.watch(2)
            if before.game.pile:
                house.hands.carry_out(steps)
                house.hands.settle(wanted)
            else:
                house.hands.arrange(wanted)
            house.sim.hand_out()
        house.watch(PATIENCE, lambda: house.table.owed is None and house.table.reading is not None)
        if house.table.owed is not None:
            self.evening.false.append("the pieces were not seen where they belong")
