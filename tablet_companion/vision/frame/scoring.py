"""Has the network and the examples score places, and adds their scores to the likelihoods'."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Piece
from tablet_companion.vision.places import details, relief
from tablet_companion.vision.places.board_scores import BoardScores
from tablet_companion.vision.places.examples import NOTHING_SEEN, Seen, measure_gains, outlines
from tablet_companion.vision.places.ground import measure_excess
from tablet_companion.vision.places.hues import known_colours, to_hue
from tablet_companion.vision.places.joint import join_scores
from tablet_companion.vision.places.network import Nats, NetworkOutput, opponent_colours
from tablet_companion.vision.places.network_input import NetworkInput, TaughtWindows
from tablet_companion.vision.places.network_scores import BARE, UPRIGHT, NetworkScores, score_output
from tablet_companion.vision.places.picture_colours import log_shares, square_apart
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.veil import TUNING as VEIL
from tablet_companion.vision.places.veil import add_veil
from tablet_companion.vision.places.windows import Bytes, Row, Windows, select
from tablet_companion.vision.scene import Model
from tablet_companion.vision.taught_views import TaughtViews
from tablet_companion.vision.uncalibrated.caution import choose_weights, limit_sureness


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which places are compared with labelled pieces."""

    compared_nats: float = 6.0
    """Nats. Where the network is surer than this that a piece stands, it is not compared with
    labelled pieces. Chosen on drawn worlds: comparing all corrects nothing more."""
    closer_nats: float = 8.0
    """Nats. Where the network is surer than this that a place is bare, it is not compared, either,
    nor looked at more closely if pieces are compared. Chosen to spare time: a third of the bare
    places remain. In a window's haze, of a piece of its square's colour, it was sure by 6.3."""
    alike_nats: float = 4.0
    """Nats. If the two nearest of a kind's taught colours are less apart, a piece is compared with
    labelled ones to tell which it is. Chosen on sixteen drawn boards; with 2 a few more are in
    doubt."""
    bare_share_min: float = 0.4
    """Share of a place's window. If less of the bare board is known there, only the network speaks,
    which then compares with nothing (the share from which examples are heard at all)."""
    unknown_nats_max: float = 2.0
    """Nats. Where so little is known, bare board is no likelier than this (88 %: the referee asks
    below 90 %)."""


TUNING: Final = Tuning()


def infer_places(
    model: Model,
    lessons: TaughtViews,
    picture: Picture,
    rows: NDArray[np.intp] | None = None,
    before: NetworkOutput | None = None,
) -> NetworkOutput:
    """Return the network's output for all windows, or some ``rows``, and comparisons with examples.

    Windows of which the network is sure enough are not compared, nor looked at more closely. If
    only some are read, ``before`` tells which light is usual on the board.
    """
    shown = lessons.place_input(picture, rows)
    output = model.places_network.infer(shown)
    odds = output.nats[:, UPRIGHT] - output.nats[:, BARE]
    asked = np.flatnonzero((-TUNING.closer_nats < odds) & (odds < TUNING.compared_nats))
    usual = output if before is None else before
    brighter = output.brightness - (np.median(usual.brightness) if len(odds) else 0.0)
    own = find_own_pieces(model, lessons.windows, lessons.taught)
    shaded = bool(own or lessons.uneven)
    bare = np.flatnonzero(odds <= -TUNING.closer_nats)
    bare = _choose_bare(lessons, shown, own, bare, rows) if shaded else bare[:0]
    beside = _look_beside(lessons, shown, np.union1d(asked, bare), rows)
    compared, excess = _compare(lessons, beside.only(asked), brighter)
    gains: list[Mapping[str, float]] = [{}] * len(odds)
    for row, gain in zip(asked.tolist(), compared, strict=True):
        gains[row] = gain
    least = TUNING.closer_nats if any(compared) else TUNING.compared_nats
    closer = _closer(odds, least, all_windows=rows is None)
    near = closer if rows is None else rows[closer]
    return replace(
        output,
        gains=tuple(gains),
        details={}
        if lessons.details is None
        else lessons.details.look(picture, lessons.window_sampler, near.tolist()),
        excess=excess,
        relief=_find_relief(
            lessons, beside, (odds, brighter), own, clear=relief.is_clear(model.board)
        )
        if len(beside.at) and shaded
        else {},
        alike=_compare_colours(model, lessons, shown, output, rows),
    )


def _compare_colours(
    model: Model,
    lessons: TaughtViews,
    shown: NetworkInput,
    output: NetworkOutput,
    rows: NDArray[np.intp] | None,
) -> dict[int, Mapping[str, float]]:
    """Return the gains of examples at windows that show a piece, but not clearly of which colour.

    Most have no doubtful colour, and the network tells them at once.
    """
    numbers = np.arange(len(output.nats)) if rows is None else rows
    windows = [lessons.windows.rows[number] for number in numbers.tolist()]
    sure = output.nats[:, UPRIGHT] - output.nats[:, BARE] >= TUNING.compared_nats
    told = np.flatnonzero(sure & _doubtful_colours(model, windows, output))
    if not len(told):
        return {}
    seen, asked = lessons.beside_bare(shown.only(told), numbers[told]), numbers[told].tolist()
    return dict(zip(asked, measure_gains(lessons.examples, seen, asked), strict=True))


def _doubtful_colours(
    model: Model, windows: Sequence[Row], output: NetworkOutput
) -> NDArray[np.bool_]:
    """Return which windows' colours are nearly as like a second taught colour of their kind."""
    doubtful, hues = np.zeros(len(windows), dtype=np.bool_), model.hues
    for name, kind in model.board.pieces.items():
        own = [number for number, row in enumerate(windows) if row.kind == name]
        if own and len(kind.colours) > 1 and all(colour in hues for colour in kind.colours):
            means = np.array([hues[colour] for colour in kind.colours], dtype=np.float32)
            apart = square_apart(output.hues[own], means)
            second, first = np.sort(log_shares(apart), axis=1)[:, -2:].T
            # Round a printed face the network does not see the colour.
            doubtful[own] = (kind.face is not None) | (first - second < TUNING.alike_nats)
    return doubtful


class _Beside(NamedTuple):
    """Windows beside the bare board: which of those looked at (``at``), and of all (``rows``).

    ``greys`` are the camera's own values.
    """

    at: NDArray[np.intp]
    rows: NDArray[np.intp]
    seen: Seen
    greys: Bytes

    def only(self, at: NDArray[np.intp]) -> _Beside:
        """Return some of these windows."""
        if len(at) == len(self.at):
            return self
        some = np.searchsorted(self.at, at)
        return _Beside(at, self.rows[some], self.seen.only(some), self.greys[some])


def _look_beside(
    lessons: TaughtViews,
    shown: NetworkInput,
    at: NDArray[np.intp],
    rows: NDArray[np.intp] | None,
) -> _Beside:
    """Return some of the windows looked at, which are all or ``rows``, beside the bare board."""
    numbers = at if rows is None else rows[at]
    seen = lessons.beside_bare(shown.only(at), numbers) if len(at) else NOTHING_SEEN
    return _Beside(at, numbers, seen, shown.bytes[at, 0:3])


def _compare(
    lessons: TaughtViews, beside: _Beside, brighter: NDArray[np.float32]
) -> tuple[list[Mapping[str, float]], dict[int, float]]:
    """Return the gains of examples at windows, and each one's excess over its ground.

    ``brighter`` (n) is how much brighter it is beside those looked at than usual on the board
    (logarithm).
    """
    rows = beside.rows.tolist()
    if not rows:
        return [], {}
    windows = select(lessons.windows, beside.rows)
    excess = measure_excess(beside.seen, outlines(windows), windows.near).tolist()
    veiled = add_veil(beside.seen, windows, brighter[beside.at])
    return measure_gains(lessons.examples, veiled, rows), dict(zip(rows, excess, strict=True))


def _find_relief(
    lessons: TaughtViews,
    beside: _Beside,
    told_of: tuple[Nats, Nats],
    own: Mapping[int, frozenset[Piece]],
    *,
    clear: bool,
) -> dict[int, relief.Relief]:
    """Return how uneven windows are, by index, where a piece has the colour of its spot (``own``).

    Also of surely bare ones, which show what is usual. ``told_of`` are all windows' log odds of a
    piece (nats), and how much brighter it is beside them than usual on the board (logarithm);
    ``clear``: pieces' shadows hardly reach one another's feet.
    """
    odds, brighter = told_of
    bare = beside.at[odds[beside.at] < -details.TUNING.bare_nats]
    asked = beside.at[np.isin(beside.rows, [*own, *lessons.uneven])]
    told = np.union1d(asked, _spread(bare, relief.TUNING.bare_count_max))
    here = beside.only(told)
    lit = set(here.rows[brighter[told] > VEIL.brighter_min].tolist())
    clipped = zip(*relief.find_clipped(lessons.windows.own[here.rows], here.greys), strict=True)
    found: dict[int, relief.Relief] = {}
    measured = relief.measure(here.seen, select(lessons.windows, here.rows), clear=clear)
    for row, seen, (pale, burnt) in zip(here.rows.tolist(), measured, clipped, strict=True):
        guessed = clear and row in own and not lessons.shows_bare(row)
        pieces, labelled = _shaded_pieces(lessons, row, own, guessed=guessed)
        if labelled or not seen.unseen:
            one = seen._replace(pieces=pieces, labelled=labelled, guessed=guessed, pale=pale)
            found[row] = one._replace(lit=row in lit, burnt=burnt, home=row in lessons.homes)
    return found


def _choose_bare(
    lessons: TaughtViews,
    shown: NetworkInput,
    own: Collection[int],
    bare: NDArray[np.intp],
    rows: NDArray[np.intp] | None,
) -> NDArray[np.intp]:
    spots = bare[np.isin(bare if rows is None else rows[bare], list(own))]
    outlines = lessons.windows.own[spots if rows is None else rows[spots]]
    _, burnt = relief.find_clipped(outlines, shown.bytes[spots, 0:3])
    return np.union1d(
        _spread(bare, relief.TUNING.bare_count_max), spots[np.array(burnt, dtype=np.bool_)]
    )


def _shaded_pieces(
    lessons: TaughtViews, row: int, own: Mapping[int, frozenset[Piece]], *, guessed: bool
) -> tuple[frozenset[Piece], float]:
    """Return of which pieces light and shade tell at a window, and how uneven a labelled one was.

    Where no picture shows the spot bare, it may have the colour of the piece that was labelled
    there: once that has left, the spot seems to be the piece. Unless it is ``guessed`` to have it.
    """
    if guessed or lessons.shows_bare(row):
        return own.get(row, frozenset()), 0.0
    piece, labelled = lessons.uneven.get(row, (None, 0.0))
    return frozenset([piece] if piece else []), labelled


@functools.lru_cache(maxsize=1)
def find_own_pieces(
    model: Model, windows: Windows, taught: tuple[TaughtWindows, ...]
) -> Mapping[int, frozenset[Piece]]:
    """Return the pieces that have the colour of their window's bare spot, by the window's index.

    The same until the board moves.
    """
    kind = next(iter(model.board.pieces.values()))
    spots = opponent_colours(relief.spot_colours(windows.own, taught))
    apart = square_apart(spots, known_colours(kind, model.hues))
    alike = (apart < relief.TUNING.alike_squared) | _is_stated_print(
        apart, kind.colours, model.hues
    )
    pieces = list(map(Piece, kind.colours))
    return {
        number: frozenset(itertools.compress(pieces, alike[number].tolist()))
        for number in np.flatnonzero(alike.any(axis=1)).tolist()
        if relief.can_tell(model.board, windows.rows[number])
    }


def _is_stated_print(
    apart: Nats, colours: Collection[str], hues: Collection[str]
) -> NDArray[np.bool_]:
    """Return which spots (row) seem printed in colours (column) that only the file states.

    A camera shifts all colours, so they need not be as near, but nearer than all others by far.
    """
    stated = np.array([colour not in hues for colour in colours], dtype=np.bool_)
    others = (
        np.partition(apart, 1, axis=1)[:, 1] if len(stated) > 1 else np.full(len(apart), np.inf)
    )
    clear = others >= relief.TUNING.stated_ratio_min * apart.min(axis=1)
    near = (apart < relief.TUNING.stated_squared) & (apart == apart.min(axis=1, keepdims=True))
    return np.asarray(near & stated & clear[:, None])


def _spread(windows: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """Return at ``most`` so many windows, evenly spread over all."""
    if len(windows) <= most:
        return windows
    return windows[np.linspace(0, len(windows) - 1, most).round().astype(np.intp)]


def _closer(odds: Nats, least: float, *, all_windows: bool) -> NDArray[np.intp]:
    """Return the windows to look at more closely: doubtful ones, and some that are surely bare.

    Those are bare by ``least`` (nats). Of a part of the windows only the doubtful ones: how bare
    places look is known already.
    """
    bare = odds <= -least
    asked = np.flatnonzero(~bare & (odds < TUNING.compared_nats))
    if not all_windows or not len(asked):
        return asked
    others = _spread(np.flatnonzero(bare), details.TUNING.bare_count_max)
    return np.union1d(asked, others)


def network_scores(
    model: Model, lessons: TaughtViews, network: NetworkOutput, places: Sequence[PlaceScores]
) -> dict[str, NetworkScores]:
    """Return the network's scores for every place, by name; ``places`` are the likelihoods'."""
    rows = lessons.windows.rows
    seen = replace(network, hues=_see_rings(model.board, rows, network.hues, places))
    by_place = score_output(model.board, rows, seen, model.hues)
    return {model.board.places[number].name: scores for number, scores in by_place.items()}


def _see_rings(
    board: Board, rows: Sequence[Row], hues: Nats, places: Sequence[PlaceScores]
) -> Nats:
    """Return windows' colours; of pieces with a printed face, that of the ring round it."""
    rings = {here.site.place.name: here.rings for here in places if here.rings}
    seen = hues.copy()
    for number, row in enumerate(rows):
        ring = rings.get(board.places[row.place].name, {}).get(row.kind)
        if ring is not None:
            seen[number] = to_hue(ring)
    return seen


def add_network_scores(
    model: Model, board_scores: BoardScores, lessons: TaughtViews, network: NetworkOutput
) -> BoardScores:
    """Return the places with the network's scores added to the likelihoods."""
    named = network_scores(model, lessons, network, board_scores.places)
    if not model.guessing:
        joined = join_scores(board_scores.places, named)
        unknown = find_unknown_places(model.board, lessons)
        return replace(board_scores, places=tuple(_doubt_bare(here, unknown) for here in joined))
    # A guessed surrounding is hardly known, so its misfit says nothing about the light.
    places = [replace(place, surroundings_misfit=0.0) for place in board_scores.places]
    weights = choose_weights(places, named)
    joined = join_scores(places, named, weights)
    limited = limit_sureness(joined, named, board_scores.sites, board_scores.seen, weights)
    return replace(board_scores, places=limited)


def find_unknown_places(board: Board, lessons: TaughtViews) -> frozenset[str]:
    """Return the places at which no taught picture shows the bare board, and none could be guessed.

    Where pieces of two kinds may stand, one window in which it is known suffices.
    """
    shares = _known_shares(lessons.windows, lessons.taught)
    names = [board.places[row.place].name for row in lessons.windows.rows]
    told = {
        name for name, share in zip(names, shares, strict=True) if share >= TUNING.bare_share_min
    }
    return frozenset(names) - told


@functools.lru_cache(maxsize=1)
def _known_shares(windows: Windows, taught: tuple[TaughtWindows, ...]) -> tuple[float, ...]:
    """Return how much of each window's own place is known bare; the same until the board moves."""
    own = windows.own > 0
    known = np.any([each.known for each in taught], axis=0) & own
    shares = known.sum(axis=(1, 2)) / np.maximum(own.sum(axis=(1, 2)), 1)
    return tuple(shares.tolist())


def _doubt_bare(here: PlaceScores, unknown: frozenset[str]) -> PlaceScores:
    """Return a place at which bare board is not believed if nobody knows how it looks there."""
    if here.site.place.name not in unknown:
        return here
    return replace(here, bare_nats_max=TUNING.unknown_nats_max)
