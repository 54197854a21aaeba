"""Labelled photographs in folders as sources: a board file, truth files, pictures beside them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from calibration.learning.truth import Label, check_labels, read_labels
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.cameras.folder import read_picture
from tools.measure.cases import Case, PictureSet, Subject, thin


def find_folders(roots: Sequence[Path]) -> dict[str, Path]:
    """Return the boards' folders among some folders and those in them, the first of each name."""
    found: dict[str, Path] = {}
    for root in roots:
        inside = sorted(root.iterdir()) if root.is_dir() else []
        for folder in [root, *inside]:
            if (folder / "board.toml").is_file() and _has_pictures(folder):
                found.setdefault(folder.name, folder)
    return found


def _has_pictures(folder: Path) -> bool:
    return any(any(folder.rglob(f"*{suffix}")) for suffix in (".jpg", ".jpeg", ".png"))


def read_folder(folder: Path, every: int) -> tuple[Subject, ...]:
    """Return what can be measured of a folder: every truth file with every board file for it.

    Truth files of subfolders (``setup``, ``stills``, ``game``) belong together. Of the pictures to
    be read every Nth is taken.
    """
    subjects = [
        _make_subject(folder, board, truth.stem.removeprefix("truth").strip("_"), [truth], every)
        for truth in sorted(folder.glob("truth*.jsonl"))
        for board in _boards_for(folder, truth)
    ]
    parts = sorted(folder.glob("*/truth.jsonl"))
    if parts:
        subjects += [_make_subject(folder, folder / "board.toml", "", parts, every)]
    return tuple(subject for subject in subjects if subject.tests)


def _boards_for(folder: Path, truth: Path) -> list[Path]:
    """Return the board files a truth file can be read with.

    ``truth_*_with_border`` goes with ``board_with_border`` alone; a board file that no truth file
    is named after is another description of the same board.
    """
    boards = {path.stem.removeprefix("board"): path for path in sorted(folder.glob("board*.toml"))}
    stems = [path.stem for path in folder.glob("truth*.jsonl")]
    claimed = {end for end in boards if end and any(stem.endswith(end) for stem in stems)}
    own = [boards[end] for end in claimed if truth.stem.endswith(end)]
    return own or [path for end, path in boards.items() if end not in claimed]


def _make_subject(
    folder: Path, board_file: Path, name: str, truths: Sequence[Path], every: int
) -> Subject:
    board = read_board(board_file)
    lessons: list[Case] = []
    tests: dict[str, list[Case]] = {}
    for truth in truths:
        for case, own_set in _read_cases(truth, board):
            if case.label.role == "calibrate":
                lessons.append(case)
            else:
                within = truth.parent.name if truth.parent != folder else ""
                tests.setdefault(own_set or within, []).append(case)
    sets = tuple(PictureSet(own, thin(cases, every)) for own, cases in tests.items())
    described = board_file.stem.removeprefix("board").strip("_")
    variant = " ".join(part for part in (name, f"({described})" if described else "") if part)
    return Subject(folder.name, variant, board, tuple(lessons), sets)


def _read_cases(truth: Path, board: Board) -> Iterator[tuple[Case, str]]:
    """Yield the labelled pictures of a truth file with their sets; absent ones are told of."""
    labels = read_labels(truth)
    check_labels(labels, board, truth)
    lines = [line for line in truth.read_text(encoding="utf-8").splitlines() if line.strip()]
    for label, line in zip(labels, lines, strict=True):
        path = truth.parent / label.file
        if not path.is_file():
            sys.stderr.write(f"{path} is absent and left out.\n")
            continue
        extra = msgspec.json.decode(line, type=dict[str, Any])
        yield _make_case(label, path, extra), str(extra.get("set") or "")


def _make_case(label: Label, path: Path, extra: dict[str, Any]) -> Case:
    show = functools.partial(read_picture, path)
    shadow = "shadow only" if extra.get("shadow_only") else ""
    hard = " ".join(part for part in (_word(extra.get("hard")), shadow) if part)
    return Case(label, show, _word(extra.get("light")), hard)


def _word(value: object) -> str:
    """Return a label's extra key in words: a list is joined, what is false is nothing."""
    if isinstance(value, (list, tuple)):
        return " ".join(str(each) for each in value)
    if isinstance(value, dict):
        return " ".join(str(key) for key, each in value.items() if each)
    return "hard" if value is True else str(value or "")
