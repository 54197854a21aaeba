"""Corrections by touch: taking back, and choosing between table and record."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import EMPTY, Message, Piece, Place, PositionError
from tablet_companion.games.text import N_
from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.differences import read_placement
from tablet_companion.referee.model.effects import Judged, Kind, Transition
from tablet_companion.referee.model.history import count_undone, find_breaches_of_undoing
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import may_be_handed_over
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.coaching import find_level_of_last_player


def take_back(table: Table, wish: events.TakeBack) -> Transition:
    """Ask whether to take the last move back, or say that it is final.

    A taught player takes back without a question, unless another wishes it; with a strict one,
    everybody has to agree.
    """
    count = count_undone(table)
    if not count:
        return table, ()
    level, final = find_level_of_last_player(table), find_breaches_of_undoing(table, count)
    if final:
        question = questions.say_that_it_stands(table, final)
    elif level is Level.TEACH and not wish.asking:
        return record.undo(table, count)
    else:
        question = questions.ask_to_take_back(table, count, agreed=level is Level.STRICT)
    return table.but(dialogue=dialogues.Confirming(question)), ()


def put_piece(table: Table, put: events.Put) -> Transition:
    """Believe somebody about what stands on a physical place."""
    fixing = table.dialogue
    if not isinstance(fixing, dialogues.FixingBoard):
        return table, ()
    places = {place for spots in table.areas.values() for place in spots}
    if put.place not in places:
        return table, ()
    puts: dict[Place, Piece] = dict(fixing.puts) | {put.place: put.piece or EMPTY}
    return table.but(dialogue=replace(fixing, puts=tuple(sorted(puts.items())), note=None)), ()


def trust_table(table: Table, _: events.TableIsRight) -> Transition:
    """Change the record to what the table shows, including pieces put by touch."""
    if table.stage not in {Stage.PLAY, Stage.ENDED}:
        return table, ()
    fixing = _find_fixing(table)
    try:
        state = table.game.amend(table.state, read_placement(table, fixing.puts))
    except PositionError:
        note = Message(N_("This cannot be right: pawns are missing, or there are too many."))
        return table.but(dialogue=replace(fixing, note=note)), ()
    judged = Judged(Kind.CORRECTED, table.turn, ())
    table, effects = record.put_state(table, state)
    table, handed_back = _hand_back(table)
    return table.but(trusted=fixing.doubted), (judged, *effects, *handed_back)


def _find_fixing(table: Table) -> dialogues.FixingBoard:
    now = table.dialogue
    return now if isinstance(now, dialogues.FixingBoard) else dialogues.FixingBoard()


def _hand_back(table: Table) -> Transition:
    """Leave seats to people if the table no longer knows their cards and cannot be shown them."""
    if table.stage is Stage.ENDED:
        return table, ()
    played = tuple(seat for seat in table.setup.played if may_be_handed_over(table, seat))
    return (table, ()) if played == table.setup.played else record.put_played(table, played)


def trust_record(table: Table, _: events.RecordIsRight | events.LetBe) -> Transition:
    """Keep the record; people correct the table."""
    doubted = _find_fixing(table).doubted
    # A card named for what is put back is not still to come.
    lies = table.named_lies or not table.agrees
    kept = table.forgetful().but(dialogue=None, verdict=Quiet(), trusted=doubted, named_lies=lies)
    return kept, ()
