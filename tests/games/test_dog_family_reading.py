"""DOG and Agent DOG beyond their booklets: reasons that were untrue, what was not listed."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import PositionError
from tablet_companion.games.dog_family.actions import Give, GiveUp
from tablet_companion.games.dog_family.rules import UNPLAYABLE
from tests.conformance.walk import walk
from tests.games import agent_dog, dog

_HOME = "F1 F2 F3 F4"


@pytest.mark.parametrize("game", [agent_dog, dog])
@pytest.mark.parametrize("card", ["5", "partner", "7"])
def test_a_pawn_of_your_own_that_is_home_is_not_somebody_elses(game: Any, card: str) -> None:
    """With your four home you play your partner's; out of your finish you move nobody else's."""
    if card not in game.GAME.cards:
        pytest.skip("a card of the other game")
    where = game.position(card, red=_HOME, green="T40")
    moved = {**where, "card": card, "attempt": game.after(where, red="T2 F1 F2 F3")}
    assert "finish_stays" in [one["rule"] for one in game.GAME.explain(moved)["breaches"]]
    play = f"{card} red.F4>T{int(card) if card.isdigit() else 4}"
    assert {"whose_pawn", "seven_partner"}.isdisjoint(game.broken(where, play))
    assert game.broken(where, play)


@pytest.mark.parametrize("playing", [("red", "green"), ("red", "blue", "yellow")])
def test_what_two_or_three_do_without_a_playable_card_is_explained(playing: Any) -> None:
    """`moves` prints that no card can be played, where `explain` said that nobody gives up."""
    stuck = agent_dog.position("12 exchange", playing=playing, red="F4")
    assert agent_dog.GAME.moves(stuck) == [{"card": None, "gives_up_hand": False}]
    attempt = {"card": None, "attempt": stuck["pawns"]}
    assert agent_dog.GAME.explain({**stuck, **attempt})["legal"]
    able = {**stuck, "hand": ["13"]}
    (breach,) = agent_dog.GAME.explain({**able, **attempt})["breaches"]
    assert breach["rule"] == "change_card"
    assert agent_dog.GAME.explain({**stuck, "hand": [], **attempt})["legal"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_of_a_round_is_listed(players: int) -> None:
    """Among two or three, gifts were not listed, and giving up was, which they never do."""
    game = agent_dog.GAME
    state = game.setup({"dealing": "tablet"}, game.seats[:players])
    listed = game.listing(state)
    for before, action in walk(game, state, 1, most=300):
        known = (*listed.chance, *listed.seats)
        splits = len(getattr(action, "legs", ())) > 1
        assert splits or listed.bare(action) in known, game.write_action(before, action)
    assert (GiveUp() in listed.seats) == (players == 4)
    assert set(map(Give, game.cards)) <= set(listed.seats)


def test_whose_pawn_is_on_the_start_space_is_said_by_the_space() -> None:
    """With your four home it is your partner's that holds turned-over ones back, not your own."""
    where = agent_dog.position("5", red=_HOME, green="T32", blue="T18")
    moved = {**where, "card": "5", "attempt": agent_dog.after(where, blue="T23")}
    (breach,) = agent_dog.GAME.explain(moved)["breaches"]
    assert breach["text"].startswith("A pawn still stands at T32, so")


def test_whoever_can_play_nothing_is_told_what_their_table_does() -> None:
    """Two or three never give up their hands."""
    assert "change a card" in agent_dog.GAME.rules[UNPLAYABLE].mend
    assert "change a card" not in dog.GAME.rules[UNPLAYABLE].mend


@pytest.mark.parametrize("text", ["lot red blue", "give ?", "? T0>T5", "5 T0>T5 xred.nest"])
def test_what_nobody_does_is_no_action(text: str) -> None:
    """Some of it was read, and ended the program when it was judged or pictured."""
    for game in (agent_dog.GAME, dog.GAME):
        with pytest.raises(PositionError):
            game.read_action(game.setup({}, game.seats), text)
