"""One place: how much better each piece explains its sample points than the bare board does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.appearance import Appearance
from calibration.light import Map
from calibration.silhouettes import Mask, Stance
from hardware.board import Board, PieceKind
from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places import likelihood
from tablet_companion.vision.places.likelihood import Nats, SampleColours
from tablet_companion.vision.places.sites import Site, Stand, Standing

INDEPENDENCE_MM2: Final = 31.0
"""The sample points on so much of the board tell as much together as one alone."""
_HIDDEN_PRIOR: Final = -1.4
_UPRIGHT_IN_HOLE_PRIOR: Final = -4.3
"""An upright piece in a hole is a mistake that people make rarely."""
_UPRIGHT_PRIOR: Final = -2.0
_LACQUER_SPREAD: Final = 11.0
_FEWEST: Final = 4
_CRESCENT_MM2: Final = 30.0
"""So much a turned-over piece shows outside its hole, far from the nadir."""
_THINNEST: Final = 0.25
"""Points of a thin crescent lie farther apart, so each of them tells more, up to this share."""
_ALIKE_ENOUGH_MM2: Final = 30.0
_ALIKE_MIDDLE: Final = 0.62
_ALIKE_GAIN: Final = 9.0
_RAISED_TRUST: Final = 0.3
"""A few millimetres of height are hardly more than the error of the camera's own height."""
_FEWEST_AROUND: Final = 5
_PLAINER: Final = 0.35
"""Of what is beside a place, more than this share may belong to pieces that are read later."""
_BURNT: Final = 0.05
"""A place of which so much is burnt out may lie in a lamp's image."""
_MOST_OF_IT: Final = 0.8
"""So much of an empty place should look like the bare board."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceScores:
    """What one place looks like.

    ``scores`` gives, for every piece, the log odds against the bare board (nats, priors included);
    ``best`` is the likeliest piece or None, and ``standing`` where and how it would stand;
    ``visible_share`` is the share of the place's disc that nothing else hides. ``raised_nats`` is
    by how much the place looks as if the piece stood on a flat one rather than on the board.
    ``contrary_share`` is the evidence against the piece, as a share of the evidence for it.
    ``is_underneath``: it lies under another piece, and is known by that one's height alone.

    Four values tell where scores mean little (all in nats). ``surroundings_misfit`` is how badly
    even the bare board beside the place is explained: about 0 in a light that is understood,
    several in one that is not. ``glare_misfit`` is how badly the bare board, in any even light,
    explains a place in a lamp's image that is taken for empty. ``misfit`` is what the likeliest
    explanation of the place itself leaves unexplained. ``likelihoods_alone`` are the scores before
    the network's were added.
    """

    site: Site
    scores: Mapping[Piece, float]
    best: Piece | None
    standing: Standing
    visible_share: float
    raised_nats: float = 0.0
    contrary_share: float = 0.0
    is_underneath: bool = False
    surroundings_misfit: float = 0.0
    glare_misfit: float = 0.0
    misfit: float = 0.0
    likelihoods_alone: Mapping[Piece, float] = field(default_factory=dict)

    @property
    def margin_nats(self) -> float:
        """Return how far the likeliest thing, a piece or none, is ahead of the next (nats)."""
        next_best, best = sorted([0.0, *self.scores.values()])[-2:]
        return best - next_best


class _Hypothesis(NamedTuple):
    """A piece that may stand at a place: with which score, and by which hypothesis of a stand."""

    piece: Piece
    score: float
    stand: Stand
    row: int

    @property
    def standing(self) -> Standing:
        """Return where and how it would stand."""
        return Standing(self.stand.kind, self.stand.stance, self.stand.feet[self.row])


@dataclass(frozen=True, slots=True, eq=False)
class PointFits:
    """Log densities of all sample points: bare board per shadow, side, hole, and each kind.

    ``bare`` is the bare board's in each point's own best shadow; ``misfit`` is how much less likely
    each point is as bare board than the board's very colour.
    """

    ground: NDArray[np.float32]
    bare: Nats
    misfit: Nats
    side: Nats
    hole: Nats
    kinds: Mapping[str, KindFits]

    def with_points(self, part: PointFits, at: NDArray[np.intp]) -> PointFits:
        """Return the same with how ``part`` fits at the points numbered ``at``."""
        return PointFits(
            likelihood.replace_points(self.ground, part.ground, at),
            likelihood.replace_points(self.bare, part.bare, at),
            likelihood.replace_points(self.misfit, part.misfit, at),
            likelihood.replace_points(self.side, part.side, at),
            likelihood.replace_points(self.hole, part.hole, at),
            {name: looks.with_points(part.kinds[name], at) for name, looks in self.kinds.items()},
        )


@dataclass(frozen=True, slots=True, eq=False)
class KindFits:
    """The same for the colours of one kind: tops, sides (one row, or for each), and printed faces.

    ``parts`` has a row for each top and then for each side; ``faces`` has as many as there are
    tops, and is None where the kind has none. All have n columns.
    """

    colours: tuple[Piece, ...]
    parts: NDArray[np.float32]
    faces: NDArray[np.float32] | None

    @property
    def tops(self) -> NDArray[np.float32]:
        """Return the rows of the tops."""
        return self.parts[: len(self.colours)]

    @property
    def sides(self) -> NDArray[np.float32]:
        """Return the rows of the sides."""
        return self.parts[len(self.colours) :]

    def with_points(self, part: KindFits, at: NDArray[np.intp]) -> KindFits:
        """Return the same with how ``part`` fits at the points numbered ``at``."""
        faces = self.faces
        if faces is not None and part.faces is not None:
            faces = likelihood.replace_points(faces, part.faces, at)
        return KindFits(self.colours, likelihood.replace_points(self.parts, part.parts, at), faces)


def fit_points(board: Board, seen: SampleColours, appearance: Appearance) -> PointFits:
    """Return how well every sample point of a picture fits each of all that may be seen there."""
    return PointFits(
        ground := likelihood.fit_ground(seen),
        likelihood.fit_bare(seen, ground),
        likelihood.ground_misfit(seen, ground),
        body := likelihood.fit_body(seen, appearance),
        likelihood.fit_hole(seen, appearance),
        {name: _fit_kind(kind, seen, appearance, body) for name, kind in board.pieces.items()},
    )


def _fit_kind(kind: PieceKind, seen: SampleColours, appearance: Appearance, body: Nats) -> KindFits:
    """Return how well the points fit the pieces of a kind."""
    colours = tuple(kind.colours)
    tops = likelihood.fit_tops(seen, [appearance.tops[colour] for colour in colours])
    sides = body[None]
    if kind.coloured_all_over and not kind.flat:
        sides = np.stack(
            [likelihood.fit_side(seen, appearance.sides[colour]) for colour in colours]
        )
    faces = None
    if kind.face is not None:
        faces = np.stack(
            [likelihood.fit_face(seen, appearance.faces[colour]) for colour in colours]
        )
    parts = np.concatenate([tops, sides])
    return KindFits(tuple(Piece(colour) for colour in colours), parts, faces)


def score_beneath(site: Site, on_top: PlaceScores, colours: tuple[Piece, ...]) -> PlaceScores:
    """Return what lies under a piece: it is not to be seen, but the piece stands higher on it."""
    stand = site.upright[0]
    standing = Standing(stand.kind, stand.stance, stand.feet[len(stand.feet) // 2])
    score = _RAISED_TRUST * on_top.raised_nats - float(np.log(len(colours))) + _UPRIGHT_PRIOR
    scores = dict.fromkeys(colours, score)
    best = colours[0] if score > 0 else None
    return PlaceScores(site, scores, best, standing, on_top.visible_share, is_underneath=True)


def add_interior_evidence(place: PlaceScores, inside: float) -> PlaceScores:
    """Return a place with what its inside tells of its being occupied."""
    if not inside:
        return place
    scores = {piece: score + inside for piece, score in place.scores.items()}
    likeliest = max(scores, key=lambda piece: scores[piece])
    return replace(place, scores=scores, best=likeliest if scores[likeliest] > 0 else None)


def score_place(site: Site, seen: SampleColours, fits: PointFits, visible: Mask) -> PlaceScores:
    """Read one place, of which ``visible`` (all sample points) says what can be seen."""
    here = slice(site.first, site.last)
    clear = visible[here]
    ground = _fit_empty(site, seen.off[here], fits, clear)
    options: list[_Hypothesis] = []
    for stand in site.upright:
        options += _score_upright(site, stand, fits.kinds[stand.kind], ground, clear)
    if site.turned is not None:
        options.append(_score_turned(site, site.turned, seen, fits, ground, clear))
    scores: dict[Piece, float] = {}
    for option in options:
        scores[option.piece] = max(option.score, scores.get(option.piece, option.score))
    best = max(options, key=lambda option: option.score)
    visible_share = np.count_nonzero(site.within & clear) / max(1, int(site.within.sum()))
    surroundings_misfit = _surroundings_misfit(
        fits.misfit[here][site.around & clear & ~seen.off[here]]
    )
    judged = clear & ~seen.off[here] & ~site.inside
    found = PlaceScores(
        site, scores, None, best.standing, visible_share, surroundings_misfit=surroundings_misfit
    )
    if best.score <= 0:
        glare_misfit = _glare_misfit(seen, here, site.within & ~site.inside & clear)
        return replace(found, glare_misfit=glare_misfit, misfit=_mean(fits.misfit[here][judged]))
    return replace(
        found,
        best=best.piece,
        raised_nats=_raised_nats([option for option in options if option.piece == best.piece]),
        contrary_share=_contrary_share(site, best, fits, ground, clear),
        misfit=_misfit(site, best, fits, judged),
    )


def _mean(values: Nats) -> float:
    return float(values.mean()) if len(values) else 0.0


def _misfit(site: Site, option: _Hypothesis, fits: PointFits, judged: Mask) -> float:
    """Return how badly a piece, and the bare board beside it, explain a place's points (nats)."""
    here = slice(site.first, site.last)
    misfit = fits.misfit[here]
    side, top = option.stand.sides[option.row] > 0, option.stand.tops[option.row] > 0
    if option.piece == HIDDEN:
        return _mean(misfit[judged & ~top & ~side])
    looks = fits.kinds[option.stand.kind]
    column = looks.colours.index(option.piece)
    best = likelihood.BEST_TOP
    misfit = np.where(top, best - looks.tops[column, here], misfit)
    sides = looks.sides[column % len(looks.sides), here]
    misfit = np.where(side, best - sides, misfit)
    if option.stand.faces is not None and looks.faces is not None:
        face = option.stand.faces[option.row] > 0
        misfit = np.where(face, best - looks.faces[column, here], misfit)
    return _mean(np.maximum(misfit, 0)[judged])


def _surroundings_misfit(misfit: Nats) -> float:
    """Return how badly the bare board beside a place is explained, other pieces there apart."""
    if len(misfit) < _FEWEST_AROUND:
        return 0.0
    return likelihood.quantile(misfit, _PLAINER)


def _glare_misfit(seen: SampleColours, here: slice, bare: Mask) -> float:
    """Return how badly the bare board explains most of a place in a lamp's image (nats).

    Strange light shifts the whole of so small a spot; a piece there differs from point to point.
    Where nothing is burnt out, the scores themselves say so. ``bare`` are the place's points.
    """
    if seen.any_saturated is None or not seen.any_saturated[here].any():
        return 0.0
    bare = bare & ~seen.off[here]
    number = np.count_nonzero(bare)
    if (
        number < _FEWEST_AROUND
        or np.count_nonzero(bare & seen.any_saturated[here]) < _BURNT * number
    ):
        return 0.0
    apart = (seen.ground[:, here] - seen.reference[:, here])[:, bare]
    apart -= apart.mean(axis=1, keepdims=True)
    misfit = 0.5 * (apart * apart).sum(axis=0) / seen.sigma[here][bare] ** 2
    return likelihood.quantile(misfit, _MOST_OF_IT)


def _contrary_share(
    site: Site, option: _Hypothesis, fits: PointFits, ground: Nats, clear: Mask
) -> float:
    """Return how much speaks against an upright piece, for what speaks for it."""
    if option.piece == HIDDEN:
        return 0.0
    here = slice(site.first, site.last)
    looks = fits.kinds[option.stand.kind]
    column = looks.colours.index(option.piece)
    gained = option.stand.tops[option.row] * (looks.tops[column, here] - ground)
    gained += option.stand.sides[option.row] * (
        looks.sides[column % len(looks.sides), here] - ground
    )
    if looks.faces is not None and option.stand.faces is not None:
        gained += option.stand.faces[option.row] * (looks.faces[column, here] - ground)
    gained = gained[clear]
    return float(-np.minimum(gained, 0).sum() / max(1.0, np.maximum(gained, 0).sum()))


def _raised_nats(options: list[_Hypothesis]) -> float:
    """Return by how much it speaks for a piece's standing on another one, 0 where none can."""
    by_stance = {option.stand.stance: option.score for option in options}
    if Stance.ON not in by_stance:
        return 0.0
    return by_stance[Stance.ON] - by_stance[Stance.UP]


def _fit_empty(site: Site, off: Mask, fits: PointFits, clear: Mask) -> Nats:
    """Return how well a place's points fit its being empty, in the shadow that fits best."""
    here = slice(site.first, site.last)
    if site.turned is None:
        # Beside a hole any point may lie in a neighbour's soft shadow by itself.
        return fits.bare[here]
    bare = _fit_common_shadow(fits.ground[:, here], site.around & clear & ~off)
    hole = np.maximum(fits.hole[here], fits.side[here])
    bare = np.where(site.inside, hole, bare)
    return np.where(off, np.float32(likelihood.OFF_BOARD), bare)


def _fit_common_shadow(rows: NDArray[np.float32], around: Mask) -> Nats:
    """Return the fit in the one shadow that the place's surroundings lie in.

    At a hole a shadow chosen point by point would explain a black turned-over piece away.
    """
    if around.sum() <= 5:
        return np.asarray(rows[0], dtype=np.float32)
    shade = int(np.argmax(rows[:, around].mean(axis=1) - likelihood.SHADOW_COST))
    if shade == 0:
        return np.asarray(rows[0], dtype=np.float32)
    return np.asarray(np.maximum(rows[shade], rows[0] - 0.5), dtype=np.float32)


def _correlated_points(site: Site) -> float:
    """Return how many sample points tell as much as one alone."""
    return INDEPENDENCE_MM2 / site.step_mm**2


def _score_upright(
    site: Site, stand: Stand, looks: KindFits, ground: Nats, clear: Mask
) -> Iterator[_Hypothesis]:
    """Yield, for every colour of a kind, the best score and where its piece would stand."""
    here = slice(site.first, site.last)
    parts = np.where(clear, looks.parts[:, here] - ground, 0)
    number = len(looks.colours)
    gained = stand.tops @ parts[:number].T
    if stand.faces is not None and looks.faces is not None:
        # The face may confirm a ring, not replace it: it is as pale as an empty place in the sun.
        faces = stand.faces @ np.where(clear, looks.faces[:, here] - ground, 0).T
        gained += np.minimum(faces, np.maximum(gained, 0))
    gained += stand.sides @ parts[number:].T
    scores = gained / _correlated_points(site) + stand.prior[:, None]
    prior = _UPRIGHT_PRIOR if site.turned is None else _UPRIGHT_IN_HOLE_PRIOR
    likeliest, most = scores.argmax(axis=0).tolist(), scores.max(axis=0).tolist()
    for piece, row, score in zip(looks.colours, likeliest, most, strict=True):
        yield _Hypothesis(piece, score + prior, stand, row)


def _score_turned(  # noqa: PLR0913, PLR0917 - what was seen there, in all its parts
    site: Site, stand: Stand, seen: SampleColours, fits: PointFits, ground: Nats, clear: Mask
) -> _Hypothesis:
    """Return the score of a turned-over piece: one even, dark disc where it would be seen."""
    here = slice(site.first, site.last)
    tops = stand.tops * clear
    count = tops.sum(axis=1)
    mean, in_shade = (
        part[:, here] @ tops.T / np.maximum(count, 1) for part in (seen.plain, seen.ground)
    )
    # Only what a piece hides of the board itself, beside the hole, is weighed here.
    rim = site.rim
    outside = tops[:, rim]
    gained = (outside * (_fit_disc(seen, fits, mean, site.first + rim) - ground[rim])).sum(axis=1)
    gained += stand.sides @ np.where(clear, fits.side[here] - ground, 0)
    shown = np.clip(outside.sum(axis=1) * site.step_mm**2 / _CRESCENT_MM2, _THINNEST, 1)
    scores = gained / (_correlated_points(site) * shown) + np.minimum(
        _lacquer_prior(mean), _lacquer_prior(in_shade)
    )
    known = outside * ~seen.off[site.first + rim]
    scores += _missing_art_evidence(seen.grey[:, site.first + rim], known, site.step_mm)
    scores = np.where(count < _FEWEST, -0.5, scores) + stand.prior
    best = int(scores.argmax())
    # Summed over where it may stand, not the best alone: 25 tries must not make a piece likelier.
    score = np.logaddexp.reduce(scores) - np.logaddexp.reduce(stand.prior)
    return _Hypothesis(HIDDEN, float(score) + _HIDDEN_PRIOR, stand, best)


def _fit_disc(
    seen: SampleColours, fits: PointFits, mean: NDArray[np.float32], at: NDArray[np.intp]
) -> Nats:
    """Return how well points fit an even disc of each mean colour (3 × m), or a dark side."""
    sigma = np.sqrt(_LACQUER_SPREAD**2 + (4 / seen.gain[at]) ** 2)
    even = likelihood.log_density(seen.plain[:, None, at] - mean[..., None], sigma) - 0.4
    return np.asarray(np.maximum(even, fits.side[at] - 1.1), dtype=np.float32)


def _lacquer_prior(mean: NDArray[np.float32]) -> Nats:
    """Say how likely a mean colour (3 × m) is for black lacquer: dark, and without a hue."""
    light = np.maximum(0, mean.max(axis=0) - 60) / 25
    hue = (mean.max(axis=0) - mean.min(axis=0)) / 20
    return np.asarray(-0.5 * light**2 - 0.5 * hue**2, dtype=np.float32)


def _missing_art_evidence(grey: Map, weights: NDArray[np.float32], step_mm: float) -> Nats:
    """Say how much less the art round a hole is recognised (m rows of weights over n points).

    Correlation does not mind what gloss and shade do to a small spot as a whole.
    """
    _, seen, known = grey
    count = np.maximum(weights.sum(axis=1), 1)
    seen = seen - (weights @ seen / count)[:, None]
    known = known - (weights @ known / count)[:, None]
    both = (weights * seen * known).sum(axis=1)
    likelihoods_alone = (weights * seen**2).sum(axis=1) * (weights * known**2).sum(axis=1)
    alike = both / np.sqrt(np.maximum(likelihoods_alone, 1e-3))
    enough = np.minimum(1, count * step_mm**2 / _ALIKE_ENOUGH_MM2)
    gone: Nats = _ALIKE_GAIN * np.clip(_ALIKE_MIDDLE - alike, -0.35, 0.5) * enough
    return gone
