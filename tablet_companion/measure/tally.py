"""Counts what the reader got right and wrong, and prints the report. Pictures are not touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot
from statistics import median, quantiles
from typing import Final

from calibration.learning.truth import Label
from tablet_companion.vision.reading import SURE, CardReading, Reading, Thing

EMPTY: Final = "empty"
COVERED: Final = "covered"
_SAME_THING_MM: Final = 20.0
"""A foreign object seen this near to a labelled one is that one."""
BANDS: Final = (0.0, 0.5, 0.9, 0.99, 0.999)
"""Where the bands of the reliability table begin."""


@dataclass
class Tally:
    """Counts over all pictures.

    ``confusion`` counts (labelled, read) pairs of visible places; ``missed`` the places labelled
    as covered that were not recognised as such. ``bets`` counts (band, right) of the answers.
    ``things`` counts (labelled, seen) of foreign objects, if labels name any. ``refused`` counts
    the wrong cards that were called unknown.
    """

    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    hands: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    things: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    cards: Counter[bool] = field(default_factory=Counter)
    pictures: Counter[bool] = field(default_factory=Counter)
    bets: Counter[tuple[int, bool]] = field(default_factory=Counter)
    refused: int = 0
    covered: int = 0
    missed: int = 0
    unsure: int = 0
    lost: int = 0
    residuals_px: list[float] = field(default_factory=list)
    spent_ms: list[float] = field(default_factory=list)

    def lose(self) -> None:
        """Count a picture that was not read."""
        self.lost += 1
        self.pictures[False] += 1

    def picture(self, label: Label, reading: Reading, *, hand: bool | None) -> list[str]:
        """Count one picture; return what is wrong with its reading, a line each.

        A doubtful ``hand`` (None) is no mistake: what it may hide is covered, and the rest is read.
        """
        hand = label.hand if hand is None else hand
        self.hands[label.hand, hand] += 1
        wrong = []
        if label.hand != hand:
            wrong.append(
                "a hand was missed" if label.hand else "a hand was seen where there is none"
            )
        if not label.hand and reading.card is not None:
            wrong += self._card(label, reading.card)
        wrong += self._places(label, reading)
        self._things(label, reading.things)
        self.pictures[not wrong] += 1
        return wrong

    def _card(self, label: Label, card: CardReading) -> list[str]:
        """Count the top card; for an untaught one the right answer is: unknown."""
        taught = any(label.card == face for face, _ in card.posterior)
        right = card.best == (label.card if taught else None)
        self.cards[right] += 1
        self.refused += not right and card.best is None
        read = "none of the taught cards" if card.unknown else card.best
        return [] if right else [f"the card is {label.card}, read {read}"]

    def _things(self, label: Label, things: tuple[Thing, ...]) -> None:
        """Count foreign objects seen, missed or invented; they do not spoil a picture."""
        lying = label.lying
        if lying is None:
            return
        left = list(things)
        for spot in lying:
            own = [
                thing
                for thing in left
                if hypot(thing.x_mm - spot.x_mm, thing.y_mm - spot.y_mm) < _SAME_THING_MM
            ]
            self.things[True, bool(own)] += 1
            left = [thing for thing in left if thing not in own]
        self.things[False, True] += len(left)

    def _places(self, label: Label, reading: Reading) -> list[str]:
        wrong = []
        for sight in reading.places:
            if sight.place in label.occluded:
                self.covered += 1
                self.missed += not sight.covered
                continue
            true = label.pieces.get(sight.place, EMPTY)
            seen = COVERED if sight.covered else sight.best or EMPTY
            self.confusion[true, seen] += 1
            if not sight.covered:
                self.unsure += sight.probability < SURE
                self.bets[band(sight.probability), true == seen] += 1
            if true != seen and not (label.hand and seen == COVERED):
                wrong.append(f"{sight.place} is {true}, read {seen} (p {sight.probability:.3f})")
        return wrong

    def count_places(self) -> tuple[int, int, int]:
        """Return how many places were read, right, and wrongly called covered."""
        pairs = self.confusion.items()
        right = sum(count for (true, seen), count in pairs if true == seen)
        needless = sum(count for (_, seen), count in pairs if seen == COVERED)
        return self.confusion.total(), right, needless

    def lines(self) -> Iterator[str]:
        """Yield the report, a line each."""
        yield from self._confusion()
        yield from self._places_lines()
        yield from self._pictures_lines()
        yield from self.reliability()

    def _confusion(self) -> Iterator[str]:
        names = sorted({name for pair in self.confusion for name in pair})
        yield "labelled \\ read " + "".join(f"{name:>9}" for name in names)
        for true in names:
            if any(self.confusion[true, seen] for seen in names):
                row = "".join(f"{self.confusion[true, seen]:>9}" for seen in names)
                yield f"{true:<16}{row}"
        yield ""

    def _places_lines(self) -> Iterator[str]:
        places, right, needless = self.count_places()
        wrong = places - right - needless
        yield f"places right     {right} of {places} ({percent(right, places)})"
        yield f"places wrong     {wrong} of {places} ({percent(wrong, places)})"
        yield f"unsure           {self.unsure} of {places} (probability below {SURE})"
        yield f"covered falsely  {needless} of {places}"
        yield f"covered, missed  {self.missed} of {self.covered}"

    def _pictures_lines(self) -> Iterator[str]:
        pictures, whole = self.pictures.total(), self.pictures[True]
        yield f"pictures right   {whole} of {pictures} ({percent(whole, pictures)})"
        cards = self.cards.total()
        yield f"cards right      {self.cards[True]} of {cards} (pictures without a hand)"
        if self.refused:
            yield f"cards refused    {self.refused} of {cards} (none of the taught)"
        for name, labelled in (("missed  ", True), ("invented", False)):
            there = self.hands[labelled, True] + self.hands[labelled, False]
            yield f"hands {name}   {self.hands[labelled, not labelled]} of {there}"
        if self.things.total():
            there = self.things[True, True] + self.things[True, False]
            yield f"things missed    {self.things[True, False]} of {there}"
            yield f"things invented  {self.things[False, True]}"
        if self.lost:
            yield f"board not found  {self.lost} of {pictures}"
        if self.residuals_px:
            yield f"residual         {median(self.residuals_px):.2f} px (median)"
        if self.spent_ms:
            slow = slowest(self.spent_ms)
            yield (
                f"a picture        {median(self.spent_ms):.0f} ms (median), {slow:.0f} ms (p99), "
                "with finding the board"
            )
        yield ""

    def reliability(self) -> Iterator[str]:
        """Yield how often answers of each probability are right; ideally that often."""
        yield "probability        answers   right"
        for number, start in enumerate(BANDS):
            there = self.bets[number, True] + self.bets[number, False]
            end = BANDS[number + 1] if number + 1 < len(BANDS) else 1.0
            if there:
                share = percent(self.bets[number, True], there)
                yield f"{start:>6.3f} to {end:<6.3f} {there:>9}   {share}"


def band(probability: float) -> int:
    """Return which band of the reliability table a probability belongs to."""
    return max(number for number, start in enumerate(BANDS) if probability >= start)


def slowest(spent_ms: list[float]) -> float:
    """Return the 99th percentile of the times."""
    return quantiles([*spent_ms, max(spent_ms)], n=100, method="inclusive")[-1]


def percent(part: int, whole: int) -> str:
    """Return a share in words."""
    return f"{100 * part / whole:.2f} %" if whole else "none"
