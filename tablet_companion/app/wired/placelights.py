"""Lights under the places, from the panel that the screen shows. Pure.

A panel holds only what everybody at the table may see, and it is the only input: so no light can
betray a secret. While a private panel is open the board is dark.

The rhythm alone gives a light's meaning; the colours only help those who see them:

| rhythm | meaning |
| --- | --- |
| steady | a destination: an allowed one, or the way back |
| steady, faint | a piece that may move, at a table that teaches |
| slow | an origin: the piece that is to move |
| fast | something is wrong here |
| double | this place cannot be seen well; look there |
| dip | the start of the seat whose turn it is |
| wink | a meeting point; shown while nothing else is to be said |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hardware.board import Board
from hardware.ports import Light, Rhythm
from tablet_companion.games.core import CHANCE, Place, View
from tablet_companion.referee.model import panels
from tablet_companion.screen.pages.lesson import LessonPanel

Lights = dict[str, Light]

# Okabe and Ito's colours, which most colour-blind people can tell apart, at a part of their power.
_GREEN: Final = (0, 90, 60)
_BLUE: Final = (40, 85, 110)
_VERMILION: Final = (140, 50, 0)
_YELLOW: Final = (110, 100, 20)
_WHITE: Final = (40, 40, 40)
_FAINT: Final = (14, 12, 8)
"""Far weaker than the others, as it is no verdict and demands nothing."""
_SHADE: Final = 2

_MARKS: Final[Mapping[panels.MarkKind, Light]] = {
    panels.MarkKind.MAY: Light(_FAINT, Rhythm.STEADY),
    panels.MarkKind.DOUBT: Light(_YELLOW, Rhythm.DOUBLE),
    panels.MarkKind.FROM: Light(_BLUE, Rhythm.SLOW),
    panels.MarkKind.TO: Light(_GREEN, Rhythm.STEADY),
    panels.MarkKind.GOAL: Light(_GREEN, Rhythm.STEADY),
    panels.MarkKind.BACK: Light(_GREEN, Rhythm.STEADY),
    panels.MarkKind.WRONG: Light(_VERMILION, Rhythm.FAST),
}
"""The light of each mark that asks for something; of several of a place, the last here is shown."""
_RANK: Final = {kind: rank for rank, kind in enumerate(_MARKS)}
_LASTING: Final = (panels.MarkKind.DOUBT, panels.MarkKind.MAY, panels.MarkKind.GOAL)
"""Marks that are shown even if there is nothing to do."""
_MEETING: Final = Light(_WHITE, Rhythm.WINK)


def find_lights(panel: panels.Panel | LessonPanel, board: Board) -> Lights:
    """Return the lights under the board for this panel; other places are dark.

    Areas are resolved to the board's places. Places that the board lacks are skipped.
    """
    match panel:
        case panels.PlayPanel():
            return _playing(panel, board)
        case panels.ObjectionPanel():
            return _turn(panel.view, board) | _marked(panel.marks, board)
        case panels.QuestionPanel():
            marks = [mark for choice in panel.choices for mark in choice.marks]
            return _turn(panel.view, board) | _marked(marks, board)
        case panels.WonderPanel():
            return _turn(panel.view, board) | _marked(panel.marks, board)
        case panels.CardKeysPanel():
            return _turn(panel.view, board)
        case LessonPanel(on_table=True):
            return _marked(panel.marks, board)
        case panels.CheckPanel() | panels.BoardPanel():
            wrong = [panels.Mark(entry.place, panels.MarkKind.WRONG) for entry in panel.differences]
            return _marked(wrong, board)
        case _:
            return {}


def _playing(panel: panels.PlayPanel, board: Board) -> Lights:
    """Show what is to be done; otherwise whose turn it is and the meeting points.

    The marks of a panel with nothing to do are hints, or those of the last move, which is over.
    """
    lasting = [mark for mark in panel.marks if mark.kind in _LASTING]
    marks = panel.marks if panel.todo else lasting
    lights = _turn(panel.view, board) | _marked(marks, board)
    busy = any(mark.kind is not panels.MarkKind.MAY for mark in marks)
    meetings = {spot.name: _MEETING for spot in board.places if spot.kind == "meeting"}
    return lights if busy else meetings | lights


def _marked(marks: Iterable[panels.Mark], board: Board) -> Lights:
    lit = (mark for mark in marks if mark.kind in _MARKS)
    in_order = sorted(lit, key=lambda mark: _RANK[mark.kind])
    return {place: _MARKS[mark.kind] for mark in in_order for place in _places(mark.place, board)}


def _places(place: Place, board: Board) -> tuple[str, ...]:
    """Return the places of an area, or the place itself if it has a name of its own."""
    if place in board.by_name:
        return (place,)
    return tuple(spot.name for spot in board.areas.get(place, ()))


def _turn(view: View, board: Board) -> Lights:
    """Light the start of the seat on turn in its colour, if seats are colours."""
    seat = view.turn
    colours = board.pawn.colours
    if seat is None or seat == CHANCE or seat not in colours:
        return {}
    red, green, blue = board.pawn.rgb(seat)
    light = Light((red // _SHADE, green // _SHADE, blue // _SHADE), Rhythm.DIP)
    return {
        spot.name: light for spot in board.places if spot.kind == "start" and spot.colour == seat
    }
