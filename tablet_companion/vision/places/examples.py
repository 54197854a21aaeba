"""Compares a place with labelled pieces: does it look more like one of them than like bare board?

The network knows pieces in general, and the likelihoods know a body and its colours. Examples are
windows of this board's own pieces, cut out of labelled pictures with their shading and outline, so
they also show a piece of nearly the colour of its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import add_channels
from calibration.taught.model import Calibration
from tablet_companion.vision.places.network_input import LOGARITHMS
from tablet_companion.vision.places.windows import SIDE, Windows

Logs = NDArray[np.float32]
"""Logarithms of colours without the light of their picture (… × 3, BGR)."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a window is compared with examples.

    Chosen by hand on drawn worlds that no network was fitted to; ``tools/fit/joint.py`` fits how
    much the result counts.
    """

    each: int = 3
    """Number of examples compared for each colour: those of the same place, then those that lean
    most alike."""
    samples: int = 64
    """Samples of each example that are compared, spread over its outline."""
    shifts: tuple[int, ...] = (-2, 0, 2)
    """Samples. A piece may stand this far from where the example stood, in both directions."""
    shift_sigma: float = 2.0
    """Samples (standard deviation)."""
    sigma: float = 0.06
    """Logarithm. A colour may differ this much because of noise, print and other pieces' looks."""
    shade_max: float = 0.3
    """Logarithm by which a piece, or the bare board, may be lighter or darker than its example at
    most."""
    shade_sigma: float = 0.2
    """Logarithm (standard deviation) by which they are lighter or darker."""
    prior_weight: float = 0.1
    """Weight of both priors, relative to the mean fit of the samples."""
    known_share_min: float = 0.6
    """Share of an example's samples at which the bare board must be known. If it is known only
    beside a labelled piece, that part is likely to be bare again, whatever stands there."""
    hinted_share_min: float = 0.4
    """This share suffices for what speaks for the example: else the place's own example, like it in
    all that can be compared, is left out, and pieces of other places decide that it is bare."""
    kept_misfit_max: float = 1.0
    """Nats a sample. Where no picture shows the board beneath a labelled piece, that piece stands
    there still if the place looks like it to within this, and light and shade are where they
    were."""
    kept_correlation_min: float = 0.8
    """Correlation from which light and shade are where they were. So they were of 148 of 290
    pieces, in the light and the view that were shown and in others; of 534 places that were left or
    taken by another colour none (Ludo and chess from a webcam, three drawn boards)."""
    alike_misfit_max: float = 1.9
    """As ``kept_misfit_max``, if light and shade are wholly as they were."""
    veiled_gain_min: float = -0.5
    """Nats a sample. Bare board in added light makes no gain lower than this: it may explain away
    what seemed a piece, but lies over pieces, too, and told against those that fit badly."""
    alike_correlation_min: float = 0.92
    """Correlation from which light and shade are wholly as they were: of the same pieces 31 more,
    of the others none."""


TUNING: Final = Tuning()

THIRDS: Final = np.full(3, 1 / 3, dtype=np.float32)
_SHIFTS: Final = np.array([(down, across) for down in TUNING.shifts for across in TUNING.shifts])
_SHIFT_COST: Final = 0.5 * (_SHIFTS**2).sum(axis=1) / TUNING.shift_sigma**2


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A labelled piece: its window (SIDE × SIDE), and its outline, one sample wider.

    ``place`` is the index of its place in the board's file.
    """

    kind: str
    colour: str
    place: int
    logs: Logs
    outline: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Windows of a picture (n × SIDE × SIDE × 3) beside the bare board, where that is ``known``.

    ``veiled`` is the bare board in added light, in windows where some may be, ``lit`` (``veil``).
    """

    now: Logs
    bare: Logs
    known: Mask
    veiled: Logs | None = None
    lit: Mask | None = None

    def only(self, rows: NDArray[np.intp]) -> Seen:
        """Return some of the windows, without added light."""
        return Seen(self.now[rows], self.bare[rows], self.known[rows])


_BLANK: Final = np.zeros((0, SIDE, SIDE, 3), np.float32)
NOTHING_SEEN: Final = Seen(_BLANK, _BLANK, np.zeros((0, SIDE, SIDE), np.bool_))


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """The examples to compare with the windows of one camera.

    ``chosen`` has the indices of examples for each window, ``own`` those of the same place among
    them; ``logs`` (m × samples × 3) are the compared samples of each example, and ``beneath``
    (m × shifts × samples) the indices of a window's samples beneath these in every shift.
    """

    colours: tuple[str, ...]
    chosen: tuple[tuple[int, ...], ...]
    own: tuple[tuple[int, ...], ...]
    beneath: NDArray[np.intp]
    logs: Logs


_Measure = Callable[[Examples, Seen, NDArray[np.intp], NDArray[np.intp]], NDArray[np.float64]]
"""How well examples fit windows, given as their indices."""
NONE: Final = Examples((), (), (), np.zeros((0, 0, 2), np.intp), np.zeros((0, 0, 3), np.float32))


def decode_examples(calibration: Calibration) -> tuple[Example, ...]:
    """Return a calibration's labelled pieces."""
    numbers = {place.name: number for number, place in enumerate(calibration.board.places)}
    return tuple(
        Example(
            one.kind,
            one.colour,
            numbers[one.place],
            LOGARITHMS[one.window] - np.array(one.light, dtype=np.float32),
            np.asarray(one.outline > 0),
        )
        for one in calibration.examples
    )


def lay_examples(windows: Windows, examples: Sequence[Example]) -> Examples:
    """Choose the examples to compare with each window."""
    spread = [_spread(one.outline) for one in examples]
    at = np.array(spread, dtype=np.intp).reshape(-1, TUNING.samples, 2)
    logs = [one.logs[tuple(here.T)] for one, here in zip(examples, at, strict=True)]
    chosen = _choose(windows, examples) if examples else ((),) * len(windows.rows)
    return Examples(
        tuple(one.colour for one in examples),
        chosen,
        tuple(
            tuple(number for number in here if examples[number].place == row.place)
            for row, here in zip(windows.rows, chosen, strict=True)
        ),
        _shift_over(at),
        np.array(logs, dtype=np.float32).reshape(-1, TUNING.samples, 3),
    )


def outlines(windows: Windows) -> Mask:
    """Return the outlines of pieces in all windows (n × SIDE × SIDE), one sample wider."""
    square = np.ones((3, 3), dtype=np.uint8)
    drawn = [cv2.dilate((own > 0).astype(np.uint8), square) > 0 for own in windows.own]
    return np.asarray(drawn, dtype=np.bool_).reshape(-1, SIDE, SIDE)


def _shift_over(at: NDArray[np.intp]) -> NDArray[np.intp]:
    shifted = (at[:, None] + _SHIFTS[None, :, None]).clip(0, SIDE - 1)
    return np.asarray(shifted[..., 0] * SIDE + shifted[..., 1])


def _spread(outline: Mask) -> NDArray[np.intp]:
    """Return some samples of an outline, evenly spread; repeated if there are few."""
    inside = np.argwhere(outline)
    return inside[np.linspace(0, len(inside) - 1, TUNING.samples).round().astype(np.intp)]


def _choose(windows: Windows, examples: Sequence[Example]) -> tuple[tuple[int, ...], ...]:
    own = outlines(windows).reshape(-1, SIDE * SIDE).astype(np.float32)
    known = np.stack([one.outline.ravel() for one in examples]).astype(np.float32)
    both = own @ known.T
    alike = both / np.maximum(own.sum(axis=1)[:, None] + known.sum(axis=1)[None] - both, 1)
    return tuple(
        tuple(_nearest(row.place, row.kind, alike_here, examples))
        for row, alike_here in zip(windows.rows, alike.tolist(), strict=True)
    )


def _nearest(
    place: int, kind: str, alike: Sequence[float], examples: Sequence[Example]
) -> list[int]:
    by_colour: defaultdict[str, list[tuple[bool, float, int]]] = defaultdict(list)
    for number, one in enumerate(examples):
        if one.kind == kind:
            by_colour[one.colour].append((one.place != place, -alike[number], number))
    return [number for found in by_colour.values() for *_, number in sorted(found)[: TUNING.each]]


def measure_gains(examples: Examples, seen: Seen, rows: Sequence[int]) -> list[Mapping[str, float]]:
    """Return, for each of ``seen``'s windows, how much better than bare board each colour fits.

    ``rows`` are the indices of these windows among those that the examples were laid for. A gain
    is a mean over an example's samples of differences in log density (nats, heavy-tailed), at the
    shift and shade that explain most. For a window whose bare board is unknown only the colour of
    its own example is returned, if that fits; the gain is then over the worst that would do.
    """
    if not examples.colours:
        return [{} for _ in rows]
    best = _find_best(examples, seen, examples.chosen, rows, _gains)
    told = [bool(np.isfinite(list(found.values())).all()) for found in best]
    untold = [() if here else examples.own[row] for here, row in zip(told, rows, strict=True)]
    kept = _find_best(examples, seen, untold, range(len(rows)), _kept)
    return [
        found if here else {colour: gain for colour, gain in still.items() if gain >= 0}
        for found, here, still in zip(best, told, kept, strict=True)
    ]


def _find_best(
    examples: Examples,
    seen: Seen,
    compared: Sequence[Sequence[int]],
    rows: Sequence[int],
    measure: _Measure,
) -> list[dict[str, float]]:
    """Return each colour's greatest gain by the examples ``compared`` with windows' ``rows``."""
    pairs = [(here, one) for here, row in enumerate(rows) for one in compared[row]]
    best: list[dict[str, float]] = [{} for _ in rows]
    if not pairs:
        return best
    window, example = np.array(pairs, dtype=np.intp).T
    for (here, one), gain in zip(
        pairs, measure(examples, seen, window, example).tolist(), strict=True
    ):
        colour = examples.colours[one]
        best[here][colour] = max(gain, best[here].get(colour, gain))
    return best


def _lay_over(
    examples: Examples, window: NDArray[np.intp], example: NDArray[np.intp]
) -> NDArray[np.intp]:
    return np.asarray(examples.beneath[example] + (window * SIDE * SIDE)[:, None, None])


def _kept(
    examples: Examples, seen: Seen, window: NDArray[np.intp], example: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return how much better examples fit windows than they need to, to stand there still."""
    flat, own = _lay_over(examples, window, example), examples.logs[example][:, None]
    now, known = seen.now.reshape(-1, 3).take(flat, axis=0), np.ones(flat.shape, dtype=np.bool_)
    there = _misfit(now - own, known, known.sum(axis=-1)) + TUNING.prior_weight * _SHIFT_COST
    least = there.min(axis=-1)
    alike = _correlate(now @ THIRDS, own @ THIRDS).max(axis=-1)
    kept = np.where(alike > TUNING.kept_correlation_min, TUNING.kept_misfit_max - least, -np.inf)
    doubtful = (alike > TUNING.alike_correlation_min) & (least < TUNING.alike_misfit_max)
    return np.asarray(np.where(doubtful, np.maximum(kept, 0), kept), dtype=np.float64)


def _correlate(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the correlation of values along the last axis; 0 if they are all alike."""
    one, other = (part - part.mean(axis=-1, keepdims=True) for part in (one, other))
    norms = np.linalg.norm(one, axis=-1) * np.linalg.norm(other, axis=-1)
    return np.asarray((one * other).sum(axis=-1) / np.maximum(norms, 1e-6))


def _gains(
    examples: Examples, seen: Seen, window: NDArray[np.intp], example: NDArray[np.intp]
) -> NDArray[np.float64]:
    flat = _lay_over(examples, window, example)
    now, known = seen.now.reshape(-1, 3).take(flat, axis=0), seen.known.take(flat)
    count = known.sum(axis=-1)
    there = _misfit(now - examples.logs[example][:, None], known, count)
    # A shadow or a lamp's reflection changes the board as much as it changes a piece.
    bare = _misfit(now - seen.bare.reshape(-1, 3).take(flat, axis=0), known, count)
    gained = bare - there - TUNING.prior_weight * _SHIFT_COST
    if seen.veiled is not None and seen.lit is not None:
        lit = seen.lit[window]
        beneath = seen.veiled.reshape(-1, 3).take(flat[lit], axis=0)
        veiled = _misfit(now[lit] - beneath, known[lit], count[lit]) - bare[lit] + gained[lit]
        gained[lit] = np.minimum(gained[lit], np.maximum(veiled, TUNING.veiled_gain_min))
    enough = count >= TUNING.known_share_min * TUNING.samples
    enough |= (count >= TUNING.hinted_share_min * TUNING.samples) & (gained > 0)
    return np.asarray(np.where(enough, gained, -np.inf).max(axis=-1))


def _misfit(apart: Logs, known: Mask, count: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return mean negative log densities of differences of colours, but for a constant.

    The means are over the ``known`` ones of the samples (… × samples), ``count`` of them; one shade
    explains what all of them have in common.
    """
    lighter = apart @ THIRDS
    shade = find_median(lighter, known, count).clip(-TUNING.shade_max, TUNING.shade_max)
    misfit = measure_misfit(apart, lighter, shade, TUNING.sigma)
    mean = np.einsum("...s,...s->...", misfit, known) / np.maximum(count, 1)
    return np.asarray(mean + TUNING.prior_weight * 0.5 * (shade / TUNING.shade_sigma) ** 2)


def measure_misfit(apart: Logs, lighter: Logs, shade: Logs, sigma: float) -> Logs:
    """Return samples' negative log densities, but for a constant, of differences (… × samples × 3).

    They are heavy-tailed, of scale ``sigma`` (logarithm). The ``shade`` (…) that all samples share
    costs nothing; they are ``lighter`` (… × samples) by the mean of their channels.
    """
    # What is left without the shade: |a - s|² = |a|² - 3 s (2 mean(a) - s), over three channels.
    left = add_channels(apart * apart)
    left -= 3 * shade[..., None] * (2 * lighter - shade[..., None])
    return np.asarray(np.log1p(left.clip(0) * (1 / (6 * sigma**2))), dtype=np.float32)


def find_median(values: Logs, known: Mask, count: NDArray[np.intp]) -> Logs:
    """Return the median of the known values along the last axis, ``count`` of them; 0 if none."""
    ordered = np.sort(np.where(known, values, np.inf), axis=-1)
    half = np.maximum(count - 1, 0) // 2
    middle = np.take_along_axis(ordered, half[..., None], axis=-1)[..., 0]
    return np.asarray(np.where(np.isfinite(middle), middle, 0), dtype=np.float32)
