"""Pocket Ops as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

from tablet_companion.games.advice import Depth
from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.pocket_ops import (
    actions,
    exchange,
    flow,
    guesscards,
    interpret,
    judge,
    knowledge,
    legal,
    listing,
    reasons,
    rules,
    setup,
    solved,
    table,
    words,
    worth,
)
from tablet_companion.games.pocket_ops.board import COLOURS
from tablet_companion.games.pocket_ops.knowledge import PocketOpsView
from tablet_companion.games.pocket_ops.state import AGENTS, SEATS, Phase, State, find_fault
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared import codec
from tablet_companion.games.shared.teaching import read_sentences

_find_sentence = read_sentences(__package__)


def _unseen(state: State) -> actions.Action | None:
    """Return the unseen look at real specialists or laying of a real card when it is due.

    Against the tablet a person says that the card lies: it would not wait for it otherwise.
    """
    if state.phase is Phase.LOOK and state.unseen:
        return actions.Look(UNKNOWN_CARD)
    real = not any(map(state.setting.knows, COLOURS))
    return actions.Guessed(()) if real and state.phase is Phase.GUESS else None


GAME = Game[State, actions.Action, PocketOpsView](
    name="pocket_ops",
    title="Pocket Ops",
    options=setup.OPTIONS,
    seats=SEATS,
    cards=AGENTS,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=lambda _state: tuple((seat,) for seat in SEATS),
    lot=lambda _state, seat: actions.Lot(SEATS.index(seat)),  # who guesses first
    actor=knowledge.actor,
    legal=legal.legal,
    listing=listing.listing,
    judge=judge.judge,
    conceivable=legal.conceivable,
    successor=flow.successor,
    outcome=knowledge.outcome,
    worth=worth.estimate,
    depth=Depth(least=1, after=12, venture=0.4, kept=40, mixed=True, forced=2),
    reasons=reasons.REASONS,
    useful=worth.keep_useful,
    solved=solved.find_shares,
    unseen=_unseen,
    placement=table.placement,
    attempted=table.attempted,
    steps=table.steps,
    diagnose=interpret.diagnose,
    amend=table.amend,
    card_of=interpret.card_of,
    open_cards=guesscards.open_cards,
    told=lambda _state, action: _find_sentence(actions.write_action(action)),
    saying=words.saying,
    prompt=words.prompt,
    facts=words.facts,
    decisive=knowledge.list_decisive,
    view=knowledge.view,
    resample=knowledge.resample,
    veiled=knowledge.veiled,
    learn=knowledge.learn,
    entrust=knowledge.entrust,
    imagine=knowledge.imagine,
    write=codec.write,
    read=lambda written: codec.read(State, written, "Pocket Ops", find_fault),
    write_action=lambda _state, action: actions.write_action(action),
    read_action=lambda _state, written: actions.read_action(written),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
