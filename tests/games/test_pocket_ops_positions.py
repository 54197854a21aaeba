"""Pocket Ops as text: actions, states, JSON positions, attempts explained."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablet_companion.games.core import PositionError
from tests.games.pocket_ops import GAME, game, position, reasons

# --- texts ----------------------------------------------------------------------------------------


def test_actions_have_plain_texts() -> None:
    """Every kind of action reads back from a text that people can type."""
    state = game()
    for text in (
        "lot blue",
        "look ?",
        "look mole",
        "enrol ninja",
        "guess ?",
        "guess A H",
        "place courier E",
        "foiled",
        "through",
        "use mole",
        "use mole A>B B>A",
        "use commando D>E E>F xF",
        "gather",
    ):
        assert GAME.write_action(state, GAME.read_action(state, text)) == text


@pytest.mark.parametrize(
    "text", ["place spy", "place spy J", "place king A", "use spy", "use mole A>", "guess", "lot x"]
)
def test_texts_that_mean_nothing_are_refused(text: str) -> None:
    """A text that is not an action of this game is one sentence."""
    with pytest.raises(PositionError, match="is not an action of Pocket Ops"):
        GAME.read_action(game(), text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("base", [0] * 8),
        ("base", [9] * 9),
        ("phase", "tea"),
        ("placed", ["spy", 12]),
        ("placed", ["king", 1]),
        ("guess", [11]),
        ("active", ["mole"]),
        ("offers", [["king"], []]),
        ("wins", [0]),
        ("first", 2),
        ("first", -1),
        ("round", "one"),
        ("setting", {}),
        ("ending", "tea"),
        ("more", 1),
    ],
)
def test_broken_states_are_refused(key: str, value: object) -> None:
    """A state with a part that this game has not is one sentence."""
    data = json.loads(GAME.write(game()))
    with pytest.raises(PositionError, match="not a state of Pocket Ops"):
        GAME.read(json.dumps(data | {key: value}))


# --- JSON positions -------------------------------------------------------------------------------


def test_moves_print_what_the_format_says() -> None:
    """Placement, room, the base after it and who has a line, as in the format's example."""
    where = position("r.. .b. ...", red="assassin")
    line = {
        "place": "assassin",
        "room": "E",
        "after": {"A": ["red", "spy"], "E": ["red", "assassin"]},
        "lines": [],
    }
    assert line in GAME.moves(where)
    assert json.loads(json.dumps(GAME.moves(where))) == GAME.moves(where)


def test_moves_are_sorted_and_distinct() -> None:
    """Sorted by agent, room and base; two ways to one base are one line."""
    lines = GAME.moves(position("rb. b.r ..b", red="mole"))
    keys = [(line["place"], line["room"], str(line["after"])) for line in lines]
    assert keys == sorted(set(keys))


def test_lines_name_everybody_who_has_one() -> None:
    """Both colours where a power lines both up."""
    lines = [line["lines"] for line in GAME.moves(position("rrb ... rbb", red="mole"))]
    assert ["blue", "red"] in lines


def test_explain_guesses_what_was_placed() -> None:
    """Without a named agent a spy and the active specialist are tried, or the one that is seen."""
    where = position("b.. ... ...", red="ninja")
    where["attempt"] = {"A": ["red", "spy"]}
    assert [b["rule"] for b in GAME.explain(where)["breaches"]] == ["empty_room"]
    where["attempt"] = {"B": ["red", "ninja"]}
    assert GAME.explain(where) == {"legal": True, "breaches": []}
    where["attempt"] = {"A": ["blue", "spy"], "B": ["red", "mole"]}
    (breach,) = GAME.explain(where)["breaches"]
    assert (breach["rule"], breach["where"]) == ("active_specialist", ["B"])


@pytest.mark.parametrize(
    ("agent", "after", "rules"),
    [
        ("spy", "b.. .r. ...", []),
        ("spy", "... .r. ...", ["nothing_else"]),
        ("spy", "b.. .b. ...", ["whose_turn"]),
        ("ninja", "... .R. ...", []),
        ("ninja", "... ..R ...", ["ninja"]),
    ],
)
def test_attempts_are_explained(agent: str, after: str, rules: list[str]) -> None:
    """The smallest set of broken rules explains an attempt."""
    assert reasons(position("b.. ... ...", red="ninja"), agent, after) == rules


GOOD = position("r.. .b. ...", red="ninja", blue="mole")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "^game:"),
        ({"turn": "green"}, "^turn:"),
        ({"turn": ["red"]}, "^turn:"),
        ({"rooms": []}, "^rooms:"),
        ({"rooms": {"J": ["red", "spy"]}}, "^rooms: .*'J'"),
        ({"rooms": {"A": ["green", "spy"]}}, "^rooms: in A"),
        ({"rooms": {"A": ["red", "king"]}}, "^rooms: in A"),
        ({"rooms": {"A": ["red", ["spy"]]}}, "^rooms: in A"),
        ({"rooms": {"A": "red"}}, "^rooms: in A"),
        ({"rooms": {r: ["red", "spy"] for r in "ABCDEFGH"}}, "^rooms: red has only 7"),
        ({"rooms": {"A": ["red", "ninja"]}}, "^active: red has one"),
        ({"active": {"red": "king"}}, "^active: red's"),
        ({"active": {"red": ["ninja"]}}, "^active: red's"),
        ({"active": {"green": None}}, "^active:"),
        ({"active": None}, "^active:"),
        ({"options": {"dealing": "tablet"}}, "^options:"),
        ({"options": {"turn_cap": 0}}, "turn_cap"),
        ({"options": 7}, "^options:"),
    ],
)
def test_positions_that_mean_nothing_are_one_sentence(change: Any, message: str) -> None:
    """The sentence names the key and what was expected."""
    with pytest.raises(PositionError, match=message) as caught:
        GAME.moves(GOOD | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"attempt": None}, "^attempt:"),
        ({"attempt": {"A": ["blue", "ninja"]}}, "^attempt: blue's ninja"),
        ({"attempt": {}, "card": "king"}, "^card:"),
        ({"attempt": {}, "card": ["spy"]}, "^card:"),
    ],
)
def test_attempts_that_mean_nothing_are_one_sentence(change: Any, message: str) -> None:
    """The sentence names the key and what was expected."""
    with pytest.raises(PositionError, match=message):
        GAME.explain(GOOD | change)


def test_a_position_is_an_object() -> None:
    """Anything else is refused."""
    with pytest.raises(PositionError, match="JSON object"):
        GAME.moves(json.loads("[]"))
