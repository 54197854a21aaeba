"""Possible faults of a picture of the set-up, as questions with their answers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from calibration.camera.lens import Pose
from calibration.surfaces.exposures import Shot
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Card, Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.setup.checks import picture_faults, seen_colours
from tablet_companion.setup.checks.covered import find_covered
from tablet_companion.setup.checks.laid import find_changed, find_laid
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.parts.pageparts import Does, Key
from tablet_companion.setup.teaching.wanted_pictures import Ask

Faces = Mapping[Card, Picture]
"""Pictures of the faces of cards."""

SAME: Final = Message(
    N_("Nothing has changed where the rings are. Is a piece missing, or did it stand there before?")
)
STOOD: Final = Message(
    N_("Set out the pieces as a game begins. Did they stand there before? Show the board empty.")
)


_LIES: Final = Message(
    N_("Does something lie here, or is a lamp mirrored? It would be learnt as print.")
)
_LAY: Final = Message(
    N_("Does something lie here, or did it on the empty board? It would be learnt as print.")
)


@dataclass(frozen=True, eq=False)
class Doubt:
    """A question; ``places`` are those that it is about, ``picture`` what shows them.

    Without a picture the live one does. ``spots`` are points of the board (mm) that are dotted.
    ``twin`` is a card that was shown before.
    """

    say: Message
    keys: tuple[Key, ...]
    places: Collection[str] = frozenset()
    picture: Picture | None = None
    twin: Card | None = None
    spots: Sequence[Point] = ()


AGAIN: Final[Key] = (N_("Take it again"), Does("again"), Weight.MAIN)
_LATER: Final[Key] = (*AGAIN[:2], Weight.PLAIN)
_KEEP: Final[Key] = (N_("Yes, it is"), Does("keep"), Weight.PLAIN)
BARE: Final[Key] = (N_("Show it empty again"), Does("bare"), Weight.MAIN)
_WAS_BARE: Final[Key] = (N_("It was empty"), Does("keep"), Weight.PLAIN)
RINGS: Final[Key] = (N_("Move the rings"), Does("rings"), Weight.PLAIN)
_RIGHT: Final[Key] = (N_("It is right so"), Does("keep"), Weight.PLAIN)


def doubt_card(card: str, twin: Card) -> Doubt:
    """Return the question whether a card is another one than that shown before."""
    text = N_("This looks like a card that you have shown already: {card_other}. Is it {card}?")
    other: Key = (N_("Show the other again"), Does("other"), Weight.PLAIN)
    details = (("card", Card(card)), ("card_other", twin))
    return Doubt(Message(text, details), (AGAIN, other, _KEEP), twin=twin)


def doubt_empty(
    outline: tuple[Board, Pose], picture: Picture, before: Picture | None
) -> Iterator[Doubt]:
    """Yield the question whether something large lies on the board that is to be empty.

    ``before`` is the picture on which its corners were set, from the same place.
    """
    covered = find_covered(*outline, picture)
    laid = None if before is None else find_laid(*outline, before, picture)
    if covered or laid is not None:
        places, spots = laid or (frozenset(), ())
        yield Doubt(_LIES, (AGAIN, _WAS_BARE), covered | places, picture, spots=spots)


def doubt_laid(
    outline: tuple[Board, Pose], both: tuple[Picture, Picture], ask: Ask
) -> Iterator[Doubt]:
    """Yield the question whether something large lies on the board beside what was asked for.

    ``both`` are the picture before, and that of what was asked for; it may lie in either.
    """
    known = Shot(both[1], outline[1], ask.pieces, card=ask.card is not None)
    changed = find_changed(*outline, both, known)
    if changed is not None:
        keys = (AGAIN, _RIGHT) if ask.card is not None else (AGAIN, BARE, _RIGHT)
        say = _LIES if ask.card is not None else _LAY
        yield Doubt(say, keys, changed.places, both[1], spots=changed.spots)


def doubt_pieces(
    before: Collection[str],
    now: Collection[str],
    same: Collection[str],
    pictures: tuple[Picture, Picture],
) -> Iterator[Doubt]:
    """Yield questions about pieces that were set out.

    Where something stood ``before`` on the board that was to be empty, where something stands
    ``now`` that belongs elsewhere, and where all is the ``same``. ``pictures`` are the two.
    """
    empty, start = pictures
    if before:
        text = N_("Was the board empty? Something seems to have stood there: {place}.")
        yield Doubt(_name(text, before), (BARE, _WAS_BARE), before, empty)
    if now:
        text = N_("Something seems to stand there that belongs elsewhere: {place}.")
        yield Doubt(_name(text, now), (AGAIN, _RIGHT), now, start)
    if same:
        yield Doubt(SAME, (BARE, _LATER, _RIGHT), same, start)  # taken too soon, perhaps


def doubt_colours(
    mixed: Collection[str], pieces: Mapping[str, str], picture: Picture
) -> Iterator[Doubt]:
    """Yield the question whether pieces stand in each other's places, as in those ``mixed`` up.

    Where they stand as the board is printed, the rings were laid out for other colours.
    """
    if mixed:
        text = N_("Are the colours mixed up? Here should stand {piece:the}: {place}.")
        place = min(mixed)
        say = Message(text, (("piece", pieces[place]), ("place", place)))
        own = {at for at in mixed if pieces[at] == pieces[place]}  # the others would confuse
        yield Doubt(say, (AGAIN, RINGS, _RIGHT), own, picture)


def doubt_position(
    outline: tuple[Board, Pose],
    shown: Mapping[str, Picture],
    ask: Ask,
    seen: tuple[Set[str], Set[str]],
) -> tuple[Ask, Sequence[Doubt]]:
    """Return where pieces that were set out stand, and what is doubtful of it.

    ``seen`` are places without the piece that belongs there, and those that something hides.
    """
    pictures, (missing, hidden) = (shown["empty"], shown[ask.name]), seen
    pieces, none = picture_faults.find_standing(*outline, pictures, ask.pieces)
    missing = none | (missing & pieces.keys())
    before, now = picture_faults.find_strangers(*outline, pictures, pieces)
    ask = replace(ask, pieces=pieces)
    laid = tuple(doubt_laid(outline, pictures, ask))
    strange = now | (hidden - before - pieces.keys())
    if laid:  # the places that it hides look as if something stood there
        under = frozenset(laid[0].places)
        before, strange = before - under, strange - under
    return ask, (
        *laid,
        *doubt_pieces(before, strange, missing, pictures),
        *doubt_colours(seen_colours.find_mixed(*outline, pictures, pieces), pieces, pictures[1]),
    )


def doubt_face(
    outline: tuple[Board, Pose], shown: Mapping[str, Picture], ask: Ask, faces: Faces
) -> tuple[Sequence[Doubt], Faces]:
    """Return whether a card is one that was shown before, and the faces known by now."""
    empty = shown["empty"]
    found: dict[Card, Picture | None] = dict(faces)
    for name, picture in shown.items():  # those that were kept when the plug was pulled
        card = Card(name.removeprefix("card_"))
        if name.startswith("card_") and name != ask.name and card not in found:
            found[card] = picture_faults.find_twin(*outline, (empty, picture), {})[0]
    others = {card: face for card, face in found.items() if card != ask.card and face is not None}
    face, twin = picture_faults.find_twin(*outline, (empty, shown[ask.name]), others)
    if face is not None:
        others[Card(ask.card or "")] = face
    return () if twin is None else (doubt_card(ask.card or "", twin),), others


def _name(text: str, places: Collection[str]) -> Message:
    return Message(text, (("place", min(places)),))
