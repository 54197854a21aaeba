"""Cards named by touch: this turn's card or, on request, the last move's."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Card
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.explanations import Unchanged
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.answers import Relabel
from tablet_companion.referee.model.dialogues import CardOf, CheckingShown, Confirming, NamingCard
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.history import find_breaches_of_undoing, find_correctable_play
from tablet_companion.referee.model.table import Moment, Stage, Table
from tablet_companion.referee.model.verdicts import AskingCard, Quiet
from tablet_companion.referee.turns import giving_up, questions, record, showing
from tablet_companion.referee.turns.accepting import accept
from tablet_companion.referee.turns.late_cards import take_owed_card
from tablet_companion.referee.turns.pile import note_named


def open_card_keys(table: Table, _: events.OpenCardKeys) -> Transition:
    """Let somebody name this turn's card, as often as they like."""
    if table.stage is not Stage.PLAY or not table.game.pile:
        return table, ()
    if sayings.is_secret_due(table.position):
        return table, ()
    return table.but(dialogue=NamingCard()), ()


def correct_card(table: Table, _: events.CorrectCard) -> Transition:
    """Let somebody correct the card of the last move."""
    if find_correctable_play(table) is None or not isinstance(table.dialogue, NamingCard):
        return table, ()
    return table.but(dialogue=NamingCard(CardOf.LAST_MOVE)), ()


def name_card(table: Table, named: events.NameCard) -> Transition:
    """Take a card as this turn's, played or discarded; or ask whether it was the last move's."""
    playing = table.stage is Stage.PLAY and table.game.pile
    if not playing or named.card not in table.game.cards:
        return table, ()
    naming, last = table.dialogue, find_correctable_play(table)
    if isinstance(naming, CheckingShown):
        return showing.correct(table, naming, named.card), ()
    card_of = naming.card_of if isinstance(naming, NamingCard) else None
    if card_of is CardOf.PASS:
        return giving_up.ask_to_pass(table, named.card) or table, ()
    if card_of is CardOf.LAST_MOVE and last is not None:
        return _ask_about(table, last, named.card), ()
    if sayings.is_secret_due(table.position) and not isinstance(table.verdict, AskingCard):
        return table, ()
    if table.owed is not None and table.owed.card == named.card:
        return take_owed_card(table.but(named=named.card, dialogue=None)), ()
    return note_named(table, named.card).but(dialogue=None, verdict=Quiet()), ()


def name_no_card(table: Table, _: events.NoCard) -> Transition:
    """Believe somebody that no card was laid, when the referee asks which.

    If nothing was moved either, nothing has to be put back.
    """
    if not isinstance(table.verdict, AskingCard):
        return table, ()
    if isinstance(table.explanation, Unchanged):
        return table.but(verdict=Quiet(), declined=table.explanation), ()
    return table.but(no_card=True), ()


def _ask_about(table: Table, last: Moment, card: Card) -> Table:
    """Ask whether to correct the last move's card; nothing if it is the card on record."""
    if card == last.card:
        return table.but(dialogue=None)
    action = _find_same_move(table, last, card)
    if action is not None:
        question = questions.ask_for_other_card(table, last, action)
    elif final := find_breaches_of_undoing(table, 1):
        question = questions.say_that_it_stands(table, final)
    else:
        why = _find_why_not(table, last, card)
        question = questions.ask_about_wrong_card(table, last, card, why)
    return table.but(dialogue=Confirming(question))


def _find_same_move(table: Table, last: Moment, card: Card) -> Action | None:
    """Return the action that makes the same move with another card, or None."""
    game, position = table.game, last.position
    found = []
    for one in list_candidates(position):
        action = game.recorded(last.state, one.action) if one.card == card else None
        same = action is not None and one.after == table.placement
        if same and not game.judge(last.state, action):
            found.append(action)
    alike = (action for action in found if position.steps(action) == last.steps)
    return next(alike, found[0] if found else None)


def _find_why_not(table: Table, last: Moment, card: Card) -> tuple[Breach, ...]:
    """Return the rules that the last move would break with this card."""
    public = last.position.public.state
    return tuple(table.game.diagnose(public, card, table.placement))


def relabel(table: Table, relabelling: Relabel) -> Transition:
    """Put the last move on record as it was changed; the pieces stay as they are."""
    pile = table.pile
    table, effects = record.undo(table, 1)
    card = Laid(table.game.card_of(relabelling.action), How.NAMED)
    table, more = accept(table.but(objected=True), relabelling.action, card)
    return (table if relabelling.laid else table.but(pile=pile)), (*effects, *more)
