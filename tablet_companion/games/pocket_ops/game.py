"""Pocket Ops as a Game: the one object that the rest of the house talks to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablet_companion.games.core import (
    UNKNOWN_CARD,
    Breach,
    Card,
    Label,
    OpenCard,
    OptionValue,
    Outcome,
    Placement,
    Saying,
    Seat,
    Step,
    Viewer,
)
from tablet_companion.games.pocket_ops import (
    attempts,
    exchange,
    flow,
    guesscards,
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
from tablet_companion.games.pocket_ops.actions import (
    Action,
    Guessed,
    Look,
    Lot,
    read_action,
    write_action,
)
from tablet_companion.games.pocket_ops.knowledge import PocketOpsView
from tablet_companion.games.pocket_ops.state import AGENTS, SEATS, Phase, State
from tablet_companion.games.protocol import Game


class PocketOps(Game[State, Action, PocketOpsView]):
    """The rules of Pocket Ops. Stateless; every method delegates to the file that knows."""

    name = "pocket_ops"
    title = "Pocket Ops"
    pile = False
    options = setup.OPTIONS
    seats = SEATS
    cards = AGENTS
    rules = rules.RULES

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return that two play, whatever the options."""
        setup.setting(options)
        return (2,)

    def setup(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
        """Return the state before the lot for who guesses first."""
        return setup.setup(options, seats)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002 - other games need the state
        """Return each player alone."""
        return tuple((seat,) for seat in SEATS)

    def lot(self, state: State, seat: Seat) -> Action:  # noqa: ARG002 - other games need the state
        """Return the lot that makes this seat guess first; the other one gets the code."""
        return Lot(SEATS.index(seat))

    def actor(self, state: State) -> Seat | None:
        """Return who acts."""
        return knowledge.actor(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every legal action, sorted."""
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
        """Return the look at real specialists, or the laying of a real card, when it is due."""
        if state.setting.seen_deal or state.phase not in (Phase.LOOK, Phase.GUESS):
            return None
        return Look(UNKNOWN_CARD) if state.phase is Phase.LOOK else Guessed(())

    def placement(self, state: State) -> Placement:
        """Return what the table should show."""
        return table.placement(state)

    def attempted(self, state: State, action: Action) -> Placement:
        """Return what the table would show after an action, legal or not."""
        return table.attempted(state, action)

    def card_of(self, action: Action) -> Card | None:
        """Return the agent that is placed or uses its power; there is no discard pile."""
        return interpret.card_of(action)

    def open_cards(self, state: State) -> Mapping[Card, OpenCard]:
        """Return what the guess cards say that may be turned up now."""
        return guesscards.open_cards(state)

    def steps(self, state: State, action: Action) -> tuple[Step, ...]:
        """Return what people do with the pieces."""
        return table.steps(state, action)

    def diagnose(self, state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
        """Return the smallest set of broken rules that explains what the table shows."""
        return interpret.diagnose(state, card, shown)

    def told(self, state: State, action: Action) -> str:  # noqa: ARG002 - other games need the state
        """Return the text of an action that moves no piece, or of a reveal."""
        return rules.told(action)

    def saying(self, state: State, action: Action) -> Saying | None:
        """Return how an action is said at the screen."""
        return words.saying(state, action)

    def prompt(self, view: PocketOpsView) -> Label:
        """Return what is expected now."""
        return words.prompt(view)

    def facts(self, view: PocketOpsView) -> tuple[Label, ...]:
        """Return what else a viewer wants to know."""
        return words.facts(view)

    def learn(self, state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
        """Return the state with what a seat looked at known."""
        return knowledge.learn(state, seat, hand)

    def amend(self, state: State, placement: Placement) -> State:
        """Return the state with the agents as the table shows them."""
        return table.amend(state, placement)

    def view(self, state: State, viewer: Viewer) -> PocketOpsView:
        """Return what this viewer may know."""
        return knowledge.view(state, viewer)

    def resample(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        """Return another truth that this viewer cannot tell from the state."""
        return knowledge.resample(state, viewer, rng)

    def veiled(self, state: State) -> State:
        """Return the state without the rooms of guess cards that lie face down."""
        return knowledge.veiled(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner, or None."""
        return knowledge.outcome(state)

    def write(self, state: State) -> str:
        """Return the state as text."""
        return text.write(state)

    def read(self, written: str) -> State:
        """Read a state."""
        return text.read(written)

    def write_action(self, state: State, action: Action) -> str:  # noqa: ARG002 - other games need the state
        """Return an action as text."""
        return write_action(action)

    def read_action(self, state: State, written: str) -> Action:  # noqa: ARG002 - other games need the state
        """Read an action."""
        return read_action(written)

    def moves(self, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return every outcome of every placement of a position in the exchange format."""
        return exchange.moves(position)

    def explain(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the attempt of a position in the exchange format is not allowed."""
        return exchange.explain(position)
