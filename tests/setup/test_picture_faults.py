"""Pictures of the set-up that show something else than was asked for are noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.scene import LaidCard
from hardware.simulated.table import SimulatedTable
from tablet_companion import games
from tablet_companion.config import ScreenSettings, Settings
from tablet_companion.games.core import Card
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.setup.checks.picture_faults import find_strangers, find_twin, sees_hand
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.doubts import doubt_card, doubt_pieces
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import first_position
from tests.amounts import sampled
from tests.setup.boxed import MAKES, Make, lay_make, lay_motley
from tests.setup.keys import list_keys, no_camera, read
from tests.setup.owner import Owner, fit_board
from tests.setup.shown import make_show_step, resume_show_step


def test_a_card_that_was_shown_before_is_noticed() -> None:
    """It may be taken again, the other may be, or it is right: nothing goes on by itself."""
    owner = Owner(MAKES[1])
    step = resume_show_step(owner)
    first, second, third, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "a card that is new is doubted")
    owner.table.clear_pile()
    owner.table.lay(first)
    owner.until(
        lambda: find_doubted(step) == first,
        "the same card is learnt under two names",
    )
    assert step.ask.card == second
    owner.touch(Does("again"))
    owner.pass_time(3)
    assert f"card_{second}" not in step.teaching.shown
    owner.table.lay(second)
    owner.until(lambda: step.ask.card == third, "the right card is doubted")
    owner.table.lay(second)
    owner.until(
        lambda: find_doubted(step) == second,
        "the same card is learnt under two names",
    )
    owner.touch(Does("other"))
    assert step.ask.card == second
    assert step.doubt is None
    owner.touch(Does("skip", step.ask.name))
    assert step.ask.card not in (first, second, third), "what was asked for before comes next"


def find_doubted(step: ShowStep) -> str | None:
    """Return the card that the one just shown looks like."""
    return None if step.doubt is None else step.doubt.twin


def test_a_card_that_resembles_two_others_is_noticed_lying_any_way() -> None:
    """A 5 turned a little was aligned as the 8 shown before, and passed for a new card."""
    owner, pile = Owner(MAKES[0]), lay_make(MAKES[0])[0].discard
    empty, pose = owner.picture(), owner.fit()
    faces: dict[Card, Picture] = {}
    assert pile is not None
    for name in ("3", "5", "6", "8"):
        owner.table.clear_pile()
        owner.table.lay(name)
        face, twin = find_twin(owner.board, pose, (empty, owner.picture()), faces)
        assert twin is None, name
        assert face is not None
        faces[Card(name)] = face
    for turn_deg in (40.0, 115.0, 290.0):
        for name in ("5", "8"):
            owner.table.clear_pile()
            owner.table.put_card(LaidCard(name, pile.x_mm, pile.y_mm, turn_deg))
            twin = find_twin(owner.board, pose, (empty, owner.picture()), faces)[1]
            assert twin == name, turn_deg


@sampled(3)
@pytest.mark.parametrize("make", MAKES, ids=lambda make: make.name)
def test_no_card_is_doubted_for_what_all_cards_have(make: Make) -> None:
    """Frame and corners are alike; each card is new until it is shown a second time."""
    owner = Owner(make)
    empty, pose = owner.picture(), owner.fit()
    faces: dict[Card, Picture] = {}
    for name in printed.drawings(make.game):
        owner.table.lay(name)
        face, twin = find_twin(owner.board, pose, (empty, owner.picture()), faces)
        assert twin is None, (name, twin)
        assert face is not None
        faces[Card(name)] = face


@sampled(3)
@pytest.mark.parametrize("make", MAKES, ids=lambda make: make.name)
def test_a_hand_over_an_empty_board_is_noticed(make: Make) -> None:
    """Nothing is known of the board: the network of hands alone has to see it."""
    owner = Owner(make)
    assert not sees_hand(owner.board, owner.fit(), owner.picture())
    owner.table.hand_in("T5")
    assert sees_hand(owner.board, owner.fit(), owner.picture())


def test_a_piece_left_on_the_empty_board_is_noticed() -> None:
    """It is seen once the pieces are set out, even if that pushed the board; so is one too many."""
    owner = Owner(MAKES[2])
    start = first_position(owner.desk.game, Teaching(owner.desk.board))
    set_out = {name: (piece, False) for name, piece in start.items()}
    empty, pose = owner.picture(), owner.fit()
    owner.table.set_up({"T5": ("red", False), "green.F2": ("blue", False)})
    left = owner.picture()
    owner.table.set_up(set_out)
    owner.table.bump(1.5, -1.0, 0.4)
    begun = owner.picture()
    owner.table.put("yellow", "T20")  # also one too many is seen
    more = owner.picture()
    assert find_strangers(owner.board, pose, (left, begun), start)[0] == {"T5", "green.F2"}
    assert find_strangers(owner.board, pose, (empty, more), start) == (set(), {"T20"})


def test_places_that_are_printed_otherwise_are_no_pieces() -> None:
    """On a board whose places all differ, some with emblems like pieces, nothing is doubted."""
    board, renderer = lay_motley()
    table = SimulatedTable(board, np.random.default_rng(4))
    camera = SimulatedCamera(table, renderer, ManualClock(), seed=4)
    pose = fit_board(table)
    empty = camera.capture().picture
    start = {place.name: "white" if n % 2 else "black" for n, place in enumerate(board.places[::3])}
    table.set_up({name: (piece, False) for name, piece in start.items()})
    begun = camera.capture().picture
    assert find_strangers(board, pose, (empty, begun), start) == (set(), set())
    table.set_up({board.places[1].name: ("white", False)})
    left = camera.capture().picture
    assert find_strangers(board, pose, (left, begun), start)[0] == {board.places[1].name}


def test_the_empty_board_is_shown_again_if_it_was_not_empty(tmp_path: Path) -> None:
    """The page says where a piece stood, and asks; both pictures are taken again, if they are."""
    owner = Owner(MAKES[0], tmp_path)
    owner.table.set_up({"T5": ("red", False)})
    step = make_show_step(owner, set_out=False)
    start = step._asks[1].pieces
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    owner.table.set_up({name: (piece, False) for name, piece in start.items()})
    owner.until(lambda: step.doubt is not None, "the piece that was left is not noticed")
    assert step.doubt is not None
    assert step.doubt.places == {"T5"}
    assert "Red’s space 5" in read(step)
    while step.doubt is not None:
        owner.touch(Does("keep"))
    assert step.ask.card is not None, "people know better"
    owner.touch(Does("back"))
    owner.touch(Does("again"))
    owner.until(lambda: step.doubt is not None, "the piece that was left is not noticed")
    owner.touch(Does("bare"))
    assert (step.ask.name, step.teaching.shown) == ("empty", {})
    owner.table.set_up({})
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    owner.table.set_up({name: (piece, False) for name, piece in start.items()})
    owner.until(lambda: step.ask.card is not None, "a board that was empty is doubted")


def test_pieces_that_stand_where_they_stood_are_said() -> None:
    """A piece in its nest on the board that was to be empty changes nothing by standing there."""
    owner = Owner(MAKES[0])
    owner.table.set_up({"red.N2": ("red", False)})
    step = make_show_step(owner, set_out=False)
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    pieces = {name: (piece, False) for name, piece in step.ask.pieces.items()}
    owner.table.set_up(pieces)
    owner.pass_time(6)
    shown = read(step)
    assert "Nothing has changed where the rings are" in shown
    owner.touch(Does("take", step.ask.name))
    owner.until(lambda: step.doubt is not None, "it is learnt as empty")
    assert step.doubt is not None
    assert step.doubt.places == {"red.N2"}


@sampled(2)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_question_can_be_read_whole(
    tmp_path: Path, language: Any, size: tuple[int, int]
) -> None:
    """In each language, also on an upright page, whose keys are no narrower than a finger."""
    settings = Settings(language=language, screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=tmp_path)
    board = printed.board("dog")
    desk = Desk(settings, tmp_path / "settings.toml", games.load("dog"), board, platform)
    teaching = Teaching(board, np.full((60, 80, 3), 90, np.uint8))
    teaching.corners = [(10.0, 5.0), (70.0, 5.0), (70.0, 55.0), (10.0, 55.0)]
    teaching.lay(teaching.lay_out())
    step = ShowStep(desk, teaching)
    pictures = np.zeros((60, 80, 3), np.uint8), np.zeros((60, 80, 3), np.uint8)
    for doubt in (*doubt_pieces({"T5"}, {"yellow.F2"}, {"red.N2"}, pictures),
                  doubt_card("8", Card("3"))):  # fmt: skip
        step._doubts = [doubt]
        assert not [text.text for text in texts(step.page().items) if "…" in text.text]
        assert all(min(box.w, box.h) >= desk.look.theme.finger for box, _ in list_keys(step))
