"""The printed art of the four race boards, and the card faces of the boxed one."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image

from tools.pictures.traced import canvas
from tools.pictures.traced.boards import BoardSpec, Place
from tools.pictures.traced.canvas import Canvas, Rgb

INKS: dict[str, Rgb] = {
    "red": (196, 44, 46),
    "blue": (40, 84, 168),
    "green": (48, 132, 70),
    "yellow": (232, 184, 44),
}
CREAM: Rgb = (242, 232, 208)
DARK: Rgb = (34, 30, 40)


def draw_harbour(spec: BoardSpec) -> Image.Image:
    """Draw the boxed board: a harbour by night, waves, boats, lamps and drilled holes."""
    rows, columns = spec.ground_shape
    sea = canvas.paper((rows, columns), (38, 66, 92), spec.seed, 9)
    art = Canvas(spec.size, sea)
    rng = np.random.default_rng(spec.seed)
    for _ in range(150):
        x, y, wide = rng.uniform(0, 420), rng.uniform(0, 420), rng.uniform(8, 26)
        wave = [(x + wide * t, y + 1.6 * math.sin(t * 9)) for t in np.linspace(0, 1, 12)]
        art.line(wave, (70, 108, 132), rng.uniform(0.4, 0.9))
    for _ in range(26):
        _draw_boat(art, rng)
    track = [(p.x, p.y) for p in spec.places if p.name.startswith("T")]
    art.line([*track, *track[:2]], (24, 26, 34), 18)
    art.line([*track, *track[:2]], (196, 176, 132), 15.6)
    for x, y in ((70, 210), (350, 210), (210, 66), (210, 354)):
        art.star(x, y, 9, 8, (214, 170, 84))
        art.disc(x, y, 12, None, (214, 170, 84), 0.6)
    assert spec.discard is not None
    wide, high = spec.discard.card
    art.box(210 - wide / 2 - 2, 210 - high / 2 - 2, wide + 4, high + 4, (26, 34, 50),
            (214, 170, 84), 4, 1)  # fmt: skip
    art.star(210, 210, 15, 12, (58, 78, 100))
    for place in spec.places:
        _draw_harbour_place(art, place)
    return art.finish(spec.seed)


def _draw_boat(art: Canvas, rng: np.random.Generator) -> None:
    angle, radius = rng.uniform(0, 2 * math.pi), rng.uniform(60, 150)
    x, y, size = 210 + radius * math.cos(angle), 210 + radius * math.sin(angle), rng.uniform(5, 11)
    hull = canvas.mix((120, 60, 44), (206, 190, 160), rng.random())
    art.polygon([(x - size, y), (x + size, y), (x + 0.6 * size, y + 4), (x - 0.6 * size, y + 4)],
                hull)  # fmt: skip
    art.polygon([(x, y - size * 1.4), (x, y - 0.6), (x + size * 0.8, y - 0.6)], (224, 216, 196))


def _draw_harbour_place(art: Canvas, place: Place) -> None:
    x, y, r = place.x, place.y, place.radius
    ink = INKS.get(place.colour or "", CREAM)
    if place.kind == "space":
        art.disc(x, y, r, (232, 220, 190), (108, 88, 62), 0.6)
        art.disc(x, y, r * 0.45, None, (196, 176, 132), 0.5)
    elif place.kind == "hole":
        art.disc(x, y, r + 1.8, (120, 124, 130), DARK, 0.5)
    elif place.kind == "meeting":
        art.disc(x, y, r + 1.2, (96, 54, 120))
        art.disc(x, y, r - 0.4, (226, 206, 236))
        art.line([(x - 4, y - 4), (x + 4, y + 4)], (96, 54, 120), 1.2)
        art.line([(x - 4, y + 4), (x + 4, y - 4)], (96, 54, 120), 1.2)
    elif place.kind == "start":
        art.disc(x, y, r + 1.6, CREAM)
        art.disc(x, y, r + 0.4, ink)
        art.star(x, y, 5, 4, CREAM)
    else:
        art.disc(x, y, r + 0.8, canvas.mix(ink, CREAM, 0.15))
        art.disc(x, y, r - 0.8, canvas.mix(ink, DARK, 0.35 if place.kind == "nest" else 0.0))
        if place.kind == "finish":
            art.write(x, y, place.name[-1], 6.5, CREAM)


_CARD_SIGNS = {"1/11": "1/11", "partner": "4", "exchange": "X", "copy": "?"}
CARDS = ("2", "3", "5", "6", "7", "8", "9", "10", "12", "1/11", "13",
         "partner", "exchange", "copy")  # fmt: skip
CARD_MM = (50.0, 76.0)


def draw_cards() -> dict[str, Image.Image]:
    """Draw the fourteen card faces and a back."""
    return {name: _draw_card(name) for name in (*CARDS, "back", "loose")}


def _draw_card(name: str) -> Image.Image:
    """Draw one face: a pale rim, a coloured panel, a large sign and small ones in the corners."""
    wide, high = CARD_MM
    art = Canvas(CARD_MM, (240, 236, 226))
    if name in ("back", "loose"):
        return _draw_back(art, (58, 78, 100) if name == "back" else (120, 60, 44))
    special = name in _CARD_SIGNS or name == "13"
    panel: Rgb = (150, 44, 58) if special else (42, 92, 104)
    art.box(3.2, 3.2, wide - 6.4, high - 6.4, panel, None, 3)
    for k in range(5):
        art.box(6 + k, 14 + 2 * k, wide - 12 - 2 * k, high - 28 - 4 * k, None,
                canvas.mix(panel, CREAM, 0.18), 6, 0.4)  # fmt: skip
    sign = _CARD_SIGNS.get(name, name)
    if name == "partner":
        for x in (wide / 2 - 8, wide / 2 + 8):
            art.disc(x, 22, 4, CREAM)
            art.polygon([(x - 6, 34), (x + 6, 34), (x, 23)], CREAM)
    if name == "exchange":
        art.disc(wide / 2, high / 2, 17, None, CREAM, 2.2)
    if name == "copy":
        art.box(13, 20, 20, 30, None, CREAM, 2, 1.6)
        art.box(18, 27, 20, 30, panel, CREAM, 2, 1.6)
    shrink = 0.62 if len(sign) > 2 else 1
    art.write(wide / 2, high / 2 + (6 if name == "partner" else 2), sign, 27 * shrink, CREAM)
    if name in ("6", "9"):
        art.line([(wide / 2 - 8, high / 2 + 19), (wide / 2 + 8, high / 2 + 19)], CREAM, 1.6)
    art.write(9, 10, sign, 7 * shrink, CREAM)
    art.write(wide - 9, high - 10, sign, 7 * shrink, CREAM, 180)
    return art.finish(len(name))


def _draw_back(art: Canvas, panel: Rgb) -> Image.Image:
    wide, high = CARD_MM
    art.box(3, 3, wide - 6, high - 6, panel, None, 3)
    for k in range(9):
        art.disc(wide / 2, high / 2, 5 + 3 * k, None, canvas.mix(panel, CREAM, 0.4), 0.5)
    art.star(wide / 2, high / 2, 9, 6, (214, 170, 84))
    return art.finish(1)


def draw_plank_cross(spec: BoardSpec) -> Image.Image:
    """Draw the cross on dark planks: painted rings, the homes filled with dull paint."""
    rows, columns = spec.ground_shape
    art = Canvas(spec.size, canvas.grain((rows, columns), (58, 34, 22), (104, 66, 42), spec.seed))
    art.box(8, 8, 344, 344, None, (34, 20, 14), 6, 1.4)
    track = [(p.x, p.y) for p in spec.places if p.name.startswith("T")]
    art.line([*track, track[0]], (150, 116, 78), 1.2)
    for place in spec.places:
        ink = canvas.mix(INKS.get(place.colour or "", (150, 116, 78)), (70, 44, 30), 0.3)
        filled = ink if place.colour else None
        art.disc(place.x, place.y, place.radius, filled, (164, 132, 92), 1)
        art.disc(place.x, place.y, 2.2, (38, 22, 16))
    return art.finish(spec.seed, 1.5)


def draw_pale_cross(spec: BoardSpec) -> Image.Image:
    """Draw the cross of squares on ivory: coloured yards, homeward lanes and stars."""
    rows, columns = spec.ground_shape
    art = Canvas(spec.size, canvas.paper((rows, columns), (236, 230, 212), spec.seed, 3))
    yards = ((10, 244), (10, 10), (244, 10), (244, 244))
    for (x, y), (name, ink) in zip(yards, INKS.items(), strict=True):
        art.box(x, y, 156, 156, canvas.mix(ink, (255, 255, 255), 0.55), ink, 10, 1.5)
        art.disc(x + 78, y + 78, 56, (246, 242, 230), ink, 1)
        art.write(x + 78, y + 78, name[0].upper(), 26, canvas.mix(ink, (255, 255, 255), 0.6))
    art.polygon([(166, 166), (244, 166), (205, 205)], INKS["green"])
    art.polygon([(166, 244), (244, 244), (205, 205)], INKS["red"])
    art.polygon([(166, 166), (166, 244), (205, 205)], INKS["blue"])
    art.polygon([(244, 166), (244, 244), (205, 205)], INKS["yellow"])
    for place in spec.places:
        ink = INKS.get(place.colour or "", (246, 242, 230))
        if place.kind == "nest":
            art.disc(place.x, place.y, 11, canvas.mix(ink, (255, 255, 255), 0.2), ink, 0.8)
            continue
        art.box(place.x - 12.6, place.y - 12.6, 25.2, 25.2, ink, (120, 110, 96), 1, 0.5)
        if place.name.startswith("T") and int(place.name[1:]) % 13 == 8:
            art.star(place.x, place.y, 9, 5, (190, 180, 160))
    return art.finish(spec.seed, 1.5)


def draw_worn_round(spec: BoardSpec) -> Image.Image:
    """Draw the round track on brick red, worn pale at its fold, its rims and its spaces."""
    rows, columns = spec.ground_shape
    art = Canvas(spec.size, canvas.paper((rows, columns), (146, 48, 38), spec.seed, 10))
    rng = np.random.default_rng(spec.seed)
    for k in range(48):
        a = 2 * math.pi * k / 48
        far = 150 if k % 2 else 128
        ray = [(210 + r * math.cos(a), 210 + r * math.sin(a)) for r in (40, far)]
        art.line(ray, (186, 92, 58), 1.2)
    for radius in (30, 36, 104, 108, 199, 203):
        art.disc(210, 210, radius, None, (206, 150, 84), 0.9)
    for place in spec.places:
        ink = INKS.get(place.colour or "", (178, 60, 46))
        rim = (226, 196, 140)
        art.disc(place.x, place.y, place.radius, canvas.mix(ink, (90, 40, 30), 0.2), rim, 0.8)
        if place.kind == "space" and int(place.name[1:]) % 2:
            art.disc(place.x, place.y, 3, None, rim, 0.5)
    return _wear(art.finish(spec.seed, 2.5), rng)


def _wear(drawing: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Rub the fold, the rim and some patches pale, and scratch the print."""
    pixels = np.asarray(drawing, np.float32)
    rows, columns = pixels.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    rough = canvas.noise((rows, columns), (5, 5), int(rng.integers(1_000_000)))
    fold = np.exp(-(((x - columns / 2) / (5 + 2.5 * rough)) ** 2))
    rim = np.minimum(np.minimum(x, columns - x), np.minimum(y, rows - y))
    worn = np.maximum(0.75 * fold, 0.7 * np.exp(-np.maximum(rim - 4 * rough, 0) / 9))
    patches = canvas.noise((rows, columns), (60, 60), int(rng.integers(1_000_000)))
    worn = np.maximum(worn, 0.4 * np.clip(patches + 0.5 * rough - 1.3, 0, 1))
    board = Image.fromarray(
        (pixels + (np.array((206, 190, 164)) - pixels) * worn[..., None]).astype(np.uint8)
    )
    scratched = Canvas((1, 1), CREAM)
    scratched.image, scratched.pen = board, type(scratched.pen)(board)
    scratched.scale = canvas.PX_PER_MM
    for _ in range(40):
        x0, y0, a = rng.uniform(0, 420), rng.uniform(0, 420), rng.uniform(0, 6.28)
        far = rng.uniform(6, 50)
        scratched.line([(x0, y0), (x0 + far * math.cos(a), y0 + far * math.sin(a))],
                       (198, 160, 130), 0.3)  # fmt: skip
    return board
