"""Three Men's Morris as a Game: which function answers what the rest of the house asks."""

from __future__ import annotations

from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared import codec

from . import exchange, rules, setup, table, words
from .state import SEATS, Action, Lot, State, read, read_action, write_action
from .words import MorrisView

GAME = Game[State, Action, MorrisView](
    name="three_mens_morris",
    title="Three Men’s Morris",
    options=setup.OPTIONS,
    seats=SEATS,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=lambda _state: tuple((seat,) for seat in SEATS),
    lot=lambda _state, seat: Lot(SEATS.index(seat)),
    actor=words.actor,
    legal=rules.legal,
    judge=rules.judge,
    conceivable=rules.conceivable,
    successor=rules.successor,
    outcome=words.outcome,
    placement=table.placement,
    attempted=table.attempted,
    steps=table.steps,
    diagnose=table.diagnose,
    amend=table.amend,
    told=words.told,
    saying=words.saying,
    prompt=words.prompt,
    facts=words.facts,
    view=words.view,
    write=codec.write,
    read=read,
    write_action=lambda _state, action: write_action(action),
    read_action=lambda _state, text: read_action(text),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
