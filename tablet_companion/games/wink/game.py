"""Wink as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

from tablet_companion.games.advice import Depth
from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared import codec
from tablet_companion.games.shared.teaching import read_sentences
from tablet_companion.games.wink import (
    actions,
    amend,
    exchange,
    flow,
    interpret,
    judge,
    knowledge,
    legal,
    listing,
    reasons,
    rules,
    setup,
    table,
    words,
    worth,
)
from tablet_companion.games.wink.knowledge import WinkView
from tablet_companion.games.wink.state import CARDS, SEATS, Phase, State, find_fault

_find_sentence = read_sentences(__package__)


def _unseen(state: State) -> actions.Action | None:
    """Return the deal of real cards face down, when it is due."""
    due = state.phase is Phase.DEAL and not state.setting.seen_deal
    return actions.Deal(UNKNOWN_CARD) if due else None


GAME = Game[State, actions.Action, WinkView](
    name="wink",
    title="Wink",
    options=setup.OPTIONS,
    seats=SEATS,
    cards=CARDS,
    key_places=words.KEY_PLACES,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=lambda state: tuple((seat,) for seat in state.setting.seats),  # partners change
    lot=lambda _state, seat: actions.Lot(seat),
    actor=knowledge.actor,
    legal=legal.legal,
    listing=listing.listing,
    judge=judge.judge,
    conceivable=legal.conceivable,
    successor=flow.successor,
    outcome=knowledge.outcome,
    worth=worth.estimate,
    depth=Depth(tree=4, least=4, venture=0.2),
    reasons=reasons.REASONS,
    unseen=_unseen,
    interrupter=lambda action: action.by if isinstance(action, actions.Accuse) else None,
    placement=table.placement,
    attempted=table.attempted,
    steps=table.steps,
    diagnose=interpret.diagnose,
    amend=amend.amend,
    card_of=lambda action: action.card if isinstance(action, actions.Call) else None,
    told=lambda _state, action: _find_sentence(actions.write_action(action)),
    saying=words.saying,
    prompt=words.prompt,
    facts=words.facts,
    view=knowledge.view,
    resample=knowledge.resample,
    veiled=knowledge.veiled,
    learn=knowledge.learn,
    write=codec.write,
    read=lambda written: codec.read(State, written, "Wink", find_fault),
    write_action=lambda _state, action: actions.write_action(action),
    read_action=lambda state, written: actions.read_action(written, state.setting),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
