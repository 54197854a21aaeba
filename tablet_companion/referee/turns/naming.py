"""Cards named by touch: the card of this turn, or, asked for by itself, that of the last move."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import CHANCE, Breach, Card
from tablet_companion.referee.explaining.cases import candidates
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.public import in_public
from tablet_companion.referee.model.answers import Relabel
from tablet_companion.referee.model.events import CorrectCard, NameCard, OpenCardKeys
from tablet_companion.referee.model.table import Confirming, Moment, NamingCard, Quiet, Stage, Table
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.looks import accept
from tablet_companion.referee.turns.record import Turned


def open_card_keys(table: Table, _: OpenCardKeys) -> Turned:
    """Let somebody name the card of this turn, as often as he likes."""
    if table.stage is not Stage.PLAY or not table.game.pile:
        return table, ()
    return table.but(dialogue=NamingCard(again=False)), ()


def correct_card(table: Table, _: CorrectCard) -> Turned:
    """Let somebody correct the card of the last move."""
    if last_play(table) is None or not isinstance(table.dialogue, NamingCard):
        return table, ()
    return table.but(dialogue=NamingCard(again=True)), ()


def last_play(table: Table) -> Moment | None:
    """Return the last action on record if it laid a card, and no lot was drawn since."""
    if table.stage is not Stage.PLAY or not table.game.pile or not record.can_undo(table):
        return None
    last = table.past[-1]
    card = table.game.card_of(last.action)
    return None if card is None or table.game.actor(last.state) == CHANCE else last


def name_card(table: Table, named: NameCard) -> Turned:
    """Take a card for this turn's, or ask whether the last move was made with it."""
    last = last_play(table)
    if isinstance(table.dialogue, NamingCard) and table.dialogue.again and last is not None:
        return _asked(table, last, named.card), ()
    return table.forgetful().but(named=named.card, dialogue=None, verdict=Quiet()), ()


def _asked(table: Table, last: Moment, card: Card) -> Table:
    """Ask whether the last move's card is corrected; nothing where it is the card on record."""
    if card == table.game.card_of(last.action):
        return table.but(dialogue=None)
    action = _same_move(table, last, card)
    if action is None and (final := record.final(table, 1)):
        return table.but(dialogue=Confirming(questions.stands(table, final)))
    if action is None:
        why = _why_not(table, last, card)
        return table.but(dialogue=Confirming(questions.wrong_card(table, last, card, why)))
    return table.but(dialogue=Confirming(questions.other_card(table, last, action)))


def _same_move(table: Table, last: Moment, card: Card) -> Any | None:
    """Return the action that does the same on the table with another card, or None."""
    game, now = table.game, table.game.placement(table.state)
    done = game.steps(last.state, last.action)
    found = []
    for one in candidates(game, last.state):
        action = game.recorded(last.state, one.action) if one.card == card else None
        if action is not None and one.after == now and not game.judge(last.state, action):
            found.append(action)
    alike = (action for action in found if game.steps(last.state, action) == done)
    return next(alike, found[0] if found else None)


def _why_not(table: Table, last: Moment, card: Card) -> tuple[Breach, ...]:
    """Return the rules that the last move would have broken with a card."""
    public = in_public(table.game, last.state)
    return tuple(table.game.diagnose(public, card, table.game.placement(table.state)))


def relabel(table: Table, relabelling: Relabel) -> Turned:
    """Put the last move on record with another card; pieces and pile stay as they are."""
    pile = table.pile
    table, effects = record.undo(table, 1)
    card = Laid(table.game.card_of(relabelling.action), How.NAMED)
    table, more = accept(table.but(objected=True), relabelling.action, card)
    return table.but(pile=pile), (*effects, *more)
