"""One place: how much better each piece explains its sample points than the bare board does."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask, Stance
from calibration.surfaces.appearance import Bgr
from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places import likelihood
from tablet_companion.vision.places.likelihood import Nats, SampleColours
from tablet_companion.vision.places.point_fits import KindFits, PointFits
from tablet_companion.vision.places.sites import Site, Stand, Standing
from tablet_companion.vision.places.turned import correlated_points, score_turned


@dataclass(frozen=True, slots=True)
class Tuning:
    """How evidence at sample points becomes log odds of a piece.

    Chosen by hand on the boxed board's photographs and the simulated table (right there but
    overconfident elsewhere, which is why places/joint.py weighs them against the network).
    """

    upright_in_hole_prior_nats: float = -4.3
    """Nats. An upright piece in a hole is a rare mistake."""
    upright_prior_nats: float = -2.0
    """Nats, for an upright piece elsewhere."""
    raised_trust: float = 0.3
    """Weight of the evidence from a height of a few millimetres, which is hardly more than the
    error of the camera's own height."""
    surrounding_points_min: int = 5
    """Sample points. With fewer beside a place, its light and shadow are unknown."""
    common_shadow_cost_nats: float = 0.5
    """Nats. Cost of a point in the light when the surroundings are in shadow."""
    plain_share: float = 0.35
    """This share of a place's surroundings may belong to pieces that are read later, so the misfit
    is taken at this quantile."""
    saturated_share_min: float = 0.05
    """Share. A place with this much burnt out may lie in a lamp's image."""
    bare_share: float = 0.8
    """Share of an empty place that should look like the bare board."""
    ring_points_min: int = 5
    """Sample points. With fewer round its printed face, a piece's colour is not known."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class PlaceScores:
    """The scores of one place, in nats.

    Four values show where scores mean little: ``surroundings_misfit``, ``glare_misfit``, ``misfit``
    and ``likelihoods_alone``.
    """

    site: Site
    scores: Mapping[Piece, float]
    """For every piece, the log odds against the bare board, priors included."""
    best: Piece | None
    """The likeliest piece, or None."""
    standing: Standing
    """Where and how it would stand."""
    visible_share: float
    """The share of the place's disc that nothing else hides."""
    raised_nats: float = 0.0
    """The evidence that the piece stands on a flat one rather than on the board."""
    contrary_share: float = 0.0
    """The evidence against the piece, as a share of the evidence for it."""
    is_underneath: bool = False
    """Whether it lies under another piece, and only that one's height shows it."""
    surroundings_misfit: float = 0.0
    """How badly even the bare board beside the place is explained: about 0 in a known light,
    several in an unknown one."""
    glare_misfit: float = 0.0
    """How badly the bare board, in any even light, explains a seemingly empty place in a lamp's
    image."""
    misfit: float = 0.0
    """What the likeliest explanation of the place itself leaves unexplained."""
    likelihoods_alone: Mapping[Piece, float] = field(default_factory=dict)
    """The scores before the network's were added."""
    compared: bool = False
    """Whether the place was compared with labelled pieces then."""
    disc_nats: float = 0.0
    """What a disc beneath explains by itself, which the scores lack."""
    nats_max: float = math.inf
    """No piece is believed by more than this, however many are missing elsewhere."""
    bare_nats_max: float = math.inf
    """Bare board is not believed by more than this, either."""
    rings: Mapping[str, Bgr] = field(default_factory=dict)
    """The colour round the printed face that a piece of each kind with one would have here."""

    @property
    def margin_nats(self) -> float:
        """Return the lead (nats) of the likeliest answer, a piece or none, over the next."""
        return measure_margin(self.scores)


def measure_kinds(
    scores: Mapping[Piece, float], kinds: Collection[frozenset[Piece]]
) -> dict[Piece, float]:
    """Return how far (nats) each piece's kind is behind the likeliest one, if there are several."""
    if len(kinds) < 2:
        return {}
    best = {kind: max([0.0, *(scores[piece] for piece in kind & scores.keys())]) for kind in kinds}
    return {
        piece: max(best.values()) - own
        for kind, own in best.items()
        for piece in kind & scores.keys()
    }


def measure_margin(scores: Mapping[Piece, float]) -> float:
    """Return the lead (nats) of the likeliest answer, a piece or none, over the next."""
    next_best, best = sorted([0.0, *scores.values()])[-2:]
    return best - next_best


def find_best(scores: Mapping[Piece, float]) -> Piece | None:
    """Return the likeliest piece, or None if bare board is likelier."""
    likeliest = max(scores, key=lambda piece: scores[piece])
    return likeliest if scores[likeliest] > 0 else None


class _Hypothesis(NamedTuple):
    """A piece that may stand at a place: its score, and the hypothesis of its position."""

    piece: Piece
    score: float
    stand: Stand
    row: int

    @property
    def standing(self) -> Standing:
        """Where and how it would stand."""
        return Standing(self.stand.kind, self.stand.stance, self.stand.feet[self.row])


def score_beneath(site: Site, on_top: PlaceScores, colours: tuple[Piece, ...]) -> PlaceScores:
    """Return the scores for a hidden piece under another one, which stands higher on it."""
    stand = site.upright[0]
    standing = Standing(stand.kind, stand.stance, stand.feet[len(stand.feet) // 2])
    # Nothing of it is seen, so every colour gets the same share of what its height tells.
    score = (
        TUNING.raised_trust * on_top.raised_nats
        - float(np.log(len(colours)))
        + TUNING.upright_prior_nats
    )
    scores = dict.fromkeys(colours, score)
    best = colours[0] if score > 0 else None
    return PlaceScores(site, scores, best, standing, on_top.visible_share, is_underneath=True)


def add_interior_evidence(place: PlaceScores, inside: float) -> PlaceScores:
    """Return a place with the evidence of its inside added."""
    if not inside:
        return place
    # The inside tells that something stands there, but not what.
    scores = {piece: score + inside for piece, score in place.scores.items()}
    return replace(place, scores=scores, best=find_best(scores))


def score_place(site: Site, seen: SampleColours, fits: PointFits, visible: Mask) -> PlaceScores:
    """Read one place; ``visible`` marks which of all sample points can be seen."""
    here = slice(site.first, site.last)
    clear = visible[here]
    ground = _fit_empty(site, seen.off[here], fits, clear)
    options = _list_hypotheses(site, seen, fits, ground, clear)
    scores: dict[Piece, float] = {}
    for option in options:
        scores[option.piece] = max(option.score, scores.get(option.piece, option.score))
    best = max(options, key=lambda option: option.score)
    within = int(np.count_nonzero(site.within))
    visible_share = np.count_nonzero(site.within & clear) / max(1, within)
    surroundings_misfit = _surroundings_misfit(
        fits.misfit[here][site.around & clear & ~seen.off[here]]
    )
    judged = clear & ~seen.off[here] & ~site.inside
    rings = _find_rings(options, seen.plain[:, here], clear)
    if best.score <= 0:
        return PlaceScores(
            site,
            scores,
            None,
            best.standing,
            visible_share,
            surroundings_misfit=surroundings_misfit,
            glare_misfit=_glare_misfit(seen, here, site.within & ~site.inside & clear),
            misfit=_mean(fits.misfit[here][judged]),
            rings=rings,
        )
    return PlaceScores(
        site,
        scores,
        best.piece,
        best.standing,
        visible_share,
        raised_nats=_raised_nats([option for option in options if option.piece == best.piece]),
        contrary_share=_contrary_share(site, best, fits, ground, clear),
        surroundings_misfit=surroundings_misfit,
        misfit=_misfit(site, best, fits, judged),
        rings=rings,
    )


def _find_rings(
    options: Sequence[_Hypothesis], plain: NDArray[np.float32], clear: Mask
) -> dict[str, Bgr]:
    """Return the colour round the printed face of a piece of each kind, where it fits best.

    ``plain`` (3 × n) are the place's colours without the light.
    """
    found: dict[str, Bgr] = {}
    faced = [option for option in options if option.stand.faces is not None]
    for option in sorted(faced, key=lambda option: option.score):
        ring = option.stand.tops[option.row] & clear
        if np.count_nonzero(ring) >= TUNING.ring_points_min:
            blue, green, red = np.median(plain[:, ring], axis=1).tolist()
            found[option.stand.kind] = blue, green, red
    return found


def _list_hypotheses(
    site: Site, seen: SampleColours, fits: PointFits, ground: Nats, clear: Mask
) -> list[_Hypothesis]:
    """Return all that may stand on a place, each with its log odds against the bare board."""
    options: list[_Hypothesis] = []
    for stand in site.upright:
        options += _score_upright(site, stand, fits.kinds[stand.kind], ground, clear)
    if site.turned is not None:
        score, row = score_turned(site, site.turned, seen, fits, ground, clear)
        options.append(_Hypothesis(HIDDEN, score, site.turned, row))
    return options


def _mean(values: Nats) -> float:
    return float(np.add.reduce(values) / len(values)) if len(values) else 0.0


def _misfit(site: Site, option: _Hypothesis, fits: PointFits, judged: Mask) -> float:
    """Return how badly a piece and the bare board beside it explain a place's points (nats)."""
    here = slice(site.first, site.last)
    misfit = fits.misfit[here]
    side, top = option.stand.sides[option.row], option.stand.tops[option.row]
    if option.piece == HIDDEN:
        return _mean(misfit[judged & ~top & ~side])
    looks = fits.kinds[option.stand.kind]
    column = looks.colours.index(option.piece)
    best = likelihood.BEST_TOP
    misfit = np.where(top, best - looks.tops[column, here], misfit)
    sides = looks.sides[column % len(looks.sides), here]
    misfit = np.where(side, best - sides, misfit)
    if option.stand.faces is not None and looks.faces is not None:
        misfit = np.where(option.stand.faces[option.row], best - looks.faces[column, here], misfit)
    return _mean(np.maximum(misfit, 0)[judged])


def _surroundings_misfit(misfit: Nats) -> float:
    if len(misfit) < TUNING.surrounding_points_min:
        return 0.0
    return likelihood.quantile(misfit, TUNING.plain_share)


def _glare_misfit(seen: SampleColours, here: slice, bare: Mask) -> float:
    """Return how badly the bare board explains most of a place in a lamp's image (nats).

    Strange light shifts the whole of so small a spot; a piece differs from point to point. Without
    burnt-out points the scores themselves show this. ``bare`` are the place's points.
    """
    if seen.any_saturated is None or not seen.any_saturated[here].any():
        return 0.0
    bare = bare & ~seen.off[here]
    number = np.count_nonzero(bare)
    if (
        number < TUNING.surrounding_points_min
        or np.count_nonzero(bare & seen.any_saturated[here]) < TUNING.saturated_share_min * number
    ):
        return 0.0
    apart = (seen.ground[:, here] - seen.reference[:, here])[:, bare]
    apart -= apart.mean(axis=1, keepdims=True)
    misfit = 0.5 * (apart * apart).sum(axis=0) / seen.sigma[here][bare] ** 2
    return likelihood.quantile(misfit, TUNING.bare_share)


def _contrary_share(
    site: Site, option: _Hypothesis, fits: PointFits, ground: Nats, clear: Mask
) -> float:
    """Return the evidence against an upright piece, as a share of the evidence for it."""
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
    """Return the evidence that a piece stands on another one, 0 if none can."""
    by_stance = {option.stand.stance: option.score for option in options}
    if Stance.ON not in by_stance:
        return 0.0
    return by_stance[Stance.ON] - by_stance[Stance.UP]


def _fit_empty(site: Site, off: Mask, fits: PointFits, clear: Mask) -> Nats:
    """Return how well a place's points fit its being empty, in the best shadow."""
    here = slice(site.first, site.last)
    if site.turned is None:
        # Beside a hole, each point may lie in a neighbour's soft shadow independently.
        return fits.bare[here]
    bare = _fit_common_shadow(fits.ground[:, here], site.around & clear & ~off)
    hole = np.maximum(fits.hole[here], fits.side[here])
    bare = np.where(site.inside, hole, bare)
    return np.where(off, np.float32(likelihood.OFF_BOARD), bare)


def _fit_common_shadow(rows: NDArray[np.float32], around: Mask) -> Nats:
    """Return the fit in the one shadow that covers the place's surroundings.

    At a hole, a shadow chosen point by point would explain away a black face-down piece.
    """
    if np.count_nonzero(around) <= TUNING.surrounding_points_min:
        return np.asarray(rows[0], dtype=np.float32)
    shade = int(np.argmax(rows[:, around].mean(axis=1) - likelihood.SHADOW_COST))
    if shade == 0:
        return np.asarray(rows[0], dtype=np.float32)
    return np.asarray(
        np.maximum(rows[shade], rows[0] - TUNING.common_shadow_cost_nats), dtype=np.float32
    )


def _score_upright(
    site: Site, stand: Stand, looks: KindFits, ground: Nats, clear: Mask
) -> Iterator[_Hypothesis]:
    """Yield, for every colour of a kind, the best score and its piece's position."""
    here = slice(site.first, site.last)
    parts = np.where(clear, looks.parts[:, here] - ground, 0)
    number = len(looks.colours)
    gained = stand.tops.astype(np.float32) @ parts[:number].T
    if stand.faces is not None and looks.faces is not None:
        # The face may confirm a ring but not replace it: it is as pale as an empty place in the
        # sun.
        face_nats = np.where(clear, looks.faces[:, here] - ground, 0)
        faces = stand.faces.astype(np.float32) @ face_nats.T
        gained += np.minimum(faces, np.maximum(gained, 0))
    gained += stand.sides.astype(np.float32) @ parts[number:].T
    scores = gained / correlated_points(site) + stand.prior[:, None]
    prior = TUNING.upright_prior_nats if site.turned is None else TUNING.upright_in_hole_prior_nats
    likeliest, most = scores.argmax(axis=0).tolist(), scores.max(axis=0).tolist()
    for piece, row, score in zip(looks.colours, likeliest, most, strict=True):
        yield _Hypothesis(piece, score + prior, stand, row)
