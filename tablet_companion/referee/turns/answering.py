"""Answers to the referee's questions, and what follows from each."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.model import answers
from tablet_companion.referee.model.dialogues import Confirming, FixingBoard
from tablet_companion.referee.model.effects import Transition, TurnOff
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Asking, Objecting, Quiet
from tablet_companion.referee.turns import naming_cards, pile, record
from tablet_companion.referee.turns.accepting import accept
from tablet_companion.referee.turns.judging import refuse_card
from tablet_companion.referee.turns.setting_up import leave_last_page, renew
from tablet_companion.referee.turns.table_played import hand_on, hand_over_cards
from tablet_companion.referee.turns.vouching import vouch
from tablet_companion.vision.reading import SURE, CardReading


def answer(table: Table, given: Answer) -> Transition:
    """Carry out an answer; an answer that the question does not offer changes nothing."""
    question, was_asked = find_question(table), table.dialogue is None
    if question is None or not 0 <= given.number < len(question.consequences):
        return table, ()
    consequence, table = question.consequences[given.number], table.but(dialogue=None)
    if isinstance(consequence, answers.Leave) and not was_asked:
        return table, ()  # people's own question says nothing about what the table shows
    return _follow(table, consequence)


def find_question(table: Table) -> answers.Question | None:
    """Return the question that is open, None if there is none."""
    if isinstance(table.dialogue, Confirming):
        return table.dialogue.question
    return table.verdict.question if isinstance(table.verdict, Asking) else None


def _follow(table: Table, consequence: answers.Consequence) -> Transition:
    match consequence:
        case answers.Act() as act:
            return _act(table, act)
        case answers.Undo(count):
            return record.undo(table, count)  # a move that stands leads to no question
        case answers.Rectify():
            return _rectify(table, consequence)
        case answers.Relabel():
            return naming_cards.relabel(table, consequence)
        case answers.Refuse(broke):
            return refuse_card(table, broke)
        case answers.CheckHand() | answers.Correct():
            return _open(table, consequence), ()
        case answers.HandOn(seat):
            return hand_on(table, seat)
        case answers.Renew():
            return renew(table), ()
        case answers.Vouch(contents):
            return vouch(table.but(verdict=Quiet()), contents), ()
        case answers.Leave():
            return table.but(verdict=Quiet(), declined=table.explanation), ()
        case answers.End():
            return table, (*leave_last_page(table), TurnOff())


def _open(table: Table, wish: answers.CheckHand | answers.Correct) -> Table:
    """Let people correct the board, or the player on turn enter a hand that is not known."""
    if isinstance(wish, answers.Correct):
        return table.but(dialogue=FixingBoard(doubted=wish.area))
    return hand_over_cards(table)


def _act(table: Table, act: answers.Act) -> Transition:
    """Put an action on record; the next player's card may lie on its own, or beneath."""
    before = table.position
    if not act.overtaken:
        table, effects = accept(table, act.action, act.laid, told=True)
        if isinstance(table.verdict, Objecting):
            return _ask_no_more(table), effects
        held = table.position.contents
        said = tuple((area, held.get(area, ())) for area in act.doubted)
        return vouch(table, said) if said and table.position is not before else table, effects
    card = act.laid.card
    seen = next((one for one in table.laid if one.best == card), CardReading(()))
    # Where it lay tells it from its like, which may lie on top.
    own = replace(seen, posterior=((card, 1.0),)) if card is not None else table.pile
    since = pile.list_readings_since(table, card)
    old = table if table.card.how is How.SAME and not table.laid else None
    table, effects = accept(table.but(evidence=None, pile=own), act.action, act.laid, told=True)
    table = table.but(rested=False, named=act.beneath, named_lies=False)
    if table.position is before:
        return _ask_no_more(table) if isinstance(table.verdict, Objecting) else table, effects
    if old is not None and old.shown == table.placement:
        table = table.but(pile=old.pile)  # nobody has played since: what lies there is as before
    # Of those who have played since, the first laid the lowest card, if another covers it.
    first = since[0] if since[1:] and since[0].probability >= SURE else None
    beneath = () if act.beneath is None else (CardReading(((act.beneath, 1.0),)),)
    return table.but(laid=(*beneath, *since), glimpsed=first), effects


def _ask_no_more(table: Table) -> Table:
    """Let an answer's refusal stand: asked again at once, nobody could read it."""
    return table.but(declined=table.explanation)


def _rectify(table: Table, proof: answers.Rectify) -> Transition:
    """Correct the record by what a turned-up piece proved, then put the action on record."""
    table, effects = record.put_state(table, proof.state)
    table, more = accept(table.but(objected=True), proof.action, proof.laid)
    return table, effects + more
