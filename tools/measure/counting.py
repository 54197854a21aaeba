"""From shots to figures: what the table's columns count. No pictures are touched here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from tablet_companion.vision.reading import SURE
from tools.measure.shots import Answer, Shot

CERTAIN: Final = 0.99
"""A wrong answer of more than this probability is a sure mistake."""
ASTRAY: Final = 0.02
"""A corner farther off than this share of the board's width: a registration believed wrongly."""
BINS: Final = (0.0, 0.5, 0.9, 0.99, 0.999)
"""Where the bins of the reliability table begin; the last one ends at 1."""

Figures = dict[str, float | None]
Reliability = list[tuple[int, int]]
"""(answers, right ones) of each bin."""


@dataclass(frozen=True, slots=True)
class Visible:
    """The answers that count as seen: those of the pictures without a hand that were read."""

    shots: tuple[Shot, ...]
    answers: tuple[Answer, ...]


def visible_of(shots: Sequence[Shot]) -> Visible:
    """Return what counts as seen of some pictures."""
    clear = tuple(shot for shot in shots if not shot.hand)
    return Visible(clear, tuple(answer for shot in clear for answer in shot.answers))


def count(shots: Sequence[Shot]) -> Figures:
    """Return the figures of a row; None if there was nothing to count."""
    visible = visible_of(shots)
    return {
        "pictures": len(shots),
        **_count_places(visible.answers),
        **_count_boards(visible.shots),
        **_count_hands(shots),
        **_count_cards(visible.shots),
        **_count_registration(shots),
        "ms": median(spent) if (spent := [s.spent_ms for s in shots if s.spent_ms]) else None,
    }


def _count_places(answers: Sequence[Answer]) -> Figures:
    wrong = [answer for answer in answers if answer.wrong]
    given = [answer for answer in answers if not answer.covered]
    return {
        "places": len(answers),
        "wrong": len(wrong),
        "wrong_pct": 100 * len(wrong) / len(answers) if answers else None,
        "sure_wrong": sum(answer.probability > CERTAIN for answer in wrong),
        "unsure": sum(answer.probability < SURE for answer in given),
        "not_seen": len(answers) - len(given),
    }


def _count_boards(shots: Sequence[Shot]) -> Figures:
    return {
        "boards": len(shots),
        "boards_right": sum(is_right_when_asked(shot) for shot in shots),
        "boards_strict": sum(is_strictly_right(shot) for shot in shots),
    }


def is_right_when_asked(shot: Shot) -> bool:
    """Whether every place the reader would bet on is right; the others it asks about."""
    return not shot.error and not any(answer.probability >= SURE for answer in shot.mistakes)


def is_strictly_right(shot: Shot) -> bool:
    """Whether all was read, and read right: every visible place, the hand and the card."""
    if shot.error or shot.hand != shot.hand_seen:
        return False
    if shot.card is not None and shot.card.seen != shot.card.truth:
        return False
    return not any(answer.wrong or answer.covered for answer in shot.answers)


def _count_hands(shots: Sequence[Shot]) -> Figures:
    read = [shot for shot in shots if not shot.error]
    there = [shot for shot in read if shot.hand]
    beside = [answer for shot in there for answer in shot.answers if not answer.covered]
    return {
        "hands": len(there),
        "hands_missed": sum(shot.hand_seen is False for shot in there),
        "no_hands": len(read) - len(there),
        "hands_invented": sum(shot.hand_seen is True for shot in read if not shot.hand),
        "hands_doubted": sum(shot.hand_seen is None for shot in read if not shot.hand),
        "beside_hands": len(beside),
        "beside_hands_wrong": sum(answer.wrong for answer in beside),
    }


def _count_cards(shots: Sequence[Shot]) -> Figures:
    cards = [shot.card for shot in shots if shot.card is not None]
    right = sum(card.seen == card.truth for card in cards)
    refused = sum(card.seen is None and card.truth is not None for card in cards)
    return {
        "cards": len(cards),
        "cards_right": right,
        "cards_wrong": len(cards) - right - refused,
        "cards_refused": refused,
    }


def _count_registration(shots: Sequence[Shot]) -> Figures:
    return {
        "not_registered": sum(bool(shot.error) for shot in shots),
        "crashed": sum(shot.crashed for shot in shots),
        "believed_wrongly": sum(is_astray(shot) for shot in shots),
    }


def is_astray(shot: Shot) -> bool:
    """Whether the board was held to be where it is not."""
    return shot.astray is not None and shot.astray > ASTRAY


def count_reliability(answers: Sequence[Answer]) -> Reliability:
    """Return how many answers of each bin were given, and how many are right."""
    given: Counter[int] = Counter()
    right: Counter[int] = Counter()
    for answer in answers:
        if not answer.covered:
            number = max(k for k, start in enumerate(BINS) if answer.probability >= start)
            given[number] += 1
            right[number] += not answer.wrong
    return [(given[k], right[k]) for k in range(len(BINS))]


def count_causes(shots: Sequence[Shot]) -> dict[str, dict[str, int]]:
    """Return how many wrong answers of each kind there are in each light."""
    causes: dict[str, Counter[str]] = {}
    for shot in visible_of(shots).shots:
        for answer in shot.mistakes:
            causes.setdefault(describe_light(shot), Counter())[answer.kind] += 1
    return {light: dict(kinds) for light, kinds in sorted(causes.items())}


def count_lights(shots: Sequence[Shot]) -> dict[str, Figures]:
    """Return places, wrong ones, boards and right ones, and hands invented, of each light."""
    groups: dict[str, list[Shot]] = {}
    for shot in shots:
        groups.setdefault(describe_light(shot), []).append(shot)
    kept = ("places", "wrong", "boards", "boards_right", "hands_invented", "not_registered")
    return {
        light: {name: count(group)[name] for name in kept}
        for light, group in sorted(groups.items())
    }


def describe_light(shot: Shot) -> str:
    """Return a picture's light and what makes it hard, and whether it was registered wrongly."""
    astray = "misplaced" if is_astray(shot) else ""
    return ", ".join(part for part in (shot.light, shot.hard, astray) if part) or "–"


def list_mistakes(shots: Sequence[Shot]) -> list[dict[str, Any]]:
    """Return every wrong answer, those beside hands included, as data."""
    return [
        {
            "file": shot.file,
            "light": describe_light(shot),
            "hand": shot.hand,
            "place": answer.place,
            "truth": answer.truth,
            "seen": answer.seen,
            "p": round(answer.probability, 4),
        }
        for shot in shots
        for answer in shot.mistakes
    ]
