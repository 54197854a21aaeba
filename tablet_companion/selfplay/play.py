"""Plays turn after turn: hands move, the referee judges, and the verdicts are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.core import TABLE, Card, Message, Rule, Seat, StepKind
from tablet_companion.referee.model.answers import Act, Rectify
from tablet_companion.referee.model.effects import Judged, Kind
from tablet_companion.referee.model.events import Answer, Begin, Choose, GiveUp, NameCard
from tablet_companion.referee.model.patience import is_covered
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import (
    Asking,
    AskingCard,
    Disagreeing,
    Doubting,
    Misplaced,
    Objecting,
    Quiet,
    Verdict,
    Waiting,
)
from tablet_companion.selfplay.plans import (
    Fault,
    FaultKind,
    Plan,
    Wish,
    choose_unplayed,
    plan,
    secretly,
)
from tablet_companion.simulator.hands import Hands
from tablet_companion.simulator.house import House

_PATIENCE: Final = 15 * 14
"""Frames to wait for a verdict: longer than the referee's own patience."""
_RESTING_SHARE: Final = 0.15
"""The share of moves after which the hand stays over the board for a few frames."""
_NOTICED: Final = (Objecting, Asking, Disagreeing, Misplaced)
_NOTICES: Final = (Kind.OBJECTED, Kind.ASKED, Kind.OUT_OF_STEP)


@dataclass(frozen=True, slots=True)
class TurnTold:
    """A turn: the plan, the referee's verdicts, and whether they were right."""

    seat: Seat
    card: Card | None
    action: str
    fault: str
    expected: frozenset[Rule]
    verdicts: tuple[Judged, ...]
    done: tuple[Message, ...] = ()
    wrong: str = ""
    doubted: bool = False


@dataclass
class Tally:
    """Figures over many turns."""

    turns: int = 0
    frames: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    doubted: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, told: TurnTold) -> None:
        """Count one turn."""
        self.turns += 1
        self.kinds.update(str(judged.kind) for judged in told.verdicts)
        if told.wrong:
            self.wrong.append(f"{told.seat} {told.action}: {told.wrong}")
        if told.fault:
            objections = [judged for judged in told.verdicts if judged.kind is Kind.OBJECTED]
            rules = {breach.rule for judged in objections for breach in judged.breaches}
            self.planted[told.fault] += 1
            self.found[told.fault] += bool(objections)
            self.doubted[told.fault] += told.doubted
            self.asked[told.fault] += not (objections or told.wrong or told.doubted)
            self.named[told.fault] += bool(rules & told.expected)
            self.kept[told.fault] += bool(objections) and not rules


class Player:
    """Plays a game at a House, all seats in turn."""

    def __init__(self, house: House, *, fault_share: float, wish: Wish | None = None) -> None:
        """Play at random, or by a wish; ``fault_share`` of the turns go wrong first."""
        self._wish = wish
        self.house = house
        self._game = house.kit.game
        self._fault_share = fault_share
        self.truth: Any = None
        self._stale: Verdict = Quiet()
        self._doubted = False

    def begin(self, players: int = 0) -> None:
        """Set the game up, put the pawns out and wait for play to begin.

        Without a number of ``players`` as many as possible play.
        """
        house, game = self.house, self._game
        if players:
            house.touch(Choose("players", players))
        seats = house.table.setup.seats
        first = house.rng.choice(seats)
        house.touch(Choose("dealer", first), Begin())
        start = game.setup({"dealing": "tablet"}, seats)
        start = game.successor(start, game.lot(start, first))
        house.hands.set_up(game.placement(start))
        if not house.watch(_PATIENCE, lambda: house.table.stage is Stage.PLAY):
            house.touch(Begin())
        # Only now: a hand without a playable card is given up aloud, once the referee listens.
        self.truth = secretly(game, start, house.table.state, house.rng)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome(self.truth) is not None

    def cards_left(self) -> int:
        """Return how many cards all hands hold together."""
        return sum(seat.cards for seat in self._game.view(self.truth, TABLE).seats)

    def turn(self) -> TurnTold:
        """Play one turn and judge the referee."""
        game, house = self._game, self.house
        seat = game.actor(self.truth)
        assert seat is not None, "somebody is on turn until the game is over"
        first = len(house.judged)
        chosen = plan(
            game, self.truth, house.table.state, house.rng, self._fault_share, wish=self._wish
        )
        if chosen is None:
            return self._pass(seat)
        before = house.sim.scene.pawns
        fault, self._doubted = chosen.fault, False
        if fault is not None and self._plant(chosen, fault):
            told = self._after_fault(seat, chosen, fault, first)
            if told is not None:
                return told
            house.sim.hand_in("T0")
            house.watch(1)
            house.sim.arrange(before)
        elif fault is not None:
            house.sim.arrange(before)
            fault = None
        self._stale = house.table.verdict
        self._do(chosen.action, chosen.card, lay=fault is None)
        settled = self._settle(chosen, first)
        return self._told(seat, chosen, fault, house.judged[first:], settled)

    def _pass(self, seat: Seat) -> TurnTold:
        """Give the hand up, or throw a card away, if nothing can be played."""
        house, game = self.house, self._game
        first, past = len(house.judged), len(house.table.past)
        action = choose_unplayed(game, self.truth, house.rng)
        card = game.card_of(action)
        if card is None:
            house.touch(GiveUp(), Answer(0))
        else:
            self._throw_away(card)
        text = game.write_action(self.truth, action)
        said = (Message(game.told(self.truth, action), (("seat", seat),)),)
        done = [moment.action for moment in house.table.past[past:]]
        self._advance(action)
        wrong = "" if action in done and self._in_step() else "did not follow a hand without a play"
        return TurnTold(seat, card, text, "", frozenset(), tuple(house.judged[first:]), said, wrong)

    def _throw_away(self, card: Card) -> None:
        """Lay a card on the pile unused, or say which it is and put it there then, or below."""
        house, middle = self.house, self._game.placement(self.truth).pieces[0][0]
        way = house.rng.randrange(3)
        if way == 0:
            self._with_hand(middle, card)
            house.watch(_PATIENCE, lambda: isinstance(house.table.verdict, Asking))
        if isinstance(house.table.verdict, Asking):
            house.touch(Answer(0))
            return
        house.touch(GiveUp(), NameCard(card), Answer(0))
        if way == 1:
            self._with_hand(middle, card)
            house.watch(_PATIENCE // 4)

    def _plant(self, chosen: Plan, fault: Fault) -> bool:
        """Do the wrong thing; False if hands cannot do it, or it is not visible as wrong."""
        game, hands = self._game, self.house.hands
        try:
            steps = list(game.steps(self.truth, fault.action))
            if fault.kind is FaultKind.ILLEGAL:
                hands.carry_out(steps)
                wanted = game.attempted(self.truth, fault.action)
                possible = hands.shown() == wanted
            elif fault.kind is FaultKind.LEFT_UPRIGHT:
                hands.carry_out(step for step in steps if step.kind is not StepKind.TURNED_DOWN)
                possible = hands.shown() != game.attempted(self.truth, fault.action)
            else:
                possible = self._put_beside(hands, steps)
        except (KeyError, ValueError):
            return False
        if possible:
            self._with_hand(steps[0].source, chosen.card)
        return possible

    def _put_beside(self, hands: Hands, steps: list[Any]) -> bool:
        captured = next(step for step in steps if step.kind is StepKind.CAPTURED)
        hands.carry_out(steps)
        colour = str(captured.target).removesuffix(".nest")
        return hands.leave_beside(colour, self.house.numbers)

    def _after_fault(self, seat: Seat, chosen: Plan, fault: Fault, first: int) -> TurnTold | None:
        """Wait for the objection; if there is none, return the finished turn."""
        house = self.house
        for _ in range(2):
            house.watch(_PATIENCE, lambda: _stops(house.table.verdict))
            if not isinstance(house.table.verdict, AskingCard):
                break
            house.touch(NameCard(chosen.card))
        self._doubted = is_doubted(house.table)
        if is_noticed(house.table.verdict) or self._doubted:
            return None
        return self._told(seat, chosen, fault, house.judged[first:], settled=False)

    def _do(self, action: Any, card: Card, *, lay: bool) -> None:
        """Carry an action out with a hand over the board."""
        house, game = self.house, self._game
        steps = game.steps(self.truth, action)
        source = steps[0].source if steps else None
        if source is not None:
            house.sim.hand_in(house.hands.spot(source))
            house.watch(1)
        if lay:
            house.sim.lay(card)
        house.hands.carry_out(steps)
        house.hands.settle(game.placement(game.successor(self.truth, action)))
        if source is not None:
            self._with_hand(steps[-1].target or source, None)

    def _with_hand(self, area: Any, card: Card | None) -> None:
        """Hold a hand over a place, laying a card meanwhile; sometimes it stays for a while."""
        house = self.house
        house.sim.hand_in(house.hands.spot(area))
        if card is not None:
            house.sim.lay(card)
        house.watch(4 if house.rng.random() < _RESTING_SHARE else 1)
        house.sim.hand_out()

    def _settle(self, chosen: Plan, first: int) -> bool:
        """Wait until the action is on record, answering what the referee asks."""
        house = self.house
        for _ in range(3):
            if house.watch(_PATIENCE // 2, lambda: self._recorded(first) or self._asked()):
                if self._recorded(first):
                    break
                self._answer(chosen)
            else:
                # Nothing could be seen (the same card in the same place): somebody says so.
                house.touch(NameCard(chosen.card))
        done = self._recorded(first)
        self._advance(chosen.action)
        return done and self._in_step()

    def _recorded(self, first: int) -> bool:
        return any(
            judged.kind in (Kind.ACCEPTED, Kind.CORRECTED) for judged in self.house.judged[first:]
        )

    def _asked(self) -> bool:
        """Whether the referee asks something that it did not ask before the move."""
        verdict = self.house.table.verdict
        return isinstance(verdict, Asking | AskingCard) and verdict != self._stale

    def _answer(self, chosen: Plan) -> None:
        """Answer as somebody would who knows what was done."""
        verdict = self.house.table.verdict
        if isinstance(verdict, AskingCard):
            self.house.touch(NameCard(chosen.card))
            return
        assert isinstance(verdict, Asking)
        answers = verdict.question.consequences
        numbers = [
            number
            for number, answer in enumerate(answers)
            if isinstance(answer, Act | Rectify) and answer.action == chosen.action
        ]
        alike = [number for number, answer in enumerate(answers) if isinstance(answer, Act)]
        self.house.touch(Answer((numbers or alike or [0])[0]))

    def _advance(self, action: Any) -> None:
        after = self._game.successor(self.truth, action)
        self.truth = secretly(self._game, after, self.house.table.state, self.house.rng)

    def _in_step(self) -> bool:
        """Whether referee and truth show the same table."""
        game, state = self._game, self.house.table.state
        return game.placement(state) == game.placement(self.truth)

    def _told(
        self, seat: Seat, chosen: Plan, fault: Fault | None, verdicts: list[Judged], settled: bool
    ) -> TurnTold:
        objected = any(judged.kind in (Kind.OBJECTED, Kind.OUT_OF_STEP) for judged in verdicts)
        wrong = ""
        if fault is None and objected:
            wrong = "objected to a legal move"
        elif fault is not None and not (self._doubted or _noticed(verdicts)):
            wrong = f"did not notice: {fault.kind}, {', '.join(sorted(fault.rules))}"
        elif not settled:
            wrong = "did not follow the move"
        kind = "" if fault is None else str(fault.kind)
        rules = frozenset() if fault is None else fault.rules
        doubted = fault is not None and self._doubted
        told = seat, chosen.card, chosen.text, kind, rules, tuple(verdicts), chosen.done, wrong
        return TurnTold(*told, doubted=doubted)


def is_noticed(verdict: Verdict) -> bool:
    """Whether a verdict says that something is wrong, whoever did it."""
    reminded = isinstance(verdict, Waiting) and verdict.reminded
    return reminded or isinstance(verdict, _NOTICED)


def is_doubted(table: Table) -> bool:
    """Whether the page says what cannot be seen: a place, or the board beneath something.

    That something keeps moving is not enough: a referee that sees only that judges nothing.
    """
    return isinstance(table.verdict, Doubting) or bool(table.blind) or is_covered(table)


def _stops(verdict: Verdict) -> bool:
    return is_noticed(verdict) or isinstance(verdict, AskingCard)


def _noticed(verdicts: list[Judged]) -> bool:
    """Whether people were told of a fault: by a name, or as a piece out of place."""
    astray = (one.kind is Kind.WAITING and one.seat is None for one in verdicts)
    return any(judged.kind in _NOTICES for judged in verdicts) or any(astray)


def play_round(player: Player, hear: Callable[[TurnTold], None]) -> bool:
    """Play until every hand is played out once; False if the referee lost the game."""
    held = player.cards_left()
    while not player.over:
        told = player.turn()
        hear(told)
        if told.wrong:
            return False
        left = player.cards_left()
        if left > held:
            return True
        held = left
    return True
