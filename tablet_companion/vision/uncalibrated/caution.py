"""How far the points and the network are believed on a board that nobody has shown.

Points are compared with a bare look that is only guessed, from all places of one kind. Where two
materials take turns, as on a chessboard, that guess is wrong for half of them, and points are sure
of it. The network compares the same guess, but knows boards and pieces in general.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from calibration.surfaces.light import Map
from tablet_companion.vision.places.joint import GUESSED, WEIGHTS, Weights
from tablet_companion.vision.places.likelihood import SampleColours
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """When the guess is wrong as a whole, and what nobody may be sure of.

    Chosen on drawn chequers and tracks (docs/record/boards.md, "Nothing shown"); held by
    tests/vision/test_caution.py.
    """

    clear_nats: float = 2.0
    """Nats from which either is clear about a place."""
    contrary_share_max: float = 0.1
    """Share of the places clear to the network. If points contradict more of them, the guess is
    wrong, and points count as they do beside a board that was shown."""
    contradicted_nats_max: float = 4.0
    """Nats. Where the guess is wrong, nothing is likelier than this (98 %): of what was likelier on
    drawn chequers one in twenty was wrong."""
    bare_below_nats: float = -1.0
    """Nats. A place is surely bare only where the network's evidence for a piece is below this."""
    bare_unlike_nats: float = -4.0
    """Nats. As ``bare_below_nats``, where the middle of the place is unlike the guess."""
    unlike_min: float = 0.06
    """Logarithm (as ``apart_min``) by which it then differs: of 46 pieces on tracks of their own
    colour that seemed bare above 90 % both limits doubt 31, of 866 bare places 124, and of 979 on
    the boxed board 17."""
    piece_above_nats: float = -3.0
    """Nats. A place surely holds a piece only where the network's evidence for one is above this.
    """
    core_share: float = 0.7
    """Share of a piece's radius within which it is surely seen."""
    beside_share: float = 1.08
    """Share of a piece's radius beyond which its place's own ground is seen."""
    points_min: int = 4
    """With fewer sample points of either, their colours are not compared."""
    floor_grey: float = 12.0
    """Grey levels added before a logarithm: noise in the dark is no contrast."""
    apart_min: float = 0.25
    """Logarithm (root mean square of three channels) by which a piece differs from the ground of
    its own place: of 43 empty places taken for pieces nine in ten differ by less than 0.18, of 55
    true pieces none by less than 0.36."""
    nats_max: float = 2.0
    """Nats. What is doubted is no likelier than this (88 %: the referee asks below 90 %)."""


TUNING: Final = Tuning()


def choose_weights(found: Sequence[PlaceScores], network: Mapping[str, NetworkScores]) -> Weights:
    """Return the readers' weights: the points' are small where the guess seems to be wrong."""
    clear = contrary = 0
    for here in found:
        own = here.likelihoods_alone or here.scores
        told = network[here.site.place.name].scores
        if here.is_underneath or not told or not own:
            continue
        says, points = max(told.values()), max(own.values())
        if abs(says) > TUNING.clear_nats:
            clear += 1
            contrary += abs(points) > TUNING.clear_nats and (says > 0) != (points > 0)
    return WEIGHTS if contrary > TUNING.contrary_share_max * clear else GUESSED


def limit_sureness(
    found: Sequence[PlaceScores],
    network: Mapping[str, NetworkScores],
    sites: Sites,
    seen: SampleColours,
    weights: Weights,
) -> tuple[PlaceScores, ...]:
    """Return places of which none is sure that the network doubts, or that is one even colour.

    Nor is any where ``weights`` are those of a guess that is wrong.
    """
    most = TUNING.contradicted_nats_max if weights is WEIGHTS else math.inf
    return tuple(_limit(here, network[here.site.place.name], sites, seen, most) for here in found)


def _limit(
    here: PlaceScores, network: NetworkScores, sites: Sites, seen: SampleColours, most: float
) -> PlaceScores:
    if here.is_underneath or not network.scores:
        return here
    says = max(network.scores.values())
    colours = _Colours.at(here, sites, seen)
    piece_doubted = says < TUNING.piece_above_nats or colours.beside < TUNING.apart_min
    unlike = says > TUNING.bare_unlike_nats and colours.unlike > TUNING.unlike_min
    bare_doubted = says > TUNING.bare_below_nats or unlike
    return replace(
        here,
        nats_max=min(here.nats_max, TUNING.nats_max if piece_doubted else most),
        bare_nats_max=min(here.bare_nats_max, TUNING.nats_max if bare_doubted else most),
    )


class _Colours(NamedTuple):
    """How the middle of a place differs (logarithm, root mean square of three channels).

    ``beside`` from the rest of the place, infinite if that is unknown: print is one even colour,
    a piece is not. ``unlike`` from the guess of the bare board, 0 if that is unknown.
    """

    beside: float
    unlike: float

    @classmethod
    def at(cls, here: PlaceScores, sites: Sites, seen: SampleColours) -> _Colours:
        """Measure a place."""
        place, kind = here.site.place, sites.board.pieces[here.standing.kind]
        part = slice(here.site.first, here.site.last)
        away = np.linalg.norm(sites.points[part] - (place.x_mm, place.y_mm), axis=1)
        radius = min(kind.diameter_mm / 2, place.radius_mm)
        usable = seen.raw[0, part] >= 0
        core = usable & (away < TUNING.core_share * radius)
        rest = usable & (away > TUNING.beside_share * radius) & (away < place.radius_mm)
        known = core & (seen.reference[0, part] >= 0)
        own = seen.ground[:, part]
        return cls(
            _measure_apart(own[:, core], own[:, rest], math.inf),
            _measure_apart(own[:, known], seen.reference[:, part][:, known], 0.0),
        )


def _measure_apart(one: Map, other: Map, unknown: float) -> float:
    """Return how the usual colours of points differ (3 × n each); ``unknown`` if they are few."""
    if min(one.shape[1], other.shape[1]) < TUNING.points_min:
        return unknown
    usual = [np.log(np.median(part, axis=1).clip(0) + TUNING.floor_grey) for part in (one, other)]
    return float(np.sqrt(((usual[0] - usual[1]) ** 2).mean()))
