"""What the pile says of the card of a turn."""

from __future__ import annotations

from tablet_companion.games.core import Card
from tablet_companion.referee.explaining.laid import How, Laid, read_laid
from tablet_companion.vision.reading import CardReading

FIVE = Card("5")
LIES = (200.0, 200.0, 3.0)
NO_CARD = CardReading(((FIVE, 0.0), (None, 1.0)))
UNKNOWN = CardReading(((FIVE, 0.02), (None, 0.98)), LIES)
SEEN = CardReading(((FIVE, 0.98), (None, 0.02)), LIES)


def test_an_empty_pile_says_that_no_card_was_laid() -> None:
    """Nothing lies there, as before."""
    assert read_laid(None, NO_CARD, None) == Laid(None, How.SAME)
    assert read_laid(None, NO_CARD, NO_CARD) == Laid(None, How.SAME)


def test_a_card_that_nobody_taught_says_nothing() -> None:
    """Something lies there: it is neither no card nor the one before, so the move has to tell."""
    for before in (None, NO_CARD, UNKNOWN, SEEN):
        assert read_laid(None, UNKNOWN, before) == Laid(None, How.BLIND)


def test_a_taught_card_upon_an_unknown_one_is_new() -> None:
    """What is known now was not there before."""
    assert read_laid(None, SEEN, UNKNOWN) == Laid(FIVE, How.SEEN)


def test_a_tap_is_believed_before_the_camera() -> None:
    """Who taps a card says which it is."""
    assert read_laid(FIVE, UNKNOWN, SEEN) == Laid(FIVE, How.NAMED)
