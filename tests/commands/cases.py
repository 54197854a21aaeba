"""Bad files, and command lines that name them: what each is to be told."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.commands import room
from tests.commands.room import NESTED, changed

Files = dict[str, bytes]


@dataclass(frozen=True)
class Case:
    """A command line with files beside the good ones, and what the sentence has to say."""

    name: str
    words: str
    said: str
    files: Callable[[Files], Files]


DEEP_SETTINGS: Final = 10_000
"""Levels, as many as a file of settings can hold: it is refused above 50 kB."""


def _case(name: str, words: str, said: str, bad: bytes = b"", **others: bytes) -> Any:
    """Return a case of the bad file that its words name; other files are written ``a__png``."""
    files = {key.replace("__", "."): data for key, data in others.items()}
    files |= {word: bad for word in words.split() if word.startswith("bad.")}
    return pytest.param(Case(name, words, said, lambda _good: files), id=name)


def _deep(before: str, opening: str, closing: str, after: str = "", levels: int = NESTED) -> bytes:
    return (before + opening * levels + closing * levels + after).encode()


def _toml(before: str, after: str) -> bytes:
    assert before in room.BOARD
    return room.BOARD.replace(before, after).encode()


def _calibration(name: str, said: str, change: Callable[[Any], object], words: str = "") -> Any:
    """Return a case of a calibration that was harmed in one place."""
    source = "game.json" if words else "cal.json"
    words = words or _READ

    def bad(good: Files) -> Files:
        return {"bad.json": changed(good[source], change)}

    return pytest.param(Case(name, words, said, bad), id=f"{words.split()[0]} calibration {name}")


def _put(*path: str | int, value: object) -> Callable[[Any], object]:
    """Return a change that puts a value where the keys lead."""

    def change(held: Any) -> None:
        for key in path[:-1]:
            held = held[key]
        held[path[-1]] = value

    return change


_READ: Final = "read --calibration bad.json empty.png"
_RUN: Final = "run --settings bad.toml"
_LARGE: Final = base64.b64encode(room.plain_png(9000, 9000)).decode()
_SPECK: Final = base64.b64encode(room.plain_png(1, 1)).decode()
_REFEREE: Final = "referee agent_dog --calibration bad.json --camera folder:photos"
_CALIBRATE: Final = "calibrate --board bad.toml --out out.json"
_LEARN: Final = "calibrate --board board.toml --labelled bad.jsonl --out out.json"
_LENS: Final = "calibrate --board board.toml --labelled truth.jsonl --lens bad.json --out out.json"
_LAYOUT: Final = "layout new.toml --size 1000x1000 "
_PLAY: Final = "referee agent_dog --calibration game.json --camera folder:photos --script bad.csv"

CALIBRATIONS: Final = [
    _case("cal latin1", _READ, "UTF-8", b'{"version": "\xe9"}'),
    _case("cal deep", _READ, "50 levels", _deep('{"unknown":', "[", "]", "}")),
    _calibration("without picture", "picture", _put("reference_png", value="")),
    _calibration("size negative", "size_mm", _put("board", "size_mm", value=[-1, 200])),
    _calibration("size zero", "size_mm", _put("board", "size_mm", value=[0, 0])),
    _calibration("size huge", "size_mm", _put("board", "size_mm", value=[1e9, 1e9])),
    _calibration("size of 5 m", "4000 mm", _put("board", "size_mm", value=[5000, 200])),
    _calibration("no places", "places", _put("board", "places", value=[])),
    _calibration("place outside", "x_mm", _put("board", "places", 3, "x_mm", value=1e7)),
    _calibration("radius huge", "radius_mm", _put("board", "places", 3, "radius_mm", value=1e9)),
    _calibration("no pieces", "pieces", _put("board", "pieces", value={})),
    _calibration(
        "height huge", "height_mm", _put("board", "pieces", "pawn", "height_mm", value=1e30)
    ),
    _calibration("picture of 81 MP", "megapixels", _put("reference_png", value=_LARGE)),
    _calibration("picture of 1 px", "picture", _put("reference_png", value=_SPECK)),
    _calibration("no colours", "tops", _put("appearance", "tops", value={})),
    _calibration("colour huge", "red", _put("appearance", "tops", "red", value=[1e300, 0, 0])),
    _calibration("face of 1 px", "X", _put("faces_png", value={"X": _SPECK}), _REFEREE),
    _calibration("face empty", "picture", _put("faces_png", value={"X": ""})),
    _calibration("lens of zeros", "desk", _put("lenses", value=[room.LENS | {"size_px": [0, 0]}])),
    _calibration(
        "exposure of 1 px",
        "picture",
        _put("exposures", value=[{"flat_jpg": _SPECK, "bare_png": _SPECK}]),
    ),
    _calibration(
        "exposure damaged", "picture", _put("exposures", value=[{"flat_jpg": "", "bare_png": ""}])
    ),
    _calibration("no pieces", "pieces", _put("board", "pieces", value={}), _REFEREE),
    _calibration("size zero", "size_mm", _put("board", "size_mm", value=[0, 0]), _REFEREE),
    _calibration("picture of 1 px", "picture", _put("reference_png", value=_SPECK), _REFEREE),
    _calibration("other game", "dog", lambda _: None, _REFEREE.replace("agent_dog", "dog")),
]
BOARDS: Final = [
    _case("board deep", _CALIBRATE, "50 levels", _deep("a = ", "[", "]")),
    _case("board inline deep", _CALIBRATE, "50 levels", _deep("a = ", "{a=", "}")),
    _case("board of dots", _CALIBRATE, "50 levels", b"a." * NESTED + b"a = 1"),
    _case(
        "board labelled, deep",
        "label photos --board bad.toml",
        "50 levels",
        _deep("a = ", "[", "]"),
    ),
    _case("board inf", _CALIBRATE, "x_mm", _toml("x_mm = 80.0", "x_mm = inf")),
    _case("board nan", _CALIBRATE, "x_mm", _toml("x_mm = 80.0", "x_mm = nan")),
    _case("board size nan", _CALIBRATE, "size_mm", _toml("[200.0, 200.0]", "[nan, nan]")),
    _case("board size inf", _CALIBRATE, "size_mm", _toml("[200.0, 200.0]", "[inf, inf]")),
    _case(
        "board radius huge", _CALIBRATE, "radius_mm", _toml("radius_mm = 9.0", "radius_mm = 1e9")
    ),
    _case("board radius nan", _CALIBRATE, "radius_mm", _toml("radius_mm = 9.0", "radius_mm = nan")),
    _case(
        "board height inf", _CALIBRATE, "height_mm", _toml("height_mm = 28.0", "height_mm = inf")
    ),
    _case("board of empty", _CALIBRATE, "called empty", _toml("red = ", "empty = ")),
    _case("board of 100 m", _CALIBRATE, "4000 mm", _toml("[200.0, 200.0]", "[100000.0, 200.0]")),
    _case("board of 16 m²", _CALIBRATE, "m²", _toml("[200.0, 200.0]", "[4000.0, 4000.0]")),
    _case(
        "board tiny",
        _CALIBRATE,
        "size_mm",
        _toml("[200.0, 200.0]", "[0.1, 0.1]")
        .replace(b"_mm = 40.0", b"_mm = 0.05")
        .replace(b"_mm = 80.0", b"_mm = 0.05")
        .replace(b"_mm = 120.0", b"_mm = 0.05")
        .replace(b"_mm = 160.0", b"_mm = 0.05"),
    ),
    _case(
        "board of many places",
        _CALIBRATE,
        "places",
        (
            room.BOARD
            + "".join(
                f'[[places]]\nname="Q{n}"\nkind="space"\nx_mm=1\ny_mm=1\nradius_mm=1\n'
                for n in range(5000)
            )
        ).encode(),
    ),
    _case("board of 5000 digits", _CALIBRATE, "TOML", _toml("x_mm = 80.0", "x_mm = " + "8" * 5000)),
    _case("board huge", _CALIBRATE, "MB", b"#" * 20_000_000),
    _case("board latin1", _CALIBRATE, "UTF-8", b'name = "\xe9"'),
    _case("board, a folder", "calibrate --board photos --out out.json", "photos"),
    _case(
        "marker unknown",
        _CALIBRATE,
        "dictionary",
        room.BOARD.encode()
        + b'[[markers]]\ndictionary="DICT_X"\nid=1\nx_mm=20\ny_mm=20\nsize_mm=12\n',
    ),
    _case(
        "marker huge",
        _CALIBRATE,
        "size_mm",
        room.BOARD.encode()
        + b'[[markers]]\ndictionary="DICT_4X4_50"\nid=1\nx_mm=20\ny_mm=20\nsize_mm=1e9\n',
    ),
    _case(
        "pile huge",
        _CALIBRATE,
        "card_mm",
        room.BOARD.encode() + b"[discard]\nx_mm=20\ny_mm=20\ncard_mm=[1e9, 1e9]\n",
    ),
]
_FAR: Final = [[x + 75_000, y] for x, y in room.CORNERS]
_MIRRORED: Final = room.CORNERS[::-1]
_LINE: Final = [[100.0, 100.0], [200.0, 100.0], [300.0, 100.0], [400.0, 100.0]]
_SAME: Final = [[100.0, 100.0]] * 4
_ENDLESS: Final = [[1e308, 1e308], [-1e308, 1e308], [1e308, -1e308], [0.0, 0.0]]
CORNERS: Final[dict[str, tuple[list[list[float]], str]]] = {
    "same": (_SAME, "pixels apart"),
    "line": (_LINE, "do not outline a board"),
    "mirrored": (_MIRRORED, "the wrong way"),
    "far": (_FAR, "outside the picture"),
    "endless": (_ENDLESS, "outside the picture"),
}
LABELS: Final = [
    _case(
        "labels deep", _LEARN, "50 levels", _deep('{"file": "empty.png", "unknown":', "[", "]", "}")
    ),
    _case(
        "things deep", _LEARN, "50 levels", _deep('{"file": "empty.png", "things":', "[", "]", "}")
    ),
    _case("labels of a NUL", _LEARN, "NUL", room.label(file="a\0b.png")),
    _case(
        "labels without their picture",
        _LEARN,
        "gone.png cannot be read",
        room.label(file="gone.png"),
    ),
    _case(
        "labels of a cut picture",
        _LEARN,
        "cut.png is no picture that is read",
        room.label(file="cut.png"),
        cut__png=room.plain_png(640, 480)[:-30],
    ),
    _case("labels twice", _LEARN, "line 2: empty.png has a label further up", room.label() * 2),
    _case("labels latin1", _LEARN, "UTF-8", b'{"file": "\xe9"}'),
    *(
        _case(f"corners {name}", _LEARN, said, room.label(corners=corners))
        for name, (corners, said) in CORNERS.items()
    ),
]
LENSES: Final = [
    _case("lens of zeros", _LENS, "desk", room.lens(size_px=[0, 0])),
    _case("lens of no camera", _LENS, "no lens is in it", b'{"lenses": []}'),
    _case("lens of one pixel", _LENS, "desk", room.lens(size_px=[1, 1])),
    _case("lens without focus", _LENS, "focal_px", room.lens(focal_px=[0, 0])),
    _case("lens crazy", _LENS, "desk", room.lens(focal_px=[1e300, 1e-300], distortion=[1e300] * 5)),
    _case("lens bent", _LENS, "distortion", room.lens(distortion=[1e9] * 5)),
    _case("lens off", _LENS, "centre_px", room.lens(centre_px=[1e9, 0])),
    _case("lens latin1", _LENS, "UTF-8", b'{"lenses": [{"camera": "\xe9"}]}'),
    _case("lens deep", _LENS, "50 levels", _deep('{"unknown":', "[", "]", "}")),
]
_LONG: Final = b"x>" * 100_000
SCRIPTS: Final = [
    _case("field huge", _PLAY, "after line 1", b"frame,tap\n1.png," + _LONG),
    _case("detail huge", _PLAY, "after line 1", b"frame,detail\n1.png," + _LONG),
    _case(
        "answer of 5000 digits", _PLAY, "answer", b"frame,tap\n1.png,answer " + b"1" * 5000 + b"\n"
    ),
    _case("player unknown", _PLAY, "'mauve'", b"frame,player\n1.png,mauve\n"),
    _case("card unknown", _PLAY, "'77'", b"frame,card\n1.png,77\n"),
    _case("card tapped unknown", _PLAY, "'77'", b"frame,tap\n1.png,card 77\n"),
    _case("script huge", _PLAY, "MB", b"frame\n" + b"x\n" * 10_000_000),
    _case("script with two rows", _PLAY, "already", b"frame\n1.jpg\n2.jpg\n1.jpg\n"),
    _case("script latin1", _PLAY, "UTF-8", b"frame\n\xe9\n"),
]
SETTINGS: Final = [
    _case("size huge", _RUN, "size_px", b"[screen]\nsize_px = [100000, 100000]\n"),
    _case("size huger", _RUN, "size_px", b"[screen]\nsize_px = [9999999999, 9999999999]\n"),
    _case("size 40000", _RUN, "size_px", b"[screen]\nsize_px = [40000, 40000]\n"),
    _case("dpi nan", _RUN, "dpi", b"[screen]\ndpi = nan\n"),
    _case("dpi inf", _RUN, "dpi", b"[screen]\ndpi = inf\n"),
    _case("calibration of a NUL", _RUN, "calibration", b'calibration = "a\\u0000b"\n'),
    _case("journals of a NUL", _RUN, "journals", b'journals = "a\\u0000b"\n'),
    _case("settings deep", _RUN, "50 levels", _deep("camera = ", "[", "]", levels=DEEP_SETTINGS)),
    _case(
        "settings inline deep",
        _RUN,
        "50 levels",
        _deep("camera = ", "{a=", "}", levels=DEEP_SETTINGS),
    ),
    _case("a long name", _RUN, "there is no setting", b"x" * 40_000 + b" = 1\n"),
    _case("a name that is too long", _RUN, "larger than 50 kB", b"x" * 500_000 + b" = 1\n"),
    _case(
        "self-test deep",
        "selftest --settings bad.toml",
        "50 levels",
        _deep("camera = ", "[", "]", levels=DEEP_SETTINGS),
    ),
    _case("journals, a file", "run --journals cal.json", "cal.json"),
    _case("journals in a file", "run --journals cal.json/x", "cal.json"),
    _case("journals in a loop", "run --journals loop/x", "loop/x"),
    _case("journals too long", "run --journals " + "9" * 300, "9" * 300),
    _case("journals nowhere", "run --journals /proc/nowhere", "/proc/nowhere"),
    _case("journals set, a file", _RUN, "cal.json", b'journals = "cal.json"\n'),
]
_SHOT: Final = Path(__file__).resolve().parents[2] / "docs" / "table.jpg"
OTHERS: Final = [
    _case(
        "camera of many digits",
        "referee agent_dog --calibration game.json --camera usb:99999999999999999999",
        "usb:9999",
    ),
    _case(
        "camera, a folder of specks",
        "referee agent_dog --calibration game.json --camera folder:specks",
        "1.png",
        **{"specks/1__png": room.plain_png(3, 500)},
    ),
    _case(
        "explain over the picture",
        "read --calibration cal.json --explain empty.png empty.png",
        "empty.png",
    ),
    _case(
        "calibrate over the board", "calibrate --board board.toml --out board.toml", "board.toml"
    ),
    _case(
        "calibrate over the labels",
        "calibrate --board board.toml --labelled truth.jsonl --out truth.jsonl",
        "truth.jsonl",
    ),
    _case("nothing to measure", "bench --photos nowhere", "nowhere"),
    _case("calibration on the pile of special files", "read --calibration pipe empty.png", "pipe"),
    _case("labels from a pipe", "label photos --board board.toml --out pipe", "pipe"),
    _case("calibrate into a pipe", "calibrate --board board.toml --out pipe", "pipe"),
    _case("calibrate into a folder", "calibrate --board board.toml --out photos", "photos"),
    _case("lens into a pipe", "lens --camera folder:photos --out pipe", "pipe"),
    _case(
        "explain into a pipe",
        "read --calibration cal.json --explain pipe.png empty.png",
        "pipe.png",
    ),
    _case(
        "a board in its drawing",
        "layout new.png --size 9x9 --grid 2x2 --picture empty.png --draw new.png",
        "change --draw",
    ),
    _case("too many places", _LAYOUT + "--grid 31x31 --turns 7", "1000 places at most"),
    _case("endlessly many images", _LAYOUT + "--track 600 --turns 1000", "1000 places at most"),
    _case(
        "places over the photograph",
        _LAYOUT + "--grid 3x3 --picture empty.png --draw empty.png",
        "empty.png is read here",
    ),
    _case(
        "two kinds of one name",
        _LAYOUT + "--grid 3x3 --piece a:9x9:red=#ff0000 --piece a:8x8:blue=#0000ff",
        "'a' is given twice",
    ),
    _case("bundle into a pipe", "doctor --bundle pipe", "pipe"),
    _case("a shape for a grid", _LAYOUT + "--grid 3x3 --shape cross", "--shape is for tracks"),
    _case("corners crossed", _LAYOUT + "--grid 3x3 --first 90,90 --last 9,9", "--first"),
    _case("corner beside it", _LAYOUT + "--grid 3x3 --first -20,20", "-20,20 lies beside"),
    _case(
        "places over a photograph without a board",
        _LAYOUT + "--grid 3x3 --picture plain.png --draw out.png",
        "No board of 1000 by 1000 mm stands out",
        plain__png=room.plain_png(500, 500),
    ),
    _case(
        "places over a photograph of another board",
        _LAYOUT + "--grid 3x3 --picture other.jpg --draw out.png",
        "No board of 1000 by 1000 mm stands out",
        other__jpg=_SHOT.read_bytes(),
    ),
    _case("paper for a rulebook", "print dog rulebook --paper a3 --out new", "--paper"),
    _case("paper for cards alone", "print wink --paper a3 --out new", "--paper"),
    _case("drawings of reference cards", "print dog reference --svg --out new", "--svg"),
    _case("pictures of a rulebook", "print dog rulebook --png --out new", "--png"),
    _case("a kit to fold", "print dog --fold --out new", "--fold"),
    _case("a drilling sheet to fold", "print dog drilling --fold --out new", "--fold"),
    _case("score without labels", "score --calibration cal.json bad.jsonl", "no label", b"\n"),
    _case("forget what never was", "forget --calibration gone.json", "gone.json"),
    _case("forget of two boards", "forget --game dog --calibration cal.json", "--game"),
    _case(
        "a seat of no game",
        "join --settings bad.toml --seat mauve",
        "no game has a seat mauve; there are: black, ",
        b"web.on = true",
    ),
    _case("a camera twice", "run --simulated --camera usb:0", "--camera"),
    _case("a board twice", "run --simulated --calibration cal.json", "--calibration"),
    _case(
        "an option twice",
        "tournament wink --games 2 --option edition=wink --option edition=agents",
        "edition is given twice",
    ),
    _case(
        "an option's choices",
        "tournament dog --option canadian_seven=maybe",
        "canadian_seven is one of false, true, not",
    ),
    _case("too few seats", "tournament dog --seats 3", "not by 3; change their number"),
    _case("too many players", "selfplay dog --players 9", "by 4 players, not"),
    _case("no advice of Python's", _CALIBRATE, "thousands of digits", b"a = " + b"8" * 5000),
]
CASES: Final = [*CALIBRATIONS, *BOARDS, *LABELS, *LENSES, *SCRIPTS, *SETTINGS, *OTHERS]
