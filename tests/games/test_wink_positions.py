"""Wink as text: JSON positions, attempts explained, and games that read back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion.games.core import PositionError
from tablet_companion.games.wink.state import SEATS
from tests.games.wink import GAME, by_people, dealt, every_edition, on
from tests.games.wink_turn import position

# --- JSON positions -----------------------------------------------------------------------------


def done(where: dict[str, Any], first: str) -> list[list[str]]:
    """Return what an action can lead to, as lists of texts."""
    return [line["actions"] for line in GAME.moves(where) if line["actions"][0] == first]


def test_moves_follow_a_naming_to_its_end() -> None:
    """A naming has a line for every answer; in zwinkern none tells of the true holder."""
    assert done(position(), "name blue") == [
        ["name blue", "has it"],
        ["name blue", "has not", "lay green"],
        ["name blue", "has not", "lay yellow"],
    ]
    assert ["name blue", "has not", "lay nobody"] in done(position("wink"), "name blue")
    assert done(position("zwinkern"), "name blue") == [
        ["name blue", "has it"],
        ["name blue", "has not"],
    ]
    assert not [line for line in GAME.moves(position("wink")) if line["actions"] == ["call 4"]]


def test_moves_of_a_known_hand() -> None:
    """With the hand of the player on turn known, his own cards are not called."""
    hands = {**position()["hands"], "red": [4, 5, 6, 7, 8, 9, 10, 11, 12]}
    calls = {line["actions"][0] for line in GAME.moves(position(hands=hands))}
    assert "call 4" not in calls
    assert "call 13" in calls


def test_moves_say_who_may_do_it_and_what_comes_of_it() -> None:
    """Lines are sorted, name the player, and their positions are positions again."""
    where = position("zwinkern")
    lines = GAME.moves(where)
    assert [line["actions"] for line in lines] == sorted(line["actions"] for line in lines)
    players = {line["actions"][0]: line["seat"] for line in lines}
    assert players["accuse blue yellow 25"] == "blue"
    assert players["call 4"] == "red"
    for line in lines:
        assert line["after"]["winners"] is None
        again = {key: where[key] for key in ("game", "options", "seats")}
        assert GAME.moves({**again, **line["after"]})


def test_a_position_that_ends_names_the_winners() -> None:
    """After the last card of a hand the line says who won."""
    hands = {"red": 8, "blue": [25], "green": 8, "yellow": 8}
    (line,) = [
        line
        for line in GAME.moves(position("zwinkern", hands=hands))
        if line["actions"] == ["name blue", "has it"]
    ]
    assert line["after"]["winners"] == ["red", "blue"]


@pytest.mark.parametrize(
    ("edition", "attempt", "rules"),
    [
        ("agents", "call 4", []),
        ("agents", "call 1", ["occupied"]),
        ("agents", "call 25", ["just_left"]),
        ("agents", ["name blue", "has not", "lay blue"], ["twin_laid"]),
        ("agents", ["name blue", "has not", "lay green", "call 25"], ["card_turned_down"]),
        ("wink", "call 4", ["name_first"]),
        ("wink", ["name blue", "has it", "call 4"], []),
        ("zwinkern", ["name blue", "has not", "call 25"], ["card_gone"]),
        ("zwinkern", "accuse red blue 25", ["own_call"]),
        ("zwinkern", "has it", ["wrong_moment"]),
    ],
)
def test_attempts_are_explained(edition: str, attempt: str | list[str], rules: list[str]) -> None:
    """``explain`` names the broken rules of the first action that breaks any."""
    answer = GAME.explain(position(edition, attempt=attempt))
    assert [breach["rule"] for breach in answer["breaches"]] == rules
    assert answer["legal"] == (not rules)
    assert all(breach["text"] for breach in answer["breaches"])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "dog"}, "^game: "),
        ({"colour": 1}, "^colour: "),
        ({"options": {"edition": "first"}}, "option edition"),
        ({"options": []}, "^options: "),
        ({"seats": ["red", "blue"]}, "played by 4 to 8"),
        ({"seats": "red"}, "^seats: "),
        ({"turn": "pink"}, "^turn: "),
        ({"up": [1, 2]}, "^up, down, won: card 3 "),
        ({"up": 36}, "^up: "),
        ({"up": [True]}, "^up: "),
        ({"down": [1]}, "^up, down, won: card 1 "),
        ({"pawns": {"red": 25, "blue": 25}}, "^pawns: "),
        ({"pawns": {"pink": 1}}, "^pawns: "),
        ({"hands": {"red": 9}}, "^hands: every seat"),
        ({"hands": dict.fromkeys(["red", "blue", "green", "yellow"], 0)}, "^hands.red: "),
        ({"hands": {**position()["hands"], "red": [25]}}, "^hands: players cannot hold the twin"),
        ({"hands": {**position()["hands"], "red": [7], "blue": [7]}}, "^hands: every card"),
        ({"hands": {**position()["hands"], "red": [7, 7]}}, "^hands: every card"),
        ({"won": {"red": [1]}}, "^up, down, won: card 1 "),
        ({"accusations": {"red": 5}}, "^accusations.red: "),
        ({"accused_rightly": {"red": 1}}, "^accusations, accused_rightly: "),
        ({"laid_down": {"red": -1}}, "^laid_down.red: "),
        ({"laid_down": {"red": 1}}, "^laid_down: more twins"),
        ({"banned": [40]}, "^banned: "),
        ({"cannot_hold": {seat: [9] for seat in SEATS[:4]}}, "^hands: the cards that are left"),
    ],
)
def test_broken_positions_are_one_sentence(change: dict[str, Any], sentence: str) -> None:
    """The sentence names the key that is wrong."""
    with pytest.raises(PositionError, match=sentence):
        GAME.moves(position(**change))


@pytest.mark.parametrize("attempt", [None, [], 5, "call", "call 99", ["call 4", 5], "name nobody"])
def test_broken_attempts_are_one_sentence(attempt: object) -> None:
    """An attempt that is no action, or no list of them, is refused."""
    with pytest.raises(PositionError):
        GAME.explain(position(attempt=attempt))


@pytest.mark.parametrize("value", [None, 5, "wink", []])
def test_what_is_no_position_is_refused(value: Any) -> None:
    """Anything but a JSON object is refused."""
    with pytest.raises(PositionError, match="JSON object"):
        GAME.moves(value)


def test_a_finished_game_is_no_position() -> None:
    """Where nothing is left to call, nobody is on turn."""
    up, won = [1, 2, 3], {"yellow": sorted([*range(4, 37)] * 2)}
    pawns = {"red": None, "blue": 1, "green": 2, "yellow": 3}
    hands = dict.fromkeys(["red", "blue", "green"], 1) | {"yellow": 1}
    with pytest.raises(PositionError, match="hands: the cards"):
        GAME.moves(position("zwinkern", up=up, won=won, pawns=pawns, hands=hands))
    won = {"yellow": sorted([*range(5, 37)] * 2)}
    with pytest.raises(PositionError, match="game is over"):
        GAME.moves(position("zwinkern", up=up, won=won, pawns=pawns, hands=hands))


# --- text ---------------------------------------------------------------------------------------


@every_edition
def test_whole_games_read_back(edition: str) -> None:
    """Every state and action of a random game reads back equal, at any table."""
    for seed, first in enumerate((dealt(edition), by_people(edition, 5))):
        state, rng = first, random.Random(seed)
        while actions := GAME.legal(state):
            action = rng.choice(actions)
            assert GAME.read(GAME.write(state)) == state
            assert GAME.read_action(state, GAME.write_action(state, action)) == action
            state = GAME.successor(state, action)


@every_edition
def test_cards_are_never_lost(edition: str) -> None:
    """Every twin is in a hand, the box, won or laid down, in every state of a random game."""
    state, rng = dealt(edition), random.Random(9)
    box = len(state.setting.cards) - sum(map(len, state.hands))
    while actions := GAME.legal(state):
        state = GAME.successor(state, rng.choice(actions))
        held = sum(map(len, state.hands))
        won = sum(map(len, state.won)) // 2
        assert box + held + won + sum(state.down) == len(state.setting.cards)
        assert len(on(state, "red.won")) == len(state.won[0])
