"""Plays games without a pile at the simulated table, with pieces and entries on the screen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, HIDDEN, Placement
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.dialogues import Whispering
from tablet_companion.referee.model.effects import Judged, Kind
from tablet_companion.referee.model.events import Answer, Begin, Choose, Reveal, Say, Whisper
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Asking, Verdict
from tablet_companion.selfplay.plans import Fault, FaultKind
from tablet_companion.selfplay.play import TurnTold, is_doubted, is_noticed
from tablet_companion.simulator.house import House

_PATIENCE: Final = 15 * 9
"""Frames to wait for a verdict: longer than the delay before a question about doubt."""
_TRIES: Final = 200
"""The number of conceivable actions that are examined for a visible fault."""

Policy = Callable[[Any, Sequence[Any]], Any]
"""Chooses one of the legal actions of a state."""


def at_random(rng: random.Random) -> Policy:
    """Return a policy that chooses the kind of action first, so that rare kinds occur, too."""

    def choose(_state: Any, actions: Sequence[Any]) -> Any:
        kinds = sorted({type(action) for action in actions}, key=lambda kind: kind.__name__)
        kind = rng.choice(kinds)
        return rng.choice([action for action in actions if type(action) is kind])

    return choose


class Speaker:
    """Plays a policy's choices at a House: with the pieces if they show it, else on the screen."""

    def __init__(self, house: House, policy: Policy, *, fault_share: float) -> None:
        """Play; ``fault_share`` of the moves with pieces go wrong first."""
        self.house = house
        self._game = house.kit.game
        self._policy = policy
        self._fault_share = fault_share

    def begin(self, players: int = 0, **options: Any) -> None:
        """Set the game up, put the pieces out and wait for play to begin.

        The first of the seats begins. Without a number of players the usual number play.
        """
        house, game = self.house, self._game
        if players:
            options["players"] = players
        house.touch(*(Choose(name, value) for name, value in options.items()))
        first = house.table.setup.seats[0]
        house.touch(Choose("dealer", first), Begin())
        house.hands.set_up(by_area(game.placement(house.table.state)))
        if not house.watch(_PATIENCE, lambda: house.table.stage is Stage.PLAY):
            house.touch(Begin())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.house.table.stage is Stage.ENDED

    def turn(self) -> TurnTold:
        """Carry out one action and judge the referee."""
        game, house = self._game, self.house
        state, first, past = house.table.state, len(house.judged), len(house.table.past)
        seat = game.actor(state)
        assert seat not in (None, CHANCE), "lots are drawn by the house"
        action = self._policy(state, game.legal(state))
        entry = next(
            one for one in sayings.find_entries(Position(game, state)) if one.action == action
        )
        fault = self._plant(state) if entry.saying.shown else None
        noticed = fault is None or self._wait(lambda: is_noticed(house.table.verdict))
        doubted = fault is not None and not noticed and is_doubted(house.table)
        if entry.saying.shown:
            self._move(state, entry)
        else:
            self._say(entry)
        done = [moment.action for moment in house.table.past[past:]]
        wrong = "" if action in done else "did not follow"
        if fault is not None and not (noticed or doubted):
            wrong = f"did not notice: {', '.join(sorted(fault.rules))}"
        self._settle()
        told = self._told(entry, fault, house.judged[first:], wrong)
        return replace(told, doubted=doubted)

    # --- with the pieces --------------------------------------------------------------------------

    def _plant(self, state: Any) -> Fault | None:
        """Show the result of an illegal action that no legal one has; None if there is none."""
        game, house = self._game, self.house
        if house.rng.random() >= self._fault_share:
            return None
        before = by_area(game.placement(state))
        found = list_candidates(Position(game, state))
        allowed = {before, *(by_area(one.after) for one in found)}
        tried = [wrong for wrong in game.conceivable(state) if self._shown(state, wrong)]
        house.rng.shuffle(tried)
        for wrong in tried[:_TRIES]:
            after = by_area(game.attempted(state, wrong))
            rules = frozenset(breach.rule for breach in game.judge(state, wrong))
            possible = after not in allowed and not conjures(before, after)
            if rules and possible and house.hands.can_show(after):
                self._show(after)
                return Fault(FaultKind.ILLEGAL, wrong, rules)
        return None

    def _shown(self, state: Any, action: Any) -> bool:
        saying = self._game.saying(state, action)
        return saying is not None and saying.shown

    def _move(self, state: Any, entry: sayings.Entry) -> None:
        """Move the pieces and wait until it is on record, answering what is asked.

        Actions that the camera cannot see, such as stepping onto the case, are entered.
        """
        game, house, action = self._game, self.house, entry.action
        past, stale = len(house.table.past), house.table.verdict
        wanted = by_area(game.attempted(state, action))
        self._show(wanted)
        if wanted == by_area(game.placement(state)):
            self._wait(lambda: house.table.reading is not None)
            self._say(entry)
            return
        for _ in range(2):
            if not self._wait(lambda: len(house.table.past) > past or self._asked(stale)):
                return
            if len(house.table.past) > past:
                return
            self._answer(action)

    def _asked(self, stale: Verdict) -> bool:
        """Whether the referee asks something that it did not ask before the move."""
        verdict = self.house.table.verdict
        return isinstance(verdict, Asking) and verdict != stale

    def _answer(self, action: Any) -> None:
        verdict = self.house.table.verdict
        assert isinstance(verdict, Asking)
        answers = verdict.question.consequences
        meant = [
            number
            for number, one in enumerate(answers)
            if isinstance(one, Act) and one.action == action
        ]
        self.house.touch(Answer((meant or [0])[0]))

    def _show(self, wanted: Placement) -> None:
        """Let a hand come, arrange the table, and let the hand go."""
        house = self.house
        house.hands.reach(wanted)
        house.watch(1)
        house.hands.arrange(wanted)
        house.sim.hand_out()

    def _settle(self) -> None:
        """Arrange the table as the record has it, as people do when asked to."""
        house, game = self.house, self._game
        wanted = by_area(game.placement(house.table.state))
        if not house.hands.shows(wanted):
            self._show(wanted)
            self._wait(lambda: house.table.owed is None and house.table.reading is not None)

    def _wait(self, until: Callable[[], bool]) -> bool:
        return self.house.watch(_PATIENCE, until)

    # --- with words -------------------------------------------------------------------------------

    def _say(self, entry: sayings.Entry) -> None:
        """Touch one label after another, on a private page if the action is secret."""
        house, past = self.house, len(self.house.table.past)
        if entry.saying.private and not isinstance(house.table.dialogue, Whispering):
            house.touch(Whisper(entry.saying.seat), Reveal())
        for size in range(1, len(entry.saying.labels) + 1):
            if len(house.table.past) == past:
                house.touch(Say(entry.saying.labels[:size], moves=entry.saying.shown))

    def _told(
        self, entry: sayings.Entry, fault: Fault | None, verdicts: list[Judged], wrong: str
    ) -> TurnTold:
        objected = any(one.kind in (Kind.OBJECTED, Kind.OUT_OF_STEP) for one in verdicts)
        if fault is None and objected:
            wrong = "objected to a legal move"
        labels = () if entry.saying.private else entry.saying.labels
        return TurnTold(
            seat=entry.saying.seat,
            card=None,
            action=" / ".join(label.text for label in labels),
            fault="" if fault is None else str(fault.kind),
            expected=frozenset() if fault is None else fault.rules,
            verdicts=tuple(verdicts),
            done=labels,
            wrong=wrong,
        )


def conjures(before: Placement, after: Placement) -> bool:
    """Whether a change needs a piece that is not there, such as a second burglar.

    A piece that lay face down may have been any.
    """
    had, has = (Counter(piece for _, piece in one.pieces) for one in (before, after))
    turned_up = had.pop(HIDDEN, 0) - has.pop(HIDDEN, 0)
    return (has - had).total() > max(0, turned_up)
