"""Parts of a face, hats and collars, each a small drawing about the head's middle (y down).

The head is an ellipse 17.6 wide and 20.4 high; the eyes are at y −1.2. Collars are drawn on the
body, whose neck ends at y 9. A part is handed its colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hardware.printing.svg import INK, WHITE, circle, element, path, rectangle

__all__ = ["INK", "PARTS", "neck", "shoulders"]

Part = Callable[[str], str]

_EYE_X: Final = 3.7
_EYE_Y: Final = -1.2


def shoulders(colour: str) -> str:
    """Return the body, from the neck to the lower edge."""
    return path("M-14 21C-14 13 -9 10.5 -3.5 9.5H3.5C9 10.5 14 13 14 21Z", fill=colour)


def neck(skin: str) -> str:
    """Return the neck, which is drawn over the body."""
    return path("M-3.2 5H3.2V10C3.2 12.6 -3.2 12.6 -3.2 10Z", fill=skin)


def _line(data: str, colour: str = INK, width: float = 0.7) -> str:
    return path(
        data,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _none(_colour: str) -> str:
    return ""


# --- eyes: most of them wink --------------------------------------------------------------------


def _open(side: int) -> str:
    at = side * _EYE_X
    return circle(at, _EYE_Y, 1.7, fill=WHITE) + circle(at + 0.2, _EYE_Y + 0.1, 0.95, fill=INK)


def _shut(side: int) -> str:
    at = side * _EYE_X
    return _line(f"M{at - 1.8} -1.6C{at - 0.8} 0.2 {at + 0.8} 0.2 {at + 1.8} -1.6", width=0.8)


def _brow(side: int, lift: float, tilt: float) -> str:
    inner, outer = side * 1.9, side * 5.7
    return _line(f"M{inner} {-4.2 - lift + tilt}L{outer} {-4.2 - lift - tilt}", width=0.8)


def _wink_left(_colour: str) -> str:
    return _shut(-1) + _open(1) + _brow(-1, 0, -0.4) + _brow(1, 1, 0.2)


def _wink_right(_colour: str) -> str:
    return _open(-1) + _shut(1) + _brow(-1, 1, 0.2) + _brow(1, 0, -0.4)


def _wide(_colour: str) -> str:
    return _open(-1) + _open(1) + _brow(-1, 1.2, -0.3) + _brow(1, 1.2, -0.3)


def _merry(_colour: str) -> str:
    arcs = "".join(
        _line(f"M{x - 1.7} -0.6C{x - 0.7} -2.6 {x + 0.7} -2.6 {x + 1.7} -0.6")
        for x in (-_EYE_X, _EYE_X)
    )
    return arcs + _brow(-1, 0.8, 0.1) + _brow(1, 0.8, 0.1)


def _sly(_colour: str) -> str:
    lids = "".join(_line(f"M{x - 1.9} -1.7H{x + 1.9}", width=0.9) for x in (-_EYE_X, _EYE_X))
    return _open(-1) + _open(1) + lids + _brow(-1, 0, 0.5) + _brow(1, 1.2, 0.5)


# --- noses, mouths ------------------------------------------------------------------------------


def _snub(_colour: str) -> str:
    return _line("M-1.1 2.6C-0.4 3.5 0.6 3.5 1.2 2.6")


def _long(_colour: str) -> str:
    return _line("M0.2 -1C0.6 1 1.6 2.6 1.2 3.1C0.7 3.6 -0.2 3.6 -0.7 3.2")


def _pointed(_colour: str) -> str:
    return _line("M-0.4 -0.6L1.8 2.8L-0.6 3.1")


def _clown(_colour: str) -> str:
    return circle(0, 2.4, 1.7, fill="#d6303f") + circle(-0.5, 1.8, 0.45, fill=WHITE)


def _smile(_colour: str) -> str:
    return _line("M-3.2 5.6C-1.6 7.6 1.6 7.6 3.2 5.6")


def _grin(_colour: str) -> str:
    return path("M-3.4 5.3C-2.4 8.9 2.4 8.9 3.4 5.3Z", fill=WHITE, stroke=INK, stroke_width=0.5)


def _smirk(_colour: str) -> str:
    return _line("M-2.4 6.6C0 7.2 2 6.6 3.4 5.2")


def _astonished(_colour: str) -> str:
    return element("ellipse", cx=0, cy=6.6, rx=1.4, ry=1.8, fill="#7c2733")


def _lips(_colour: str) -> str:
    return path(
        "M-2.8 6C-1.4 4.8 -0.6 4.9 0 5.4C0.6 4.9 1.4 4.8 2.8 6C1.2 8 -1.2 8 -2.8 6Z", fill="#c23248"
    )


# --- beards, glasses ----------------------------------------------------------------------------


def _handlebar(colour: str) -> str:
    return path(
        "M0 4.2C-1.6 3.4 -3.4 5 -6 3.6C-5 6.2 -2 6.4 0 5.2C2 6.4 5 6.2 6 3.6C3.4 5 1.6 3.4 0 4.2Z",
        fill=colour,
    )


def _full(colour: str) -> str:
    return path(
        "M-8.7 1.5C-8.6 9 -4.5 13 0 13C4.5 13 8.6 9 8.7 1.5"
        "C6.5 5 4.2 4.2 0 4.2C-4.2 4.2 -6.5 5 -8.7 1.5Z"
        "M-3 6C-1.5 8.3 1.5 8.3 3 6C1.5 5.4 -1.5 5.4 -3 6Z",
        fill=colour,
        fill_rule="evenodd",
    )


def _goatee(colour: str) -> str:
    return path("M-2 8.4C-1 8 1 8 2 8.4C2 11 1 13.2 0 13.8C-1 13.2 -2 11 -2 8.4Z", fill=colour)


def _round_glasses(colour: str) -> str:
    rims = "".join(
        circle(x, _EYE_Y, 2.9, fill=WHITE, fill_opacity=0.25, stroke=colour, stroke_width=0.6)
        for x in (-_EYE_X, _EYE_X)
    )
    return rims + _line("M-0.8 -1.6C-0.4 -2 0.4 -2 0.8 -1.6M-6.6 -1.4L-8.6 -1.8M6.6 -1.4L8.6 -1.8")


def _square_glasses(colour: str) -> str:
    rims = "".join(
        rectangle(x, -3.7, 5.6, 4.8, rx=0.8, fill="none", stroke=colour, stroke_width=0.8)
        for x in (-6.5, 0.9)
    )
    return rims + _line("M-0.9 -2H0.9")


def _monocle(colour: str) -> str:
    ring = circle(_EYE_X, _EYE_Y, 3, fill="none", stroke="#b8902a", stroke_width=0.7)
    return ring + _line("M6.5 0C7.4 4 7.2 8 6 11", colour, 0.35)


def _domino(_colour: str) -> str:
    """A carnival mask."""
    return path(
        "M-8.4 -4C-5 -5.2 -2 -4.4 0 -3.2C2 -4.4 5 -5.2 8.4 -4"
        "C8.4 -0.4 6.6 2.2 4 2C2 1.8 1 0.4 0 0.4"
        "C-1 0.4 -2 1.8 -4 2C-6.6 2.2 -8.4 -0.4 -8.4 -4Z"
        "M-5.9 -1.2C-5 -3 -2.6 -3 -1.6 -1C-2.6 0.5 -5 0.5 -5.9 -1.2Z"
        "M5.9 -1.2C5 -3 2.6 -3 1.6 -1C2.6 0.5 5 0.5 5.9 -1.2Z",
        fill="#3b2a52",
        fill_rule="evenodd",
    )


# --- hair: what falls behind the head, and what lies upon it ------------------------------------


def _short(colour: str) -> str:
    return path("M-9.6 1C-11 -8 -6 -12.2 0 -12.2C6 -12.2 11 -8 9.6 1Z", fill=colour)


def _bob(colour: str) -> str:
    return path("M-10.6 7.5C-12.6 -6 -8 -12.6 0 -12.6C8 -12.6 12.6 -6 10.6 7.5Z", fill=colour)


def _curls(colour: str) -> str:
    spots = ((-9.5, 3), (-10.2, -2), (-8.6, -6.6), (-5, -10), (0, -11), (5, -10), (8.6, -6.6))
    return "".join(circle(x, y, 3.3, fill=colour) for x, y in (*spots, (10.2, -2), (9.5, 3)))


def _plaits(colour: str) -> str:
    tails = "".join(
        circle(side * (9.8 + 0.25 * k), 3.5 + 3 * k, 2.0 - 0.2 * k, fill=colour)
        for side in (-1, 1)
        for k in range(4)
    )
    return _short(colour) + tails


def _bun(colour: str) -> str:
    return _short(colour) + circle(0, -13.2, 3.6, fill=colour)


def _flowing(colour: str) -> str:
    return path(
        "M-9.5 -4C-14 4 -10 9 -12.4 14H12.4C10 9 14 4 9.5 -4C8 -14 -8 -14 -9.5 -4Z", fill=colour
    )


def _parted(colour: str) -> str:
    return path(
        "M-8.9 -2.4C-9 -9 -4 -11.2 0.6 -11C5 -10.8 9 -8.6 8.9 -2.4"
        "C7.6 -6 4 -7.4 -2.6 -8.4C-4.6 -6.6 -7.6 -6 -8.9 -2.4Z",
        fill=colour,
    )


def _straight(colour: str) -> str:
    return path(
        "M-8.9 -3.4C-9 -9.4 -4 -11.2 0 -11.2C4 -11.2 9 -9.4 8.9 -3.4L7.4 -5.6H-7.4Z", fill=colour
    )


def _tuft(colour: str) -> str:
    return path(
        "M-1.6 -8.8C-3.4 -12 -1 -14.6 1.6 -14.2C0.4 -13 1.8 -11.6 2.8 -12.4"
        "C3 -10.6 2 -9.2 1.2 -8.8Z",
        fill=colour,
    )


# --- hats and collars ---------------------------------------------------------------------------


def _top_hat(colour: str) -> str:
    return (
        path("M-6.4 -8.6V-18.6C-6.4 -19.6 6.4 -19.6 6.4 -18.6V-8.6Z", fill="#2b2a31")
        + rectangle(-6.4, -11.6, 12.8, 2.2, fill=colour)
        + rectangle(-10.6, -9.4, 21.2, 1.8, rx=0.9, fill="#2b2a31")
    )


def _party(colour: str) -> str:
    dots = "".join(circle(x, y, 0.8, fill="#f6e7a8") for x, y in ((-2, -10), (1.8, -11), (0, -14)))
    return (
        path("M-6 -8C-3 -6.8 3 -6.8 6 -8L0 -18.6Z", fill=colour)
        + dots
        + circle(0, -18.2, 1.3, fill="#f6e7a8")
    )


def _bowler(colour: str) -> str:
    return path("M-7.4 -7.6C-7.8 -16.8 7.8 -16.8 7.4 -7.6Z", fill=colour) + rectangle(
        -10.4, -8.6, 20.8, 1.9, rx=0.95, fill=colour, stroke=INK, stroke_width=0.3
    )


def _beret(colour: str) -> str:
    return path(
        "M-8.8 -6.4C-12 -13.8 -2 -15.6 5 -13.4C12.2 -11.4 11 -7.4 8.6 -6.4"
        "C4 -8.4 -4 -8.4 -8.8 -6.4Z",
        fill=colour,
    ) + _line("M0.6 -14.2L1.4 -16.4", colour, 1.1)


def _crown(_colour: str) -> str:
    gems = "".join(circle(x, -8.6, 0.8, fill="#b23a48") for x in (-4.4, 0, 4.4))
    return (
        path("M-7.8 -6.6L-8.8 -15L-4.2 -11.2L0 -17L4.2 -11.2L8.8 -15L7.8 -6.6Z", fill="#e2b53a")
        + gems
    )


def _turban(colour: str) -> str:
    return (
        path("M-9 -6C-11.6 -15.6 11.6 -15.6 9 -6C4 -9 -4 -9 -9 -6Z", fill=colour)
        + _line("M-8.4 -9C-3 -10.6 4 -12 8 -11.4M-9 -6.6C-3 -9.6 4 -10.6 8.8 -8.4", WHITE, 0.4)
        + circle(0, -10.6, 1.4, fill="#e2b53a")
    )


def _jester(colour: str) -> str:
    bells = "".join(
        circle(x, y, 1.2, fill="#e2b53a") for x, y in ((-12.2, -8), (12.2, -8), (0, -18.6))
    )
    return (
        path(
            "M-8.6 -6.4C-7 -14 -12 -14 -12.2 -8.8C-14 -16.4 -5 -18 -2 -11.4L0 -18L0 -8Z",
            fill=colour,
        )
        + path(
            "M8.6 -6.4C7 -14 12 -14 12.2 -8.8C14 -16.4 5 -18 2 -11.4L0 -18L0 -8Z", fill="#e2b53a"
        )
        + bells
    )


def _fez(colour: str) -> str:
    return path(
        "M-6.6 -7.6L-4.6 -16.2H4.6L6.6 -7.6C3 -6.6 -3 -6.6 -6.6 -7.6Z", fill=colour
    ) + _line("M0 -16.2C4 -16 6.4 -14 6.8 -10.4", INK, 0.5)


def _feather(colour: str) -> str:
    return path(
        "M-8.8 -5.8C-8 -9 8 -9 8.8 -5.8L8.4 -7.8C5 -10.2 -5 -10.2 -8.4 -7.8Z", fill=colour
    ) + path("M5 -8.4C4.4 -14 7 -18 10.4 -18.8C11.4 -15 9.6 -11 5.8 -8.4Z", fill=colour)


def _bow_tie(colour: str) -> str:
    return path("M0 12.6L-4.6 10.2V15.2ZM0 12.6L4.6 10.2V15.2Z", fill=colour) + circle(
        0, 12.6, 1.1, fill=colour
    )


def _ruff(_colour: str) -> str:
    return "".join(
        circle(2.3 * k, 11.4 + 0.08 * k * k, 1.9, fill=WHITE, stroke="#c9c4bb", stroke_width=0.25)
        for k in range(-3, 4)
    )


def _scarf(colour: str) -> str:
    return path(
        "M-5.6 9.4C-3 12.4 3 12.4 5.6 9.4L6.2 12C3 14.8 -3 14.8 -6.2 12Z"
        "M1.4 13L5.6 13.4L6 20.6H2.4Z",
        fill=colour,
    )


def _pearls(_colour: str) -> str:
    return "".join(circle(1.7 * k, 13.4 - 0.28 * k * k, 0.85, fill="#fbf3e4") for k in range(-3, 4))


def _lapels(colour: str) -> str:
    return path("M-3.4 10L0 19.6L-6.6 14.4ZM3.4 10L0 19.6L6.6 14.4Z", fill=colour) + circle(
        0, 19.8, 0.6, fill=WHITE
    )


def _stripes(colour: str) -> str:
    return _line("M-12.6 15.4C-6 18 6 18 12.6 15.4M-13.8 19C-6 21 6 21 13.8 19", colour, 1.3)


PARTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "hats": (
        _top_hat,
        _none,
        _party,
        _beret,
        _crown,
        _none,
        _bowler,
        _turban,
        _jester,
        _fez,
        _feather,
    ),
    "locks": (_short, _bob, _curls, _none, _plaits, _bun, _flowing),
    "fringes": (_parted, _straight, _none, _tuft),
    "eyes": (_wink_left, _wide, _wink_right, _merry, _wink_left, _sly, _wink_right),
    "noses": (_snub, _long, _pointed, _snub, _clown),
    "mouths": (_smile, _grin, _smirk, _lips, _astonished, _smile),
    "beards": (_none, _handlebar, _none, _full, _none, _goatee, _none),
    "glasses": (_none, _round_glasses, _none, _domino, _square_glasses, _none, _monocle),
    "collars": (_bow_tie, _ruff, _scarf, _pearls, _lapels, _stripes),
}
"""The parts of each kind; some are nothing at all."""
