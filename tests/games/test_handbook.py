"""Examples and positions as data: composed by a game's own functions, refused in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import IllegalAction, Place, PositionError
from tablet_companion.games.shared.examples import read_handbook
from tablet_companion.games.shared.positions import Position, compose, put, read_position, rearrange
from tablet_companion.games.shared.teaching import TeachingError

GAME = games.load("agent_dog")
RULE = '[a]\nis = "So it is."\nsection = "Rules"\n'


def test_a_position_goes_on_from_a_named_one() -> None:
    """Pieces, hands and options are put over those of the other; actions come after its own."""
    named = {"one": Position({"a": 1}, ("red",), ("lot red",), {"red": "T1"}, {"red": "9"})}
    table = {"from": "one", "options": {"b": 2}, "pieces": {"blue": "T2"}, "begin": ["deal ?"]}
    found = read_position(table, named)
    assert found.options == {"a": 1, "b": 2}
    assert found.pieces == {"red": "T1", "blue": "T2"}
    assert (found.begin, found.seats, found.then) == (("lot red", "deal ?"), ("red",), ())


def test_pieces_that_are_not_named_stay_at_the_last_places() -> None:
    """Of four red pawns one is put on the track; the others are taken to be in the nest."""
    start = GAME.placement(GAME.setup({}, GAME.seats))
    places = [place for place, piece in put(start, {"red": "T20"}).pieces if piece == "red"]
    assert places == [Place("T20"), *[Place("red.nest")] * 3]
    untouched = [pair for pair in start.pieces if pair[1] != "red"]
    assert set(untouched) <= set(put(start, {"red": "T20"}).pieces)


def test_a_hand_goes_on_with_its_last_card() -> None:
    """Five cards are held; the two that are named are followed by three more of the second."""
    begun = Position(begin=("lot red", "deal ?"), hands={"red": "13 9"})
    view = GAME.view(compose(GAME, begun), GAME.seats[0])
    assert view.seats[0].hand == ("13", "9", "9", "9", "9")


@pytest.mark.parametrize(
    ("position", "error"),
    [
        (Position(begin=("lot red", "give 5")), IllegalAction),
        (Position(begin=("lot purple",)), PositionError),
        (Position(begin=("lot red", "deal ?"), pieces={"red": "T99"}), PositionError),
        (Position(begin=("lot red", "deal ?"), hands={"red": "4"}), PositionError),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: Position, error: type[Exception]) -> None:
    """Actions have to be legal, places and cards those of the game."""
    with pytest.raises(error):
        compose(GAME, position)


def test_only_a_piece_that_stands_somewhere_is_moved_from_there() -> None:
    """Hands move what is there, and leave a piece away or bring one where a side is empty."""
    start = GAME.placement(GAME.setup({}, GAME.seats))
    with pytest.raises(PositionError, match="No red stands on T5"):
        rearrange(start, iter(["red T5 > red T6"]))
    assert (Place("T0"), "red") not in rearrange(start, iter(["red T0 >"])).pieces


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        ("position = 3", r"rules.toml, a: a position was expected, not 3\.$"),
        ('position = { from = "b" }', r"rules.toml, a: There is no position 'b'\.$"),
        ("tempting = 3", r"rules.toml, a: tempting is an action, or what hands do, not 3\.$"),
        ("legl = 3", r"rules.toml, a: 'legl' is not a key of an example\.$"),
    ],
)
def test_an_example_that_means_nothing_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str, reason: str
) -> None:
    """The sentence names the package, the file, the rule and what is wrong."""
    folder = tmp_path / "exampled" / "teaching"
    folder.mkdir(parents=True)
    folder.parent.joinpath("__init__.py").touch()
    folder.joinpath("rules.toml").write_text(f"{RULE}\n[a.example]\n{example}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "exampled", raising=False)
    handbook: Any = read_handbook.__wrapped__
    with pytest.raises(TeachingError, match=reason) as caught:
        handbook("exampled", None)
    assert "\n" not in str(caught.value)
