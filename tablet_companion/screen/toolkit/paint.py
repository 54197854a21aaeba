"""Paints pages as pixels. Shapes and runs of text are painted once, smoothed, and cached."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from hardware import fonts
from tablet_companion.screen.toolkit import drawing

SMOOTH: Final = 4
"""Shapes are drawn this many times larger and scaled down, which smooths their edges."""

FACES: Final = {
    drawing.Role.TEXT: fonts.TEXT,
    drawing.Role.BOLD: fonts.TEXT_BOLD,
    drawing.Role.TITLE: fonts.TITLE,
    drawing.Role.TITLE_BOLD: fonts.TITLE_BOLD,
}

Shape = drawing.Fill | drawing.Line | drawing.Circle | drawing.Polygon


def paint(page: drawing.Page, surface: pygame.Surface, ground: drawing.Rgb) -> None:
    """Draw a page on a surface of its size, over a ground of one colour."""
    surface.fill(ground)
    _draw(page.items, surface, (0, 0))


def render(page: drawing.Page, ground: drawing.Rgb) -> NDArray[np.uint8]:
    """Return a page as a picture: height × width × 3, blue, green, red."""
    surface = pygame.Surface(page.size)
    paint(page, surface, ground)
    return copy_pixels(surface)


def copy_pixels(surface: pygame.Surface) -> NDArray[np.uint8]:
    """Return what is on a surface: height × width × 3, blue, green, red."""
    rgb = pygame.surfarray.array3d(surface)
    return np.ascontiguousarray(rgb.swapaxes(0, 1)[:, :, ::-1])


def _draw(
    items: tuple[drawing.Item, ...], surface: pygame.Surface, origin: tuple[int, int]
) -> None:
    for item in items:
        match item:
            case drawing.Text():
                _text(item, surface, origin)
            case drawing.Group(box=box) | drawing.Image(box=box) if min(box.w, box.h) <= 0:
                pass  # the page is so small that there is no room for it
            case drawing.Group():
                place = item.box.x - origin[0], item.box.y - origin[1]
                surface.blit(_group(item), place)
            case drawing.Image():
                _image(item, surface, origin)
            case drawing.Fill(box, colour, 0, None):
                surface.fill(colour, (box.x - origin[0], box.y - origin[1], box.w, box.h))
            case _:
                _shape(item, surface, origin)


@functools.lru_cache(maxsize=16)
def _group(group: drawing.Group) -> pygame.Surface:
    surface = pygame.Surface((group.box.w, group.box.h), pygame.SRCALPHA)
    _draw(group.items, surface, (group.box.x, group.box.y))
    return surface


def _image(image: drawing.Image, surface: pygame.Surface, origin: tuple[int, int]) -> None:
    box = image.box
    drawn = pygame.image.frombuffer(image.bgr, image.size, "BGR")
    if image.turns % 4:
        drawn = pygame.transform.rotate(drawn, -90 * image.turns)
    if drawn.get_size() != (box.w, box.h):
        drawn = pygame.transform.smoothscale(drawn, (box.w, box.h))
    surface.blit(drawn, (box.x - origin[0], box.y - origin[1]))


# --- text -----------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=128)
def _font(role: drawing.Role, size: int) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(FACES[role], size)


@functools.lru_cache(maxsize=8192)
def measure(text: str, role: drawing.Role, size: int) -> int:
    """Return the width of a text in pixels."""
    return _font(role, size).size(drawing.make_showable(text))[0]


@functools.lru_cache(maxsize=512)
def _run(text: str, role: drawing.Role, size: int, colour: drawing.Rgb) -> pygame.Surface:
    shown = (
        drawing.make_showable(text) if measure(text, role, size) else ""
    )  # pygame refuses no width
    return _font(role, size).render(shown, True, colour)  # noqa: FBT003 - pygame takes no name here


def _text(text: drawing.Text, surface: pygame.Surface, origin: tuple[int, int]) -> None:
    run = _run(text.text, text.role, text.size, text.colour)
    width, height = run.get_size()
    spare = text.box.w - width
    shift = {"left": 0, "centre": spare // 2, "right": spare}[text.align]
    x = text.box.x + shift - origin[0]
    y = text.box.y + (text.box.h - height) // 2 - origin[1]
    surface.blit(run, (x, y))


# --- shapes ---------------------------------------------------------------------------------------


def _shape(shape: Shape, surface: pygame.Surface, origin: tuple[int, int]) -> None:
    sprite, left, top = _placed(shape)
    surface.blit(sprite, (left - origin[0], top - origin[1]))


@functools.lru_cache(maxsize=1024)
def _placed(shape: Shape) -> tuple[pygame.Surface, int, int]:
    """Return a painted shape and its upper left corner; cached, as most shapes do not move."""
    left, top = _corner(shape)
    return _sprite(_moved(shape, -left, -top)), left, top


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    points: tuple[drawing.Point, ...]
    match shape:
        case drawing.Fill(box):
            return box.x, box.y, box.right, box.bottom
        case drawing.Line(start, end, _, width):
            points, margin = (start, end), width / 2
        case drawing.Circle((x, y), radius, _, _, edge):
            points, margin = ((x, y),), radius + edge / 2
        case drawing.Polygon(points, _, _, edge):
            margin = edge
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _corner(shape: Shape) -> tuple[int, int]:
    left, top, _, _ = _bounds(shape)
    return math.floor(left), math.floor(top)


def _moved(shape: Shape, dx: int, dy: int) -> Shape:
    """Return a shape shifted by whole pixels, so that equal shapes share one sprite."""

    def move(point: drawing.Point) -> drawing.Point:
        return round(point[0] + dx, 2), round(point[1] + dy, 2)

    match shape:
        case drawing.Fill(box):
            return replace(shape, box=drawing.Box(box.x + dx, box.y + dy, box.w, box.h))
        case drawing.Line(start, end):
            return replace(shape, start=move(start), end=move(end))
        case drawing.Circle(centre):
            return replace(shape, centre=move(centre))
        case drawing.Polygon(points):
            return replace(shape, points=tuple(map(move, points)))


@functools.lru_cache(maxsize=1024)
def _sprite(shape: Shape) -> pygame.Surface:
    """Return a shape whose corner is the origin, smoothed."""
    _, _, right, bottom = _bounds(shape)
    size = math.ceil(right) + 1, math.ceil(bottom) + 1
    large = pygame.Surface((size[0] * SMOOTH, size[1] * SMOOTH), pygame.SRCALPHA)
    edge = getattr(shape, "edge", None)
    rim: drawing.Rgb = edge or shape.colour or (0, 0, 0)
    large.fill((*rim, 0))  # else the smoothed rim darkens towards transparent black
    _enlarged(shape, large)
    return pygame.transform.smoothscale(large, size)


def _enlarged(shape: Shape, surface: pygame.Surface) -> None:
    match shape:
        case drawing.Fill():
            _fill(shape, surface)
        case drawing.Line(start, end, colour, width):
            _stroke((start, end), width, colour, surface)
        case drawing.Circle(centre, radius, colour, edge, edge_px):
            middle = (centre[0] * SMOOTH, centre[1] * SMOOTH)
            if edge is not None:
                pygame.draw.circle(surface, edge, middle, (radius + edge_px / 2) * SMOOTH)
            inner = (radius - edge_px / 2) * SMOOTH
            pygame.draw.circle(surface, colour or (*(edge or (0, 0, 0)), 0), middle, inner)
        case drawing.Polygon(points, colour, edge, edge_px):
            if colour is not None:
                pygame.draw.polygon(surface, colour, [(x * SMOOTH, y * SMOOTH) for x, y in points])
            if edge is not None:
                _stroke((*points, points[0]), edge_px, edge, surface)


def _fill(fill: drawing.Fill, surface: pygame.Surface) -> None:
    rect = pygame.Rect(0, 0, fill.box.w * SMOOTH, fill.box.h * SMOOTH)
    radius = fill.radius * SMOOTH
    if fill.edge is not None:
        pygame.draw.rect(surface, fill.edge, rect, border_radius=radius)
        margin = fill.edge_px * SMOOTH
        rect, radius = rect.inflate(-2 * margin, -2 * margin), max(0, radius - margin)
    pygame.draw.rect(surface, fill.colour, rect, border_radius=radius)


def _stroke(
    points: tuple[drawing.Point, ...], width: float, colour: drawing.Rgb, surface: pygame.Surface
) -> None:
    """Draw a thick line through points, round at the ends and corners."""
    large = [(x * SMOOTH, y * SMOOTH) for x, y in points]
    half = width * SMOOTH / 2
    for (x, y), (to_x, to_y) in itertools.pairwise(large):
        length = math.hypot(to_x - x, to_y - y) or 1.0
        across = half * (to_y - y) / length, half * (x - to_x) / length
        quad = [
            (x + across[0], y + across[1]),
            (to_x + across[0], to_y + across[1]),
            (to_x - across[0], to_y - across[1]),
            (x - across[0], y - across[1]),
        ]
        pygame.draw.polygon(surface, colour, quad)
    for point in large:
        pygame.draw.circle(surface, colour, point, half)
