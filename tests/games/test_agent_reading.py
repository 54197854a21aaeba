"""Agent beyond the booklet: reasons that were untrue, positions and tables that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.agent.actions import Lot, Word
from tablet_companion.games.core import Piece, Place, Placement, PositionError, Seat
from tests.games.agent import ATTACK, GAME, MOVED, NEAR, position, state


def told(where: dict[str, Any], attempt: str) -> str:
    """Return the first reason that an attempt is refused for, in words."""
    text: str = GAME.explain({**where, "attempt": attempt})["breaches"][0]["text"]
    return text


@pytest.mark.parametrize(
    ("play", "acts"),
    [((MOVED, "object"), "white"), ((MOVED, "object", "insist"), "black"), (("bribe",), "white")],
)
def test_who_is_to_act_is_said_truly(play: tuple[str, ...], acts: str) -> None:
    """Whoever is asked to give way acts, not the objector, who was named."""
    where = position(*play)
    assert GAME.actor(state(where)) == acts
    assert told(where, "move blue Paris").startswith(f"First {acts} decides")


def test_a_sum_is_measured_by_what_is_left_of_it() -> None:
    """An exile has cost 500 of the 700 named: nobody has “already named” the 200 that are left."""
    bids = ("object", "insist", "bid 100", "bid 700", "concede", "let stand", "accept")
    first = (ATTACK, *bids, "announce 0", "announce 0", "announce 0")
    second = ("attack red Paris green", "accept", "accept", "announce 100", "announce 0")
    where = position(*first, *second, **NEAR, red="Marseille", options={"paper_sheets": True})
    assert told(where, "announce 100").endswith("white must have at least 200 dollars there.")


def test_an_attacker_that_takes_the_case_takes_nothing_back() -> None:
    """The last consent sends the victim away and puts the attacker onto its case."""
    where = position(f"{ATTACK} case", "accept", **NEAR, case="Paris", held="blue")
    steps = GAME.steps(state(where), GAME.read_action(state(where), "accept"))
    found = {(str(one.rule), str(one.piece), str(one.target)) for one in steps}
    assert found == {
        ("exile_by_attack", "blue", "Bahamas"),
        ("case_held", "green", "Paris.case"),
    }
    back = GAME.steps(state(position(MOVED, "object")), Word("give way"))
    assert [str(one.rule) for one in back] == ["take_back"]


def test_an_agent_in_the_bahamas_holds_nothing() -> None:
    """Its city has no number; the last city of the map was taken for it."""
    with pytest.raises(PositionError, match="green is in the Bahamas"):
        state(position(green="Bahamas", case="Irkutsk", held="green"))


def test_an_attempt_has_no_other_keys() -> None:
    """A table of which nothing was read counted as unchanged, and so as legal."""
    with pytest.raises(PositionError, match=r"^attempt: "):
        GAME.explain({**position(), "attempt": {"agent": {"green": "Moscow"}}})


@pytest.mark.parametrize(
    ("play", "elsewhere", "answer"),
    [
        (("object",), {"blue": "Rome"}, "give way"),
        (
            ("object", "insist", "bid 100", "bid 500", "concede", "let stand"),
            {"blue": "Oslo.case", "case": "Oslo"},
            "accept",
        ),
    ],
)
def test_a_table_mended_while_others_are_asked_goes_on(
    play: tuple[str, ...], elsewhere: dict[str, str], answer: str
) -> None:
    """Whoever had the case stands elsewhere now: it is free, and nobody has it from afar."""
    asked = state(position(f"{ATTACK} case", *play, **NEAR, case="Paris", held="blue"))
    shown = {str(piece): str(place) for place, piece in GAME.placement(asked).pieces} | elsewhere
    table = Placement(tuple(sorted((Place(at), Piece(piece)) for piece, at in shown.items())))
    after = GAME.apply(GAME.amend(asked, table), Word(answer))
    assert GAME.amend(after, GAME.placement(after)) == after
    assert GAME.read(GAME.write(after)) == after


def test_only_a_player_begins() -> None:
    """A lot for a stranger was legal and ended in a crash."""
    assert GAME.judge(GAME.setup({}, GAME.seats), Lot(Seat("red")))
