"""Which page the screen shows. Only a ``View`` ever leaves this room."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Card, Message, Seat, StepKind, list_names
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.model.dialogues import FixingBoard
from tablet_companion.referee.model.held_cards import sort_cards
from tablet_companion.referee.model.panels import CardKeysPanel, EndPanel, Mark, Panel
from tablet_companion.referee.model.passing import may_pass
from tablet_companion.referee.model.steps_in_words import describe_moves, mark_steps
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import find_unshown
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Disagreeing, Objecting
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.pages.board import build_board_page
from tablet_companion.referee.pages.buttons import (
    AGAIN,
    BOARD,
    GIVE_UP,
    PAUSE,
    SWITCH_OFF,
    TAKE_BACK,
)
from tablet_companion.referee.pages.dialogues import build_dialogue, build_question
from tablet_companion.referee.pages.hints import tell_penalties
from tablet_companion.referee.pages.objection import build_objection
from tablet_companion.referee.pages.play import build_play, mark_decisive
from tablet_companion.referee.pages.set_up import build_check, build_set_up
from tablet_companion.referee.pages.showing import build_showing
from tablet_companion.referee.pages.speaking import list_facts

LIKE: Final = N_("I see {card:the} as before. Was another one laid on it?")
AS_BEFORE: Final = N_("I see {card:the} as before. Which card was laid on it?")
"""Questions where the like of the card on the pile may cover it so exactly that nobody can tell."""


def build_panel(table: Table) -> Panel:
    """Return what the screen shows now."""
    if table.dialogue is not None:
        return build_dialogue(table, table.dialogue)
    match table.stage:
        case Stage.SETUP:
            return build_set_up(table)
        case Stage.CHECK:
            return build_check(table)
        case Stage.PLAY:
            return _build_turn(table)
        case Stage.ENDED:
            return _build_end(table)


def _build_turn(table: Table) -> Panel:
    """Return the page of a game in progress, chosen by the referee's verdict."""
    unshown = find_unshown(table)
    if unshown is not None:
        return build_showing(table, unshown)
    match table.verdict:
        case Objecting() as objecting:
            return build_objection(table, objecting)
        case Asking(question):
            return build_question(table, question)
        case AskingCard(cards) if not table.no_card:
            say = _ask_for_card(table, cards)
            # A player who moved a piece can play: “No card” stood beside “No card was laid”.
            passing = (GIVE_UP,) if table.agrees and may_pass(table) else ()
            more, cards = _describe_moved(table)[:2], sort_cards(table.game, cards)
            return CardKeysPanel(
                table.view(), say, cards, (*passing, BOARD, PAUSE), more, none=True
            )
        case Disagreeing():
            return build_board_page(table, FixingBoard())
    return build_play(table)


def _ask_for_card(table: Table, cards: tuple[Card, ...]) -> Message:
    """Return the question which card was laid, or whether the like of the one on the pile was."""
    top = table.card.card if table.card.how is How.SAME else None
    if top is None or top not in cards:
        return Message(N_("Which card was laid?"))
    text = LIKE if len(cards) == 1 else AS_BEFORE
    return Message(text, (("card", top),))


def _describe_moved(table: Table) -> tuple[Message, ...]:
    """Say what was moved, if pieces were seen to go from one place to another."""
    ways = find_way_back(table.shown, table.placement)
    moves = (one for one in ways if one.kind is StepKind.MOVED and one.target is not None)
    return describe_moves((one.target or one.source, one.source, one.piece) for one in moves)


def _build_end(table: Table) -> EndPanel:
    outcome = table.game.outcome(table.state)
    say = _name_winners(outcome.winners if outcome else ())
    facts = (*list_facts(table), *tell_penalties(table))
    buttons = (AGAIN, TAKE_BACK, SWITCH_OFF)
    marks = (*_mark_owed(table), *mark_decisive(table))
    return EndPanel(table.view(), say, facts, buttons, marks=marks)


def _mark_owed(table: Table) -> tuple[Mark, ...]:
    """Mark a last move that was put on record unseen, as the table's is: people are to make it."""
    owed = table.owed
    return mark_steps(owed.steps) if owed is not None else ()


def _name_winners(winners: tuple[Seat, ...]) -> Message:
    match winners:
        case ():
            return Message(N_("Nobody has won."))
        case (one,):
            return Message(N_("{seat} has won!"), (("seat", one),))
        case (one, two):
            details = (("seat_one", one), ("seat_two", two))
            return Message(N_("{seat_one} and {seat_two} have won!"), details)
    return Message(N_("{all} share the win."), (("all", list_names("seat", winners)),))
