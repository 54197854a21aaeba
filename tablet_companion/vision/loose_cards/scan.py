"""Read one picture of a table of loose cards: every card, and what stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from hardware.ports import Picture
from tablet_companion.vision.loose_cards import deck
from tablet_companion.vision.loose_cards.astray import find_astray
from tablet_companion.vision.loose_cards.detect import ArucoMarkers, Side
from tablet_companion.vision.loose_cards.hands import find_hand
from tablet_companion.vision.loose_cards.memory import (
    CardPosition,
    Memory,
    expected_positions,
    follow_cards,
)
from tablet_companion.vision.loose_cards.missing import resolve_missing
from tablet_companion.vision.loose_cards.neighbours import doubt_lying, read_stages
from tablet_companion.vision.loose_cards.outline import top_lean
from tablet_companion.vision.loose_cards.pawns import Standing, empty_posterior, likeliest
from tablet_companion.vision.loose_cards.plane import fit_plane, locate_cards
from tablet_companion.vision.loose_cards.spots import (
    Colours,
    View,
    calm_view,
    make_view,
    sample_colours,
    to_pixels,
)
from tablet_companion.vision.loose_cards.stage import CardContents
from tablet_companion.vision.loose_cards.vacant import Fate, palette
from tablet_companion.vision.reading import Stray


@dataclass(frozen=True, slots=True)
class Tuning:
    """When markers belong to one card, and when the camera has moved.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    torn_mm: float = 2.5
    """Millimetres. Two markers that fit one card worse than this belong to different cards."""
    loose_mm: float = 0.8
    """Millimetres. If the cards fit the plane worse, the camera has moved."""
    cards_few: int = 8
    """Cards. A pose found from fewer is recomputed once more are seen."""


TUNING: Final = Tuning()

_CORNERS: Final = 8
"""Corners of the markers on one side of a card."""


@dataclass(frozen=True, slots=True, eq=False)
class CardScan:
    """What one picture shows, and what to remember of it.

    ``hand``: whether a hand covers a card; None if it may be something else. ``astray``: pawns on
    the table beside the cards.
    """

    fit: Fit
    cards: Mapping[str, deck.Card]
    hand: bool | None
    memory: Memory
    astray: tuple[Stray, ...] = ()


def scan_cards(table: deck.CardTable, picture: Picture, memory: Memory) -> CardScan:
    """Read a picture; raises RegistrationError if no card was ever wholly visible."""
    markers = table.detector.find(picture)
    fit = _register(markers, memory.fit, (picture.shape[1], picture.shape[0]))
    seen = _read_positions(markers, fit)
    memory = follow_cards(memory, seen)
    view = make_view(picture, _px_per_mm(fit))
    shot, present = _read_present(table, view, fit, seen)
    if not present:
        shot = replace(shot, points=memory.points, white=memory.white)
    known = {name: card for name, card in memory.cards.items() if name not in seen}
    known |= {
        k: v for k, v in expected_positions(table.board, seen | known).items() if k not in seen
    }
    table_top = palette(_table_colours(memory, present))
    present = doubt_lying(table, fit.pose, present, table_top)
    cards = present | resolve_missing(table, shot, known, present, table_top)
    hand = find_hand(memory, cards, table_top)
    if hand is not False:
        cards = {name: _cover_if_gone(memory.cards.get(name), card) for name, card in cards.items()}
    astray = find_astray(table, fit.pose, cards, table_top) if hand is False else ()
    after = _remember(memory, shot, cards, keep=hand is not False)
    cards = {name: _doubt_left(table, name, card, after) for name, card in cards.items()}
    return CardScan(fit, cards, hand, after, astray)


# --- poses --------------------------------------------------------------------------------------


def _register(markers: ArucoMarkers, before: Fit | None, size_px: tuple[int, int]) -> Fit:
    """Keep the camera's pose while the cards fit it; else recompute it."""
    if before is None or before.pose.size_px != size_px:
        return fit_plane(markers, size_px)
    if not markers.sides:
        return before
    errors = locate_cards(markers, before.pose).errors
    grown = before.anchors < _CORNERS * TUNING.cards_few <= 4 * len(markers.owner)
    if float(np.median(errors)) < TUNING.loose_mm and not grown:
        return before
    try:
        return fit_plane(markers, size_px)
    except RegistrationError:
        return before


def _read_positions(markers: ArucoMarkers, fit: Fit) -> dict[str, CardPosition]:
    """Return the cards with visible markers; the side with more markers counts."""
    if not markers.sides:
        return {}
    lies = locate_cards(markers, fit.pose)
    count = np.bincount(markers.owner)
    seen: dict[str, CardPosition] = {}
    for index in np.argsort(count, kind="stable").tolist():
        side = markers.sides[index]
        if lies.errors[index] < TUNING.torn_mm:
            seen[side.name] = CardPosition(lies.centres[index], float(lies.turns[index]), side.up)
    return seen


def _px_per_mm(fit: Fit) -> float:
    middle = np.array([[-5.0, 0.0], [5.0, 0.0]])
    one, other = fit.pose.project(middle)
    return float(np.linalg.norm(other - one)) / 10


def _read_present(
    table: deck.CardTable, view: View, fit: Fit, seen: Mapping[str, CardPosition]
) -> tuple[deck.Shot, dict[str, deck.Card]]:
    """Return what is on and round all cards with a visible marker, and the light on them."""
    centres, turns = deck.positions_of(list(seen.values()))
    maps = to_pixels(fit.pose, centres, turns, table.cards)
    view, white = calm_view(view, maps, table.spots)
    spots = table.spots
    over, around, beyond, patches = (
        sample_colours(view, maps, points) / white[:, None]
        for points in (spots.over, spots.around, spots.beyond, spots.patch)
    )
    sides = [Side(name, lying.up) for name, lying in seen.items()]
    leans = top_lean(table.pawns.kind, fit.pose, centres, turns)
    made = deck.make_patches(table, sides, patches)
    standing = read_stages(table.pawns, made, leans, centres, turns)
    clear, free = (
        ~deck.under_other_cards(table, deck.to_table(centres, turns, points), centres, turns)
        for points in (spots.around, spots.beyond)
    )
    cards = {
        name: deck.Card(
            replace(lying, over=over[k], around=around[k][clear[k]]),
            Fate.THERE,
            aruco_seen=True,
            stage=standing[k],
            rim_mm=spots.around[clear[k]],
            beyond=(spots.beyond[free[k]], beyond[k][free[k]]),
        )
        for k, (name, lying) in enumerate(seen.items())
    }
    return deck.Shot(view, fit, centres, white), cards


def _table_colours(memory: Memory, present: Mapping[str, deck.Card]) -> list[Colours]:
    """Return the table's colours round each card, preferably as seen without a hand."""
    now = {name: card.lying for name, card in present.items()}
    every = {**now, **{k: v for k, v in memory.cards.items() if v.around is not None}}
    return [lying.around for lying in every.values() if lying.around is not None]


# --- what it means ------------------------------------------------------------------------------


def _cover_if_gone(before: CardPosition | None, card: deck.Card) -> deck.Card:
    """Return a card that seems to vanish under a hand as covered: skin may look like wood."""
    went = card.fate is Fate.GONE and (before is None or not before.gone)
    return deck.Card(before or card.lying, Fate.COVERED) if went else card


def _doubt_left(table: deck.CardTable, name: str, card: deck.Card, memory: Memory) -> deck.Card:
    """Return a card that was taken with the pawn last seen on it, which may stand or not.

    It stands where the card lay before it was pushed aside, perhaps: nobody misses it there.
    """
    if card.fate is not Fate.GONE or (card.stage and card.stage.pawns):
        return card
    colour = next((pawn for pawn, at in memory.stood.items() if at == name), None)
    if colour is None:
        return card
    perhaps = Standing(empty_posterior(table.pawns, (colour,)), (0.0, 0.0))
    return replace(card, stage=CardContents((perhaps,)))


def _remember(
    memory: Memory, shot: deck.Shot, cards: Mapping[str, deck.Card], *, keep: bool
) -> Memory:
    """Return the memory after a look; ``keep``: retain known colours, as there is a hand.

    A card that was never seen is remembered only once its place was seen bare.
    """
    after = dict(memory.cards)
    for name, card in cards.items():
        before = memory.cards.get(name)
        if card.aruco_seen and keep and before is not None and before.over is not None:
            after[name] = replace(card.lying, over=before.over, around=before.around)
        elif card.aruco_seen or before is not None or card.fate is Fate.GONE:
            after[name] = card.lying
    standing = ((name, card.stage) for name, card in cards.items() if card.stage is not None)
    now = {likeliest(one.posterior): name for name, stage in standing for one in stage.pawns}
    return Memory(shot.fit, after, shot.points, shot.white, {**memory.stood, **now})
