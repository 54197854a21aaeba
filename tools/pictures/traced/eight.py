"""The eight boards that measure the reader; nothing is ever fitted to them."""

from __future__ import annotations

from typing import Final

import numpy as np

from tools.pictures.traced import art_grids, art_tracks, layouts, pieces
from tools.pictures.traced.boards import BoardSpec, Discard, Kind, Place

_SQUARES_4: Final = layouts.square_places(18, 43)
_SQUARES_8: Final = layouts.square_places(16, 45)
_LINES: Final = layouts.line_places(13, 20, 22.5, 23.7)


def _nest_start(places: tuple[Place, ...], shape: str) -> tuple[tuple[str, str, str], ...]:
    """Return a race's beginning: one piece of each colour on its start, the rest in the nest."""
    first = [(p.name, p.colour or "", shape) for p in places if p.kind == "start"]
    rest = [
        (p.name, p.colour or "", shape) for p in places if p.kind == "nest" and p.name[-1] != "1"
    ]
    return (*first, *rest)


def _draughts_start() -> tuple[tuple[str, str, str], ...]:
    dark = [p for k, p in enumerate(_SQUARES_4) if sum(divmod(k, 8)) % 2]
    return (
        *((p.name, "brown", "disc") for p in dark[:12]),
        *((p.name, "cream", "disc") for p in dark[-12:]),
    )


_BACK_RANK: Final = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
_MEN: Final = (*_BACK_RANK, *["chess_pawn"] * 8)


def _chess_start() -> tuple[tuple[str, str, str], ...]:
    files = "ABCDEFGH"
    return tuple(
        (f"{files[k]}{rank}", colour, _BACK_RANK[k] if rank in (1, 8) else "chess_pawn")
        for rank, colour in ((1, "white"), (2, "white"), (7, "black"), (8, "black"))
        for k in range(8)
    )


def _stated(shape: str, diameter: float, height_off: float = 0, width_off: float = 0) -> (
    tuple[float, float]
):  # fmt: skip
    """Return height and diameter as board.toml states them: wrong by so large a share."""
    return pieces.measure_height(shape) * (1 + height_off), diameter * (1 + width_off)


def _mean_man() -> tuple[float, float]:
    """Return a rough height and width for all chessmen together, too low by a tenth."""
    return float(np.mean([pieces.measure_height(man) for man in _MEN])) * 0.9, 29 * 0.88


BOXED: Final = BoardSpec(
    name="boxed_harbour",
    title="Harbour, boxed",
    seed=101,
    size=(420, 420),
    places=layouts.boxed_places(),
    kinds=(
        Kind(
            "pawn",
            {"red": "#c4262c", "blue": "#2452b4", "green": "#2c9040", "yellow": "#e4bc24"},
            ("capped",) * 4,
            _stated("capped", 13),
            13,
            0.13,
            keys={"hidden": "#161616", "marker_diameter_mm": 11.1, "marker_side_mm": 2.7,
                  "hole_depth_mm": 10.0, "hole_diameter_mm": 15.0},
        ),
    ),
    draw=art_tracks.draw_harbour,
    start=_nest_start(layouts.boxed_places(), "capped"),
    most=4,
    alpha=0.13,
    thickness=12,
    edge=(0.12, 0.10, 0.09),
    sizes=((960, 720), (800, 600), (1280, 960)),
    faces=art_tracks.draw_cards,
    discard=Discard(210.0, 210.0, art_tracks.CARD_MM),
    cards=art_tracks.CARDS,
    game="agent_dog",
    hole_mm=15,
)  # fmt: skip

CONES: Final = BoardSpec(
    name="plank_cones",
    title="Cones on planks",
    seed=202,
    size=(360, 360),
    places=layouts.cross_places(),
    kinds=(
        Kind(
            "cone",
            {"red": "#a83a2e", "blue": "#2f5a8c", "green": "#4a7a46", "yellow": "#d6a83c"},
            ("cone",) * 4,
            _stated("cone", 12, 0.25, 0.15),
            12,
            0.3,
        ),
    ),
    draw=art_tracks.draw_plank_cross,
    start=_nest_start(layouts.cross_places(), "cone"),
    most=4,
    alpha=0.16,
    thickness=18,
    edge=(0.06, 0.03, 0.02),
    tables=("oak", "linen", "walnut", "white"),
    tilt=(2, 20),
    sizes=((640, 480), (960, 720), (1280, 720), (1920, 1080)),
    faces=art_grids.draw_loose_card,
)

GLOSSY: Final = BoardSpec(
    name="varnished_cross",
    title="Varnished cross",
    seed=303,
    size=(410, 410),
    places=layouts.ludo_places(),
    kinds=(
        Kind(
            "pawn",
            {"red": "#d01f26", "blue": "#1c4fc0", "green": "#149043", "yellow": "#f0c414"},
            ("headed",) * 4,
            _stated("headed", 14, -0.28, -0.18),
            14,
            0.06,
        ),
    ),
    draw=art_tracks.draw_pale_cross,
    start=_nest_start(layouts.ludo_places(), "headed"),
    most=4,
    alpha=0.025,
    sizes=((800, 600), (960, 720)),
    tables=("walnut", "white", "plaid", "beech"),
    faces=art_grids.draw_loose_card,
)

CHEQUERS: Final = BoardSpec(
    name="inlaid_chequers",
    title="Chequers, inlaid",
    seed=404,
    size=(380, 380),
    places=_SQUARES_4,
    kinds=(
        Kind(
            "man",
            {"brown": "#5c3a26", "cream": "#d8b98a"},
            ("disc",) * 12,
            _stated("disc", 30),
            30,
            0.18,
        ),
    ),
    draw=art_grids.draw_inlaid_squares,
    start=_draughts_start(),
    most=12,
    alpha=0.14,
    thickness=14,
    edge=(0.08, 0.045, 0.025),
    tilt=(0, 14),
    sizes=((800, 600), (960, 720), (640, 480)),
    tables=("linen", "white", "walnut", "oak"),
    faces=art_grids.draw_loose_card,
)

STONES: Final = BoardSpec(
    name="stone_grid",
    title="Thirteen lines",
    seed=505,
    size=(310, 324.4),
    places=_LINES,
    kinds=(
        Kind(
            "stone",
            {"black": "#1c1c1e", "white": "#ece9e0"},
            ("lens",) * 60,
            _stated("lens", 20.5),
            20.5,
            0.15,
        ),
    ),
    draw=art_grids.draw_line_grid,
    start=tuple((name, colour, "lens") for name, colour in
                (("D4", "black"), ("K10", "white"), ("K4", "black"), ("D10", "white"))),
    most=34,
    alpha=0.2,
    thickness=20,
    sizes=((800, 600), (640, 480), (960, 720)),
    edge=(0.5, 0.33, 0.16),
    tables=("walnut", "white", "linen", "oak"),
    faces=art_grids.draw_loose_card,
)  # fmt: skip

_TOKENS: Final = {"teal": "#1f7f7c", "plum": "#6c2a62", "ochre": "#c98a26", "brick": "#a63e2a",
                  "slate": "#4a5666"}  # fmt: skip

ISLANDS: Final = BoardSpec(
    name="island_map",
    title="Islands",
    seed=606,
    size=(480, 340),
    places=layouts.map_places(),
    kinds=(
        Kind(
            "token",
            _TOKENS,
            ("token",) * 4,
            _stated("token", 24),
            24,
            0.25,
            face_mm=17,
            keys={"face": "#ece4ce", "face_diameter_mm": 17.0},
        ),
        Kind(
            "cylinder",
            {f"{name}_post": value for name, value in _TOKENS.items()},
            ("cylinder",) * 3,
            _stated("cylinder", 11),
            11,
            0.3,
        ),
    ),
    draw=art_grids.draw_islands,
    start=(*((f"P{3 + 7 * k}", name, "token") for k, name in enumerate(_TOKENS)),
           *((f"P{5 + 7 * k}", f"{name}_post", "cylinder") for k, name in enumerate(_TOKENS))),
    most=3,
    alpha=0.22,
    tables=("beech", "plaid", "white", "walnut"),
    tilt=(0, 12),
    sizes=((800, 600), (960, 720), (640, 480)),
    faces=art_grids.draw_token_faces,
)  # fmt: skip


def fold_relief(across: float, _along: float) -> float:
    """Return how far a folded board stands up at its fold, in millimetres."""
    return 4.0 * (1 - abs(across))


def bowed_relief(across: float, along: float) -> float:
    """Return how far a bowed board stands up in its middle, in millimetres."""
    return 2.5 * (1 - across**2) + 0.8 * (1 - along**2)


WORN: Final = BoardSpec(
    name="worn_round",
    title="Round track, worn",
    seed=707,
    size=(420, 420),
    places=layouts.round_places(),
    kinds=(
        Kind(
            "peg",
            {"red": "#b03028", "blue": "#2c4f8e", "green": "#3c7c4c", "yellow": "#d8aa34"},
            ("peg",) * 4,
            _stated("peg", 13),
            13,
            0.45,
        ),
    ),
    draw=art_tracks.draw_worn_round,
    start=_nest_start(layouts.round_places(), "peg"),
    most=4,
    alpha=0.35,
    thickness=3,
    relief=fold_relief,
    sizes=((800, 600), (640, 480), (960, 720)),
    tables=("oak", "walnut", "linen", "white"),
    faces=art_grids.draw_loose_card,
)

CHESS: Final = BoardSpec(
    name="cardboard_chess",
    title="Chess on cardboard",
    seed=808,
    size=(392, 392),
    places=_SQUARES_8,
    kinds=(
        Kind(
            "man",
            {"white": "#d9c193", "black": "#3a2a22"},
            _MEN,
            _mean_man(),
            29,
            0.16,
        ),
    ),
    draw=art_grids.draw_cardboard_squares,
    start=_chess_start(),
    most=14,
    alpha=0.06,
    thickness=2.5,
    relief=bowed_relief,
    tables=("plaid", "white", "walnut", "beech"),
    tilt=(0, 12),
    sizes=((800, 600), (960, 720)),
    faces=art_grids.draw_loose_card,
)

EIGHT: Final = (BOXED, CONES, GLOSSY, CHEQUERS, STONES, ISLANDS, WORN, CHESS)
