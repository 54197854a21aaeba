"""The table in Markdown, from rows as data; rows measured before stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from tools.measure.counting import BINS
from tools.measure.rows import EYE, KEYS, PLAIN, Row, key_of, name_of
from tools.measure.shots import KINDS
from tools.measure.teaching import MODES

T = TypeVar("T")
Column = tuple[str, Callable[[Mapping[str, Any]], str]]


def _number(name: str, digits: int = 0) -> Callable[[Mapping[str, Any]], str]:
    def show(figures: Mapping[str, Any]) -> str:
        value = figures.get(name)
        return "–" if value is None else f"{value:.{digits}f}"

    return show


def _of(name: str, whole: str) -> Callable[[Mapping[str, Any]], str]:
    def show(figures: Mapping[str, Any]) -> str:
        there = figures.get(whole)
        return f"{figures[name]}/{there}" if there else "–"

    return show


def _cards(figures: Mapping[str, Any]) -> str:
    if not figures.get("cards"):
        return "–"
    return "/".join(str(figures[f"cards_{what}"]) for what in ("right", "wrong", "refused"))


COLUMNS: Final[Sequence[Column]] = (
    ("pictures", _number("pictures")),
    ("places", _number("places")),
    ("wrong", _number("wrong")),
    ("wrong %", _number("wrong_pct", 2)),
    ("sure and wrong", _number("sure_wrong")),
    ("unsure", _number("unsure")),
    ("not seen", _number("not_seen")),
    ("boards right", _of("boards_right", "boards")),
    ("strictly", _of("boards_strict", "boards")),
    ("hands missed", _of("hands_missed", "hands")),
    ("hands invented", _of("hands_invented", "no_hands")),
    ("worked round", _of("hands_doubted", "no_hands")),
    ("beside hands", _of("beside_hands_wrong", "beside_hands")),
    ("cards right/wrong/refused", _cards),
    ("not registered", _number("not_registered")),
    ("believed wrongly", _number("believed_wrongly")),
    ("ms", _number("ms")),
)
_COMPARED: Final[Sequence[Column]] = (
    ("wrong %", _number("wrong_pct", 2)),
    ("sure and wrong", _number("sure_wrong")),
    ("boards right", _of("boards_right", "boards")),
    ("hands invented", _of("hands_invented", "no_hands")),
    ("not registered", _number("not_registered")),
)


def write_report(rows: Sequence[Row], before: Sequence[Row]) -> str:
    """Return the whole report as Markdown."""
    parts = (
        _main_table(rows),
        _comparison(rows, before),
        _reliability(rows),
        _causes(rows),
        _notes(rows),
    )
    return "\n".join(line for part in parts for line in (*part, ""))


def _main_table(rows: Sequence[Row]) -> Iterator[str]:
    yield "# How right the reader is"
    yield ""
    yield from _table(
        ["", "reader", *(name for name, _ in COLUMNS)],
        (
            [name_of(row), row["reader"], *(show(row["figures"]) for _, show in COLUMNS)]
            for row in rows
        ),
    )


def _table(head: Sequence[str], lines: Iterator[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| --- |{' ---: |' * (len(head) - 1)}"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def _comparison(rows: Sequence[Row], before: Sequence[Row]) -> Iterator[str]:
    """Yield the reader now, before, and the baseline's best right to be compared, side by side."""
    yield "## The reader now, the reader before, and the plain baseline"
    yield ""
    earlier = {key_of(row): row["figures"] for row in before if row["reader"] == EYE}
    plain = {key_of(row): row["figures"] for row in rows if row["reader"] == PLAIN}
    readers = ("now", "before", "baseline")
    heads = [f"{name}: {who}" for name, _ in _COMPARED for who in _readers_of(name, readers)]
    lines = (
        [
            name_of(row),
            *(
                show(figures)
                for name, show in _COMPARED
                for figures in _figures_of(name, row, earlier, plain)
            ),
        ]
        for row in rows
        if row["reader"] == EYE
    )
    yield from _table(["", *heads], lines)


def _readers_of(name: str, readers: Sequence[T]) -> Sequence[T]:
    """Return the readers that have a figure, out of all three, the baseline last.

    The baseline has neither doubts nor hands, and is given corners.
    """
    return readers if name in {"wrong %", "boards right"} else readers[:2]


def _figures_of(
    name: str,
    row: Row,
    earlier: Mapping[tuple[str, ...], Mapping[str, Any]],
    plain: Mapping[tuple[str, ...], Mapping[str, Any]],
) -> list[Mapping[str, Any]]:
    same = row | {"found": "by corners", "manner": "single", "reader": PLAIN}
    found = earlier.get(key_of(row), {}), plain.get(key_of(same), {})
    many = row["figures"].get("pictures")
    # Figures of other pictures, or of fewer of them, would not be a comparison.
    others = [each if each.get("pictures") == many else {} for each in found]
    return [*_readers_of(name, [row["figures"], *others])]


def _reliability(rows: Sequence[Row]) -> Iterator[str]:
    """Yield how often answers of each probability are right, by source and mode."""
    yield "## Reliability: answers of each probability, and how many of them are right"
    yield ""
    pooled: dict[tuple[str, str], list[list[int]]] = {}
    for row in rows:
        if row["reader"] == EYE and row.get("reliability"):
            sums = pooled.setdefault((row["source"], row["mode"]), [[0, 0] for _ in BINS])
            for sum_, (given, right) in zip(sums, row["reliability"], strict=True):
                sum_[0] += given
                sum_[1] += right
    ends = (*BINS[1:], 1.0)
    heads = [f"{100 * start:g}–{100 * end:g} %" for start, end in zip(BINS, ends, strict=True)]
    lines = (
        [f"{source} · {mode}", *(_share(given, right) for given, right in sums)]
        for (source, mode), sums in pooled.items()
    )
    yield from _table(["", *heads], lines)


def _share(given: int, right: int) -> str:
    return f"{right}/{given} ({100 * right / given:.2f} %)" if given else "–"


def _causes(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what remains wrong, by light and kind, with the sheets that show it."""
    yield "## What is wrong: by light and kind"
    yield ""
    lines = (
        [f"{name_of(row)} · {row['reader']}", light, *_light_line(row, light)]
        for row in rows
        for light in row.get("lights", {})
    )
    yield from _table(
        ["", "light", "wrong/places", *KINDS, "boards right", "hands invented"], lines
    )
    yield ""
    for row in rows:
        if row.get("sheets"):
            links = ", ".join(f"[{k}]({file})" for k, file in enumerate(row["sheets"], start=1))
            yield f"- {name_of(row)} · {row['reader']}: {links}"


def _light_line(row: Row, light: str) -> list[str]:
    figures, kinds = row["lights"][light], row["causes"].get(light, {})
    return [
        f"{figures['wrong']}/{figures['places']}",
        *(str(kinds.get(kind, 0)) for kind in KINDS),
        f"{figures['boards_right']}/{figures['boards']}",
        str(figures["hands_invented"]),
    ]


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    yield "## What the reader said while it was taught, and where it gave up"
    yield ""
    for row in rows:
        if row["reader"] == EYE:
            yield from (f"- {name_of(row)}: {note}" for note in gather_notes(row.get("notes", ())))


def gather_notes(notes: Sequence[str]) -> list[str]:
    """Return notes with what was said of several pictures said once."""
    files: dict[str, list[str]] = {}
    for note in notes:
        file, _, said = note.partition(": ")
        files.setdefault(said or note, []).append(file)
    return [
        f"{', '.join(named[:4])}{f' and {len(named) - 4} more' if len(named) > 4 else ''}: {said}"
        if named != [said]
        else said
        for said, named in files.items()
    ]


def merge_rows(old: Sequence[Row], new: Sequence[Row]) -> list[Row]:
    """Return all rows in order, a new one in the place of an old one of the same key."""
    merged = {key_of(row): row for row in (*old, *new)}
    order = {name: k for k, name in enumerate(MODES)}
    return sorted(
        merged.values(),
        key=lambda row: (
            row["source"],
            row["set"],
            order[row["mode"]],
            *(str(row[name]) for name in KEYS),
        ),
    )
