"""Which places of a picture are unlike all others that are labelled the same way."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.learning.placing import Lesson, PosedLesson
from calibration.learning.truth import Label
from calibration.surfaces.exposures import Shot
from hardware.board import Board, BoardPlace, PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.checks import unlike
from tablet_companion.setup.checks.compared import TUNING, find_camouflaged, find_few, find_many
from tablet_companion.setup.checks.counterparts import count_lacking, find_unlabelled, lacks_piece
from tablet_companion.setup.checks.unlike import (
    Apart,
    find_absent,
    find_left,
    find_set_out,
    judge,
    judge_scores,
)
from tests.setup.boxed import MAKES, lay_make
from tests.setup.own import lay_own
from tools.faults.things import coin

Scores = dict[str, float]


def _name(*scores: float) -> Scores:
    return {f"P{number}": score for number, score in enumerate(scores)}


@pytest.mark.parametrize(
    ("scores", "short", "left"),
    [
        (_name(4.5, -5, -6, -6, -6, -6), False, ("P0",)),
        (_name(4.5, 4.1, -5, -6, -6, -6), False, ("P0", "P1")),
        (_name(2.0, -5, -6, -6, -6, -6), False, ()),
        (_name(2.0, -5, -6, -6, -6, -6), True, ("P0",)),
        (_name(2.0, 1.5, -6, -6, -6, -6), True, ()),
        (_name(6.7, 6.0, 5.7, 5.6, 5.0, 1.0), False, ()),
        (_name(4.6, 4.2, 2.2, 0.9, -5, -6), False, ()),
        ({}, True, ()),
        (_name(9.0, -6, -6), True, ()),
    ],
)
def test_a_piece_is_left_where_a_place_is_apart_from_all_others(
    scores: Scores, short: bool, left: tuple[str, ...]
) -> None:
    """On a board whose places all differ, the most piece-like one is no piece."""
    assert find_left(scores, short=short) == left


@pytest.mark.parametrize(("levels", "left"), [(1.7, ()), (14.4, ("a1",))])
def test_a_blot_round_a_place_is_no_piece(levels: float, left: tuple[str, ...]) -> None:
    """The network takes it for one, but the place's middle looks like that of its lookalikes."""
    board, _ = lay_own("grid")
    edge = np.array([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)])
    shot = Shot(np.zeros((9, 9, 3), np.uint8), fit_pose(edge, edge, (9, 9)).pose, {}, card=False)
    apart = Apart(
        dict.fromkeys(board.by_name, -6.0) | {"a1": 5.2},
        {*board.by_name},
        dict.fromkeys(board.by_name, 1.5) | {"a1": levels},
    )
    assert judge_scores(board, shot, apart).left == left


@pytest.mark.parametrize("where", ["a1", "c3", ""])
def test_a_coin_on_a_place_is_named_though_it_is_no_piece(where: str) -> None:
    """It looks unlike the place's lookalikes, as no other does; on the bare board none does."""
    board, renderer = lay_own("grid")
    table = SimulatedTable(board, np.random.default_rng(0))
    if where:
        table.leave(coin(board.by_name[where].x_mm, board.by_name[where].y_mm))
    picture = SimulatedCamera(table, renderer, ManualClock()).capture().picture
    wide, high = board.size_mm
    edge = np.array([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    corners = table.pose.project(edge)
    pose = fit_pose(edge, corners, (1280, 720)).pose
    found = judge(board, [PosedLesson(Lesson(Label("bare.png"), picture), pose)])
    assert found[0][1].left == ((where,) if where else ())


def test_pieces_are_set_out_where_places_are_of_two_sorts() -> None:
    """Many men are in doubt beside others, as of the forty of draughts; gloss makes all sorts."""
    assert len(find_set_out(_name(*[4.0] * 12, *[0.5] * 19, *[-6.0] * 69))) == 12
    assert not find_set_out(_name(*[4.0] * 3, *[-6.0] * 20))
    assert not find_set_out(_name(*[4.0] * 4, *[0.5] * 24, *[-6.0] * 20))


@pytest.mark.parametrize(("lacking", "named"), [(0, 0), (1, 5)])
def test_more_pieces_than_there_are_are_print(
    lacking: int, named: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board was asked about that was bare: its spaces looked like pieces beside a start, too."""
    board, _ = lay_make(MAKES[1])
    nests = [f"{seat}.N{n}" for seat in ("red", "blue", "green", "yellow") for n in range(1, 5)]
    pieces = {at: at.partition(".")[0] for at in nests[lacking:]}
    like_pieces = dict.fromkeys(board.by_name, -6.0) | {f"T{n}": 4.0 for n in range(20, 25)}
    scores = iter([like_pieces, like_pieces | dict.fromkeys(pieces, 6.0)])
    apart = partial(Apart, told=(), levels={})
    monkeypatch.setattr(unlike, "score_apart", lambda *_: apart(next(scores)))
    edge = np.array([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)])
    pose = fit_pose(edge, edge, (9, 9)).pose
    labels = (Label("empty.png"), Label("start.png", pieces=pieces))
    picture = np.zeros((9, 9, 3), np.uint8)
    judged = judge(board, [PosedLesson(Lesson(label, picture), pose) for label in labels])
    assert [len(found.set_out) for _, found in judged] == [named, named]


def test_labelled_pieces_are_absent_where_most_look_bare() -> None:
    """Some pieces have nearly the colour of the board, and are seen badly."""
    assert len(find_absent(_name(*[-6.0] * 8, 3.0))) == 8
    assert not find_absent(_name(-5.4, -3.2, -3.1, 3.5, 4.0, 4.0))


def test_a_few_places_are_named_only_apart_from_the_others() -> None:
    """Among as many that look nearly so, none is."""
    assert find_few(_name(3.0, -2.0, -3.0), 2.5) == ("P0",)
    assert not find_few(_name(3.0, 0.5, -3.0), 2.5)


def test_a_few_men_that_look_bare_contradict_no_label() -> None:
    """Of three black men on a mill two may look so by chance; of many, that many do not."""
    few, many = _name(3.4, 2.9, -6.4), _name(*[3.4] * 4, *[-6.4] * 4)
    assert not find_many(few, TUNING.bare_share, TUNING.bare_min)
    assert len(find_many(many, TUNING.bare_share, TUNING.bare_min)) == 4


@pytest.mark.parametrize(
    ("label", "painted", "others", "believed"),
    [("white", True, -1.0, True), ("white", False, -1.0, False), ("black", True, -1.0, False),
     ("white", True, 1.0, False)],
    ids=["there", "nothing changed", "labelled otherwise", "no other is seen"],
)  # fmt: skip
def test_a_white_pawn_in_a_white_nest_may_look_bare(
    label: str, painted: bool, others: float, believed: bool
) -> None:
    """If its place changed, while the light changed everywhere, and as many others are seen."""
    kind = PieceKind({"white": "#ffffff", "black": "#000000"}, height_mm=20, diameter_mm=12)
    nests = tuple(BoardPlace(f"{c}.N1", "nest", x, 30, 9, colour=c)
                  for c, x in (("white", 30.0), ("black", 90.0)))  # fmt: skip
    rest = tuple(BoardPlace(f"P{n}", "space", 20 + 20 * (n % 5), 60 + 20 * (n // 5), 9)
                 for n in range(15))  # fmt: skip
    board = Board("Nests", (120, 120), places=(*nests, *rest), pieces={"pawn": kind})
    bare = np.random.default_rng(0).integers(150, 160, (400, 400, 3)).astype(np.uint8)
    start = bare * np.linspace(0.5, 0.9, 400)[:, None]
    start[100:140, 100:140] *= 0.8 if painted else 1.0
    edge = np.array([(20.0, 20.0), (380.0, 20.0), (380.0, 380.0), (20.0, 380.0)])
    pose = fit_pose((edge - 20) / 3, edge, (400, 400)).pose
    empty, shown = (
        PosedLesson(Lesson(Label("one.png", pieces=pieces), picture.astype(np.uint8)), pose)
        for picture, pieces in ((bare, {}), (start, {"white.N1": label, "black.N1": "black"}))
    )
    nats = {"white.N1": 5.0, "black.N1": others}
    assert find_camouflaged(board, shown, empty, nats) == ({"white.N1"} if believed else set())


def test_a_label_lacks_a_piece_by_the_number_of_its_colours() -> None:
    """Only where the file tells the number, and nothing else is amiss."""
    man = PieceKind({"white": "#ffffff", "black": "#000000"}, height_mm=9, diameter_mm=28, each=2)
    places = tuple(BoardPlace(name, "space", 30, 30, 9) for name in "abcd")
    board = Board("Small", (60, 60), places=places, pieces={"man": man})
    assert lacks_piece(board, {"a": "white", "b": "white", "c": "black"})
    assert not lacks_piece(board, {"a": "white", "b": "white", "c": "black", "d": "black"})
    assert not lacks_piece(board, {"a": "white", "c": "black"})
    assert not lacks_piece(board, {})


def test_pieces_that_an_option_adds_are_neither_missing_nor_too_many() -> None:
    """A picture of eight agents was said to show more figures than the board has."""
    man = PieceKind({"green": "#00ff00"}, height_mm=9, diameter_mm=28, each=1, most=2)
    places = tuple(BoardPlace(name, "space", 30, 30, 9) for name in "abc")
    board = Board("Small", (60, 60), places=places, pieces={"man": man})
    lacking = [count_lacking(board, dict.fromkeys(held, "green")) for held in ("a", "ab", "abc")]
    assert lacking == [{"green": 0}, {"green": 0}, {"green": -1}]


def test_a_symmetric_start_tells_which_piece_its_label_lacks() -> None:
    """Not if more than one is missing, if few stand there, or if the number of pieces denies it."""
    middles = [15.0 + 30 * k for k in range(4)]
    places = tuple(
        BoardPlace(f"{column}{row}", "space", middles[x], middles[y], 9)
        for y, row in enumerate("1234")
        for x, column in enumerate("abcd")
    )

    def lacking(pieces: dict[str, str], each: int | None = None) -> set[str]:
        man = PieceKind({"white": "#ffffff", "black": "#000000"}, 9, 28, each=each)
        board = Board("Small", (120, 120), places=places, pieces={"man": man})
        return find_unlabelled(board, pieces)

    rows = {f"{x}{y}": colour for y, colour in (("1", "white"), ("4", "black")) for x in "abcd"}
    one = {at: colour for at, colour in rows.items() if at != "b1"}
    assert not lacking(rows)
    assert lacking(one) == lacking(one, 4) == {"b1"}
    assert not lacking(one, 3)
    assert not lacking({at: colour for at, colour in one.items() if at != "a4"})
    assert not lacking({"a1": "white", "d1": "white", "a4": "black"})
