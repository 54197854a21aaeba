"""The rows of the table: which there are, and how one is measured."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
from tools.measure.teaching import NOMINAL, ONE_EMPTY, TaughtReader, Teaching, fits

Row = dict[str, Any]
"""A row as data: what was measured (KEYS) and the figures."""
KEYS = ("source", "set", "variant", "mode", "found", "manner", "reader")
EYE, PLAIN = "eye", "baseline"
BY_CORNERS, BY_ITSELF = "by corners", "by itself"
SINGLE, SEQUENCE, PLAY = "single", "sequence", "play"
WAYS = ("corners", "itself", "sequence", PLAIN)
"""What is asked for: corners given, the board found, pictures in order, the baseline. ``PLAY`` is
pictures in order from which the reader learns."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which ways are asked for, and which rows are there already, of how many pictures."""

    ways: tuple[str, ...] = WAYS
    done: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def wants(self, head: Row, pictures: int) -> bool:
        """Whether a row is asked for and not there already."""
        if self.done.get(key_of(head)) == pictures:
            return False
        if head["reader"] == PLAIN:
            return PLAIN in self.ways
        if head["manner"] != SINGLE and head["manner"] not in self.ways:
            return False
        return ("corners" if head["found"] == BY_CORNERS else "itself") in self.ways


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


def measure(job: Job, asked: Asked, sheets: Path) -> Iterator[Row]:
    """Teach the reader and yield its rows, and the baseline's, as far as they are asked for."""
    teaching = Teaching(job.subject, job.mode)
    for pictures in job.subject.sets:
        for way, reader in _ways(job.subject, job.mode, pictures):
            head = _head(job, pictures, way, reader)
            if not asked.wants(head, len(pictures.cases)):
                continue
            if reader == PLAIN:
                yield _measure_plain(head, teaching, pictures, sheets)
            elif teaching.taught.reader is None:
                yield head | {"notes": list(teaching.taught.notes), "figures": {}}
            elif way.corners or not getattr(teaching.taught.reader, "guessing", False):
                yield _measure_eye(head, teaching.taught, pictures, way, sheets)


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
                yield Way(corners, sequence=True, play=True), EYE
    if cornered and not cards:
        yield Way(corners=True, sequence=False), PLAIN


def _head(job: Job, pictures: PictureSet, way: Way, reader: str) -> Row:
    found = BY_CORNERS if way.corners else BY_ITSELF
    manner = PLAY if way.play else SEQUENCE if way.sequence else SINGLE
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


def _measure_eye(
    head: Row, taught: TaughtReader, pictures: PictureSet, way: Way, sheets: Path
) -> Row:
    assert taught.reader is not None
    return _figures(head, look_at(taught.reader, pictures, way), sheets, taught.notes)


def _measure_plain(head: Row, teaching: Teaching, pictures: PictureSet, sheets: Path) -> Row:
    board = teaching.subject.board
    plain = Baseline(board, teaching.lessons, teaching.drawn)
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
