"""A game looked back at, as everybody at the table saw it: nothing here changes it.

What is a secret again is left out. While a game goes on, a pawn that lies turned over was seen when
it was laid down, and may be forgotten since: the story then begins after the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import CHANCE, HIDDEN, Placement, Seat, StepKind
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.referee.model.history import is_by_itself
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.referee.model.table import Moment, Stage, Table


def tell_story(table: Table) -> Story:
    """Return the game so far, or the part of it that tells nothing that is hidden now."""
    turns = tuple(_tell_turns(table.past))
    first = 0 if table.stage is Stage.ENDED else _find_first(table.placement, turns, table.past)
    outcome = table.view().outcome if table.state is not None else None
    return Story(
        game=table.game.name,
        seats=tuple(entry.seat for entry in table.view().seats) if table.state is not None else (),
        turns=turns[first:],
        left_out=first,
        winners=None if outcome is None else outcome.winners,
    )


def _tell_turns(past: tuple[Moment, ...]) -> Iterator[Turn]:
    """Yield what players did, the earliest first; lots and what follows by itself are left out."""
    for number, moment in enumerate(_list_told(past), start=1):
        position = Position(moment.position.game, moment.state)
        yield Turn(
            number,
            _find_seat(moment),
            moment.laid.card,
            tell_action(position, moment.action),
            moment.position.placement,
            position.follow(moment.action).placement,
            sum(step.kind is StepKind.CAPTURED for step in moment.steps),
        )


def _list_told(past: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """Return what players did; what one of them said alone, one after another, counts once.

    How much was said so, such as how many lots were staked, is that player's own secret.
    """
    told: list[Moment] = []
    alone: Seat | None = None
    for moment in past:
        if is_by_itself(moment):
            continue
        saying = moment.position.game.saying(moment.state, moment.action)
        seat = saying.seat if saying is not None and saying.private else None
        if seat is None or seat != alone:
            told.append(moment)
        alone = seat
    return tuple(told)


def _find_seat(moment: Moment) -> Seat:
    """Return who did it: who interrupted, or who was on turn."""
    game = moment.position.game
    return game.interrupter(moment.action) or moment.actor or CHANCE


def _find_first(now: Placement, turns: tuple[Turn, ...], past: tuple[Moment, ...]) -> int:
    """Return the number of turns that have to be left out: up to the last that laid one down."""
    if not _hidden(now):
        return 0
    telling = (
        number
        for number, (turn, moment) in enumerate(zip(turns, _list_told(past), strict=True), start=1)
        if _hidden(turn.after) - _hidden(turn.before)
        or any(step.kind is StepKind.SWAPPED for step in moment.steps)
    )
    return max(telling, default=0)


def _hidden(placement: Placement) -> frozenset[str]:
    """Return the places where something lies turned over."""
    return frozenset(place for place, piece in placement.pieces if piece == HIDDEN)
