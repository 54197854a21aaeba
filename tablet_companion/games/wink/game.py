"""Wink as a Game: the one object that the rest of the house talks to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablet_companion.games.core import (
    UNKNOWN_CARD,
    Breach,
    Card,
    Label,
    OptionValue,
    Outcome,
    Placement,
    PositionError,
    Saying,
    Seat,
    Step,
    Viewer,
)
from tablet_companion.games.protocol import Game
from tablet_companion.games.wink import (
    amend,
    attempts,
    exchange,
    flow,
    interpret,
    judge,
    knowledge,
    legal,
    rules,
    setup,
    table,
    text,
    words,
)
from tablet_companion.games.wink.actions import (
    Accuse,
    Action,
    Call,
    Deal,
    Lot,
    read_action,
    write_action,
)
from tablet_companion.games.wink.knowledge import WinkView
from tablet_companion.games.wink.state import CARDS, SEATS, Phase, State


class Wink(Game[State, Action, WinkView]):
    """The rules of Wink in three editions. Stateless; every method delegates."""

    name = "wink"
    title = "Wink"
    pile = False
    options = setup.OPTIONS
    seats = SEATS
    cards = CARDS
    key_places = words.KEY_PLACES
    rules = rules.RULES

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return the numbers of players of the edition."""
        return setup.players(options)

    def setup(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
        """Return the state before the lot for who begins."""
        return setup.setup(options, seats)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return every seat alone: partners change with every call."""
        return tuple((seat,) for seat in state.setting.seats)

    def lot(self, state: State, seat: Seat) -> Action:
        """Return the lot that lets this seat begin."""
        return Lot(state.setting.seats[state.setting.seats.index(seat)])

    def actor(self, state: State) -> Seat | None:
        """Return who acts; meanwhile anybody may accuse."""
        return knowledge.actor(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every legal action of the actor and every accusation, sorted."""
        return legal.legal(state)

    def judge(self, state: State, action: Action) -> tuple[Breach, ...]:
        """Return the rules that an action breaks."""
        return judge.judge(state, action)

    def conceivable(self, state: State) -> Iterator[Action]:
        """Yield legal actions and near misses."""
        return attempts.conceivable(state)

    def successor(self, state: State, action: Action) -> State:
        """Return the state after an action taken from ``legal``; it is not checked again."""
        return flow.successor(state, action)

    def unseen(self, state: State) -> Action | None:
        """Return the deal of real cards face down, when it is due."""
        due = state.phase is Phase.DEAL and not state.setting.seen_deal
        return Deal(UNKNOWN_CARD) if due else None

    def placement(self, state: State) -> Placement:
        """Return what the table should show."""
        return table.placement(state)

    def attempted(self, state: State, action: Action) -> Placement:
        """Return what the table would show after an action, legal or not."""
        return table.attempted(state, action)

    def interrupter(self, action: Action) -> Seat | None:
        """Return who accuses."""
        return action.by if isinstance(action, Accuse) else None

    def card_of(self, action: Action) -> Card | None:
        """Return the card that is called aloud; there is no discard pile."""
        return action.card if isinstance(action, Call) else None

    def steps(self, state: State, action: Action) -> tuple[Step, ...]:
        """Return what people do with pawns and cards."""
        return table.steps(state, action)

    def diagnose(self, state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
        """Return the smallest set of broken rules that explains what the table shows."""
        return interpret.explain(state, card, shown)

    def told(self, state: State, action: Action) -> str:  # noqa: ARG002 - other games need the state
        """Return the text of an action that moves no piece."""
        return rules.TOLD[type(action)]

    def saying(self, state: State, action: Action) -> Saying | None:
        """Return how an action is said at the screen."""
        return words.saying(state, action)

    def prompt(self, view: WinkView) -> Label:
        """Return what is expected now."""
        return words.prompt(view)

    def facts(self, view: WinkView) -> tuple[Label, ...]:
        """Return what else a viewer wants to know."""
        return words.facts(view)

    def learn(self, state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
        """Return the state with a seat's hand known."""
        if seat not in state.setting.seats:
            raise PositionError(f"{seat!r} does not sit at this table.")
        return knowledge.learn(state, state.setting.seats.index(seat), hand)

    def amend(self, state: State, placement: Placement) -> State:
        """Return the state with cards and pawns as the table shows them."""
        return amend.amend(state, placement)

    def view(self, state: State, viewer: Viewer) -> WinkView:
        """Return what this viewer may know."""
        return knowledge.view(state, viewer)

    def resample(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        """Return another truth that this viewer cannot tell from the state."""
        return knowledge.resample(state, viewer, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners, or None."""
        return knowledge.outcome(state)

    def write(self, state: State) -> str:
        """Return the state as text."""
        return text.write(state)

    def read(self, written: str) -> State:
        """Read a state."""
        return text.read(written)

    def write_action(self, state: State, action: Action) -> str:  # noqa: ARG002 - the actions name everything themselves
        """Return an action as text."""
        return write_action(action)

    def read_action(self, state: State, written: str) -> Action:
        """Read an action."""
        return read_action(written, state.setting)

    def moves(self, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return every outcome of every action of a position in the exchange format."""
        return exchange.moves(position)

    def explain(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the attempt of a position in the exchange format is not allowed."""
        return exchange.explain(position)
