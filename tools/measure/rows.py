"""The rows of the table: which there are, and how one is measured."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import CompanionError
from tools.measure.baseline import Baseline
from tools.measure.cases import PictureSet, Subject
from tools.measure.counting import (
    count,
    count_causes,
    count_lights,
    count_reliability,
    list_mistakes,
    visible_of,
)
from tools.measure.looking import Way, look_at, look_plainly
from tools.measure.sheets import write_sheets
from tools.measure.shots import Shot
from tools.measure.teaching import NOMINAL, ONE_EMPTY, Taught, fits, teach

Row = dict[str, Any]
"""A row as data: what was measured (KEYS) and the figures."""
KEYS = ("source", "set", "variant", "mode", "found", "manner", "reader")
EYE, PLAIN = "eye", "baseline"


@dataclass(frozen=True, slots=True)
class Job:
    """One teaching of one board, and all rows that follow from it."""

    subject: Subject
    mode: str


def plan_jobs(subjects: Sequence[Subject], modes: Sequence[str]) -> list[Job]:
    """Return what is to be taught.

    Where several truth files of a board can be taught alike (an empty picture, or none), only the
    one with the most pictures to read is.
    """
    jobs = []
    for mode in modes:
        able = [subject for subject in subjects if fits(mode, subject)]
        if mode in {ONE_EMPTY, NOMINAL}:
            by_board: dict[str, Subject] = {}
            for subject in able:
                best = by_board.get(subject.board.name + _described(subject), subject)
                key = subject.board.name + _described(subject)
                by_board[key] = max(best, subject, key=lambda each: each.tests)
            able = list(by_board.values())
        jobs += [Job(subject, mode) for subject in able]
    return jobs


def _described(subject: Subject) -> str:
    """Return which board file it is, where there are several of one board."""
    kind = next(iter(subject.board.pieces.values()), None)
    return f" {subject.board.size_mm} {kind.height_mm if kind else ''}"


def measure(job: Job, done: frozenset[tuple[str, ...]], sheets: Path) -> Iterator[Row]:
    """Teach the reader and yield its rows, and the baseline's, those of ``done`` excepted."""
    wanted = [
        (pictures, way, reader)
        for pictures in job.subject.sets
        for way, reader in _ways(job.subject, job.mode, pictures)
        if key_of(_head(job, pictures, way, reader)) not in done
    ]
    if not wanted:
        return
    taught = _teach(job)
    for pictures, way, reader in wanted:
        if reader == EYE and taught.reader is not None and way in _possible(taught, way):
            yield _measure_eye(job, taught, pictures, way, sheets)
        elif reader == PLAIN and taught.drawn is not None:
            yield _measure_plain(job, taught, pictures, sheets)
        elif taught.reader is None:
            yield _head(job, pictures, way, reader) | {"notes": list(taught.notes), "figures": {}}


def _teach(job: Job) -> Taught:
    try:
        return teach(job.subject, job.mode)
    except CompanionError as error:
        return Taught(None, (), None, (f"refused: {error}",))
    except Exception as error:  # noqa: BLE001 - a product that dies here is a row of the table
        return Taught(None, (), None, (f"crashed: {type(error).__name__}: {error}",))


def _ways(subject: Subject, mode: str, pictures: PictureSet) -> Iterator[tuple[Way, str]]:
    """Yield how a set is read, by whom."""
    cards = subject.board.cards is not None
    cornered = any(case.label.corners for case in pictures.cases)
    given = (True,) if mode == NOMINAL else (False,) if subject.game else (True, False)
    for corners in given:
        if cornered or not corners:
            yield Way(corners, sequence=False), EYE
            if pictures.fixed and not subject.game:
                yield Way(corners, sequence=True), EYE
    if cornered and not cards:
        yield Way(corners=True, sequence=False), PLAIN


def _possible(taught: Taught, way: Way) -> tuple[Way, ...]:
    """Return the way unless the board can never be found so: nobody has shown its art."""
    guessing = getattr(taught.reader, "guessing", False)
    return () if guessing and not way.corners else (way,)


def _head(job: Job, pictures: PictureSet, way: Way, reader: str) -> Row:
    found = "by corners" if way.corners else "by itself"
    manner = "sequence" if way.sequence else "single"
    own, variant = job.subject, job.subject.variant
    told = (own.source, pictures.name, variant, job.mode, found, manner, reader)
    return dict(zip(KEYS, told, strict=True))


def key_of(row: Row) -> tuple[str, ...]:
    """Return what tells a row from all others."""
    return tuple(str(row[name]) for name in KEYS)


def name_of(row: Row) -> str:
    """Return a row's name in words, its reader left out."""
    parts = (row["source"], row["set"], row["variant"], row["mode"], row["found"], row["manner"])
    return " · ".join(part for part in parts if part)


def _measure_eye(job: Job, taught: Taught, pictures: PictureSet, way: Way, sheets: Path) -> Row:
    assert taught.reader is not None
    head = _head(job, pictures, way, EYE)
    return _figures(head, look_at(taught.reader, pictures, way), sheets, taught.notes)


def _measure_plain(job: Job, taught: Taught, pictures: PictureSet, sheets: Path) -> Row:
    assert taught.drawn is not None
    board = job.subject.board
    head = _head(job, pictures, Way(corners=True, sequence=False), PLAIN)
    plain = Baseline(board, taught.lessons, taught.drawn)
    row = _figures(head, look_plainly(plain, board, pictures), sheets, ())
    # It has no eye for hands and cards, and no doubts: such figures would only look like merits.
    unknown = ("hands", "no_hands", "sure_wrong", "unsure", "not_seen", "cards")
    return row | {"figures": row["figures"] | dict.fromkeys(unknown), "reliability": []}


def _figures(head: Row, looks: Iterator[Shot], sheets: Path, notes: Sequence[str]) -> Row:
    start = time.perf_counter()
    shots = list(looks)
    errors = sorted({f"{shot.file}: {shot.error}" for shot in shots if shot.error})
    name = "-".join(_plain_name(part) for part in key_of(head) if part)
    return head | {
        "figures": count(shots),
        "reliability": count_reliability(visible_of(shots).answers),
        "causes": count_causes(shots),
        "lights": count_lights(shots),
        "mistakes": list_mistakes(shots),
        "notes": [*notes, *errors],
        "sheets": write_sheets(shots, sheets, name),
        "spent_s": round(time.perf_counter() - start, 1),
    }


def _plain_name(part: str) -> str:
    """Return a part of a file's name without what file systems dislike."""
    return "".join(letter if letter.isalnum() or letter in "._" else "_" for letter in part)
