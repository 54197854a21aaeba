"""The report on the reader counts what it says it counts."""

from __future__ import annotations

from calibration.learning.truth import Label
from tablet_companion.games.core import EMPTY, Card, Piece, Place
from tablet_companion.measure.tally import Tally, band
from tablet_companion.vision.reading import CardReading, PlaceReading, Reading

RED = Piece("red")


def _reading(*sights: PlaceReading, card: str | None = "5") -> Reading:
    return Reading(sights, CardReading(((Card(card) if card else None, 1.0),)), ())


def _sight(place: str, red: float, *, covered: bool = False) -> PlaceReading:
    return PlaceReading(Place(place), ((EMPTY, 1 - red), (RED, red)), covered=covered)


def test_every_kind_of_error_is_counted_once() -> None:
    """A piece and a cover missed, a cover and a hand invented, and a wrong card are all told."""
    tally = Tally()
    label = Label("1.jpg", pieces={"A": "red", "B": "red"}, occluded=("D",), card="6")
    reading = _reading(
        _sight("A", 0.2), _sight("B", 0.5, covered=True), _sight("C", 0.01), _sight("D", 0.5)
    )
    wrong = tally.picture(label, reading, hand=True)
    assert [line.split(" (")[0] for line in wrong] == [
        "a hand was seen where there is none",
        "the card is 6, read 5",
        "A is red, read empty",
        "B is red, read covered",
    ]
    report = "\n".join(tally.lines())
    for line in (
        "places right     1 of 3",
        "places wrong     1 of 3",
        "unsure           1 of 3",
        "covered falsely  1 of 3",
        "covered, missed  1 of 1",
        "pictures right   0 of 1",
        "cards right      0 of 1",
        "hands missed     0 of 0",
        "hands invented   1 of 1",
    ):
        assert line in report


def test_a_covered_place_beside_a_hand_is_no_error_of_the_picture() -> None:
    """Caution beside a hand is not held against a picture, but it is no right answer either."""
    tally = Tally()
    label = Label("1.jpg", pieces={"A": "red"}, hand=True)
    assert tally.picture(label, _reading(_sight("A", 0.5, covered=True)), hand=True) == []
    assert "places right     0 of 1" in "\n".join(tally.lines())


def test_answers_fall_into_bands_by_their_probability() -> None:
    """Each band says how often such answers were right."""
    assert [band(p) for p in (0.0, 0.5, 0.89, 0.9, 0.99, 0.9995, 1.0)] == [0, 1, 1, 2, 3, 4, 4]
    tally = Tally()
    label = Label("1.jpg", pieces={"A": "red", "B": "red"}, card="5")
    tally.picture(label, _reading(_sight("A", 0.95), _sight("B", 0.05)), hand=False)
    assert "0.900 to 0.990          2   50.00 %" in "\n".join(tally.lines())


def test_an_untaught_card_is_rightly_none_of_the_taught_and_a_taught_one_refused() -> None:
    """Of a card that was never taught the right answer is that; of a taught one it is not."""
    none = CardReading(((Card("5"), 0.1), (None, 0.9)), (200.0, 200.0, 0.0))
    tally = Tally()
    untaught = Label("0001.jpg", card="9")
    taught = Label("0002.jpg", card="5")
    assert tally.picture(untaught, Reading((), none), hand=False) == []
    wrong = tally.picture(taught, Reading((), none), hand=False)
    assert wrong == ["the card is 5, read none of the taught cards"]
    assert (tally.cards[True], tally.cards[False], tally.refused) == (1, 1, 1)
