"""Evenings with real cards: people deal, and show the hands of the table's seats to the camera.

Nobody but the seats themselves looks at their cards: what the table plays or gives away is taken
from its face-down stack, at the place that it names. In games that the table cannot play with
people's cards, the tablet deals.

    python -m tools.dealt --game dog --rounds 4
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from tablet_companion.games.core import HIDDEN, TABLE, Card, Placement, Seat, Step, StepKind
from tablet_companion.players.levels import LEVELS
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, GiveUp, NameCard, OpenCardKeys, ShowCards
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import find_due, find_unshown
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Quiet
from tablet_companion.simulator.house import House, make_print
from tools.hosted import FALSE, PATIENCE, Host

_ASKEW_DEG: Final = 14.0
"""By this much each card of a hand lies askew on the one before."""
_ACTIONS_A_ROUND: Final = 30
_TRIES: Final = 3
"""So often a card is laid that the camera cannot read."""


class Pack:
    """The real cards: the draw pile, everybody's hand, and what was discarded.

    A hand of the table's is a face-down stack, from the top.
    """

    def __init__(self, table: Table, shuffle: Any) -> None:
        """Take a whole pack; ``shuffle`` puts a list in any order."""
        setting = table.state.setting
        faces = zip(setting.faces, setting.deck, strict=True)
        self._pile = [card for card, count in faces for _ in range(count)]
        self._shuffle = shuffle
        self._discards: list[Card] = []
        self.hands: dict[Seat, list[Card]] = {one.seat: [] for one in table.view(TABLE).seats}
        self._shuffle(self._pile)

    def draw(self) -> Card:
        """Take a card from the draw pile, reshuffling the discards if it is empty."""
        if not self._pile:
            self._pile, self._discards = self._discards, []
            self._shuffle(self._pile)
        return self._pile.pop()

    def deal(self, size: int) -> None:
        """Deal everybody a hand, and discard what is left of the last one."""
        for seat, hand in self.hands.items():
            self._discards += hand
            self.hands[seat] = [self.draw() for _ in range(size)]

    def discard(self, seat: Seat, card: Card) -> None:
        """Take a card from a hand."""
        self.hands[seat].remove(card)
        self._discards.append(card)


class DealtHost(Host):
    """Plays at a house whose people hold real cards."""

    def begin(self, **options: Any) -> None:
        """Begin, with the pieces put out; the cards are in the box."""
        super().begin(dealing="people", **options)
        self._pack = Pack(self.house.table, self.house.rng.shuffle)
        self._round = 0
        self.shown = 0

    @property
    def hands(self) -> dict[Seat, list[Card]]:
        """Return the real hands."""
        return self._pack.hands

    def _act(self) -> None:
        """Do what is due: deal, show a hand, or carry out one action."""
        self._deal()
        table, first = self.house.table, len(self.house.judged)
        seat = table.turn
        assert seat is not None, "somebody is on turn until the game is over"
        unshown, due, kinds = find_unshown(table), find_due(table), FALSE
        if unshown is not None:
            self._show(unshown)
        elif due is not None:
            self._choose(due)
            self._carry_out(table)
        elif not self._play_own(seat):
            kinds = FALSE - {Kind.ASKED}
        if len(self.house.table.past) > len(table.past):
            self.evening.actions[seat] = self.evening.actions.get(seat, 0) + 1
        self.note_false(seat, first, kinds)

    def _deal(self) -> None:
        """Deal when the record has a new round; people exchange cards with their partners."""
        table = self.house.table
        number = table.state.round
        if number == self._round:
            return
        self._round = number
        self._pack.deal(table.view(TABLE).seats[0].cards)
        self._gifts = {
            seat: self.house.rng.randrange(len(hand))
            for seat, hand in self._pack.hands.items()
            if seat not in self._played
        }
        self._exchanged = False

    # --- the table's cards ------------------------------------------------------------------------

    def _show(self, seat: Seat) -> None:
        """Show what the table has not seen of a hand: all of it, its gift, or a drawn card."""
        gave = {one.seat: one.number for one in self.house.table.gave}
        hand = self._pack.hands[seat]
        if seat not in gave:
            self._lay_open(hand)
        elif not self._exchanged:
            self._exchange(gave)
            self._lay_open(self._pack.hands[seat][:1])
        elif len(self._stack(seat)) < len(hand):
            self._lay_open(hand[:1])
        self.shown += 1
        if find_unshown(self.house.table) == seat:
            self.evening.false.append(f"{seat}: the cards were not read")

    def _stack(self, seat: Seat) -> tuple[Card, ...]:
        return dict(self.house.table.stacks).get(seat, ())

    def _exchange(self, gave: dict[Seat, int]) -> None:
        """Let everybody's gifts change hands; the table's lie on top of its stacks."""
        state, hands = self.house.table.state, self._pack.hands
        at = self._gifts | {seat: number - 1 for seat, number in gave.items()}
        gifts = {seat: hands[seat].pop(at[seat]) for seat in hands}
        setting = state.setting
        for seat, gift in gifts.items():
            colour = setting.seats.index(seat)
            partner = setting.partner(colour)
            order = list(setting.playing)
            to = partner if partner != colour else order[(order.index(colour) + 1) % len(order)]
            hands[setting.seats[to]].insert(0, gift)
        self._exchanged = True

    def _lay_open(self, cards: Iterable[Card]) -> None:
        """Lay cards on the pile one by one, wait for each sound, and take them all away."""
        house = self.house
        beneath = house.sim.scene.cards
        house.watch(PATIENCE, lambda: house.table.reading is not None)
        house.touch(ShowCards())
        for number, card in enumerate(cards, start=1):
            for again in range(_TRIES):
                self._lay_askew(card, _ASKEW_DEG * (number + again / _TRIES), again=bool(again))
                if house.watch(PATIENCE // 3, functools.partial(self._has_read, number)):
                    break
        house.sim.hand_in("T0")
        house.watch(3)
        house.sim.clear_pile()
        for one in beneath:
            house.sim.put_card(one)
        house.sim.hand_out()
        house.watch(PATIENCE, lambda: house.table.showing is None)

    def _lay_askew(self, card: Card, turn_deg: float, *, again: bool) -> None:
        """Lay a card on those shown before; ``again`` if it lies there and could not be read."""
        house = self.house
        house.sim.hand_in("T0")
        house.watch(3)
        if again:
            house.sim.take(house.sim.scene.cards[-1])
        house.sim.lay(card, turn_deg=turn_deg)
        house.sim.hand_out()

    def _has_read(self, number: int) -> bool:
        showing = self.house.table.showing
        return showing is not None and len(showing.read) >= number

    def _carry_out(self, before: Table) -> None:
        """Take the table's card from its stack, lay it, and move the pieces."""
        house, owed = self.house, self.house.table.owed
        if len(house.table.past) == len(before.past):
            return  # it chose a gift
        seat = before.turn or Seat("")
        if owed is None or owed.card is None:
            return  # it gave its hand up
        taken = self._pack.hands[seat][owed.number - 1]
        if taken != owed.card:
            self.evening.false.append(f"{seat}: {owed.card} was not card {owed.number}")
        self._pack.discard(seat, owed.card)
        steps = owed.position.steps(owed.action)
        self._move_with_card(steps, owed.card, house.table.placement)
        house.watch(PATIENCE, lambda: house.table.owed is None)
        if house.table.owed is not None:
            self.evening.false.append("the table's card or pieces were not seen")
        self._draw(seat)

    def _draw(self, seat: Seat) -> None:
        """Draw a card where the record says that somebody changed one."""
        held = {one.seat: one.cards for one in self.house.table.view(TABLE).seats}[seat]
        if self.house.table.state.round == self._round and held > len(self._pack.hands[seat]):
            self._pack.hands[seat].insert(0, self._pack.draw())

    # --- people -----------------------------------------------------------------------------------

    def _play_own(self, seat: Seat) -> bool:
        """Play a card of a person's own hand, or give the hand up.

        False if nobody can see what was done, so that the referee has to ask.
        """
        house, game, state = self.house, self.house.table.game, self.house.table.state
        hand, past = self._pack.hands[seat], len(self.house.table.past)
        plays = [one for one in game.legal(state) if game.card_of(one) in hand]
        seen = [one for one in plays if _is_visible(game.steps(state, one))]
        if not plays:
            self._pass(seat)
            return True
        action = house.rng.choice(seen or plays)
        card = game.card_of(action)
        assert card is not None, "a play lays a card"
        after = game.placement(game.successor(state, action))
        self._move_with_card(game.steps(state, action), card, after)
        for _ in range(3):
            house.watch(PATIENCE, lambda: len(house.table.past) > past or self._asked())
            if len(house.table.past) == past:
                self._answer(action, card)
        self._pack.discard(seat, card)
        if len(house.table.past) == past:
            self.evening.false.append(f"{seat}: nothing came of {card}")
        return bool(seen)

    def _pass(self, seat: Seat) -> None:
        """Give the hand up, or change a card, as the number of players has it."""
        house, game = self.house, self.house.table.game
        house.touch(GiveUp())
        cards = {game.card_of(one) for one in game.legal(house.table.state)}
        hand = self._pack.hands[seat]
        if len(self._pack.hands) == 4:
            house.touch(Answer(0))
            return
        card = next(one for one in hand if one in cards)
        house.touch(NameCard(card), Answer(0))
        self._pack.discard(seat, card)
        self._move_with_card((), card, house.table.placement)
        self._draw(seat)

    def _move_with_card(self, steps: Sequence[Step], card: Card, after: Placement) -> None:
        """Lay a card and carry steps out, a hand over the board meanwhile.

        Pawns that were turned up go on to where they belong then.
        """
        house = self.house
        house.sim.hand_in(house.hands.spot(steps[0].source) if steps else "T0")
        house.watch(2)
        house.sim.lay(card)
        house.hands.carry_out(steps)
        house.hands.settle(by_area(after))
        house.watch(1)
        house.sim.hand_out()
        house.watch(4)

    def _asked(self) -> bool:
        return isinstance(self.house.table.verdict, Asking | AskingCard)

    def _answer(self, action: Any, card: Card) -> None:
        """Name the card, or say what was done, if the referee asks.

        An exchange with a card that lies exactly on its like shows nowhere: people say it unasked.
        """
        verdict = self.house.table.verdict
        beneath = [one.face for one in self.house.sim.scene.cards[-2:-1]]
        if isinstance(verdict, Quiet) and beneath == [card]:
            self.house.touch(OpenCardKeys(), NameCard(card))
        if isinstance(verdict, AskingCard):
            self.house.touch(NameCard(card))
        elif isinstance(verdict, Asking):
            acts = [getattr(one, "action", None) for one in verdict.question.consequences]
            self.house.touch(Answer(acts.index(action) if action in acts else 0))


def _is_visible(steps: Sequence[Step]) -> bool:
    """Whether anybody can see what was done: the referee has to ask if two pawns look alike."""
    return bool(steps) and not any(
        one.kind is StepKind.SWAPPED and one.piece == HIDDEN for one in steps
    )


class KeptHost(Host):
    """Plays Pocket Ops at a house where one person uses real specialists and cards."""

    def begin(self, **options: Any) -> None:
        """Begin, with the pieces put out and the specialists in the box."""
        super().begin(dealing="people", **options)


def play(house: House, seats: tuple[Seat, ...], skill: str, rounds: int) -> Host:
    """Play some rounds, with real cards where that can be; return the host, with its evening."""
    game = house.table.game
    kind = KeptHost if game.entrust is not None else DealtHost if game.forget is not None else Host
    host = kind(house, seats, skill)
    host.begin()
    host.play(lambda one: _is_over(one.table, rounds))
    return host


def _is_over(table: Table, rounds: int) -> bool:
    """Whether enough rounds are played, or actions where the rules count no rounds."""
    number = getattr(table.state, "round", None)
    return number > rounds if number is not None else len(table.past) >= rounds * _ACTIONS_A_ROUND


def main() -> None:
    """Play an evening with one seat of the table's; the status is 1 if a word was false."""
    parser = argparse.ArgumentParser(description="Play rounds with real cards through pictures.")
    parser.add_argument("--game", default="dog")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--skill", choices=LEVELS, default="casual")
    arguments = parser.parse_args()
    house = House(make_print(arguments.game), arguments.seed)
    host = play(house, (house.table.setup.seats[0],), arguments.skill, arguments.rounds)
    actions, false = sum(host.evening.actions.values()), host.evening.false
    sys.stdout.write(f"{arguments.game}: {actions} actions, {len(false)} false words\n")
    sys.stdout.write("".join(f"  {one}\n" for one in false))
    sys.exit(bool(false))


if __name__ == "__main__":
    main()
