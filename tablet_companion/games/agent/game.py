"""Agent as a Game: the one object that the rest of the house talks to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablet_companion.games.agent import (
    board,
    exchange,
    flow,
    judge,
    knowledge,
    legal,
    rules,
    setup,
    table,
    text,
    words,
)
from tablet_companion.games.agent.actions import (
    Accept,
    Action,
    Lot,
    Object,
    read_action,
    write_action,
)
from tablet_companion.games.agent.knowledge import AgentView
from tablet_companion.games.agent.setting import SEATS
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.core import (
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


class Agent(Game[State, Action, AgentView]):
    """The rules of Agent. Stateless; every method delegates to the file that knows.

    There are no cards: what the protocol asks about them has the answer of an empty hand.
    """

    name = "agent"
    title = "Agent"
    pile = False
    options = setup.OPTIONS
    seats = SEATS
    cards: tuple[Card, ...] = ()
    key_places = words.KEY_PLACES
    rules = rules.RULES

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return two to four, with all options."""
        return setup.players(options)

    def setup(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
        """Return the state before the lot for who begins."""
        return setup.setup(options, seats)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return every seat alone."""
        return tuple((seat,) for seat in state.setting.seats)

    def lot(self, state: State, seat: Seat) -> Action:
        """Return the lot that lets this seat begin."""
        return Lot(state.setting.seats[state.setting.seats.index(seat)])

    def actor(self, state: State) -> Seat | None:
        """Return who has to act: whose turn it is, or who is asked in it."""
        return knowledge.actor(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every legal action, sorted."""
        return legal.legal(state)

    def judge(self, state: State, action: Action) -> tuple[Breach, ...]:
        """Return the rules that an action breaks."""
        return judge.judge(state, action)

    def conceivable(self, state: State) -> Iterator[Action]:
        """Yield legal actions and near misses."""
        return legal.conceivable(state)

    def successor(self, state: State, action: Action) -> State:
        """Return the state after an action taken from ``legal``; it is not checked again."""
        return flow.successor(state, action)

    def silence(self, state: State) -> Action | None:
        """Return that whoever is asked does not object."""
        return Accept() if state.phase is Phase.OBJECT else None

    def objection(self, state: State) -> Action | None:
        """Return that whoever is asked objects."""
        return Object() if state.phase is Phase.OBJECT else None

    def placement(self, state: State) -> Placement:
        """Return what the table should show."""
        return board.placement(state)

    def attempted(self, state: State, action: Action) -> Placement:
        """Return what the table would show after an action, legal or not."""
        return table.attempted(state, action)

    def stands_for(self, state: State, card: Card) -> Card | None:  # noqa: ARG002 - the protocol's
        """Return None: there are no cards."""
        return None

    def steps(self, state: State, action: Action) -> tuple[Step, ...]:
        """Return what people do with agents and case."""
        return table.steps(state, action)

    def diagnose(
        self,
        state: State,
        card: Card,  # noqa: ARG002 - the protocol's; there are no cards
        shown: Placement,
    ) -> tuple[Breach, ...]:
        """Return the smallest set of broken rules that explains what the table shows."""
        return table.diagnose(state, shown)

    def told(self, state: State, action: Action) -> str:  # noqa: ARG002 - other games need the state
        """Return the text of an action."""
        return rules.TOLD[type(action)]

    def saying(self, state: State, action: Action) -> Saying | None:
        """Return how an action is said at the screen."""
        return words.saying(state, action)

    def prompt(self, view: AgentView) -> Label:
        """Return what is expected now."""
        return words.prompt(view)

    def facts(self, view: AgentView) -> tuple[Label, ...]:
        """Return what else a viewer wants to know."""
        return words.facts(view)

    def learn(self, state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
        """Return the state itself for the empty hand; raises PositionError for any other."""
        if hand or seat not in state.setting.seats:
            raise PositionError(f"{seat} holds no cards: there are none in Agent.")
        return state

    def amend(self, state: State, placement: Placement) -> State:
        """Return the state with agents and case as the table shows them."""
        return table.amend(state, placement)

    def view(self, state: State, viewer: Viewer) -> AgentView:
        """Return what this viewer may know."""
        return knowledge.view(state, viewer)

    def resample(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        """Return another truth that this viewer cannot tell from the state."""
        return knowledge.resample(state, viewer, rng)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner, or None."""
        return knowledge.outcome(state)

    def write(self, state: State) -> str:
        """Return the state as text."""
        return text.write(state)

    def read(self, written: str) -> State:
        """Read a state."""
        return text.read(written)

    def write_action(self, state: State, action: Action) -> str:  # noqa: ARG002 - as above
        """Return an action as text."""
        return write_action(action)

    def read_action(self, state: State, written: str) -> Action:
        """Read an action."""
        return read_action(written, state.setting)

    def moves(self, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return every legal action of a position in the exchange format."""
        return exchange.moves(position)

    def explain(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the attempt of a position in the exchange format is not allowed."""
        return exchange.explain(position)
