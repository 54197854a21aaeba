"""Warnings about what keeps the referee from seeing the table: silence would puzzle people."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tablet_companion.games.core import HIDDEN, Message, Piece, Place
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import find_areas
from tablet_companion.referee.model.in_the_way import find_lying, is_one_too_many
from tablet_companion.referee.model.notes import MIRRORED, NEVER_AT_REST
from tablet_companion.referee.model.panels import Mark, MarkKind
from tablet_companion.referee.model.patience import HANDS_S, is_covered, is_never_at_rest
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import Thing

UNUSED: Final = "unused"
"""The reason of a table that has no camera."""
LEARNING: Final = "learning"
"""The reason of a table whose reader is still being made."""
LEARNS: Final = N_("The referee is still learning what this board looks like.")
WAITS: Final = Message(N_("The board shows something else: that waits for your answer."))
_BLIND: Final = {
    "camera": Message(N_("The camera sends no picture. Check its cable.")),
    "board": Message(N_("I cannot find the board in the picture. Is it covered or moved?")),
    "mirrored": MIRRORED,
    "dark": Message(N_("The picture is black. Is the light on? Is the lens uncovered?")),
    LEARNING: Message(LEARNS),
    UNUSED: Message(N_("The camera failed at start-up and is not used. Enter the moves by touch.")),
    "blurred": Message(N_("The picture is blurred. Is the lens clean and in focus?")),
    "glare": Message(N_("The picture is too bright to see anything. Dim the light a little.")),
    "flicker": Message(N_("The picture flickers. Change the lamp, or plug the camera in again.")),
    "restless": Message(
        N_("The picture never keeps still. Give more light, or steady the camera.")
    ),
}
"""What to say for each reason of ``events.Blind``."""
_COVERED: Final = Message(
    N_("Something is lying on the board or over its edge. I judge nothing while it may be a hand.")
)
_FALLEN: Final = N_("{piece:the} {place:at} has fallen over. Stand it up.")
_FALLEN_NEAR: Final = N_("{piece:the} near {place:the} has fallen over. Stand it up.")
_THING: Final = N_("Something lies near {place:the}. Take it away so that I can see everything.")
_LOST: Final = N_(
    "Something lies near {place:the}: take it away, or if it is {piece:the}, put it back "
    "{place_to:to}."
)
_CLEAR: Final = N_(
    "Something lies on the board, clear of all places. If it is a fallen piece, stand it up; "
    "otherwise it may stay."
)
_DISPUTE: Final = N_("Camera and switch disagree about {place:the}. Is a pawn in it?")


def warn_of_blindness(table: Table) -> Message | None:
    """Return why nothing is judged at all, if that is not obvious.

    Hands that move are, for a while: what a page asks for is done by hand.
    """
    if table.blind:
        return _BLIND[table.blind]
    if is_covered(table):
        return _COVERED
    return NEVER_AT_REST if is_never_at_rest(table, HANDS_S) else None


def warn_of_unrest(table: Table) -> Message | None:
    """Return that nothing is judged because something moves: where nothing else is asked for."""
    return NEVER_AT_REST if is_never_at_rest(table) else None


def warn_of_waiting(table: Table) -> tuple[Message, ...]:
    """Say that what was moved while a page asks is judged afterwards.

    A move that was entered, and is still to be made, is nothing else.
    """
    seen = table.reading if table.owed is None else None
    return (WAITS,) if seen and table.weigh(seen).gap(table.placement) > AGREES else ()


def warn_of_lying(table: Table) -> tuple[Message, ...]:
    """Say what to do about the first thing that has lain in the way for some seconds."""
    if beneath := _list_beneath(table):
        return (Message(_THING, (("place", beneath[0]),)),)
    thing = find_lying(table)
    return () if thing is None else (_name_thing(table, thing),)


def mark_lying(table: Table) -> tuple[Mark, ...]:
    """Mark where that thing lies, and what it hides."""
    thing = find_lying(table)
    areas = _list_beneath(table)
    if not areas and thing is not None and thing.near is not None:
        areas = find_areas(table.areas, {thing.near, *table.hidden})
    return tuple(Mark(area, MarkKind.DOUBT) for area in areas)


def _list_beneath(table: Table) -> tuple[Place, ...]:
    """Return the areas over which something has rested for long that may be a hand."""
    return find_areas(table.areas, {*table.beneath}) if is_covered(table) else ()


def _name_thing(table: Table, thing: Thing) -> Message:
    if thing.near is None:
        return Message(_CLEAR)
    near = next(iter(find_areas(table.areas, {thing.near})), thing.near)
    if thing.piece is None:
        lost = _find_lost(table)
        said = (("place", near), *lost)
        return Message(_LOST if lost else _THING, said)
    if table.reading and is_one_too_many(table, table.reading, thing.piece, thing.near):
        return Message(_THING, (("place", near),))
    homes = _find_homes(table, thing.piece)
    if len(homes) == 1:
        return Message(_FALLEN, (("piece", thing.piece), ("place", homes[0])))
    return Message(_FALLEN_NEAR, (("piece", thing.piece), ("place", near)))


def _find_lost(table: Table) -> tuple[tuple[str, Place | Piece], ...]:
    """Return the one piece that is seen nowhere and where it belongs, as details; () if unclear.

    An unknown object may be that piece, such as a case that lies beside its space.
    """
    assert table.evidence is not None
    held, seen = table.position.public.contents, table.evidence.seen
    clear = [area for area in seen if not table.evidence.is_covered(area)]
    gone = [
        (area, piece)
        for area in clear
        for piece in (Counter(held.get(area, ())) - Counter(seen[area])).elements()
    ]
    came = any(Counter(seen[area]) - Counter(held.get(area, ())) for area in clear)
    if came or len(gone) != 1 or gone[0][1] == HIDDEN:
        return ()
    return ("piece", gone[0][1]), ("place_to", gone[0][0])


def _find_homes(table: Table, piece: Piece) -> tuple[Place, ...]:
    """Return the areas that lack a piece of this colour or a face-down one."""
    assert table.evidence is not None
    homes = []
    for area, content in table.position.public.contents.items():
        gone = Counter(content) - Counter(table.evidence.seen.get(area, content))
        if gone.keys() & {piece, HIDDEN}:
            homes.append(area)
    return tuple(homes)


def warn_of_disputes(table: Table) -> tuple[Message, ...]:
    """Say where the camera and the switch in a hole disagree."""
    return tuple(Message(_DISPUTE, (("place", place),)) for place in _find_disputed(table))


def mark_disputes(table: Table) -> tuple[Mark, ...]:
    """Mark where the camera and the switch in a hole disagree."""
    return tuple(Mark(place, MarkKind.DOUBT) for place in _find_disputed(table))


def _find_disputed(table: Table) -> tuple[Place, ...]:
    return table.reading.disputed if table.reading else ()
