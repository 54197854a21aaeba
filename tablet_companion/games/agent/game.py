"""Agent as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

from tablet_companion.games.advice import Depth
from tablet_companion.games.agent import (
    actions,
    board,
    exchange,
    flow,
    judge,
    knowledge,
    legal,
    listing,
    reasons,
    rules,
    setup,
    table,
    text,
    words,
    worth,
)
from tablet_companion.games.agent.knowledge import AgentView
from tablet_companion.games.agent.setting import SEATS, agents_for
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared.teaching import read_sentences

_find_sentence = read_sentences(__package__)


def _allow(state: State, action: actions.Action) -> tuple[Rule, ...]:
    """Return the rule by which an agent may take the case, or move on with it."""
    if not (isinstance(action, actions.Move) and action.on):
        return ()
    held = state.holder == state.number(action.agent)
    return (Rule("leaving_the_case" if held else "taking_the_case"),)


GAME = Game[State, actions.Action, AgentView](
    name="agent",
    title="Agent",
    options=setup.OPTIONS,
    seats=SEATS,
    colours=agents_for(2),
    key_places=words.KEY_PLACES,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=lambda state: tuple((seat,) for seat in state.setting.seats),
    lot=lambda _state, seat: actions.Lot(seat),
    actor=knowledge.actor,
    legal=legal.legal,
    listing=listing.listing,
    judge=judge.judge,
    conceivable=legal.conceivable,
    successor=flow.successor,
    outcome=knowledge.outcome,
    worth=worth.estimate,
    depth=Depth(tree=6, least=3),
    reasons=reasons.REASONS,
    useful=worth.keep_useful,
    silence=lambda state: actions.ACCEPT if state.phase is Phase.OBJECT else None,
    objection=lambda state: actions.OBJECT if state.phase is Phase.OBJECT else None,
    placement=board.placement,
    attempted=table.attempted,
    steps=table.steps,
    diagnose=lambda state, _card, shown: table.diagnose(state, shown),  # there are no cards
    amend=table.amend,
    allowed_by=_allow,
    told=lambda _state, action: _find_sentence(actions.write_action(action)),
    saying=words.saying,
    prompt=words.prompt,
    facts=words.facts,
    view=knowledge.view,
    resample=knowledge.resample,
    write=text.write,
    read=text.read,
    write_action=lambda _state, action: actions.write_action(action),
    read_action=lambda state, written: actions.read_action(written, state.setting),
    exchange=Exchange(moves=exchange.moves, attempt=exchange.attempt),
)
