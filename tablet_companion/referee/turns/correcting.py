"""Corrections by touch: taking back, and choosing between table and record."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import EMPTY, Message, Piece, Place, PositionError
from tablet_companion.games.text import N_
from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.differences import read_placement
from tablet_companion.referee.model.effects import Judged, Kind, Record, Turned
from tablet_companion.referee.model.history import count_undone, find_breaches_of_undoing
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.played import may_be_handed_over
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Disagreeing, Quiet
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.coaching import find_level_of_last_player


def take_back(table: Table, wish: events.TakeBack) -> Turned:
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
        question = questions.ask_to_take_back(count, agreed=level is Level.STRICT)
    return table.but(dialogue=dialogues.Confirming(question)), ()


def go_on(table: Table, _: events.GoOn) -> Turned:
    """Close what is open and judge the table afresh; without a camera, believe that it is right.

    A pause and a question page lead back to the page below them.
    """
    if isinstance(page := table.dialogue, dialogues.OVER):
        noted = (Record("paused", {"on": False}),) if isinstance(page, dialogues.Paused) else ()
        return table.forgetful().but(dialogue=page.under), noted
    if table.dialogue is None and table.blind and table.owed is not None:
        # No look will show that the pieces were moved: people say so.
        return table.but(owed=None, verdict=Quiet()), ()
    if table.dialogue is None and isinstance(table.verdict, Disagreeing):
        # Neither is right: people correct the table and are not asked again at the next look.
        table = table.but(verdict=Quiet(), declined=table.explanation)
    return table.forgetful().but(dialogue=None), ()


def pause(table: Table, _: events.Pause) -> Turned:
    """Pause a game; what was asked before is asked again afterwards, and a question stays open.

    It is put on record, so that a power cut does not end it.
    """
    page = table.dialogue
    if table.stage is not Stage.PLAY or isinstance(page, dialogues.Paused):
        return table, ()
    under = page if isinstance(page, dialogues.OVER) else dialogues.find_under(page)
    return table.but(dialogue=dialogues.Paused(under)), (Record("paused", {"on": True}),)


def switch_off(table: Table, _: events.SwitchOff) -> Turned:
    """Ask whether to switch the machine off."""
    asked = questions.ask_to_switch_off(under_way=table.stage not in {Stage.SETUP, Stage.ENDED})
    return table.but(dialogue=dialogues.Confirming(asked)), ()


def put_piece(table: Table, put: events.Put) -> Turned:
    """Believe somebody about what stands on a physical place."""
    fixing = table.dialogue
    if not isinstance(fixing, dialogues.FixingBoard):
        return table, ()
    places = {place for spots in table.areas.values() for place in spots}
    if put.place not in places:
        return table, ()
    puts: dict[Place, Piece] = dict(fixing.puts) | {put.place: put.piece or EMPTY}
    return table.but(dialogue=replace(fixing, puts=tuple(sorted(puts.items())), note=None)), ()


def trust_table(table: Table, _: events.TableIsRight) -> Turned:
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


def _hand_back(table: Table) -> Turned:
    """Leave seats to people if the table no longer knows their cards and cannot be shown them."""
    if table.stage is Stage.ENDED:
        return table, ()
    played = tuple(seat for seat in table.setup.played if may_be_handed_over(table, seat))
    return (table, ()) if played == table.setup.played else record.put_played(table, played)


def trust_record(table: Table, _: events.RecordIsRight | events.LetBe) -> Turned:
    """Keep the record; people correct the table."""
    doubted = _find_fixing(table).doubted
    # A card named for what is put back is not still to come.
    lies = table.named_lies or not table.agrees
    kept = table.forgetful().but(dialogue=None, verdict=Quiet(), trusted=doubted, named_lies=lies)
    return kept, ()
