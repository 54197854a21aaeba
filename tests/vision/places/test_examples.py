"""A place is compared with labelled pieces: their own shading, on the board's own colours."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.vision.frame import rescan, scoring
from tablet_companion.vision.places.examples import (
    TUNING,
    Example,
    Examples,
    Seen,
    lay_examples,
    measure_gains,
    outlines,
)
from tablet_companion.vision.places.network import CLASSES, NetworkOutput
from tablet_companion.vision.places.network_scores import UPRIGHT
from tablet_companion.vision.places.windows import SIDE, Row, Windows

_NEARLY = 0.1
"""How much darker than the board its side is (logarithm): hardly to be seen."""


def _disc(middle: tuple[int, int] = (16, 16), radius: int = 7) -> NDArray[np.bool_]:
    down, across = np.mgrid[:SIDE, :SIDE]
    inside: NDArray[np.bool_] = (down - middle[0]) ** 2 + (across - middle[1]) ** 2 <= radius**2
    return inside


def _windows(*rows: Row) -> Windows:
    own = np.stack([_disc() * np.uint8(255) for _ in rows])
    nothing = np.zeros_like(own)
    points = np.zeros((len(rows), SIDE, SIDE, 2))
    return Windows(rows, points, np.ones(len(rows)), own, nothing, nothing)


def _bare(seed: int) -> NDArray[np.float32]:
    grain = np.random.default_rng(seed).normal(4.5, 0.02, (SIDE, SIDE, 3))
    return np.asarray(grain, dtype=np.float32)


def _with_piece(
    bare: NDArray[np.float32], middle: tuple[int, int] = (16, 16)
) -> NDArray[np.float32]:
    """Return a window with a piece of nearly the board's colour: a light top, a darker rim."""
    seen = bare.copy()
    seen[_disc(middle)] = 4.5 - _NEARLY
    seen[_disc(middle, 4)] = 4.5 + 2 * _NEARLY
    return seen


def _example(colour: str = "red", place: int = 0, kind: str = "pawn", seed: int = 1) -> Example:
    (outline,) = outlines(_windows(Row(place, kind)))
    return Example(kind, colour, place, _with_piece(_bare(seed)), outline)


def _gain(now: NDArray[np.float32], bare: NDArray[np.float32], known: object = True) -> float:
    laid = lay_examples(_windows(Row(1, "pawn")), [_example()])
    seen = Seen(now[None], bare[None], np.broadcast_to(np.asarray(known), (1, SIDE, SIDE)))
    (found,) = measure_gains(laid, seen, [0])
    return found["red"]


def test_a_piece_of_nearly_its_place_s_colour_is_recognised() -> None:
    """What differs from the board by a tenth still looks like the labelled piece, and not bare."""
    bare = _bare(5)
    assert _gain(_with_piece(bare), bare) > 0.15
    assert _gain(bare, bare) < -0.15


def test_a_piece_may_stand_beside_the_middle_and_in_a_shadow() -> None:
    """Two samples off, and a fifth darker as a whole, it is still the labelled piece."""
    bare = _bare(5)
    shifted = _with_piece(bare, (18, 14))
    assert _gain(shifted, bare) > 0.1
    shaded = _with_piece(bare)
    shaded[_disc()] -= 0.2
    assert _gain(shaded, bare) > 0.15


@pytest.mark.parametrize("shade", [-0.25, 0.25])
def test_a_shadow_or_reflection_is_no_piece(shade: float) -> None:
    """A pale piece on a pale place differs little from bare board: a shaded place is not one.

    If only the piece may be darker than its example, everything dark looks like a dark example.
    """
    bare = _bare(5)
    assert _gain(bare + np.float32(shade), bare) < -0.15
    lit = bare.copy()
    lit[_disc(radius=11)] += np.float32(shade)
    assert _gain(lit, bare) < -0.15


def _told_unseen(now: NDArray[np.float32], own: Example, place: int = 1) -> dict[str, float]:
    """Return what is said of a place whose board no picture shows bare."""
    unknown = np.zeros((1, SIDE, SIDE), dtype=np.bool_)
    laid = lay_examples(_windows(Row(place, "pawn")), [own, _example("blue", place=3)])
    (found,) = measure_gains(laid, Seen(now[None], now[None], unknown), [0])
    return dict(found)


def test_without_a_bare_look_a_place_that_is_as_it_was_shown_holds_its_piece() -> None:
    """A nest of its pawns' colour was said to be empty, though nothing had changed there."""
    own = _example(place=1)
    told = _told_unseen(_with_piece(_bare(5)), own)
    assert set(told) == {"red"}
    assert told["red"] > 0.5


def test_without_a_bare_look_nothing_is_said_of_a_place_that_has_changed() -> None:
    """There is nothing to compare it with: the piece may have gone, or another have come."""
    own = _example(place=1)
    assert _told_unseen(_bare(5), own) == {}
    assert _told_unseen(_bare(5) - np.float32(0.6), own) == {}
    assert _told_unseen(_with_piece(_bare(5)), own, place=2) == {}


def test_without_a_bare_look_a_piece_may_stand_still_in_another_light() -> None:
    """Its lit top and its dark rim are seen in a light of another colour, too: it is in doubt."""
    own = _example(place=1)
    cast = np.array([-0.15, 0.0, 0.15], dtype=np.float32)
    assert _told_unseen(_with_piece(_bare(5)) + cast, own) == {"red": 0.0}
    assert _told_unseen(_bare(5) + cast, own) == {}


@pytest.mark.parametrize(("stands", "told"), [(True, 1), (False, -1)])
def test_the_place_s_own_example_is_heard_where_half_the_board_is_known(
    stands: bool, told: int
) -> None:
    """Else pieces unlike it, a little beside the place, would decide that it is bare."""
    down, across = np.mgrid[:SIDE, :SIDE]
    bare, known = _bare(5), ((across < 16) & (down != 16))[None]
    own, other = _example(place=1), replace(_example(place=0), outline=_disc((16, 11)))
    other.logs[...] = 4.0
    laid = lay_examples(_windows(Row(1, "pawn")), [own, other])
    now = _with_piece(bare) if stands else bare
    (found,) = measure_gains(laid, Seen(now[None], bare[None], known), [0])
    assert told * found["red"] > 0


def _chosen(laid: Examples, row: int = 0) -> list[int]:
    return list(laid.chosen[row])


def test_the_nearest_examples_are_compared() -> None:
    """Those of the place itself come first, and only some of each colour and of this kind."""
    examples = [_example(place=1, seed=n) for n in range(TUNING.each)]
    examples += [_example(place=0), _example("blue", place=1), _example(place=0, kind="spy")]
    laid = lay_examples(_windows(Row(0, "pawn")), examples)
    first, *others = _chosen(laid)
    assert first == TUNING.each  # the only red pawn of this very place
    assert set(others) == {0, 1, TUNING.each + 1}


def test_those_that_lean_alike_come_next() -> None:
    """Of other places' examples the one with the most similar outline is taken first."""
    wide = replace(_example(place=1), outline=_disc(radius=12))
    laid = lay_examples(_windows(Row(0, "pawn")), [wide, _example(place=1)])
    assert _chosen(laid) == [1, 0]


@pytest.mark.parametrize(
    ("blue", "compared"), [(0.5, [1, 2, 3, 4, 5]), (5.0, [1, 2, 3, 4]), (None, [1, 2, 3, 4])]
)
def test_a_place_is_compared_unless_the_network_is_sure_of_it(
    blue: float | None, compared: list[int]
) -> None:
    """In a reflection's haze it held men of their square's colour to be bare by 6.3 nats.

    If it cannot tell two taught colours apart, a place is compared though it surely holds a piece.
    """
    asked: list[int] = []

    def compare(_laid: Any, _shown: Any, rows: list[int]) -> list[dict[str, float]]:
        asked.extend(rows)
        return [{} for _ in rows]

    nats = np.zeros((6, len(CLASSES)), np.float32)
    nats[:, UPRIGHT] = -9.0, -7.0, -5.0, 0.0, 5.0, 7.0
    output = NetworkOutput(nats, np.zeros((6, 3), np.float32))
    taught = {"red": (0.0, 0.0, 0.0)} | ({} if blue is None else {"blue": (blue, 0.0, 0.0)})
    model: Any = Mock(
        places_network=SimpleNamespace(infer=lambda _: output),
        board=SimpleNamespace(
            pieces={
                "pawn": SimpleNamespace(
                    colours=("red", "blue"), rgb=lambda _: (20, 40, 200), face=None
                )
            }
        ),
        hues=taught,
    )
    shown = SimpleNamespace(only=lambda rows: rows, bytes=np.zeros((6, 3, 1, 1), np.uint8))
    lessons: Any = SimpleNamespace(
        place_input=lambda *_: shown,
        beside_bare=lambda *_: None,
        examples=None,
        taught=(),
        uneven={},
        details=None,
        windows=Mock(rows=[Row(number, "pawn") for number in range(6)], own=np.zeros((6, 4, 4))),
    )
    with patch.multiple(
        scoring,
        select=lambda _, rows: Mock(near=None, rows=rows),
        add_veil=lambda seen, *_: seen,
        outlines=lambda windows: windows.rows,
        measure_excess=lambda _, rows, __: np.full(len(rows), np.inf),
        measure_gains=compare,
    ):
        scoring.infer_places(model, lessons, np.zeros((4, 4, 3), np.uint8))
    assert asked == compared


def test_what_stands_there_now_is_not_compared_as_what_stood_there_before() -> None:
    """Once a place is read again, its earlier comparison counts no more; another place's does."""
    nats = np.zeros((2, len(CLASSES)), np.float32)
    nats[:, UPRIGHT] = 9.0
    told = {0: {"red": 0.4, "blue": 0.1}, 1: {"red": 0.2, "blue": 0.5}}
    before = NetworkOutput(nats, np.zeros((2, 3), np.float32), ({}, {}), alike=told)
    part = NetworkOutput(nats[:1], np.zeros((1, 3), np.float32))
    model: Any = Mock(
        places_network=SimpleNamespace(infer=lambda _: part),
        board=SimpleNamespace(
            pieces={"pawn": SimpleNamespace(colours=("red", "blue"), face=None)},
            places=[SimpleNamespace(name="A"), SimpleNamespace(name="B")],
        ),
        hues={"red": (0.0, 0.0, 0.0), "blue": (9.0, 0.0, 0.0)},
    )
    lessons: Any = SimpleNamespace(
        place_input=lambda *_: SimpleNamespace(
            only=lambda rows: rows, bytes=np.zeros((6, 3, 1, 1), np.uint8)
        ),
        details=None,
        taught=(),
        uneven={},
        windows=Mock(rows=[Row(0, "pawn"), Row(1, "pawn")], own=np.zeros((2, 4, 4))),
    )
    again = rescan._infer_again(model, lessons, np.zeros((4, 4, 3), np.uint8), before, {"A"})
    assert again.alike == {1: told[1]}
