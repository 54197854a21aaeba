"""Renders a scene as the camera's picture.

Everything unchanged is cached: the empty board for a pose and then for a light, every sprite while
its thing stays in place, all pieces and cards while only a hand moves, and the whole picture
without noise while nothing moves at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.board import Board
from hardware.ports import Picture
from hardware.simulated.cards import draw_card
from hardware.simulated.fallen import draw_fallen, fallen_shadow
from hardware.simulated.ground import Ground, gain_at
from hardware.simulated.hands import draw_hand, hand_shadow
from hardware.simulated.optics import Pose
from hardware.simulated.pawns import draw_pawn, pawn_shadow
from hardware.simulated.scene import Bgr, Hand, LaidCard, Light, Pawn, Scene, Thing
from hardware.simulated.sprites import Sprite
from hardware.simulated.things import draw_thing, thing_shadow

WOOD: Final[Bgr] = (46.0, 66.0, 92.0)
_LENS_BLUR_PX: Final = 0.55
_NOISE_MARGIN: Final = 64
_HELD_MM: Final = 14.0
_GRIP_MM: Final = 9.0
"""How high a hand holds a pawn above the board, and how far before its fingertips."""
_STACKED_MM: Final = 5.0
"""A piece stands no farther than this from the middle of the one beneath it."""


class Renderer:
    """Draws one board and the things on it; each call gives the camera's pose and the light."""

    def __init__(
        self,
        board: Board,
        ground: Picture | None,
        px_per_mm: float,
        faces: Mapping[str, Picture],
        table_colour: Bgr = WOOD,
    ) -> None:
        """Take the printed board as a picture of ``px_per_mm``, and the cards' faces.

        The first pixel's corner is the board's top-left corner; None is a bare table. Faces may
        have any size.
        """
        self._board = board
        self._ground = Ground(board, ground, px_per_mm, table_colour)
        self.faces: Final = faces
        self._unlit = lru_cache(maxsize=1)(self._ground.see)
        self._empty = lru_cache(maxsize=4)(self._photograph)
        self._still = lru_cache(maxsize=1)(self._compose)
        self._standing = lru_cache(maxsize=1)(self._stand)
        self._pawn = lru_cache(maxsize=128)(self._draw_pawn)
        self._card = lru_cache(maxsize=96)(self._draw_card)
        self._thing = lru_cache(maxsize=16)(self._draw_thing)
        self._hand = lru_cache(maxsize=4)(self._draw_hand)

    def render(self, scene: Scene, pose: Pose, light: Light, rng: np.random.Generator) -> Picture:
        """Return the picture; ``rng`` gives the noise. Raises KeyError for an unknown face."""
        return add_noise(self._still(scene, pose, light), light.noise, rng)

    def _photograph(self, pose: Pose, light: Light) -> Picture:
        """Return the empty board; what only the pose decides is kept for another light."""
        return self._ground.light_up(self._unlit(pose), pose, light)

    def _compose(self, scene: Scene, pose: Pose, light: Light) -> Picture:
        """Draw the hands over everything else; a hand's shadow falls on pawns as well."""
        picture = self._standing(replace(scene, hands=()), pose, light).copy()
        carried = [pawn for hand in scene.hands for pawn in draw_held(hand)]
        layers = [self._pawn(pawn, pose, light) for pawn in carried]
        _lay(picture, [*layers, *(self._hand(hand, pose, light) for hand in scene.hands)])
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), _LENS_BLUR_PX), np.uint8)

    def _stand(self, scene: Scene, pose: Pose, light: Light) -> Picture:
        picture = self._empty(pose, light).copy()
        for card in scene.cards:
            _lay(picture, [self._card(card, pose, light)])
        solid: list[Pawn | Thing] = [*scene.pawns, *scene.things]
        solid.sort(key=_away_from(pose))
        _lay(picture, [self._solid(each, pose, light) for each in solid])
        return picture

    def _solid(self, each: Pawn | Thing, pose: Pose, light: Light) -> tuple[Sprite, ...]:
        return (self._pawn if isinstance(each, Pawn) else self._thing)(each, pose, light)

    def _draw_pawn(self, pawn: Pawn, pose: Pose, light: Light) -> tuple[Sprite, ...]:
        gain = gain_at(light, self._board.size_mm, pawn.x_mm, pawn.y_mm)
        kind = self._board.kind_of(pawn.colour)
        assert kind is not None, "the table refuses colours that the board does not have"
        if pawn.lying_deg is not None:
            shadows = fallen_shadow(pawn, kind, pose, light)
            return (*shadows, draw_fallen(pawn, kind, pose, light, gain))
        shadows = pawn_shadow(pawn, kind, pose, light)
        return (*shadows, draw_pawn(pawn, kind, pose, light, gain))

    def _draw_card(self, card: LaidCard, pose: Pose, light: Light) -> tuple[Sprite, ...]:
        size_mm = self._board.card_mm
        assert size_mm is not None, "a card can only be laid on a board with a pile or of cards"
        gain = gain_at(light, self._board.size_mm, card.x_mm, card.y_mm)
        return draw_card(card, self.faces[card.face], size_mm, pose, gain)

    def _draw_thing(self, thing: Thing, pose: Pose, light: Light) -> tuple[Sprite, ...]:
        gain = gain_at(light, self._board.size_mm, thing.x_mm, thing.y_mm)
        return thing_shadow(thing, pose, light), draw_thing(thing, pose, light, gain)

    def _draw_hand(self, hand: Hand, pose: Pose, light: Light) -> tuple[Sprite, ...]:
        gain = gain_at(light, self._board.size_mm, hand.x_mm, hand.y_mm)
        return hand_shadow(hand, pose, light), draw_hand(hand, pose, light, gain)


def draw_held(hand: Hand) -> tuple[Pawn, ...]:
    """Return the pawn in a hand as one that floats; empty for an empty hand."""
    if hand.holding is None:
        return ()
    angle = math.radians(hand.angle_deg)
    x_mm, y_mm = (hand.x_mm - _GRIP_MM * math.cos(angle), hand.y_mm - _GRIP_MM * math.sin(angle))
    return (Pawn(hand.holding, x_mm, y_mm, sunk_mm=-_HELD_MM),)


def add_noise(picture: Picture, levels: float, rng: np.random.Generator) -> Picture:
    """Return the picture with a sensor's noise of this standard deviation in grey levels."""
    if levels <= 0:
        return picture.copy()
    height, width = picture.shape[:2]
    lighter, darker = _noise_bank(width, height, levels)
    x, y = rng.integers(0, _NOISE_MARGIN, size=2).tolist()
    window = np.s_[y : y + height, x : x + width]
    return np.asarray(
        cv2.subtract(cv2.add(picture, lighter[window]), darker[window]), dtype=np.uint8
    )


@lru_cache(maxsize=2)
def _noise_bank(width: int, height: int, levels: float) -> tuple[Picture, Picture]:
    """Make noise larger than a picture, once: what it adds and what it subtracts.

    A frame takes a window at a random position, at a hundredth of the cost of new numbers.
    """
    grain, sigma = _grain(width, height)
    noise = np.round(grain * (levels / sigma))
    return np.clip(noise, 0, 255).astype(np.uint8), np.clip(-noise, 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _grain(width: int, height: int) -> tuple[NDArray[np.float32], np.float32]:
    """Return soft noise larger than a picture, and its standard deviation."""
    shape = (height + _NOISE_MARGIN, width + _NOISE_MARGIN, 3)
    white = np.random.default_rng(0).standard_normal(shape, np.float32)
    grain = np.asarray(cv2.GaussianBlur(white, (0, 0), 0.6), np.float32)
    return grain, grain.std()


def _away_from(pose: Pose) -> Callable[[Pawn | Thing], float]:
    """Return a sort key: the thing farthest from the camera's nadir first, as others lean over it.

    A piece on another comes after that piece, which is hardly farther away.
    """
    x_mm, y_mm = pose.nadir_mm

    def key(each: Pawn | Thing) -> float:
        away = math.hypot(each.x_mm - x_mm, each.y_mm - y_mm)
        return _STACKED_MM - away if isinstance(each, Pawn) and each.sunk_mm < 0 else -away

    return key


def _lay(picture: Picture, layers: list[tuple[Sprite, ...]]) -> None:
    """Draw all shadows into the picture, then all things: shadows fall on the board, not on pawns.

    The last sprite of a layer is the thing, those before it are its shadows.
    """
    for layer in layers:
        for shadow in layer[:-1]:
            shadow.onto(picture)
    for layer in layers:
        layer[-1].onto(picture)
