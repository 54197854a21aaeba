"""DOG as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Card, Placement
from tablet_companion.games.dog import (
    attempts,
    coaching,
    exchange,
    flow,
    interpret,
    judge,
    knowledge,
    legal,
    listing,
    rules,
    setup,
    table,
)
from tablet_companion.games.dog.actions import (
    Action,
    Play,
    read_action,
    write_action,
)
from tablet_companion.games.dog.knowledge import DogView
from tablet_companion.games.dog.state import CARDS, SEATS, State
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family import words as _dog_words
from tablet_companion.games.dog_family.actions import Lot
from tablet_companion.games.dog_family.coaching import count_spaces
from tablet_companion.games.dog_family.state import actor, outcome, sides
from tablet_companion.games.dog_family.table import placement
from tablet_companion.games.dog_family.text import find_fault
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared import cards as _cards
from tablet_companion.games.shared import codec


def _attempted(state: State, action: Action) -> Placement:
    """Return what the table would show after an action, legal or not."""
    return table.attempted(state, action) if isinstance(action, Play) else placement(state)


def _diagnose(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows."""
    if never := table.impossible(state.setting, shown):
        return never
    return interpret.explain(state, card, table.read_shown(state.setting, shown))


GAME = Game[State, Action, DogView](
    name="dog",
    title="DOG",
    pile=True,
    family="dog_family",
    options=setup.OPTIONS,
    seats=SEATS,
    cards=CARDS,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=sides,
    lot=lambda state, seat: Lot(state.setting.seats.index(seat)),  # the first dealer
    actor=actor,
    legal=legal.legal,
    listing=listing.listing,
    judge=judge.judge,
    conceivable=attempts.conceivable,
    successor=flow.successor,
    outcome=outcome,
    weight=rounds.weigh,
    unseen=rounds.deal_unseen,
    placement=placement,
    attempted=_attempted,
    steps=lambda state, action: table.steps(state, action) if isinstance(action, Play) else (),
    diagnose=_diagnose,
    amend=table.amend,
    card_of=lambda action: action.card if isinstance(action, Play) else None,
    tries=coaching.tries,
    allowed_by=coaching.allow,
    spaces=count_spaces,
    told=lambda _state, action: rules.TOLD[type(action)],
    saying=_dog_words.saying,
    prompt=lambda view: _dog_words.prompt(view, _cards.PARTNERS_GIVE),
    view=knowledge.view,
    resample=knowledge.resample,
    veiled=rounds.without_hands,
    learn=rounds.learn,
    forget=rounds.forget,
    exchanging=knowledge.exchanging,
    imagine=knowledge.imagine,
    write=codec.write,
    read=lambda written: codec.read(State, written, "DOG", find_fault),
    write_action=lambda state, action: write_action(action, state.setting),
    read_action=lambda state, written: read_action(written, state.setting),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
