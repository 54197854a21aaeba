"""A family at a table: it plans turns, carries them out as its habits have it, and makes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import CHANCE, HIDDEN, Card, Place, Saying, Seat, Step, StepKind
from tablet_companion.referee.model.events import Answer, GiveUp, Reveal, Say, TakeBack, Whisper
from tablet_companion.referee.model.table import Stage
from tests.adversaries.family.account import Account, Deed, follow
from tests.adversaries.family.figures import Figure, Spread, flat, on_board
from tests.adversaries.family.room import Room

REMEMBERED: Final = 10
"""So many turns back people know how the table looked."""
_SAID_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """A legal action that somebody is about to carry out with the pieces."""

    seat: Seat
    state: Any
    action: Any
    card: Card | None
    steps: tuple[Step, ...]
    text: str


class Family:
    """People at a table. What they do with hands and fingers goes through here, and is told."""

    def __init__(self, room: Room, rng: random.Random) -> None:
        """Sit down in a room; ``rng`` decides everything they do."""
        self.room: Final = room
        self.rng: Final = rng
        self.account: Final = Account(room)
        self.plan_in_mind: Plan | None = None
        self.taking_back = False
        self.passing = False
        self._memory: list[tuple[Any, Spread]] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.room.table.stage is not Stage.PLAY

    @property
    def turn(self) -> Seat | None:
        """Who is on turn."""
        return self.room.table.turn

    # --- planning --------------------------------------------------------------------------------

    def plan(self, state: Any = None) -> Plan | None:
        """Return a legal action that is done with the pieces; None where there is none."""
        game = self.room.game
        state = self.room.table.state if state is None else state
        seat = game.actor(state)
        if seat in (None, CHANCE):
            return None
        physical = [one for one in game.legal(state) if self._physical(state, one)]
        if not physical:
            return None
        cards = sorted({game.card_of(one) or "" for one in physical}) if game.pile else [None]
        lying = self.account.unplayed if not self.account.deeds else None
        card = lying if lying in cards else self.rng.choice(cards)
        found = [one for one in physical if card is None or game.card_of(one) == card]
        return self.planned(seat, state, self.rng.choice(found))

    def planned(self, seat: Seat, state: Any, action: Any) -> Plan:
        """Return an action of a seat's as a plan."""
        game = self.room.game
        card = game.card_of(action) if game.pile else None
        text = game.write_action(state, action)
        return Plan(seat, state, action, card, game.steps(state, action), text)

    def _physical(self, state: Any, action: Any) -> bool:
        game = self.room.game
        if game.pile:
            return game.card_of(action) is not None and bool(game.steps(state, action))
        saying = game.saying(state, action)
        return saying is not None and saying.shown

    def next_plan(self, plan: Plan) -> Plan | None:
        """Return what the next player may do once this is done."""
        return self.plan_after(plan.action, plan.state)

    def plan_after(self, action: Any, state: Any = None) -> Plan | None:
        """Return what may be done with the pieces after an action; None where nothing may."""
        state = self.room.table.state if state is None else state
        state = follow(self.room.game, state, action)
        return None if state is None else self.plan(state)

    def wrong_plan(self, plan: Plan) -> Plan | None:
        """Return something with the same card that is plainly not allowed, if any comes to mind."""
        game, state = self.room.game, plan.state
        allowed = {
            _frozen(game.attempted(state, one))
            for one in game.legal(state)
            if game.card_of(one) == plan.card and self._physical(state, one)
        } | {_frozen(game.placement(state))}
        tried = []
        for action in game.conceivable(state):
            if (game.card_of(action) if game.pile else None) == plan.card:
                tried.append(action)
            if len(tried) == 300:
                break
        self.rng.shuffle(tried)
        for action in tried[:40]:
            if not game.judge(state, action) or not game.steps(state, action):
                continue
            if _frozen(game.attempted(state, action)) not in allowed:
                return self.planned(plan.seat, state, action)
        return None

    # --- hands -----------------------------------------------------------------------------------

    def by(self, seat: Seat | None) -> None:
        """Let what follows be done by somebody; None is for what nobody meant to do."""
        self.room.tabletop.who = seat

    def hand(self, seconds: float = 0.4, *, pile: bool = True) -> None:
        """Have a hand over the board."""
        self.room.busy(seconds, pile=pile)

    def lay(self, plan: Plan, card: Card | None = None) -> None:
        """Lay the card of a plan on the pile, or another one instead."""
        if plan.card is None:
            return
        if not self.account.deeds and self.account.unplayed == (card or plan.card):
            self.account.note(f"{plan.seat} plays the {card or plan.card} that lies there")
            return
        if not self.account.deeds and self.take_card_back():
            self.hand(0.3)
        self.room.tabletop.lay(card or plan.card)
        if card is not None and card != plan.card:
            self.account.wrong_card = plan.seat
        self.account.note(f"{plan.seat} lays {card or plan.card}")

    def begin(self, plan: Plan) -> None:
        """Have a hand over the board, and lay the card of a plan."""
        self.hand(0.3)
        self.lay(plan)

    def perform(self, plan: Plan, *, laid: bool = True) -> None:
        """Carry a plan out with the pieces, as it is meant; ``laid``: with its card."""
        self.carry(plan)
        self.intend(plan, laid=laid)

    def carry(self, plan: Plan, *, leave: Iterable[Step] = ()) -> None:
        """Carry a plan out with the pieces, but for steps that are left undone."""
        left = list(leave)
        steps = [step for step in plan.steps if step not in left]
        self.by(plan.seat)
        if self.room.game.pile:
            self._carry(steps)
        else:
            before = flat(self.room.game.placement(plan.state))
            after = flat(self.room.game.attempted(plan.state, plan.action))
            top = self.room.tabletop
            areas = [a for a in {*after, *before} if after.get(a) != before.get(a)]
            undone = {place for step in left for place in (step.source, step.target)}
            top.make(after, sorted(set(areas) - undone))
        self.account.note(
            f"{plan.seat} moves: {plan.text}" + (" (not wholly)" if {*left} & {*plan.steps} else "")
        )

    def take_card_back(self) -> bool:
        """Take cards off the pile that were laid for nothing; False where none were."""
        top = self.room.tabletop
        if len(top.pile) > self.account.played:
            del top.pile[self.account.played :]
            top.touched(None)
            self.account.wrong_card = None
            self.account.note("the card is taken back")
            return True
        return False

    def take_top_card_off(self) -> bool:
        """Take the top card off the pile where it alone is objected to; False where it is not."""
        top = self.room.tabletop
        if not (self.room.tidy and top.pile):
            return False
        self.account.note("they take the top card off")
        top.pile.pop()
        top.touched(None)
        self.account.played = min(self.account.played, len(top.pile))
        self.hand()
        return True

    def intend(self, plan: Plan, *, laid: bool = True) -> None:
        """Let it be known that this is being done, legally; ``laid``: with its card."""
        game = self.room.game
        after = on_board(flat(game.attempted(plan.state, plan.action)), self.room.tabletop.areas)
        card = plan.card if laid else None
        deed = Deed(plan.seat, plan.state, plan.action, plan.card, after, card)
        self.account.deeds.append(deed)
        self.plan_in_mind = plan

    def _carry(self, steps: Sequence[Step]) -> None:
        """Carry out steps in an order that never needs an occupied place."""
        top = self.room.tabletop
        for step in steps:
            if step.kind is StepKind.CAPTURED and (figure := top.lift(step.source)):
                self.home(figure)
            elif step.kind is StepKind.SWAPPED and step.target is not None:
                self._swap(step.source, step.target)
        shown = {step.target for step in steps if step.kind is StepKind.TURNED_UP}
        for kind in (StepKind.MOVED, StepKind.CALLED):
            self._move([step for step in steps if step.kind is kind], shown)
        for step in steps:
            if step.kind is StepKind.TURNED_DOWN:
                top.turn(step.target or step.source, turned=True)

    def _move(self, steps: list[Step], shown: set[Place | None]) -> None:
        top = self.room.tabletop
        held = [
            (step, top.lift(step.source, step.piece) or top.lift(step.source)) for step in steps
        ]
        for step, figure in held:
            if figure is None or step.target is None:
                continue
            stays = figure.turned and step.target not in shown
            turned = step.kind is StepKind.CALLED or (stays and step.target in top.holes)
            top.put(Figure(figure.colour, turned), step.target)

    def _swap(self, one: Place, other: Place) -> None:
        top = self.room.tabletop
        first, second = top.lift(one), top.lift(other)
        if second is not None:
            top.put(second, one)
        if first is not None:
            top.put(first, other)

    def home(self, figure: Figure) -> None:
        """Put a figure into the nest of its colour."""
        self.room.tabletop.put(Figure(figure.colour), Place(f"{figure.colour}.nest"))

    # --- memory ----------------------------------------------------------------------------------

    def remember(self) -> None:
        """Take note of a table that is as on record."""
        state, spread = self.room.table.state, self.room.tabletop.spread()
        if not self._memory or self._memory[-1][0] != state:
            self._memory.append((state, spread))
            del self._memory[:-REMEMBERED]
        self.room.tabletop.remembered = spread
        if self.room.game.pile and self.room.tidy:
            self.room.tabletop.aside.clear()  # all pieces stand: what lies beside is another game's
        self.room.tabletop.turned_round = False
        self.room.tabletop.author.clear()

    def put_all_right(self) -> bool:
        """Put every piece as on record; return whether anything had to be done."""
        room = self.room
        if room.tidy:
            return False
        self.take_card_back()
        room.tabletop.clear_cups()
        known = next((s for state, s in self._memory if state == room.table.state), None)
        if known is not None:
            room.tabletop.restore(known)
            room.tabletop.loose.clear()
        if not room.tidy:
            room.set_out()
        room.tabletop.changes += 1
        return True

    # --- fingers ---------------------------------------------------------------------------------

    def say_something(self) -> None:
        """Say, touch by touch, an action that the pieces do not show."""
        way = self.choose_words()
        if way is None:
            self.give_up()
        else:
            self.say(*way)

    def choose_words(self) -> tuple[Any, Saying] | None:
        """Return an action that the pieces do not show with how it is said; None without any."""
        game, state = self.room.game, self.room.table.state
        ways = []
        for action in game.legal(state):
            saying = game.saying(state, action)
            if saying is not None and not saying.shown:
                ways.append((type(action).__name__, action, saying))
        if not ways:
            return None
        kind = self.rng.choice(sorted({name for name, _, _ in ways}))
        _, action, saying = self.rng.choice([way for way in ways if way[0] == kind])
        return action, saying

    def say(self, action: Any, saying: Saying, seat: Seat | None = None) -> None:
        """Say an action, touch by touch; ``seat``: on another's private page than the speaker's."""
        game, state = self.room.game, self.room.table.state
        self.account.note(f"{seat or saying.seat} says {game.write_action(state, action)}")
        if saying.private or seat is not None:
            self.room.touch(Whisper(seat or saying.seat), Reveal())
        for size in range(1, min(len(saying.labels), _SAID_MOST) + 1):
            if self.room.table.state == state:
                self.room.touch(Say(saying.labels[:size]))

    def give_up(self) -> None:
        """Say that no card can be played."""
        self.passing = True
        self.account.note(f"{self.turn} gives up")
        self.account.wrong_card = self.turn if self.plan() is not None else None
        self.room.touch(GiveUp(), Answer(0))
        self.passing = False
        if not self.room.page.objects:  # nobody knows the hand, unless the tablet has dealt
            self.account.wrong_card = None

    def take_back(self) -> None:
        """Take the last turn back with the key."""
        self.account.note("the key: take back, yes")
        state = self.room.table.state
        self.room.touch(TakeBack(), Answer(0))
        self.account.forget()
        if self.room.table.state != state:
            self.undone()

    def undone(self) -> None:
        """Know that the last card of the record belongs to it no more, if it lies there at all."""
        self.account.played = max(0, min(self.account.played - 1, len(self.room.tabletop.pile)))

    def spread_before(self) -> Spread | None:
        """Return how the table looked a turn ago."""
        now = self.room.table.state
        earlier = [spread for state, spread in self._memory if state != now]
        return earlier[-1] if earlier else None

    def must_speak(self) -> bool:
        """Whether what is due now is said and not shown by pieces."""
        return self.plan() is None

    def pick(self, found: Sequence[Any]) -> Any:
        """Choose one of several by chance; None of none."""
        return self.rng.choice(found) if found else None


def _frozen(placement: Any) -> frozenset[tuple[Place, tuple[str, ...]]]:
    return frozenset(flat(placement).items())


Act = Callable[[Family], None]
__all__ = ["HIDDEN", "Act", "Family", "Plan"]
