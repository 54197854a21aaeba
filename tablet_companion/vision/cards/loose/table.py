"""Read one picture of a table of marked cards: every card, and what stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.errors import RegistrationError
from calibration.lens import Fit
from hardware.ports import Picture
from tablet_companion.vision.cards.loose.deck import (
    Card,
    CardTable,
    Shot,
    placed,
    points_of,
    stages,
    within,
)
from tablet_companion.vision.cards.loose.find import Marks
from tablet_companion.vision.cards.loose.memory import Lying, Memory, followed, habit
from tablet_companion.vision.cards.loose.missing import out_of_sight
from tablet_companion.vision.cards.loose.plane import fit_plane, lie
from tablet_companion.vision.cards.loose.spots import (
    Colours,
    View,
    make_view,
    seen_at,
    to_pixels,
    white_of,
)
from tablet_companion.vision.cards.loose.stage import lean_of
from tablet_companion.vision.cards.loose.vacant import Fate

_TORN_MM: Final = 2.5
"""Two markers that do not fit one card better than this do not belong to one."""
_LOOSE_MM: Final = 0.8
"""When the cards fit the plane worse than this, the camera hangs elsewhere than before."""
_FEW: Final = 8
"""A camera's place told by fewer cards than this is worked out anew when more are seen."""
_CORNERS: Final = 8
"""So many corners of markers has a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """What one picture shows, and what is to be remembered of it.

    ``hand``: something that is neither card nor pawn covers a card.
    """

    fit: Fit
    cards: Mapping[str, Card]
    hand: bool
    memory: Memory


def scan(table: CardTable, picture: Picture, memory: Memory) -> Scan:
    """Read a picture; raises RegistrationError where no card was ever seen whole."""
    marks = table.finder.find(picture)
    fit = _registered(marks, memory.fit, (picture.shape[1], picture.shape[0]))
    seen = _seen(marks, fit)
    memory = followed(memory, seen)
    view = make_view(picture, _px_per_mm(fit))
    shot, present = _on_sight(table, view, fit, seen)
    if not present:
        shot = replace(shot, points=memory.points, white=memory.white)
    known = {name: card for name, card in memory.cards.items() if name not in seen}
    known |= {k: v for k, v in habit(table.board, seen | known).items() if k not in seen}
    missing = out_of_sight(table, shot, known, present, _around(memory, present))
    cards = present | missing
    hand = any(_handled(memory, name, card) for name, card in cards.items())
    if hand:
        cards = {name: _doubted(memory.cards.get(name), card) for name, card in cards.items()}
    return Scan(fit, cards, hand, _remembered(memory, shot, cards, keep=hand))


# --- where everything is ------------------------------------------------------------------------


def _registered(marks: Marks, before: Fit | None, size_px: tuple[int, int]) -> Fit:
    """Keep the camera's place while the cards fit it; else work it out."""
    if before is None or before.pose.size_px != size_px:
        return fit_plane(marks, size_px)
    if not marks.sides:
        return before
    errors = lie(marks, before.pose).errors
    grown = before.anchors < _CORNERS * _FEW <= 4 * len(marks.owner)
    if float(np.median(errors)) < _LOOSE_MM and not grown:
        return before
    try:
        return fit_plane(marks, size_px)
    except RegistrationError:
        return before


def _seen(marks: Marks, fit: Fit) -> dict[str, Lying]:
    """Return the cards whose markers are seen; the side with more markers counts."""
    if not marks.sides:
        return {}
    lies = lie(marks, fit.pose)
    count = np.bincount(marks.owner)
    seen: dict[str, Lying] = {}
    for index in np.argsort(count, kind="stable").tolist():
        side = marks.sides[index]
        if lies.errors[index] < _TORN_MM:
            seen[side.name] = Lying(lies.centres[index], float(lies.turns[index]), side.up)
    return seen


def _px_per_mm(fit: Fit) -> float:
    middle = np.array([[-5.0, 0.0], [5.0, 0.0]])
    one, other = fit.pose.project(middle)
    return float(np.linalg.norm(other - one)) / 10


def _on_sight(
    table: CardTable, view: View, fit: Fit, seen: Mapping[str, Lying]
) -> tuple[Shot, dict[str, Card]]:
    """Return what is seen on and round all cards with a marker in sight, and the light on them."""
    centres, turns = placed(list(seen.values()))
    maps = to_pixels(fit.pose, centres, turns, table.cards)
    white = white_of(view, maps, table.spots)
    over, around, patches = (
        seen_at(view, maps, points) / white[:, None]
        for points in (table.spots.over, table.spots.around, table.spots.patch)
    )
    standing = stages(table, patches, lean_of(table.pawns.kind, fit.pose, centres, turns))
    clear = ~within(table, points_of(centres, turns, table.spots.around), centres, turns)
    cards = {
        name: Card(
            replace(lying, over=over[k], around=around[k][clear[k]]),
            Fate.THERE,
            marked=True,
            stage=standing[k],
        )
        for k, (name, lying) in enumerate(seen.items())
    }
    return Shot(view, fit, centres, white), cards


def _around(memory: Memory, present: Mapping[str, Card]) -> list[Colours]:
    """Return the table's colours round each card, as learnt when no hand was there, if ever."""
    now = {name: card.lying for name, card in present.items()}
    every = {**now, **{k: v for k, v in memory.cards.items() if v.around is not None}}
    return [lying.around for lying in every.values() if lying.around is not None]


# --- what it means ------------------------------------------------------------------------------


def _handled(memory: Memory, name: str, card: Card) -> bool:
    """Say whether something foreign covers a card, or a place whose card was not seen to go."""
    before = memory.cards.get(name)
    if card.fate is Fate.COVERED:
        return before is None or not before.gone
    return card.stage is not None and card.stage.foreign


def _doubted(before: Lying | None, card: Card) -> Card:
    """Return a card that seems to have gone under a hand as covered: skin may look like wood."""
    went = card.fate is Fate.GONE and (before is None or not before.gone)
    return Card(before or card.lying, Fate.COVERED) if went else card


def _remembered(memory: Memory, shot: Shot, cards: Mapping[str, Card], *, keep: bool) -> Memory:
    """Return the memory after a look; under a hand no looks of known cards are learnt (``keep``).

    A card that was never seen is remembered only once its place is known to be bare.
    """
    after = dict(memory.cards)
    for name, card in cards.items():
        before = memory.cards.get(name)
        if card.marked and keep and before is not None and before.over is not None:
            after[name] = replace(card.lying, over=before.over, around=before.around)
        elif card.marked or before is not None or card.fate is Fate.GONE:
            after[name] = card.lying
    return Memory(shot.fit, after, shot.points, shot.white)
