"""The table of how right the reader is counts what its columns say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from hardware.board import Board
from hardware.boardfile import check_board
from hardware.ports import Picture
from tablet_companion.games.core import Piece, Place
from tablet_companion.vision.reading import PlaceReading, Reading
from tools.measure.baseline import Baseline
from tools.measure.cases import Case, PictureSet, Subject, thin
from tools.measure.counting import count, count_causes, count_reliability
from tools.measure.looking import cut_crop
from tools.measure.prints import read_print
from tools.measure.report import gather_notes, merge_rows, write_report
from tools.measure.rows import KEYS, Asked, Row, key_of, plan_jobs
from tools.measure.shots import KINDS, Answer, CardAnswer, Shot, compare, measure_astray
from tools.measure.shown import Told, compare_shown, find_cause
from tools.measure.teaching import FEW_SHOT, NOMINAL, ONE_EMPTY, PRINTED


def _board() -> Board:
    """Return a board of four spaces in a row and a nest of two."""
    places = [
        {"name": f"S{k}", "kind": "space", "x_mm": 30.0 + 40 * k, "y_mm": 30.0, "radius_mm": 10.0}
        for k in range(4)
    ]
    places += [
        {
            "name": f"red.N{k}",
            "kind": "nest",
            "colour": "red",
            "x_mm": 30.0 + 40 * k,
            "y_mm": 90.0,
            "radius_mm": 10.0,
        }
        for k in range(2)
    ]
    pawn = {
        "colours": {"red": "#c02020", "blue": "#2040c0"},
        "height_mm": 20.0,
        "diameter_mm": 14.0,
    }
    data: dict[str, Any] = {"name": "Row", "size_mm": [180.0, 120.0], "pieces": {"pawn": pawn}}
    return check_board(data | {"places": places})


BOARD = _board()


def _sight(
    place: str, piece: str, probability: float = 0.9999, *, covered: bool = False
) -> PlaceReading:
    others = [name for name in ("", "red", "blue") if name != piece]
    odds = [(piece, probability), *((name, (1 - probability) / 2) for name in others)]
    return PlaceReading(Place(place), tuple((Piece(name), p) for name, p in odds), covered=covered)


def _shot(*answers: Answer, **more: Any) -> Shot:
    return Shot("1.jpg", answers=answers, **more)


RIGHT = Answer("S0", "red", "red", 0.9999)
SURELY_WRONG = Answer("S1", "red", "empty", 0.995)
DOUBTFUL = Answer("S2", "empty", "blue", 0.7)
NOT_SEEN = Answer("S3", "blue", "empty", 0.4, covered=True)


def test_places_are_wrong_surely_wrong_doubtful_or_not_seen() -> None:
    """Each answer falls where it belongs; what is held to be covered is no answer."""
    figures = count([_shot(RIGHT, SURELY_WRONG, DOUBTFUL, NOT_SEEN)])
    assert figures["places"] == 4
    assert (figures["wrong"], figures["wrong_pct"]) == (2, 50.0)
    assert (figures["sure_wrong"], figures["unsure"], figures["not_seen"]) == (1, 1, 1)


def test_a_board_is_right_once_its_doubts_are_asked_about() -> None:
    """Doubtful and covered places are asked about; sure mistakes are not, and lost boards fail."""
    shots = [
        _shot(RIGHT),
        _shot(RIGHT, DOUBTFUL),
        _shot(RIGHT, NOT_SEEN),
        _shot(SURELY_WRONG),
        _shot(error="not found"),
    ]
    figures = count(shots)
    assert (figures["boards_right"], figures["boards_strict"], figures["boards"]) == (3, 1, 5)
    assert figures["not_registered"] == 1


def test_strictly_right_means_the_hand_and_the_card_too() -> None:
    """A hand invented or a card misread spoils a board whose places are all right."""
    shots = [
        _shot(RIGHT, hand_seen=True),
        _shot(RIGHT, card=CardAnswer("5", "6")),
        _shot(RIGHT, card=CardAnswer("5", "5")),
    ]
    figures = count(shots)
    assert (figures["boards_right"], figures["boards_strict"]) == (3, 1)


def test_pictures_with_a_hand_count_as_hands_only() -> None:
    """Places beside a hand stand in a column of their own, and no board is expected there."""
    shots = [
        _shot(RIGHT, SURELY_WRONG, hand=True, hand_seen=False),
        _shot(RIGHT, NOT_SEEN, hand=True, hand_seen=True),
        _shot(RIGHT, hand_seen=True),
        _shot(RIGHT),
    ]
    figures = count(shots)
    assert (figures["places"], figures["boards"]) == (2, 2)
    assert (figures["hands_missed"], figures["hands"]) == (1, 2)
    assert (figures["hands_invented"], figures["no_hands"]) == (1, 2)
    assert (figures["beside_hands_wrong"], figures["beside_hands"]) == (1, 3)


def test_cards_are_right_wrong_or_refused() -> None:
    """A taught card that is not known is refused; one that is taken for another is wrong."""
    pairs = [("5", "5"), (None, None), ("5", None), ("5", "6"), (None, "6")]
    figures = count([_shot(card=CardAnswer(*pair)) for pair in pairs])
    named = ("cards", "cards_right", "cards_wrong", "cards_refused")
    assert [figures[name] for name in named] == [5, 2, 2, 1]


def test_a_registration_far_off_is_believed_wrongly() -> None:
    """A corner off by more than a fiftieth of the board's width is no registration."""
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    off = np.array(square)
    off[2] += (3, 4)
    assert measure_astray(off, square) == pytest.approx(0.05)
    assert measure_astray(off, None) is None
    figures = count([_shot(astray=0.05), _shot(astray=0.01), _shot()])
    assert figures["believed_wrongly"] == 1


def test_pawns_of_a_nest_may_change_places() -> None:
    """A pawn on another spot of its nest is right; elsewhere each wrong place counts."""
    label = Label("1.jpg", pieces={"red.N0": "red", "S0": "red"}, occluded=("S3",))
    sights = [
        _sight("red.N0", ""),
        _sight("red.N1", "red"),
        _sight("S0", ""),
        _sight("S1", "red"),
        _sight("S2", ""),
        _sight("S3", "blue"),
    ]
    answers = compare(label, Reading(tuple(sights)), BOARD)
    assert [answer.place for answer in answers if answer.wrong] == ["S0", "S1"]
    assert len(answers) == 5, "what the label calls occluded does not count"


def test_one_pawn_too_few_in_a_nest_is_one_mistake() -> None:
    """Changing places hides no missing pawn."""
    label = Label("1.jpg", pieces={"red.N0": "red", "red.N1": "red"})
    reading = Reading((_sight("red.N0", ""), _sight("red.N1", "red")))
    assert [a.place for a in compare(label, reading, BOARD) if a.wrong] == ["red.N0"]


def test_kinds_of_errors() -> None:
    """Every wrong answer is of one kind, and stands under the light of its picture."""
    answers = [
        Answer("S0", "red", "empty", 1.0),
        Answer("S1", "empty", "red", 1.0),
        Answer("S2", "red", "blue", 1.0),
        Answer("S3", "hidden", "blue", 1.0),
    ]
    assert tuple(answer.kind for answer in answers) == KINDS
    shots = [_shot(*answers, light="lamp", hard="gloss"), _shot(RIGHT)]
    shots.append(_shot(answers[0], light="lamp", astray=0.3))
    assert count_causes(shots) == {
        "lamp, gloss": dict.fromkeys(KINDS, 1),
        "lamp, misplaced": {KINDS[0]: 1},
    }


def test_reliability_counts_answers_by_their_probability() -> None:
    """Answers fall into their bins; covered places are no answers."""
    answers = [RIGHT, SURELY_WRONG, DOUBTFUL, NOT_SEEN, Answer("S0", "red", "red", 0.95)]
    assert count_reliability(answers) == [(0, 0), (1, 0), (1, 1), (1, 0), (1, 1)]


def _case(file: str, *, hand: bool = False, corners: float | None = 0.0, **more: Any) -> Case:
    given = None
    if corners is not None:
        given = ((corners, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    return Case(Label(file, corners=given, hand=hand, **more), _flat)


def _flat() -> Picture:
    return np.full((120, 180, 3), 128, np.uint8)


def test_thinning_keeps_what_a_stride_would_lose() -> None:
    """Where every second picture has a hand, half of either kind is kept."""
    cases = [_case(f"{k}", hand=k % 2 == 0) for k in range(8)]
    assert [case.label.file for case in thin(cases, 2)] == ["0", "1", "4", "5"]


def test_a_fixed_camera_is_known_by_its_corners() -> None:
    """Corners that stay, or creep by a little, are one camera's; others are not."""
    assert PictureSet("", tuple(_case(f"{k}", corners=k * 0.5) for k in range(4))).fixed
    assert not PictureSet("", tuple(_case(f"{k}", corners=k * 9.0) for k in range(4))).fixed
    assert not PictureSet("", tuple(_case(f"{k}", corners=None) for k in range(4))).fixed


def test_a_board_is_taught_each_way_once() -> None:
    """Of truth files that begin alike (empty, nothing) the one with most pictures is taken."""
    empty, full = _case("e"), _case("f", pieces={"S0": "red"})
    long, short = (PictureSet("", tuple(_case(f"{k}") for k in range(n))) for n in (5, 2))
    subjects = [
        Subject("a", "both", BOARD, (empty, full), (short,)),
        Subject("a", "empty", BOARD, (empty,), (long,)),
    ]
    jobs = plan_jobs(subjects, [FEW_SHOT, ONE_EMPTY, NOMINAL, PRINTED])
    told = [(job.mode, job.subject.variant) for job in jobs]
    assert told == [(FEW_SHOT, "both"), (ONE_EMPTY, "empty"), (NOMINAL, "empty")]


def test_the_baseline_reads_a_plain_scene() -> None:
    """Discs on an even board, in another light than the empty picture, are all it needs."""
    corners = ((300.0, 200.0), (480.0, 200.0), (480.0, 320.0), (300.0, 320.0))
    bare = np.full((480, 720, 3), 150, np.uint8)
    lit = np.full((480, 720, 3), 110, np.uint8)
    for name, bgr in (("S0", (40, 40, 180)), ("S2", (180, 60, 40))):
        place = BOARD.by_name[name]
        x, y = round(300 + place.x_mm), round(200 + place.y_mm)
        lit[y - 7 : y + 8, x - 7 : x + 8] = bgr
    lesson = Lesson(Label("0.jpg", corners=corners), bare)
    plain = Baseline(BOARD, [lesson], bare)
    read = plain.read(Lesson(Label("1.jpg", corners=corners), lit))
    assert {place: seen for place, seen in read.items() if seen != "empty"} == {
        "S0": "red",
        "S2": "blue",
    }


def test_crops_are_enlarged_eight_times_at_most() -> None:
    """A tiny place is shown with what is round it, not as four blurred squares."""
    picture = np.zeros((60, 60, 3), np.uint8)
    picture[30, 30] = 255
    small = cut_crop(picture, np.array([[29.5, 29.5], [30.5, 30.5]]))
    assert 4 * 4 <= np.count_nonzero(small[..., 0] > 128) <= 9 * 9


def _row(reader: str, wrong: float, **more: str) -> Row:
    head = dict.fromkeys(KEYS, "") | {"source": "a", "mode": FEW_SHOT, "reader": reader}
    told = {"found": "by corners", "manner": "single"} | more
    return head | told | {"figures": {"wrong_pct": wrong, "boards": 0}, "notes": []}


def test_now_before_and_the_baseline_stand_side_by_side() -> None:
    """The baseline is given corners, and is compared with every way of finding the board."""
    rows = [_row("eye", 1.0), _row("eye", 2.0, found="by itself"), _row("baseline", 9.0)]
    lines = write_report(rows, [_row("eye", 3.0)]).splitlines()
    table = lines[lines.index("## The reader now, the reader before, and the plain baseline") :]
    assert "1.00 | 3.00 | 9.00" in table[4]
    assert "2.00 | – | 9.00" in table[5]


def test_a_row_measured_again_takes_the_place_of_the_old_one() -> None:
    """A table that is kept and measured again has every row once."""
    rows = merge_rows([_row("eye", 3.0), _row("baseline", 9.0)], [_row("eye", 1.0)])
    assert [row["figures"]["wrong_pct"] for row in rows] == [9.0, 1.0]


def test_what_is_said_of_many_pictures_is_said_once() -> None:
    """Five pictures without a board are one line, and other notes stay as they are."""
    notes = [*(f"{k}.jpg: not found." for k in range(5)), "refused"]
    assert gather_notes(notes) == [
        "0.jpg, 1.jpg, 2.jpg, 3.jpg and 1 more: not found.",
        "refused",
    ]


def test_only_what_is_asked_for_and_not_there_is_measured() -> None:
    """A row that is there is measured again once there are more pictures."""
    row, by_itself, plain = (
        _row("eye", 1.0),
        _row("eye", 1.0, found="by itself"),
        _row("baseline", 1),
    )
    in_order = _row("eye", 1.0, manner="sequence")
    asked = Asked(("corners", "baseline"), {key_of(plain): 5})
    assert asked.wants(row, 5)
    assert not asked.wants(by_itself, 5)
    assert not asked.wants(in_order, 5)
    assert not asked.wants(plain, 5)
    assert asked.wants(plain, 6)


def test_a_careless_pawn_is_labelled_on_the_card_beneath_it() -> None:
    """Pushed off the disc it still stands on its card: no label calls that card empty."""
    faults = read_print("wink", 1)[0].sets[1].cases
    careless = [case.label.pieces for case in faults if case.light == "careless 1.00"]
    assert len(careless) == 4
    for pieces in careless:
        assert sum(place.endswith(".pawn") for place in pieces) == 8


def test_what_a_further_picture_harms_is_listed_with_its_cause() -> None:
    """Only places right with one and wrong with both; the cause moved towards the mistake."""
    right = Told(Answer("S0", "empty", "empty", 0.9), {"red": {"network": -4.0, "counts": -1.0}})
    wrong = Told(Answer("S0", "empty", "red", 0.6), {"red": {"network": 1.5, "counts": -1.0}})
    found = {"bare": {"S0": right}, "start": {"S0": wrong}, "both": {"S0": wrong, "S1": right}}
    assert list(compare_shown(found)) == [("S0", "bare", right, wrong)]
    assert find_cause(right, wrong) == ("network", 5.5)
    assert not list(compare_shown({**found, "bare": {"S0": wrong}}))
