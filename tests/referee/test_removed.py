"""What is said of a piece that leaves the board is true in every game."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import HIDDEN, Piece, Place, Rule, Step, StepKind
from tablet_companion.kit import printed
from tablet_companion.referee.model.steps_in_words import _choose_done, _say
from tablet_companion.screen.words.wording import words


@pytest.mark.parametrize(
    ("game", "language", "step", "said"),
    [
        ("pocket_ops", "de", ("red", "B", "red.nest"), "kommt in die Reserve von Rot"),
        ("pocket_ops", "fr", ("red", "B", "box"), "L’espion rouge va dans la boîte"),
        ("agent", "de", ("blue", "Paris", "Bahamas"), "Der blaue Agent kommt auf die Bahamas"),
        ("agent_dog", "fr", ("red", "T3", "red.nest"), "Le pion rouge va dans la zone de départ"),
        ("agent_dog", "de", (HIDDEN, "T7", None), "wird auf"),
    ],
)
def test_only_a_pawn_of_unknown_colour_is_just_captured(
    game: str, language: str, step: tuple[str, str, str | None], said: str
) -> None:
    """Specialists are not beaten, agents are not taken: they go where the rules send them."""
    piece, source, target = step
    gone = Step(
        StepKind.CAPTURED,
        Piece(piece),
        Place(source),
        None if target is None else Place(target),
        Rule(""),
    )
    spoken = words(language, printed.board(game)).say(_say(_choose_done(gone), gone))
    assert said in spoken
