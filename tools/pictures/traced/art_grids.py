"""The art of the boards of squares, lines and points, and the faces of the tokens."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image

from tools.pictures.traced import canvas
from tools.pictures.traced.boards import BoardSpec
from tools.pictures.traced.canvas import Canvas, Rgb


def _inlay(art: Canvas, wood: Image.Image, box: tuple[float, float, float, float]) -> None:
    """Paste a piece of wood at (x, y, width, height) millimetres."""
    x, y, wide, high = (round(v * art.scale) for v in box)
    art.image.paste(wood.resize((wide, high)), (x, y))


def draw_inlaid_squares(spec: BoardSpec) -> Image.Image:
    """Draw a board of maple and walnut squares, each with its own grain."""
    rows, columns = spec.ground_shape
    frame = canvas.grain((rows, columns), (70, 42, 26), (98, 60, 36), spec.seed)
    art = Canvas(spec.size, frame)
    margin = spec.places[56].x - spec.places[56].radius - 2
    square = (spec.size[0] - 2 * margin) / 8
    for k in range(64):
        row, column = divmod(k, 8)
        pale = (row + column) % 2 == 0
        dark, light = ((196, 160, 112), (222, 192, 146)) if pale else ((74, 44, 28), (116, 72, 46))
        wood = Image.fromarray(canvas.grain((90, 90), dark, light, spec.seed + 10 * k))
        turned = wood if row % 2 else wood.transpose(Image.Transpose.ROTATE_90)
        _inlay(art, turned, (margin + column * square, margin + row * square, square, square))
    art.box(margin - 1.5, margin - 1.5, 8 * square + 3, 8 * square + 3, None, (210, 180, 120), 0, 1)
    return art.finish(spec.seed, 1.2)


def draw_line_grid(spec: BoardSpec) -> Image.Image:
    """Draw a grid of dark lines on pale wood, with the star points."""
    rows, columns = spec.ground_shape
    art = Canvas(
        spec.size, canvas.grain((rows, columns), (198, 150, 88), (226, 184, 122), spec.seed)
    )
    count = math.isqrt(len(spec.places))
    first, last = spec.places[0], spec.places[-1]
    ink: Rgb = (46, 34, 24)
    for k in range(count):
        x, y = spec.places[k].x, spec.places[count * k].y
        thick = 1.1 if k in (0, count - 1) else 0.7
        art.line([(x, first.y), (x, last.y)], ink, thick)
        art.line([(first.x, y), (last.x, y)], ink, thick)
    for row in (3, count // 2, count - 4):
        for column in (3, count // 2, count - 4):
            spot = spec.places[count * row + column]
            art.disc(spot.x, spot.y, 2, ink)
    return art.finish(spec.seed, 1.5)


_LANDS: tuple[Rgb, ...] = ((176, 168, 112), (198, 150, 104), (150, 170, 128), (190, 176, 150))


def draw_islands(spec: BoardSpec) -> Image.Image:
    """Draw a map: islands in a sea of hatching, roads between points, a round mark at each."""
    rows, columns = spec.ground_shape
    height = canvas.noise((rows, columns), (70, 70), spec.seed)
    height = height + 0.25 * canvas.noise((rows, columns), (12, 12), spec.seed + 1)
    kinds = np.clip(((height + 0.6) * 2.2).astype(int), 0, 3)
    ground = np.where((height > -0.55)[..., None], np.array(_LANDS)[kinds], (104, 146, 160))
    coast = np.abs(height + 0.55) < 0.045
    ground = np.where(coast[..., None], (60, 70, 74), ground)
    rough = 5 * canvas.noise((rows, columns), (2, 2), spec.seed + 2)[..., None]
    art = Canvas(spec.size, np.clip(ground + rough, 0, 255).astype(np.uint8))
    for a in spec.places:
        for b in spec.places:
            far = math.hypot(a.x - b.x, a.y - b.y)
            if a.name < b.name and far < 70:
                art.line([(a.x, a.y), (b.x, b.y)], (120, 80, 56), 1.4)
    rng = np.random.default_rng(spec.seed)
    for _ in range(60):
        x, y, size = rng.uniform(8, 472), rng.uniform(8, 332), rng.uniform(2, 4.5)
        art.polygon([(x - size, y), (x + size, y), (x, y - 1.6 * size)], (92, 110, 74))
    for place in spec.places:
        art.disc(place.x, place.y, place.radius, (228, 214, 180), (70, 50, 40), 0.9)
        art.disc(place.x, place.y, place.radius - 2.4, None, (150, 120, 90), 0.4)
    art.box(2, 2, spec.size[0] - 4, spec.size[1] - 4, None, (70, 50, 40), 3, 1.6)
    return art.finish(spec.seed)


def draw_cardboard_squares(spec: BoardSpec) -> Image.Image:
    """Draw a cheap chessboard: green and buff print, letters and figures, a folded middle."""
    rows, columns = spec.ground_shape
    art = Canvas(spec.size, canvas.paper((rows, columns), (212, 196, 158), spec.seed, 4))
    margin = spec.places[56].x - spec.places[56].radius - 2
    square = (spec.size[0] - 2 * margin) / 8
    ink: Rgb = (62, 96, 74)
    for k in range(64):
        row, column = divmod(k, 8)
        if (row + column) % 2:
            art.box(margin + column * square, margin + row * square, square, square, ink)
    art.box(margin, margin, 8 * square, 8 * square, None, (40, 60, 48), 0, 0.9)
    for k in range(8):
        middle = margin + (k + 0.5) * square
        for far in (margin / 2, spec.size[0] - margin / 2):
            art.write(middle, far, "ABCDEFGH"[k], 6, (40, 60, 48))
            art.write(far, middle, str(8 - k), 6, (40, 60, 48))
    art.line([(0, spec.size[1] / 2), (spec.size[0], spec.size[1] / 2)], (226, 214, 184), 0.9)
    return art.finish(spec.seed, 2.5)


_SIGNS = ("anchor", "wheel", "tower", "leaf", "coin")


def draw_token_faces() -> dict[str, Image.Image]:
    """Draw five faces of tokens, and the back of a card that lies about."""
    faces = {sign: _draw_sign(sign) for sign in _SIGNS}
    card = Canvas((50, 76), (238, 234, 224))
    card.box(3, 3, 44, 70, (90, 50, 96), None, 4)
    card.star(25, 38, 14, 7, (222, 206, 160))
    return {**faces, "loose": card.finish(3)}


def _draw_sign(sign: str) -> Image.Image:
    """Draw one sign on cream, 18 mm wide; only a circle of it is shown."""
    art = Canvas((18, 18), (236, 228, 206))
    ink: Rgb = (50, 44, 48)
    if sign == "anchor":
        art.line([(9, 4), (9, 14)], ink, 1.3)
        art.line([(5, 7), (13, 7)], ink, 1.1)
        art.line([(4, 10), (6, 13), (9, 14.4), (12, 13), (14, 10)], ink, 1.2)
    elif sign == "wheel":
        art.disc(9, 9, 5.4, None, ink, 1.3)
        for a in np.arange(6) * math.pi / 6:
            dx, dy = 5 * math.cos(a), 5 * math.sin(a)
            art.line([(9 - dx, 9 - dy), (9 + dx, 9 + dy)], ink, 0.8)
    elif sign == "tower":
        art.polygon([(6, 14), (12, 14), (11, 6), (7, 6)], ink)
        art.box(5.6, 4, 6.8, 2.6, ink)
    elif sign == "leaf":
        art.polygon([(4, 13), (6, 6), (13, 4), (11, 11)], (70, 104, 62))
        art.line([(4, 14), (11, 6)], ink, 0.7)
    else:
        art.disc(9, 9, 5, (206, 170, 70), ink, 1)
        art.write(9, 9, "5", 6, ink)
    return art.finish(2, 1.0)


def draw_loose_card() -> dict[str, Image.Image]:
    """Draw the back of a card that may lie on a board without cards."""
    card = Canvas((50, 76), (236, 232, 224))
    card.box(3, 3, 44, 70, (44, 70, 120), None, 4)
    for k in range(6):
        card.box(7 + 2 * k, 8 + 4 * k, 36 - 4 * k, 60 - 8 * k, None, (214, 206, 186), 2, 0.7)
    return {"loose": card.finish(4)}
