"""Finds faults in pictures of the set-up (a hand, a card twice, a piece astray), and colours."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.errors import RegistrationError
from calibration.exposures import Shot, expose
from calibration.faces import FACE_PX_PER_MM, Shown, cut_face
from calibration.lens import Pose
from calibration.model import reference_scale
from calibration.patches import Patches
from calibration.sampling import flatten
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.setup.arranging import arrange, find_open
from tablet_companion.setup.change_detection import BAND_MM, BareBoard
from tablet_companion.setup.exchanged import find_other_order
from tablet_companion.vision.objects.hands import SceneNetwork, hand_log_odds
from tablet_companion.vision.objects.survey import compare_all, lay_square, make_camera_sampler
from tablet_companion.vision.places.network import PlaceNetwork, weights
from tablet_companion.vision.places.network_scores import BARE, COVERED, TURNED, UPRIGHT
from tablet_companion.vision.taught_views import TaughtPicture, TaughtViews, lay_taught_views

_TWIN: Final = 0.94
"""Correlation from which two faces are one card's. On a drawn make, in three lights and with cards
turned any way, 140 pairs of one card's had 0.966 at least, and 1183 of two cards' 0.901 at most
(a 5 and an 8). Held by tests/setup/test_picture_faults.py."""
_SLACK_PX: Final = 8
"""Two faces are cut so differently at most; what is nearer to the edge is not compared."""
_HAND: Final = 0.0
"""Log odds from which a hand is seen: with nothing known of the board, three drawn boards have at
most −1.9 without a hand and at least 2.0 with one."""
_STANDS: Final = 0.0
"""Log odds from which a piece stands on a place: one that is empty in two pictures had at most −2.4
on twelve drawn boards, some of whose places all look different, and −2.9 on photographs of the
boxed one; a piece that is in one of the two had at least 1.6. Held by
tests/setup/test_picture_faults.py."""
_MAX_COLOURS: Final = 6
"""Every order of the colours is tried: 720 of six, 5040 of seven."""
_MIXED: Final = 0.4
"""Colours are mixed up if another order explains them with at most this share of the error: 0.12
on three drawn makes in two lights, while nothing explained the right order better. Held by
tests/setup/test_showing.py."""
_MIDDLE: Final = 0.4
"""Share of a place's radius within which a piece is looked for: it may be far smaller."""
_FILLED: Final = 0.2
"""Share of a place's middle that a piece changes at least: its rim alone, on its own colour."""
_CAP: Final = 0.7
"""Share of what changed on a place that is less colourful than a pawn's cap."""
_VIVID: Final = 20.0
"""How far from grey, in 8-bit Lab, a cap is that is neither white nor black."""
_LEANS_MM: Final = 4.0
"""The top of a pawn near the board's edge is seen this far outside its place, or more."""
_GREY: Final = 128.0
"""What stands for no colour in the second and third number of 8-bit Lab."""


Lab = NDArray[np.float64]


def find_twin(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], faces: Mapping[Card, Picture]
) -> tuple[Picture | None, Card | None]:
    """Return the face on the pile, if one is found, and which of ``faces`` it resembles.

    ``pictures`` are of the empty board and of the card.
    """
    assert board.discard is not None, "only a board with cards has a pile"
    empty, flat = (flatten(picture, pose, board.size_mm, FACE_PX_PER_MM) for picture in pictures)
    cut = cut_face(Shown(flat, (empty,)), board.discard, FACE_PX_PER_MM)
    if cut is None:
        return None, None
    alike = {card: _correlate(cut.face, face) for card, face in faces.items()}
    best = max(alike, key=alike.__getitem__, default=None)
    return cut.face, best if best is not None and alike[best] > _TWIN else None


def _correlate(one: Picture, other: Picture) -> float:
    """Return the correlation of two faces, whichever way round they were cut.

    They are compared directly: sought on the pile among known faces, a 5 was aligned as the 8 that
    it resembles, and then looked like neither.
    """
    inner, whole = (cv2.GaussianBlur(face, (0, 0), 1.0) for face in (one, other))
    inner = inner[_SLACK_PX:-_SLACK_PX, _SLACK_PX:-_SLACK_PX]
    sides = inner, np.ascontiguousarray(inner[::-1, ::-1])
    return max(float(cv2.matchTemplate(whole, each, cv2.TM_CCOEFF_NORMED).max()) for each in sides)


def find_strangers(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Set[str], Set[str]]:
    """Return the places of unwanted pieces: in a picture of the empty board, and in one of pieces.

    Each place is compared with itself in the other picture, so that it does not matter how a board
    is printed. What stands in both is not seen; what stood in the first may be in both answers.
    """
    shots = _lay_beside(board, pose, pictures, pieces)
    if shots is None:
        return set(), set()
    bare, laid = shots
    before, now = score_pieces(board, bare, laid), score_pieces(board, laid, bare)
    free = before.keys() - pieces.keys()
    # Where a piece was taken away, the place has changed as well, though less.
    return (
        {name for name in free if before[name] > max(_STANDS, now[name])},
        {name for name in free if now[name] > _STANDS},
    )


def find_standing(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Mapping[str, str], Set[str]]:
    """Return at which places of their areas pieces stand, and where there seems to be none.

    Asked are only areas with places to spare. ``pictures`` are of the empty board and of pieces.
    """
    wanted = find_open(board, pieces)
    shots = _lay_beside(board, pose, pictures, pieces) if wanted else None
    if shots is None:
        return pieces, set()
    scores = score_pieces(board, shots[1], shots[0], wanted)
    laid = arrange(board, pieces, scores)
    return laid, {name for name in laid if name in wanted and scores.get(name, 0.0) < _STANDS}


def _lay_beside(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> tuple[Shot, Shot] | None:
    """Return the pictures of the empty board and of pieces; None if they do not fit together."""
    empty, start = pictures
    scale = reference_scale(board.size_mm)
    flat = flatten(empty, pose, board.size_mm, scale)
    try:  # setting pieces out may push the board a little
        moved = Patches(flat, scale).follow(start, pose).pose
    except RegistrationError:  # places that are not known to be the same are not compared
        return None
    return Shot(empty, pose, {}, card=False), Shot(start, moved, pieces, card=False)


def score_pieces(
    board: Board, shot: Shot, other: Shot, wanted: Collection[str] | None = None
) -> Mapping[str, float]:
    """Return the log odds of pieces in a picture, compared with the bare places of another."""
    taught = expose(board, other, px_per_mm=reference_scale(board.size_mm))
    views = lay_taught_views(board, (TaughtPicture(taught),), shot.pose)
    return score_windows(board, views, shot.picture, wanted)


def score_windows(
    board: Board, views: TaughtViews, picture: Picture, wanted: Collection[str] | None = None
) -> Mapping[str, float]:
    """Return the log odds of pieces in a picture, by place, compared with taught views.

    Only those of the ``wanted`` places, if given.
    """
    windows = views.windows.rows
    rows = [
        number
        for number, row in enumerate(windows)
        if wanted is None or board.places[row.place].name in wanted
    ]
    if not rows:
        return {}
    shown = views.place_input(picture, np.array(rows, np.intp))
    nats = _load_places().infer(shown).nats
    piece = np.logaddexp(nats[:, UPRIGHT], nats[:, TURNED])
    log_odds = piece - np.logaddexp(nats[:, BARE], nats[:, COVERED])
    scores: dict[str, float] = {}
    for number, score in zip(rows, log_odds.tolist(), strict=True):
        name = board.places[windows[number].place].name
        scores[name] = max(score, scores.get(name, score))
    return scores


def find_mixed(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> Set[str]:
    """Return the places whose pieces have the colours of others, in a picture of pieces.

    Colours are compared with each other, as those of a make may differ from the nominal ones, and
    a lamp tints them all. The first of ``pictures`` is of the empty board.
    """
    names = sorted(set(pieces.values()))
    if not 2 <= len(names) <= _MAX_COLOURS:
        return set()
    empty, start = (
        cv2.cvtColor(flatten(each, pose, board.size_mm, 1.0), cv2.COLOR_BGR2LAB).astype(np.float64)
        for each in pictures
    )
    tops = {place: _measure_top(board.by_name[place], empty, start) for place in pieces}
    seen = [np.median([tops[at] for at, one in pieces.items() if one == name], 0) for name in names]
    stated = [_nominal(board, name) for name in names]
    errors = np.linalg.norm(_scale(seen)[:, None] - _scale(stated)[None], axis=2) ** 2
    mixed = {names[row] for row in find_other_order(errors, _MIXED)}
    return {place for place, name in pieces.items() if name in mixed}


def find_colours(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], offered: Mapping[str, str]
) -> tuple[str, ...]:
    """Return which of the ``offered`` colours come nearest to what came onto the places.

    ``pictures`` are of the empty board and of pieces. No network that takes flat men for print is
    asked. Limits were chosen on 25 drawn boards; held by tests/setup/test_colours.py.
    """
    known = np.array([_read_lab(colour) for colour in offered.values()])
    middles = (msgspec.structs.replace(p, radius_mm=p.radius_mm * _MIDDLE) for p in board.places)
    small = msgspec.structs.replace(board, places=tuple(middles))
    bare = BareBoard.of(small, pose, pictures[0])
    filled = bare.find_filled(pictures[1], board.by_name, _FILLED)
    flat = cv2.cvtColor(flatten(pictures[1], pose, board.size_mm, 1.0), cv2.COLOR_BGR2LAB)
    changed = bare.compare(pictures[1]).changed[BAND_MM:-BAND_MM, BAND_MM:-BAND_MM]
    found = set[int]()
    for place in (board.by_name[name] for name in filled):
        x, y, r = (round(value) for value in (place.x_mm, place.y_mm, place.radius_mm))
        part = slice(max(0, y - r), y + r + 1), slice(max(0, x - r), x + r + 1)
        body = flat[part][changed[part]].astype(np.float64)
        chroma = np.hypot(*(body[:, 1:] - _GREY).T)
        vivid = np.quantile(chroma, _CAP) >= _VIVID  # the body of a pawn may be black for all
        seen = np.median(body[chroma >= np.quantile(chroma, _CAP)] if vivid else body, axis=0)
        found.add(int(np.linalg.norm((known - seen) * (0.5, 1, 1), axis=1).argmin()))
    return tuple(name for number, name in enumerate(offered) if number in found)


def read_sides(
    board: Board,
    spots: Mapping[str, tuple[float, float]],
    picture: Picture,
    pose: Pose,
    size_mm: tuple[float, float],
) -> Iterator[tuple[int, ...]]:
    """Yield, by the print of finishes and of nests, on which side each of four colours sits.

    Sides are numbered the way round in which ``spots`` (mm) are laid out. Where another way round
    explains the print nearly as well, nothing is yielded; colours in another order than the
    board's only where this explains it much better than either way round.
    """
    flat = cv2.medianBlur(flatten(picture, pose, size_mm, 1.0), 5)
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float64)
    wanted = _scale([_nominal(board, name) for name in board.colours])
    for kind in ("finish", "nest"):
        at = [(p.colour, spots[p.name]) for p in board.places if p.kind == kind]
        seen = [[lab[int(y), int(x)] for c, (x, y) in at if c == one] for one in board.colours]
        apart = _scale([np.median(each, axis=0) for each in seen])[:, None] - wanted
        errors = (apart**2).sum(axis=2)
        costs = {way: errors[list(way), range(4)].sum() for way in itertools.permutations(range(4))}
        round_about = (way for way in costs if find_direction(way))
        best, second = sorted(round_about, key=costs.__getitem__)[:2]
        least = min(costs, key=costs.__getitem__)
        if costs[least] <= _MIXED * costs[best]:
            yield least
        elif costs[best] <= _MIXED * costs[second]:
            yield best


def find_direction(sides: Sequence[int]) -> int:
    """Return 1 if colours follow each other from side to side, -1 backwards, 0 in no such order."""
    steps = {(after - side) % 4 for side, after in itertools.pairwise(sides)}
    return {1: 1, 3: -1}.get(steps.pop(), 0) if len(steps) == 1 else 0


def _nominal(board: Board, name: str) -> Lab:
    """Return the colour of a piece as the board file has it."""
    kind = board.kind_of(name)
    assert kind is not None, "pieces of the starting position belong to the board"
    return _read_lab(kind.colours[name])


def _measure_top(place: BoardPlace, empty: Lab, start: Lab) -> Lab:
    """Return the colour of what came onto a place: bodies of pawns may be black for all."""
    x, y, r = (round(value) for value in (place.x_mm, place.y_mm, place.radius_mm + _LEANS_MM))
    part = slice(max(0, y - r), y + r + 1), slice(max(0, x - r), x + r + 1)
    now = start[part].reshape(-1, 3)
    changed = np.abs(now - empty[part].reshape(-1, 3)).max(axis=1)
    body = now[changed >= np.median(changed)]
    chroma = np.hypot(*(body[:, 1:] - _GREY).T)
    top: Lab = np.median(body[chroma >= np.quantile(chroma, 0.6)], axis=0)
    return top


def _read_lab(colour: str) -> Lab:
    """Return a colour such as #c8202c in the space in which colours are compared."""
    rgb = np.array([[list(bytes.fromhex(colour[1:]))]], np.uint8)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _scale(colours: Sequence[Lab]) -> Lab:
    """Return colours by how they lie to each other; brightness depends most on the light."""
    apart = (np.array(colours) - np.mean(colours, axis=0)) * (0.5, 1.0, 1.0)
    scaled: Lab = apart / max(1.0, float(np.sqrt((apart**2).sum(axis=1).mean())))
    return scaled


def sees_hand(board: Board, pose: Pose, picture: Picture) -> bool:
    """Whether the hand network sees a hand over a board that is not taught yet."""
    square = lay_square(board, pose)
    sampler = make_camera_sampler(square, pose)
    shown = compare_all(square, sampler.sample(picture)[0], sampler.inside[0], ())
    return hand_log_odds(_load().infer(shown), square) >= _HAND


def hand_in(views: TaughtViews, picture: Picture) -> float:
    """Return the log odds of a hand over a board, beside taught views of it."""
    shown = views.square_input(views.sample_square(picture))
    return hand_log_odds(_load().infer(shown), views.square)


@functools.cache
def _load_places() -> PlaceNetwork:
    return PlaceNetwork(weights("places.onnx"))


@functools.cache
def _load() -> SceneNetwork:
    return SceneNetwork(weights("hands.onnx"))
