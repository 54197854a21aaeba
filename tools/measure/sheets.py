"""Contact sheets: every wrong place of a row as a picture, by light and by kind of error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import cv2
import numpy as np

from hardware.ports import Picture
from tools.measure.counting import describe_light
from tools.measure.looking import CROP_PX
from tools.measure.shots import KINDS, Answer, Shot

Item = TypeVar("Item")
_COLUMNS: Final = 10
_LINES: Final = 3
_LINE_PX: Final = 12
_HEAD_PX: Final = 24
_ROWS_A_SHEET: Final = 24
_GROUND, _INK = (32, 32, 32), (235, 235, 235)


def write_sheets(shots: Sequence[Shot], folder: Path, name: str) -> list[str]:
    """Write the sheets of a row as PNG files and return their names; none if nothing is wrong.

    Beside each place stand its picture and name, what it is and what it was read as, and how
    surely.
    """
    strips = [strip for group, cells in _groups(shots) for strip in _strips(group, cells)]
    names = []
    for number, some in enumerate(_batched(strips, _ROWS_A_SHEET), start=1):
        file = f"{name}-{number}.png"
        cv2.imwrite(str(folder / file), np.vstack(some))
        names.append(file)
    return names


def _groups(shots: Sequence[Shot]) -> Iterator[tuple[str, list[tuple[Shot, Answer]]]]:
    """Yield the wrong places by light and kind, those beside hands last."""
    found = [(shot, answer) for shot in shots for answer in shot.mistakes]
    for hand in (False, True):
        for light in sorted({describe_light(shot) for shot, _ in found}):
            for kind in KINDS:
                cells = [
                    (shot, answer)
                    for shot, answer in found
                    if (shot.hand, describe_light(shot), answer.kind) == (hand, light, kind)
                ]
                if cells:
                    beside = ", beside a hand" if hand else ""
                    yield f"{light}{beside}: {kind} ({len(cells)})", cells


def _strips(title: str, cells: list[tuple[Shot, Answer]]) -> Iterator[Picture]:
    head = np.full((_HEAD_PX, _COLUMNS * CROP_PX, 3), _GROUND, np.uint8)
    cv2.putText(head, _ascii(title), (4, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (90, 210, 255), 1)
    for number, some in enumerate(_batched(cells, _COLUMNS)):
        row = np.hstack([_cell(shot, answer) for shot, answer in some])
        right = (_COLUMNS - len(some)) * CROP_PX
        wide = cv2.copyMakeBorder(row, 0, 0, 0, right, cv2.BORDER_CONSTANT, value=_GROUND)
        yield np.asarray(np.vstack([head, wide]) if number == 0 else wide, np.uint8)


def _cell(shot: Shot, answer: Answer) -> Picture:
    """Return a crop with its text below."""
    cell = np.full((CROP_PX + _LINES * _LINE_PX + 4, CROP_PX, 3), _GROUND, np.uint8)
    crop = shot.crops.get(answer.place)
    if crop is not None:
        cell[:CROP_PX, : CROP_PX - 2] = crop[:, : CROP_PX - 2]
    lines = (
        f"{shot.file[-20:]}",
        f"{answer.place} is {answer.truth}",
        f"read {answer.seen} {answer.probability:.3f}",
    )
    for number, line in enumerate(lines, start=1):
        at = 2, CROP_PX + number * _LINE_PX
        cv2.putText(cell, _ascii(line), at, cv2.FONT_HERSHEY_SIMPLEX, 0.34, _INK, 1, cv2.LINE_AA)
    return cell


def _batched(items: Sequence[Item], many: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + many] for start in range(0, len(items), many))


def _ascii(text: str) -> str:
    """Return what OpenCV can write of a text."""
    return text.replace("–", "-").encode("ascii", "replace").decode()
