"""What Agent DOG says of tables that no booklet draws: pawns lost, swapped or left upright."""

from __future__ import annotations

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import Breach, Card, Piece, Place, Placement
from tests.games.agent_dog import GAME, position

STATE = read_position(position("5", red="T20 T2", blue="T41"))


def diagnosed(*ways: str, card: str = "5") -> list[str]:
    """Return the rules broken by a table where pieces stand as ``place piece > place piece``."""
    pieces = list(GAME.placement(STATE).pieces)
    for way in ways:
        before, _, after = way.partition(" > ")
        pieces.remove(_piece(before))
        pieces.append(_piece(after))
    shown = Placement(tuple(sorted(pieces)))
    found: tuple[Breach, ...] = GAME.diagnose(STATE, Card(card), shown)
    return [str(breach.rule) for breach in found]


def _piece(text: str) -> tuple[Place, Piece]:
    place, piece = text.split()
    return Place(place), Piece(piece)


@pytest.mark.parametrize(
    ("ways", "rule"),
    [
        (("T20 red > T25 red", "T41 blue > blue.nest blue"), "not_captured"),
        (("T20 red > T25 red", "red.nest red > blue.nest red"), "wrong_nest"),
        (("T2 hidden > T7 hidden",), "turn_up"),
    ],
)
def test_a_table_that_cannot_be_is_told_by_its_rule(ways: tuple[str, ...], rule: str) -> None:
    """SAUTER ET PRENDRE, PIONS INFILTRÉS: taken for nothing, a wrong nest, not turned up."""
    assert rule in diagnosed(*ways)


def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    """Nor is a hand given up, or a card given away, where it is the time for another thing."""
    play = next(action for action in GAME.legal(STATE) if GAME.card_of(action))
    other = play._replace(card=Card("8"))
    assert "card_not_held" in [breach.rule for breach in GAME.judge(STATE, other)]
    give = GAME.read_action(STATE, "give 5")
    assert [breach.rule for breach in GAME.judge(STATE, give)] == ["wrong_moment"]


def test_a_pawn_turned_up_has_a_colour_that_is_still_missing() -> None:
    """PIONS INFILTRÉS: where every pawn is known, nothing can be turned up as another colour."""
    play = next(action for action in GAME.legal(STATE) if GAME.card_of(action))
    breaches = GAME.judge(STATE, play._replace(shown=(1,)))
    assert [breach.rule for breach in breaches] == ["colour_count"]
