"""Learns a calibration from any number of labelled pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.intrinsics import Lens, choose_lens
from calibration.camera.lens import Floats
from calibration.camera.sampling import flatten, look_up, make_axes, rectify
from calibration.camera.silhouettes import Mask, Silhouette, Stance, make_silhouettes
from calibration.errors import CalibrationError
from calibration.learning import placing
from calibration.learning.shapes import Shape, View, learn_shapes, reshape_board
from calibration.surfaces.appearance import Appearance, Samples, learn_appearance, take_nominal
from calibration.surfaces.exposures import Exposure, choose, expose, see_bare
from calibration.surfaces.faces import FACE_PX_PER_MM, Shown, cut_face
from calibration.surfaces.light import Light, Map, fit_light
from calibration.taught.maps import ReferenceMaps, make_reference_maps, resize_like
from calibration.taught.model import Calibration, choose_scale, draw_reference
from hardware.board import Board
from hardware.formats import encode_png
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """The resolution for labelled pictures, and how many are needed to learn a shape.

    Chosen by hand for cameras of one to two pixels a millimetre.
    """

    shape_px_per_mm: float = 1.25
    """Pixels per millimetre in which shapes are learnt."""
    light_px_per_mm: float = 1.0
    """Pixels per millimetre in which the light of the pieces is fitted."""
    sample_mm: float = 0.7
    """Millimetres between samples of a piece's colour."""
    piece_reach_mm: float = 45.0
    """Millimetres round the middle of a piece's image that are sampled: all of it, unless it leans
    by more than some 70 mm, under a camera far beside the board."""
    bare_max: int = 2
    """Most pictures of the bare board that are used to learn a shape: more take longer and add
    nothing."""
    views_max: int = 6
    """Most pairs of such a picture and one of pieces that are used to learn a shape."""
    lens_px: float = 1.0
    """Pixels by which a picture may fit a measured lens worse than ``lens_factor`` allows."""
    lens_factor: float = 2.0
    """A measured lens is accepted if a picture fits it this many times as badly as any lens at
    most, and ``lens_px`` more."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A calibration, messages about it for the person, and the poses of the pictures."""

    calibration: Calibration
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    placed: tuple[placing.PosedLesson, ...] = ()


def learn(
    board: Board,
    lessons: Sequence[placing.Lesson],
    drawn: Picture | None = None,
    lenses: Sequence[Lens] = (),
) -> Learnt:
    """Learn a board from lessons.

    ``drawn`` is the board in any size as its file draws it, which is done if it is wanted and not
    given: it replaces the empty board if no picture shows it. Pictures in which the board cannot
    be found are left out with a warning; so are ``lenses`` that do not fit the pictures.
    """
    warnings: list[str] = []
    usable = [lesson for lesson in lessons if not lesson.label.hand]
    lenses = _choose_lenses(board, usable, lenses, warnings)
    placed, left = placing.place_lessons(board, usable, lenses, warnings)
    reference = _make_reference(board, placed, drawn)
    placed += placing.place_by_art(board, placed, left, reference, lenses, warnings)
    _require_placed(placed, lessons, warnings)
    shapes = _learn_shapes(board, placed)
    described, board = board, reshape_board(board, shapes)
    maps = make_reference_maps(reference, board.size_mm)
    appearance = _learn_appearance(board, placed, maps)
    faces = _cut_faces(board, placed, maps, warnings)
    data = {card: encode_png(face) for card, face in faces.items()}
    calibration = Calibration(
        board,
        appearance,
        encode_png(reference),
        data,
        len(placed),
        lenses=tuple(lenses),
        exposures=_expose_all(board, placed),
    )
    notes = (*_make_notes(calibration, placed), *_note_shapes(described, shapes))
    return Learnt(calibration, notes, tuple(warnings), tuple(placed))


def _fit_drawn(board: Board, drawn: Picture) -> Picture:
    size = _reference_size(board)
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def _reference_size(board: Board) -> tuple[int, int]:
    across, down = make_axes(board.size_mm, choose_scale(board.size_mm))
    return len(across), len(down)


def _require_placed(
    placed: Sequence[placing.PosedLesson],
    lessons: Sequence[placing.Lesson],
    warnings: Sequence[str],
) -> None:
    """Refuse to learn if no picture shows the board; raises CalibrationError."""
    if placed or not lessons:
        return
    why = warnings[0].removesuffix(placing.LEFT_OUT) if warnings else "all of them show a hand."
    raise CalibrationError(
        f"No picture shows the board (there are {len(lessons)}), so nothing was learnt: {why}"
    )


def _expose_all(board: Board, placed: Sequence[placing.PosedLesson]) -> tuple[Exposure, ...]:
    chosen = choose([len(each.lesson.label.pieces) for each in placed])
    scale = choose_scale(board.size_mm)
    return tuple(expose(board, placed[number].shot, px_per_mm=scale) for number in chosen)


def _learn_shapes(board: Board, placed: Sequence[placing.PosedLesson]) -> dict[str, Shape]:
    """Return the shapes that labelled pieces show on a bare board; empty without such a board."""
    scale = TUNING.shape_px_per_mm
    flats = [flatten(each.lesson.picture, each.pose, board.size_mm, scale) for each in placed]
    empty = [flat for flat, each in zip(flats, placed, strict=True) if each.is_empty]
    views = [
        View(each.pose, flat, bare, each.lesson.label.pieces, scale)
        for flat, each in zip(flats, placed, strict=True)
        if each.lesson.label.pieces
        for bare in empty[: TUNING.bare_max]
    ]
    return learn_shapes(board, views[: TUNING.views_max])


def _note_shapes(board: Board, shapes: Mapping[str, Shape]) -> Iterator[str]:
    for name, shape in shapes.items():
        kind = board.pieces[name]
        yield (
            f"how the pieces {name!r} look: {shape.height_mm:g} mm high and {shape.diameter_mm:g} "
            f"mm wide, as {shape.pieces} of them show (the file says {kind.height_mm:g} and "
            f"{kind.diameter_mm:g})"
        )


def trust_print(board: Board, drawn: Picture, faces: dict[str, Picture]) -> Calibration:
    """Return the calibration of our own print: board and cards look as they were drawn."""
    data = {card: encode_png(face) for card, face in faces.items()}
    return Calibration(board, take_nominal(board), encode_png(_fit_drawn(board, drawn)), data, 0)


def trust_board(board: Board) -> Calibration:
    """Return the calibration of a board without taught pictures, from its file alone."""
    return trust_print(board, draw_reference(board), {})


def _choose_lenses(
    board: Board, lessons: Sequence[placing.Lesson], lenses: Sequence[Lens], warnings: list[str]
) -> Sequence[Lens]:
    kept = list(lenses)
    for lesson in lessons:
        lens = choose_lens(kept, (lesson.picture.shape[1], lesson.picture.shape[0]))
        free = placing.fit_alone(board, lesson, ()) if lens else None
        if lens is None or free is None:
            continue
        bound = placing.fit_alone(board, lesson, kept)
        most_px = TUNING.lens_px + TUNING.lens_factor * free.residual_px
        if bound is None or bound.residual_px > most_px:
            mode = f"{lens.camera} at {lens.size_px[0]}×{lens.size_px[1]}"
            warnings.append(
                f"{lesson.label.file} was not taken through the measured lens of {mode}; "
                "that lens is left out."
            )
            kept = [other for other in kept if other.camera != lens.camera]
    return kept


def _make_reference(
    board: Board, placed: Sequence[placing.PosedLesson], drawn: Picture | None
) -> Picture:
    """Return the empty board from straight above: the mean of the pictures, otherwise as drawn."""
    if not placed:
        return _fit_drawn(board, draw_reference(board) if drawn is None else drawn)
    empty = [each for each in placed if each.is_empty]
    columns, rows = _reference_size(board)
    total: Map = np.zeros((rows, columns, 3), dtype=np.float32)
    weight: Map = np.zeros((rows, columns), dtype=np.float32)
    scale = choose_scale(board.size_mm)
    for each in empty or placed:
        flat, bare = see_bare(board, each.shot, px_per_mm=scale)
        total += flat * bare[..., None]
        weight += bare
    mean = (total / np.maximum(weight, 1)[..., None]).clip(0, 255).astype(np.uint8)
    unseen = (weight == 0).astype(np.uint8)
    if unseen.any():
        mean = np.asarray(cv2.inpaint(mean, unseen, 5, cv2.INPAINT_TELEA), dtype=np.uint8)
    return mean


def fit_flat_light(
    flat: Map,
    coarse: Map,
    size_mm: tuple[float, float],
    places: Mask | None = None,
) -> Light:
    """Fit the light of a rectified picture at any resolution against the coarse reference.

    ``places`` marks, at the coarse reference's resolution, points that pieces may hide.
    """
    return fit_light(resize_like(flat, coarse), coarse, size_mm, places)


def _learn_appearance(
    board: Board, placed: Sequence[placing.PosedLesson], maps: ReferenceMaps
) -> Appearance:
    samples = Samples()
    for each in placed:
        pieces = each.lesson.label.pieces
        if not pieces:
            continue
        flat = rectify(each.lesson.picture, each.pose, board.size_mm, TUNING.light_px_per_mm)
        gain, offset = fit_flat_light(flat, maps.coarse, board.size_mm).without_gloss()
        shapes = make_silhouettes(board, each.pose)
        for name, colour in pieces.items():
            foot = np.array([board.by_name[name].x_mm, board.by_name[name].y_mm])
            if colour == "hidden" or board.by_name[name].kind == "hole":
                continue
            shape = shapes[board.kind_name(colour, board.by_name[name])]
            top, side, face = ((part - offset) / gain for part in _sample(each, shape, foot))
            samples.add(colour, shape.kind, (top, side, face))
    return learn_appearance(board, samples)


def _sample(
    placed: placing.PosedLesson, silhouette: Silhouette, foot: Floats
) -> tuple[Map, Map, Map]:
    """Return the colours on a piece's top, on its side and on its face (n × 3 each)."""
    centre = (foot + silhouette.top_centre(foot, Stance.UP)) / 2
    steps = np.arange(-TUNING.piece_reach_mm, TUNING.piece_reach_mm, TUNING.sample_mm)
    points = centre + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    seen = look_up(placed.lesson.picture, placed.pose.project(points).astype(np.float32))
    inside = seen[:, 0] >= 0
    shown = *silhouette.parts(points, foot, Stance.UP), silhouette.face(points, foot, Stance.UP)
    top, side, face = (seen[part & inside] for part in shown)
    return top, side, face


def _cut_faces(
    board: Board, placed: Sequence[placing.PosedLesson], maps: ReferenceMaps, warnings: list[str]
) -> dict[str, Picture]:
    """Return the face of every card that a picture shows on the pile, from the first such one."""
    faces: dict[str, Picture] = {}
    if board.discard is None:
        return faces
    for each in placed:
        card = each.lesson.label.card
        if card is None or card in faces:
            continue
        cut = cut_face(_show_flat(board, each, maps), board.discard)
        if cut is None:
            warnings.append(
                f"{each.lesson.label.file}: there is no card on the pile, though its label says "
                f"{card}; was it laid somewhere else?"
            )
            continue
        faces[card] = cut.face
        if not cut.sure:
            warnings.append(
                f"{each.lesson.label.file}: the edges of the card {card} are hard to see; if it "
                "is misread later, show it alone on the pile, lying flat."
            )
    return faces


def _show_flat(board: Board, placed: placing.PosedLesson, maps: ReferenceMaps) -> Shown:
    flat = rectify(placed.lesson.picture, placed.pose, board.size_mm, FACE_PX_PER_MM)
    light = fit_flat_light(flat, maps.coarse, board.size_mm)
    size = flat.shape[1], flat.shape[0]
    known = resize_like(maps.soft, flat)
    expected = cv2.resize(light.gain, size) * known + cv2.resize(light.offset, size)
    return Shown(flat.clip(0, 255).astype(np.uint8), (expected,))


def _make_notes(calibration: Calibration, placed: Sequence[placing.PosedLesson]) -> tuple[str, ...]:
    learnt = calibration.appearance.learnt
    empty = sum(each.is_empty for each in placed)
    colours = ", ".join(f"{colour} ({count})" for colour, count in learnt.items())
    return (
        f"the board; pictures of it: {len(placed)}, of these empty: {empty}",
        f"the colours of pieces, and from how many: {colours}",
        f"card faces: {', '.join(calibration.faces_png) or 'none'}",
        *(f"the lens of {lens.camera}, as it was measured" for lens in calibration.lenses),
    )


def require_pictures(lessons: Sequence[placing.Lesson], unread: Sequence[str] = ()) -> None:
    """Refuse to learn from nothing; raises CalibrationError.

    ``unread`` are the reasons why labelled pictures cannot be read.
    """
    if unread and not lessons:
        raise CalibrationError(
            f"No labelled picture can be read (there are {len(unread)}), so nothing is learnt: "
            f"{unread[0]}"
        )
    if not lessons:
        raise CalibrationError(
            "None of the labels has the role calibrate; give at least one picture "
            "of the empty board, with its corners."
        )
