"""The story of a game, as everybody at the table saw it; nothing here changes the record.

It leaves out what is secret again: while a game goes on, people saw a face-down pawn when it was
laid down but may have forgotten it, so the story begins after the last pawn was laid down.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import CHANCE, HIDDEN, Placement, StepKind
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.referee.model.history import find_doer, list_finished, list_plays
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.referee.model.table import Moment, Stage, Table


def tell_story(table: Table) -> Story:
    """Return the story of the game, without any part that reveals something hidden now."""
    past = list_finished(table)
    turns = tuple(_tell_turns(past))
    first = 0 if table.stage is Stage.ENDED else _find_first(table.placement, turns, past)
    outcome = table.view().outcome if table.state is not None else None
    facts = table.game.facts(table.view()) if outcome is not None else ()
    return Story(
        game=table.game.name,
        seats=tuple(entry.seat for entry in table.view().seats) if table.state is not None else (),
        turns=turns[first:],
        left_out=first,
        winners=None if outcome is None else outcome.winners,
        facts=facts,
    )


def _tell_turns(past: tuple[Moment, ...]) -> Iterator[Turn]:
    """Yield what players did, earliest first; chance and automatic actions are left out."""
    for number, moment in enumerate(list_plays(past), start=1):
        position = Position(moment.position.game, moment.state)
        yield Turn(
            number,
            find_doer(moment) or CHANCE,
            moment.laid.card,
            tell_action(position, moment.action),
            moment.position.placement,
            position.follow(moment.action).placement,
            sum(step.kind is StepKind.CAPTURED for step in moment.steps),
        )


def _find_first(now: Placement, turns: tuple[Turn, ...], past: tuple[Moment, ...]) -> int:
    """Return the number of turns to leave out: up to the last that hid a piece."""
    if not _find_hidden(now):
        return 0
    telling = (
        number
        for number, (turn, moment) in enumerate(zip(turns, list_plays(past), strict=True), start=1)
        if _find_hidden(turn.after) - _find_hidden(turn.before)
        or any(step.kind is StepKind.SWAPPED for step in moment.steps)
    )
    return max(telling, default=0)


def _find_hidden(placement: Placement) -> frozenset[str]:
    return frozenset(place for place, piece in placement.pieces if piece == HIDDEN)
