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
from tablet_companion.vision.places.likelihood import Nats, Seen
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
class Found:
    """What one place looks like.

    ``scores`` gives, for every piece, the log odds against the bare board (nats, priors included);
    ``best`` is the likeliest piece or None, and ``standing`` where and how it would stand;
    ``visible`` is the share of the place's disc that nothing else hides. ``raised`` says by how
    much the place looks as if the piece stood on a flat one rather than on the board (nats).
    ``against`` is how much of what is seen of the piece speaks against it, for one that speaks for.
    ``under`` says that it lies under another piece, and is known by that one's height alone.
    ``strange`` is how badly even the bare board beside the place is explained (nats): about 0 in a
    light that is understood, several where it is not, and then no score there means much.
    ``unlike`` is how badly the bare board, in any even light, explains a place that is taken for
    empty and lies in a lamp's image (nats). ``alone`` are the scores before the network was asked.
    """

    site: Site
    scores: Mapping[Piece, float]
    best: Piece | None
    standing: Standing
    visible: float
    raised: float = 0.0
    against: float = 0.0
    under: bool = False
    strange: float = 0.0
    unlike: float = 0.0
    misfit: float = 0.0
    alone: Mapping[Piece, float] = field(default_factory=dict)

    @property
    def lead(self) -> float:
        """Return how far the likeliest thing, a piece or none, is ahead of the next (nats)."""
        next_best, best = sorted([0.0, *self.scores.values()])[-2:]
        return best - next_best


class _Option(NamedTuple):
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
class Fits:
    """Log densities of all sample points: bare board per shadow, side, hole, and each kind.

    ``bare`` is the bare board's in each point's own best shadow; ``misfit`` is how much less likely
    each point is as bare board than the board's very colour.
    """

    ground: NDArray[np.float32]
    bare: Nats
    misfit: Nats
    side: Nats
    hole: Nats
    kinds: Mapping[str, _Looks]

    def renewed(self, part: Fits, at: NDArray[np.intp]) -> Fits:
        """Return the same with how ``part`` fits at the points numbered ``at``."""
        return Fits(
            likelihood.put(self.ground, part.ground, at),
            likelihood.put(self.bare, part.bare, at),
            likelihood.put(self.misfit, part.misfit, at),
            likelihood.put(self.side, part.side, at),
            likelihood.put(self.hole, part.hole, at),
            {name: looks.renewed(part.kinds[name], at) for name, looks in self.kinds.items()},
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
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

    def renewed(self, part: _Looks, at: NDArray[np.intp]) -> _Looks:
        """Return the same with how ``part`` fits at the points numbered ``at``."""
        faces = self.faces
        if faces is not None and part.faces is not None:
            faces = likelihood.put(faces, part.faces, at)
        return _Looks(self.colours, likelihood.put(self.parts, part.parts, at), faces)


def fits_of(board: Board, seen: Seen, appearance: Appearance) -> Fits:
    """Return how well every sample point of a picture fits each of all that may be seen there."""
    return Fits(
        ground := likelihood.ground(seen),
        likelihood.bare(seen, ground),
        likelihood.misfit(seen, ground),
        body := likelihood.bodies(seen, appearance),
        likelihood.holes(seen, appearance),
        {name: _looks(kind, seen, appearance, body) for name, kind in board.pieces.items()},
    )


def _looks(kind: PieceKind, seen: Seen, appearance: Appearance, body: Nats) -> _Looks:
    """Return how well the points fit the pieces of a kind."""
    colours = tuple(kind.colours)
    tops = likelihood.tops(seen, [appearance.tops[colour] for colour in colours])
    sides = body[None]
    if kind.coloured_all_over and not kind.flat:
        sides = np.stack([likelihood.side(seen, appearance.sides[colour]) for colour in colours])
    faces = None
    if kind.face is not None:
        faces = np.stack([likelihood.face(seen, appearance.faces[colour]) for colour in colours])
    parts = np.concatenate([tops, sides])
    return _Looks(tuple(Piece(colour) for colour in colours), parts, faces)


def beneath(site: Site, on_top: Found, colours: tuple[Piece, ...]) -> Found:
    """Return what lies under a piece: it is not to be seen, but the piece stands higher on it."""
    stand = site.upright[0]
    standing = Standing(stand.kind, stand.stance, stand.feet[len(stand.feet) // 2])
    score = _RAISED_TRUST * on_top.raised - float(np.log(len(colours))) + _UPRIGHT_PRIOR
    scores = dict.fromkeys(colours, score)
    best = colours[0] if score > 0 else None
    return Found(site, scores, best, standing, on_top.visible, under=True)


def told(place: Found, inside: float) -> Found:
    """Return a place with what its inside tells of its being occupied."""
    if not inside:
        return place
    scores = {piece: score + inside for piece, score in place.scores.items()}
    likeliest = max(scores, key=lambda piece: scores[piece])
    return replace(place, scores=scores, best=likeliest if scores[likeliest] > 0 else None)


def read_place(site: Site, seen: Seen, fits: Fits, alive: Mask) -> Found:
    """Read one place, of which ``alive`` (all sample points) says what can be seen."""
    here = slice(site.first, site.last)
    clear = alive[here]
    ground = _ground(site, seen.off[here], fits, clear)
    options: list[_Option] = []
    for stand in site.upright:
        options += _upright(site, stand, fits.kinds[stand.kind], ground, clear)
    if site.turned is not None:
        options.append(_turned(site, site.turned, seen, fits, ground, clear))
    scores: dict[Piece, float] = {}
    for option in options:
        scores[option.piece] = max(option.score, scores.get(option.piece, option.score))
    best = max(options, key=lambda option: option.score)
    visible = np.count_nonzero(site.within & clear) / max(1, int(site.within.sum()))
    strange = _strange(fits.misfit[here][site.around & clear & ~seen.off[here]])
    judged = clear & ~seen.off[here] & ~site.inside
    found = Found(site, scores, None, best.standing, visible, strange=strange)
    if best.score <= 0:
        unlike = _unlike(seen, here, site.within & ~site.inside & clear)
        return replace(found, unlike=unlike, misfit=_mean(fits.misfit[here][judged]))
    return replace(
        found,
        best=best.piece,
        raised=_raised([option for option in options if option.piece == best.piece]),
        against=_against(site, best, fits, ground, clear),
        misfit=_misfit(site, best, fits, judged),
    )


def _mean(values: Nats) -> float:
    return float(values.mean()) if len(values) else 0.0


def _misfit(site: Site, option: _Option, fits: Fits, judged: Mask) -> float:
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


def _strange(misfit: Nats) -> float:
    """Return how badly the bare board beside a place is explained, other pieces there apart."""
    if len(misfit) < _FEWEST_AROUND:
        return 0.0
    return likelihood.ranked(misfit, _PLAINER)


def _unlike(seen: Seen, here: slice, bare: Mask) -> float:
    """Return how badly the bare board explains most of a place in a lamp's image (nats).

    Strange light shifts the whole of so small a spot; a piece there differs from point to point.
    Where nothing is burnt out, the scores themselves say so. ``bare`` are the place's points.
    """
    if seen.white is None or not seen.white[here].any():
        return 0.0
    bare = bare & ~seen.off[here]
    number = np.count_nonzero(bare)
    if number < _FEWEST_AROUND or np.count_nonzero(bare & seen.white[here]) < _BURNT * number:
        return 0.0
    apart = (seen.ground[:, here] - seen.reference[:, here])[:, bare]
    apart -= apart.mean(axis=1, keepdims=True)
    misfit = 0.5 * (apart * apart).sum(axis=0) / seen.spread[here][bare] ** 2
    return likelihood.ranked(misfit, _MOST_OF_IT)


def _against(site: Site, option: _Option, fits: Fits, ground: Nats, clear: Mask) -> float:
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


def _raised(options: list[_Option]) -> float:
    """Return by how much it speaks for a piece's standing on another one, 0 where none can."""
    by_stance = {option.stand.stance: option.score for option in options}
    if Stance.ON not in by_stance:
        return 0.0
    return by_stance[Stance.ON] - by_stance[Stance.UP]


def _ground(site: Site, off: Mask, fits: Fits, clear: Mask) -> Nats:
    """Return how well a place's points fit its being empty, in the shadow that fits best."""
    here = slice(site.first, site.last)
    if site.turned is None:
        # Beside a hole any point may lie in a neighbour's soft shadow by itself.
        return fits.bare[here]
    bare = _common_shadow(fits.ground[:, here], site.around & clear & ~off)
    hole = np.maximum(fits.hole[here], fits.side[here])
    bare = np.where(site.inside, hole, bare)
    return np.where(off, np.float32(likelihood.OFF_BOARD), bare)


def _common_shadow(rows: NDArray[np.float32], around: Mask) -> Nats:
    """Return the fit in the one shadow that the place's surroundings lie in.

    At a hole a shadow chosen point by point would explain a black turned-over piece away.
    """
    if around.sum() <= 5:
        return np.asarray(rows[0], dtype=np.float32)
    shade = int(np.argmax(rows[:, around].mean(axis=1) - likelihood.SHADOW_COST))
    if shade == 0:
        return np.asarray(rows[0], dtype=np.float32)
    return np.asarray(np.maximum(rows[shade], rows[0] - 0.5), dtype=np.float32)


def _together(site: Site) -> float:
    """Return how many sample points tell as much as one alone."""
    return INDEPENDENCE_MM2 / site.step_mm**2


def _upright(
    site: Site, stand: Stand, looks: _Looks, ground: Nats, clear: Mask
) -> Iterator[_Option]:
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
    scores = gained / _together(site) + stand.prior[:, None]
    prior = _UPRIGHT_PRIOR if site.turned is None else _UPRIGHT_IN_HOLE_PRIOR
    likeliest, most = scores.argmax(axis=0).tolist(), scores.max(axis=0).tolist()
    for piece, row, score in zip(looks.colours, likeliest, most, strict=True):
        yield _Option(piece, score + prior, stand, row)


def _turned(  # noqa: PLR0913, PLR0917 - what was seen there, in all its parts
    site: Site, stand: Stand, seen: Seen, fits: Fits, ground: Nats, clear: Mask
) -> _Option:
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
    gained = (outside * (_disc(seen, fits, mean, site.first + rim) - ground[rim])).sum(axis=1)
    gained += stand.sides @ np.where(clear, fits.side[here] - ground, 0)
    shown = np.clip(outside.sum(axis=1) * site.step_mm**2 / _CRESCENT_MM2, _THINNEST, 1)
    scores = gained / (_together(site) * shown) + np.minimum(
        _lacquer_prior(mean), _lacquer_prior(in_shade)
    )
    known = outside * ~seen.off[site.first + rim]
    scores += _art_gone(seen.grey[:, site.first + rim], known, site.step_mm)
    scores = np.where(count < _FEWEST, -0.5, scores) + stand.prior
    best = int(scores.argmax())
    # Summed over where it may stand, not the best alone: 25 tries must not make a piece likelier.
    score = np.logaddexp.reduce(scores) - np.logaddexp.reduce(stand.prior)
    return _Option(HIDDEN, float(score) + _HIDDEN_PRIOR, stand, best)


def _disc(seen: Seen, fits: Fits, mean: NDArray[np.float32], at: NDArray[np.intp]) -> Nats:
    """Return how well points fit an even disc of each mean colour (3 × m), or a dark side."""
    spread = np.sqrt(_LACQUER_SPREAD**2 + (4 / seen.gain[at]) ** 2)
    even = likelihood.density(seen.plain[:, None, at] - mean[..., None], spread) - 0.4
    return np.asarray(np.maximum(even, fits.side[at] - 1.1), dtype=np.float32)


def _lacquer_prior(mean: NDArray[np.float32]) -> Nats:
    """Say how likely a mean colour (3 × m) is for black lacquer: dark, and without a hue."""
    light = np.maximum(0, mean.max(axis=0) - 60) / 25
    hue = (mean.max(axis=0) - mean.min(axis=0)) / 20
    return np.asarray(-0.5 * light**2 - 0.5 * hue**2, dtype=np.float32)


def _art_gone(grey: Map, weights: NDArray[np.float32], step_mm: float) -> Nats:
    """Say how much less the art round a hole is recognised (m rows of weights over n points).

    Correlation does not mind what gloss and shade do to a small spot as a whole.
    """
    _, seen, known = grey
    count = np.maximum(weights.sum(axis=1), 1)
    seen = seen - (weights @ seen / count)[:, None]
    known = known - (weights @ known / count)[:, None]
    both = (weights * seen * known).sum(axis=1)
    alone = (weights * seen**2).sum(axis=1) * (weights * known**2).sum(axis=1)
    alike = both / np.sqrt(np.maximum(alone, 1e-3))
    enough = np.minimum(1, count * step_mm**2 / _ALIKE_ENOUGH_MM2)
    gone: Nats = _ALIKE_GAIN * np.clip(_ALIKE_MIDDLE - alike, -0.35, 0.5) * enough
    return gone
