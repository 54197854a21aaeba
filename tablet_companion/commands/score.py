"""``tablet-companion score``: measure the reader on labelled pictures, error by error."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from calibration.model import read_calibration
from calibration.truth import Label, check_labels, read_labels
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from tablet_companion.vision.eye import Eye
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model

_EMPTY: Final = "empty"
_COVERED: Final = "covered"


@dataclass
class Tally:
    """Counts over all pictures. ``confusion`` counts (labelled, read) pairs of visible places."""

    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    hands: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    cards: Counter[bool] = field(default_factory=Counter)
    pictures: Counter[bool] = field(default_factory=Counter)
    spent_ms: list[float] = field(default_factory=list)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--calibration", type=Path, required=True, metavar="CAL.json")
    parser.add_argument("truth", type=Path, metavar="TRUTH.jsonl", help="labels beside pictures")
    parser.add_argument("--sequence", action="store_true", help="one fixed camera, in order")


def run(arguments: argparse.Namespace) -> int:
    """Print every error, the confusion table and the shares; the status is always 0."""
    model = Model(read_calibration(arguments.calibration))
    labels = read_labels(arguments.truth)
    check_labels(labels, model.board, arguments.truth)
    eye = Eye(model, still_frames=1)
    tally = Tally()
    for label in labels:
        if not arguments.sequence:
            eye.forget()
        try:
            wrong = _judge(eye, label, arguments.truth.parent, tally)
        except CompanionError as error:
            wrong = [str(error)]
        tally.pictures[not wrong] += 1
        for line in wrong:
            sys.stdout.write(f"{label.file}: {line}\n")
    _print(tally)
    return 0


def _judge(eye: Eye, label: Label, folder: Path, tally: Tally) -> list[str]:
    """Read one picture and return what is wrong with the reading."""
    picture = read_picture(folder / label.file)
    start = time.perf_counter()
    _, looked, reading = eye.examine(picture)
    tally.spent_ms.append((time.perf_counter() - start) * 1000)
    tally.hands[label.hand, looked.hand] += 1
    wrong = []
    if label.hand != looked.hand:
        wrong.append("a hand was missed" if label.hand else "a hand was seen where there is none")
    if not label.hand:
        wrong += _card(label, reading, tally)
    return wrong + _places(label, reading, tally)


def _card(label: Label, reading: Reading, tally: Tally) -> list[str]:
    if reading.card is None:
        return []
    right = reading.card.best == label.card
    tally.cards[right] += 1
    return [] if right else [f"the card is {label.card}, read {reading.card.best}"]


def _places(label: Label, reading: Reading, tally: Tally) -> list[str]:
    wrong = []
    for sight in reading.sights:
        if sight.place in label.occluded:
            continue
        true = label.pieces.get(sight.place, _EMPTY)
        seen = _COVERED if sight.covered else sight.best or _EMPTY
        tally.confusion[true, seen] += 1
        if true != seen and not (label.hand and seen == _COVERED):
            wrong.append(f"{sight.place} is {true}, read {seen} (p {sight.probability:.3f})")
    return wrong


def _print(tally: Tally) -> None:
    out = sys.stdout.write
    names = sorted({name for pair in tally.confusion for name in pair})
    out("\nlabelled \\ read " + "".join(f"{name:>9}" for name in names) + "\n")
    for true in names:
        if any(tally.confusion[true, seen] for seen in names):
            row = "".join(f"{tally.confusion[true, seen]:>9}" for seen in names)
            out(f"{true:<16}{row}\n")
    places = sum(tally.confusion.values())
    right = sum(count for (true, seen), count in tally.confusion.items() if true == seen)
    out(f"\nplaces right   {right} of {places} ({_percent(right, places)})\n")
    whole, all_pictures = tally.pictures[True], sum(tally.pictures.values())
    out(f"pictures right {whole} of {all_pictures} ({_percent(whole, all_pictures)})\n")
    cards = sum(tally.cards.values())
    out(f"cards right    {tally.cards[True]} of {cards} (pictures without a hand)\n")
    out(f"hands missed   {tally.hands[True, False]} of {_hands(tally, labelled=True)}\n")
    out(f"hands invented {tally.hands[False, True]} of {_hands(tally, labelled=False)}\n")
    if tally.spent_ms:
        out(f"a picture      {median(tally.spent_ms):.0f} ms (median, with finding the board)\n")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "none"


def _hands(tally: Tally, *, labelled: bool) -> int:
    return sum(count for (true, _), count in tally.hands.items() if true == labelled)
