"""The network's scores for every place: log odds of each piece, and whether it is covered.

Colours are compared with those of the taught pieces, relative to one another: all pieces of a
picture may look lighter, darker or warmer than they were taught, but by the same amount. Where only
the board's file says how pieces look, the camera may show all of them less saturated, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.board import Board, PieceKind
from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places import details, picture_colours
from tablet_companion.vision.places.hues import Hues, known_colours, nominal
from tablet_companion.vision.places.network import CLASSES, Nats, NetworkOutput
from tablet_companion.vision.places.shading import Shading, judge_all
from tablet_companion.vision.places.windows import Row

BARE, UPRIGHT, TURNED, COVERED = range(len(CLASSES))
_TAUGHT_SHIFT: Final = np.array([0.6, 0.5, 0.5], dtype=np.float32)
"""How far the light may shift all colours of a picture (standard deviation, in their sigmas)."""
_NOMINAL_SHIFT: Final = np.array([1.5, 1.2, 1.2], dtype=np.float32)
_CHROMA: Final = np.array([0, 1, 1], dtype=np.float32)
"""Which of a colour's values a camera's saturation scales: all but its brightness."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the network's hues distinguish colours.

    Squared distances and shifts are in standard deviations of the colours of one kind of pieces, as
    the network was fitted to them. Chosen by hand on drawn worlds; held by
    tests/vision/places/test_network_scores.py.
    """

    starts: tuple[float, ...] = (0.0, -0.6, 0.6, -1.2, 1.2)
    """Initial shifts of brightness to try for a board file's colours, in standard deviations of the
    shift."""
    saturations: tuple[float, ...] = (1.0, 0.6, 0.35)
    """Initial saturations to try for a board file's colours, beside 1, which is the file's own."""
    saturation: float = 0.25
    """Standard deviation of cameras' saturations from the file's."""
    saturation_range: tuple[float, float] = (0.2, 1.3)
    """Limits of the estimated saturation."""
    saturation_nats_min: float = 1.0
    """Nats by which a saturation other than the file's has to explain a picture better. Where
    pieces of a single colour stand, some saturation brings any colour of the file near: with 0, of
    419 such pieces 51 rather than 29 were taken for others."""
    fixed: float = 1e-3
    """Standard deviation of a saturation that is not to be estimated."""
    rounds: int = 6
    """Steps of expectation maximisation."""
    turned_nats_max: float = 6.0
    """Nats. Limit of a colour's evidence that a piece in a hole is face down."""
    log_share_min: float = -8.0
    """Nats. No colour's log probability by its look alone is lower, so that one glossy cap accuses
    nobody."""
    share_min: float = 1e-6
    """Share; keeps logarithms finite."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class NetworkScores:
    """The network's scores for one place.

    ``scores`` are log odds against being empty (nats); ``covered`` is the probability that
    something lies over the place; ``hues`` is the part of each score that comes from its colour.
    ``gains`` is how much better labelled pieces fit than bare board, where they were compared;
    ``hidden`` is the evidence that each piece hides the board's details, or shows its own, where
    they were looked at; ``excess`` is how much worse the bare board explains the place than the
    ground beside it (``ground.py``); ``taught`` are the pieces whose colours were shown. ``alike``
    are gains, too, of a place that surely holds a piece, and tell only which one it is.
    ``foreign``: there are strong details that the bare board does not have. ``stated`` are, kind by
    kind, the pieces whose colours only the board's file states; ``kinds`` are all of each kind that
    may stand there. ``shaded`` is the evidence of each piece's own light and shade.
    """

    scores: Mapping[Piece, float]
    covered: float
    hues: Mapping[Piece, float] = field(default_factory=dict)
    gains: Mapping[Piece, float] = field(default_factory=dict)
    hidden: Mapping[Piece, float] = field(default_factory=dict)
    excess: float = math.inf
    taught: frozenset[Piece] = frozenset()
    alike: Mapping[Piece, float] = field(default_factory=dict)
    foreign: bool = False
    stated: tuple[frozenset[Piece], ...] = ()
    shaded: Mapping[Piece, Shading] = field(default_factory=dict)
    kinds: tuple[frozenset[Piece], ...] = ()


def score_output(
    board: Board, rows: Sequence[Row], output: NetworkOutput, hues: Hues
) -> dict[int, NetworkScores]:
    """Return the network's scores of places, by their index in the board's file.

    ``hues`` are the taught colours; the board file's replace missing ones.
    """
    told = _tell_colours(board, rows, output, hues)
    # ``interiors`` compares the insides of holes.
    holes = {n for n, row in enumerate(rows) if board.sinking(board.places[row.place]) is not None}
    hidden, foreign = _detail_evidence(board, rows, output, holes)
    shaded = judge_all(output.relief, output.nats[:, UPRIGHT] - output.nats[:, BARE])
    found: dict[int, NetworkScores] = {}
    for number, row in enumerate(rows):
        by_hue = {Piece(colour): share for colour, share in told.shares[number].items()}
        scores, covered = _score_window(board, row, output.nats[number], by_hue, told.known[number])
        gained = output.gains[number] if output.gains else {}
        disputed = float(told.disputed[number])
        here = NetworkScores(
            scores,
            covered,
            by_hue,
            _without_colours(gained, disputed),
            dict.fromkeys(scores, hidden[number]) if number in hidden else {},
            output.excess.get(number, math.inf),
            frozenset(Piece(colour) for colour in by_hue if colour in hues),
            _without_colours(output.alike.get(number, {}), disputed),
            number in foreign,
            (frozenset(piece for piece in by_hue if str(piece) not in hues),),
            shaded.get(number, {}),
            (frozenset(scores),),
        )
        found[row.place] = _merge(found[row.place], here) if row.place in found else here
    return found


def _score_window(
    board: Board, row: Row, nats: Nats, by_hue: Mapping[Piece, float], known: float
) -> tuple[dict[Piece, float], float]:
    """Return the log odds of each piece against bare board, and the probability of a cover.

    ``by_hue`` are the log probabilities of the colours, ``known`` the probability that the colour
    is an upright piece's.
    """
    sinks = board.sinking(board.places[row.place]) is board.pieces[row.kind]
    if sinks:
        nats = _move_to_turned(nats, known)
    base = float(nats[BARE])
    upright = float(nats[UPRIGHT]) - base
    scores = {piece: upright + share for piece, share in by_hue.items()}
    if sinks:
        scores[HIDDEN] = float(nats[TURNED]) - base
    return scores, float(np.exp(nats[COVERED]))


def _without_colours(gains: Mapping[str, float], disputed: float) -> dict[Piece, float]:
    """Return gains that tell the less of colours, the more these are ``disputed`` (probability).

    Examples are compared in the light beside the window, too.
    """
    most = max(gains.values(), default=0.0)
    return {Piece(colour): gain + disputed * (most - gain) for colour, gain in gains.items()}


def _merge(one: NetworkScores, other: NetworkScores) -> NetworkScores:
    """Return the scores of a place where pieces of two kinds may stand."""
    return NetworkScores(
        {**one.scores, **other.scores},
        min(one.covered, other.covered),
        {**one.hues, **other.hues},
        {**one.gains, **other.gains},
        {**one.hidden, **other.hidden},
        min(one.excess, other.excess),
        one.taught | other.taught,
        {**one.alike, **other.alike},
        one.foreign or other.foreign,
        one.stated + other.stated,
        {**one.shaded, **other.shaded},
        one.kinds + other.kinds,
    )


def _detail_evidence(
    board: Board, rows: Sequence[Row], output: NetworkOutput, holes: Set[int]
) -> tuple[dict[int, float], set[int]]:
    """Return the evidence of fine details for a piece (nats), by the window's number.

    Also return the windows with foreign ones. Left out where nobody looked closely, and in holes.
    """
    # Pieces of several kinds stand close together: one's details are seen on the place beside it.
    compared = any(output.gains) and len(board.pieces) == 1
    expected = details.usual(_surely_bare(board, rows, output), compared=compared)
    looked = {number: seen for number, seen in output.details.items() if number not in holes}
    nats = {
        number: details.piece_nats(_look(board, rows[number]), seen, expected)
        for number, seen in looked.items()
    }
    return nats, {number for number, seen in looked.items() if details.foreign(seen, expected)}


def _surely_bare(
    board: Board, rows: Sequence[Row], output: NetworkOutput
) -> list[tuple[details.Look, details.Seen]]:
    """Return what places that are surely bare show from close by, each with its look."""
    odds = output.nats[:, UPRIGHT] - output.nats[:, BARE]
    bare = details.TUNING.bare_nats
    return [
        (_look(board, rows[number]), seen)
        for number, seen in output.details.items()
        if odds[number] < -bare
    ]


def _look(board: Board, row: Row) -> details.Look:
    place = board.places[row.place]
    return place.kind, place.colour


def _move_to_turned(nats: Nats, known: float) -> Nats:
    """Return log probabilities at a hole, moved from upright to face down for unknown colours.

    ``known`` is the probability that the colour is an upright piece's.
    """
    share = np.exp(nats)
    moved = share[UPRIGHT] * (1 - known)
    share[UPRIGHT] -= moved
    share[TURNED] += moved
    return np.asarray(np.log(share + TUNING.share_min), dtype=np.float32)


class _Colours(NamedTuple):
    """Log probabilities of its kind's colours for each window (n).

    ``known`` is the probability that it is any of these, ``disputed`` that it is one in the light
    beside the window and another in the board's usual light.
    """

    shares: list[dict[str, float]]
    known: NDArray[np.float64]
    disputed: NDArray[np.float64]


def _tell_colours(board: Board, rows: Sequence[Row], output: NetworkOutput, hues: Hues) -> _Colours:
    """Return what windows' colours tell, relative to one another."""
    told = _Colours([{} for _ in rows], np.ones(len(rows)), np.zeros(len(rows)))
    groups = [
        _group(kind, [number for number, row in enumerate(rows) if row.kind == name], output, hues)
        for name, kind in board.pieces.items()
    ]
    light = _estimate_light(groups, taught=all(colour in hues for colour in board.colours))
    for group in groups:
        shifted, means = group.hues - light.shift, group.lit(np.array([light.saturation]))[0]
        told.known[group.rows] = _upright_probability(group.kind, shifted, means, light.saturation)
        seen = picture_colours.SeenColours(shifted, shifted + output.brighter[group.rows])
        shares, told.disputed[group.rows] = picture_colours.match_colours(seen, means, group.weight)
        for number, row_shares in zip(
            group.rows, np.maximum(shares, TUNING.log_share_min).tolist(), strict=True
        ):
            told.shares[number] = dict(zip(group.kind.colours, row_shares, strict=True))
    return told


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The windows of one kind of piece: hues, the weight of each window, and the colours' means.

    ``means`` are in the order of the kind's colours; ``chroma`` is what of them the camera's
    saturation scales: nothing of a taught colour, which the camera itself has shown.
    """

    kind: PieceKind
    rows: list[int]
    hues: Nats
    weight: Nats
    means: Nats
    chroma: Nats

    def lit(self, saturation: NDArray[np.float64]) -> Nats:
        """Return the colours' means (s × m × 3) as cameras of these saturations (s) show them."""
        more = (saturation - 1).astype(np.float32)[:, None, None]
        return np.asarray(self.means + more * self.chroma)


class _Starts(NamedTuple):
    """What to begin with (s each): shifts of brightness, in sigmas, saturations and their sigmas.

    A saturation whose ``spread`` is TUNING.fixed is not estimated.
    """

    brightness: NDArray[np.float64]
    saturation: NDArray[np.float64]
    spread: NDArray[np.float64]


class _Light(NamedTuple):
    """How light and camera change all colours of a picture."""

    shift: Nats
    saturation: float


def _group(kind: PieceKind, rows: list[int], output: NetworkOutput, hues: Hues) -> _Group:
    untaught = np.array([[colour not in hues] for colour in kind.colours])
    weight = np.exp(output.nats[rows, UPRIGHT])
    means = known_colours(kind, hues)
    return _Group(kind, rows, output.hues[rows], weight, means, means * _CHROMA * untaught)


def _estimate_light(groups: Sequence[_Group], *, taught: bool) -> _Light:
    """Return how light and camera change all colours of a picture relative to the known ones.

    Estimated in turn with the assignment of colours (expectation maximisation).
    """
    if taught:
        return _fit_light(groups, _TAUGHT_SHIFT, _Starts(*np.array([[0.0], [1.0], [TUNING.fixed]])))
    starts = [(start, 1.0, TUNING.fixed) for start in TUNING.starts]
    starts += [(0.0, start, TUNING.saturation) for start in TUNING.saturations]
    return _fit_light(groups, _NOMINAL_SHIFT, _Starts(*np.array(starts).T))


def _upright_probability(
    kind: PieceKind, hues: Nats, means: Nats, saturation: float
) -> NDArray[np.float64]:
    """Return the probabilities that colours belong to upright pieces, not to face-down ones.

    The look of a face-down piece is known only from the board file.
    """
    if kind.hidden is None:
        return np.ones(len(hues))
    names = (*kind.colours, "hidden")
    stated = np.array([nominal(kind.rgb(colour)) for colour in names], np.float32)
    stated += np.float32(saturation - 1) * _CHROMA * stated
    hidden = stated[-1] + (means - stated[:-1]).mean(axis=0)
    upright = picture_colours.square_apart(hues, means).min(axis=1)
    turned = ((hues - hidden) ** 2).sum(axis=-1)
    return np.asarray(
        1 / (1 + np.exp(np.clip(upright - turned, -TUNING.turned_nats_max, TUNING.turned_nats_max)))
    )


def _fit_light(groups: Sequence[_Group], sigma: Nats, starts: _Starts) -> _Light:
    """Return the light that explains a picture best, found from the best start.

    ``sigma`` are the standard deviations of its shift. A saturation that is not fixed has to
    explain more. All starts (s) are followed at once.
    """
    number = len(starts.brightness)
    shift = np.zeros((number, 3), dtype=np.float32)
    shift[:, 0] = starts.brightness * sigma[0]
    saturation = starts.saturation
    prior = 0.5 / np.column_stack([np.tile(sigma, (number, 1)), starts.spread]) ** 2
    grey = [group.hues[:, None] - group.lit(np.zeros(1))[0] for group in groups]
    for _ in range(TUNING.rounds):
        matrix, right = prior[:, None] * np.eye(4), prior * [0, 0, 0, 1]
        for group, away in zip(groups, grey, strict=True):
            apart = picture_colours.square_apart(group.hues - shift[:, None], group.lit(saturation))
            share = np.exp(picture_colours.log_shares(apart)) * group.weight[:, None]
            share *= apart < picture_colours.TUNING.outlier_squared
            count = share.sum(axis=1)
            moved = np.einsum("snm,nmc->smc", share, away)
            matrix[:, :3, :3] += np.eye(3) * count.sum(axis=1)[:, None, None]
            matrix[:, 3, :3] += count @ group.chroma
            matrix[:, 3, 3] += count @ (group.chroma**2).sum(axis=1)
            right[:, :3] += moved.sum(axis=1)
            right[:, 3] += (moved * group.chroma).sum(axis=(1, 2))
        matrix[:, :3, 3] = matrix[:, 3, :3]
        solved = np.linalg.solve(matrix, right[..., None])[..., 0]
        shift = solved[:, :3].astype(np.float32)
        saturation = np.clip(solved[:, 3], *TUNING.saturation_range)
    fit = -(prior * np.column_stack([shift**2, (saturation - 1) ** 2])).sum(axis=1)
    for group in groups:
        apart = picture_colours.square_apart(group.hues - shift[:, None], group.lit(saturation))
        log_density = np.logaddexp.reduce(
            -np.minimum(apart, picture_colours.TUNING.outlier_squared), axis=2
        )
        fit += log_density @ group.weight
    best = int(np.argmax(fit - TUNING.saturation_nats_min * (starts.spread > TUNING.fixed)))
    return _Light(shift[best], float(saturation[best]))
