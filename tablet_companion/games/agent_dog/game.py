"""Agent DOG as a Game: the one object that the rest of the house talks to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablet_companion.games.agent_dog import (
    attempts,
    exchange,
    flow,
    interpret,
    judge,
    knowledge,
    legal,
    plays,
    rules,
    setup,
    table,
    text,
)
from tablet_companion.games.agent_dog.actions import (
    Action,
    Discard,
    Play,
    Redraw,
    read_action,
    write_action,
)
from tablet_companion.games.agent_dog.knowledge import AgentDogView
from tablet_companion.games.agent_dog.state import CARDS, SEATS, State
from tablet_companion.games.core import (
    UNKNOWN_CARD,
    Breach,
    Card,
    Label,
    OptionValue,
    Outcome,
    Placement,
    Saying,
    Seat,
    Step,
    Viewer,
)
from tablet_companion.games.dog_family import words as _dog_words
from tablet_companion.games.dog_family.actions import Deal, Give, Lot
from tablet_companion.games.dog_family.rounds import learn
from tablet_companion.games.dog_family.rules import LEFT_TOLD
from tablet_companion.games.dog_family.state import Phase, actor, outcome, sides
from tablet_companion.games.protocol import Game
from tablet_companion.games.shared import cards as _cards
from tablet_companion.games.shared.odds import copies


class AgentDog(Game[State, Action, AgentDogView]):
    """The rules of Agent DOG. Stateless; every method delegates to the file that knows."""

    name = "agent_dog"
    title = "Agent DOG"
    pile = True
    family = "dog_family"
    options = setup.OPTIONS
    seats = SEATS
    cards = CARDS
    rules = rules.RULES

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return that two to four may play, whatever the options."""
        setup.chosen(options)
        return (2, 3, 4)

    def seatings(
        self, options: Mapping[str, OptionValue], players: int
    ) -> tuple[tuple[Seat, ...], ...]:
        """Return the colours that may play, opposite ones first."""
        return setup.seatings(options, players)

    def setup(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
        """Return the state before the lot for the first dealer."""
        return setup.setup(options, seats)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return partners together."""
        return sides(state)

    def lot(self, state: State, seat: Seat) -> Action:
        """Return the lot that makes this seat the first dealer."""
        return Lot(state.setting.seats.index(seat))

    def actor(self, state: State) -> Seat | None:
        """Return who acts."""
        return actor(state)

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

    def annulled(self, state: State, action: Action) -> tuple[Breach, ...]:
        """Return the rule by which a move stands that found a pawn of its own side."""
        return flow.annulled(state, action)

    def unseen(self, state: State) -> Action | None:
        """Return the deal of real cards face down (their gifts included), when it is due."""
        deal = Deal(UNKNOWN_CARD)
        due = state.phase in (Phase.DEAL, Phase.DRAW)
        return deal if due and not state.setting.seen_deal else None

    def placement(self, state: State) -> Placement:
        """Return what the table should show."""
        return table.placement(state)

    def attempted(self, state: State, action: Action) -> Placement:
        """Return what the table would show after an action, legal or not."""
        if isinstance(action, Play):
            return table.attempted(state, action)
        return table.placement(state)

    def weight(self, state: State, action: Action) -> int:
        """Return how many copies of a dealt card may come; 1 for a lot or a deal face down."""
        return copies(state, CARDS, action.card) if isinstance(action, Deal) else 1

    def card_of(self, action: Action) -> Card | None:
        """Return the card that a play lays on the pile, or that is thrown away there unused."""
        return action.card if isinstance(action, Play | Redraw | Discard) else None

    def stands_for(self, state: State, card: Card) -> Card | None:
        """Return the card that a copy repeats; any other card itself."""
        return plays.resolved(state, card)

    def steps(self, state: State, action: Action) -> tuple[Step, ...]:
        """Return what people do with the pawns."""
        return table.steps(state, action) if isinstance(action, Play) else ()

    def diagnose(self, state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
        """Return the smallest set of broken rules that explains what the table shows."""
        never = table.impossible(state.setting, shown)
        if never:
            return never
        seen = table.read_shown(state.setting, shown)
        return interpret.explain(state, card, seen, open_eyed=False)

    def told(self, state: State, action: Action) -> str:
        """Return the text of an action that moves no pawn."""
        if isinstance(action, Give) and not state.setting.teams:
            return LEFT_TOLD
        return rules.TOLD[type(action)]

    def saying(self, state: State, action: Action) -> Saying | None:
        """Return how a gift is said; None for a play, of which a card on the pile is part."""
        return _dog_words.saying(state, action)

    def prompt(self, view: AgentDogView) -> Label:
        """Return what is expected now."""
        partners = len(view.seats) == len(SEATS)
        return _dog_words.prompt(view, _cards.PARTNERS_GIVE if partners else _cards.ALL_GIVE)

    def recorded(self, state: State, action: Action) -> Action | None:
        """Return a public action as the record has it, None where the record contradicts it."""
        return knowledge.recorded(state, action) if isinstance(action, Play) else action

    def corrected(self, state: State, action: Action) -> State:
        """Return the state that an action proves by the pawns it turns up."""
        return knowledge.corrected(state, action) if isinstance(action, Play) else state

    def learn(self, state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
        """Return the state with a seat's hand known."""
        return learn(state, state.setting.seats.index(seat), hand)

    def amend(self, state: State, placement: Placement) -> State:
        """Return the state with the pawns as the table shows them."""
        return table.amend(state, placement)

    def view(self, state: State, viewer: Viewer) -> AgentDogView:
        """Return what this viewer may know."""
        return knowledge.view(state, viewer)

    def resample(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        """Return another truth that this viewer cannot tell from the state."""
        return knowledge.resample(state, viewer, rng)

    def veiled(self, state: State) -> State:
        """Return the state without the cards of hands and the colours of pawns turned over."""
        return knowledge.veiled(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners, or None."""
        return outcome(state)

    def write(self, state: State) -> str:
        """Return the state as text."""
        return text.write(state)

    def read(self, written: str) -> State:
        """Read a state."""
        return text.read(written)

    def write_action(self, state: State, action: Action) -> str:
        """Return an action as text."""
        return write_action(action, state.setting)

    def read_action(self, state: State, written: str) -> Action:
        """Read an action."""
        return read_action(written, state.setting)

    def moves(self, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return every outcome of every card of a position in the exchange format."""
        return exchange.moves(position)

    def explain(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the attempt of a position in the exchange format is not allowed."""
        return exchange.explain(position)
