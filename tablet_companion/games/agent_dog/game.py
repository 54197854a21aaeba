"""Agent DOG as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

from tablet_companion.games.advice import Depth
from tablet_companion.games.agent_dog import (
    attempts,
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
    unfinished,
)
from tablet_companion.games.agent_dog.actions import Action, Discard, Redraw
from tablet_companion.games.agent_dog.knowledge import AgentDogView
from tablet_companion.games.agent_dog.state import CARDS, NUMBERS, SEATS, START_CARDS, State
from tablet_companion.games.core import Message
from tablet_companion.games.dog_family import gift_reasons, hands, rounds, words, worth
from tablet_companion.games.dog_family.actions import Give, Lot, Play, read_action, write_action
from tablet_companion.games.dog_family.attempts import count_spaces
from tablet_companion.games.dog_family.state import actor, find_fault, outcome, sides
from tablet_companion.games.dog_family.table import placement
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared import codec
from tablet_companion.games.shared.teaching import read_sentences

_find_sentence = read_sentences(__package__, "tablet_companion.games.dog_family")


def _tell(state: State, action: Action) -> str:
    """Return the text of an action that moves no pawn."""
    left = isinstance(action, Give) and not state.setting.teams
    return _find_sentence("give left" if left else write_action(action, state.setting))


def _prompt(view: AgentDogView) -> Message:
    partners = len(view.seats) == len(SEATS)
    return words.prompt(view, words.PARTNERS_GIVE if partners else words.ALL_GIVE)


GAME = Game[State, Action, AgentDogView](
    name="agent_dog",
    title="Agent DOG",
    pile=True,
    family="dog_family",
    options=setup.OPTIONS,
    seats=SEATS,
    cards=CARDS,
    rules=rules.RULES,
    players=setup.players,
    choose_seats=setup.seatings,
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
    worth=worth.estimate,
    depth=Depth(least=4),
    reasons=gift_reasons.list_reasons(START_CARDS, frozenset(NUMBERS) - START_CARDS),
    weight=rounds.weigh,
    annulled=flow.find_final_rule,
    unseen=rounds.deal_unseen,
    placement=placement,
    attempted=table.attempted,
    steps=table.steps,
    diagnose=interpret.diagnose,
    go_on=unfinished.go_on,
    amend=table.amend,
    card_of=lambda action: action.card if isinstance(action, Play | Redraw | Discard) else None,
    tries=attempts.tries,
    allowed_by=attempts.allow,
    bidden=hands.list_bidden,
    spaces=count_spaces,
    told=_tell,
    saying=words.saying,
    prompt=_prompt,
    view=knowledge.view,
    resample=knowledge.resample,
    veiled=knowledge.veiled,
    recorded=knowledge.recorded,
    corrected=knowledge.corrected,
    holdable=rounds.list_holdable,
    learn=hands.learn,
    forget=hands.forget,
    exchanging=hands.exchanging,
    imagine=knowledge.imagine,
    write=codec.write,
    read=lambda written: codec.read(State, written, "Agent DOG", find_fault),
    write_action=lambda state, action: write_action(action, state.setting),
    read_action=lambda state, written: read_action(written, state.setting, Redraw, Discard),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
