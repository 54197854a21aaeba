"""Whatever a camera fails with is said on the screen in the language chosen, details and all."""

from __future__ import annotations

import ast
import importlib
import string
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import pytest

import hardware.cameras
from hardware.board import BoardError
from hardware.boardfile import parse_board, require_sound
from hardware.cameras import open_camera
from hardware.cameras.live import Device, LiveCamera
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Camera, CameraEnd, CameraError, CameraTrouble, NoSuchCamera
from hardware.problems import Flaw
from tablet_companion.app.pages.notices import explain_safe_start
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.words.troubles import FAULT, FAULTS, said
from tablet_companion.screen.words.wording import words

ERRORS: Final = {error.__name__ for error in (CameraError, CameraEnd, NoSuchCamera)}
FOLDER: Final = Path(str(resources.files(hardware.cameras)))


def _named(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _raised() -> Iterator[tuple[str, ast.Call]]:
    """Yield where the drivers make an error of a camera, and how."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in ERRORS:
                yield f"{path.name}:{node.lineno}", node


def test_every_driver_says_what_is_wrong_as_a_value() -> None:
    """Each error names its trouble and gives exactly the details that its text asks for."""
    made = list(_raised())
    assert len(made) > 20
    for where, call in made:
        trouble = call.args[-1]
        assert isinstance(trouble, ast.Attribute), f"{where} names no trouble"
        given = {keyword.arg for keyword in call.keywords}
        assert given == _named(CameraTrouble[trouble.attr]), where


def test_every_trouble_has_a_text_of_its_own() -> None:
    """No two read the same, in any language."""
    for language in LANGUAGES:
        texts = {words(language).text(trouble) for trouble in CameraTrouble}
        assert len(texts) == len(CameraTrouble.__members__)


class Dead:
    """A camera that delivers nothing."""

    def read(self) -> tuple[bool, np.ndarray]:
        """Fail."""
        return False, np.zeros((1, 1, 3), np.uint8)

    def release(self) -> None:
        """Do nothing."""


def _failing(kind: str, folder: Path) -> CompanionError:
    with pytest.raises(CameraError) as caught:
        _open(kind.format(folder=folder)).capture()
    return caught.value


def _open(text: str) -> Camera:
    """Open a camera, or for ``dead`` one that delivers nothing."""
    device: Device = Dead()
    if text == "dead":
        return LiveCamera(device, "usb:3", ManualClock())
    return open_camera(text, ManualClock())


@pytest.mark.parametrize(
    ("kind", "french", "german"),
    [
        ("nonsense:0", "pas de caméra nonsense:0", "keine Kamera nonsense:0"),
        ("usb:x", "pas de caméra usb:x", "keine Kamera usb:x"),
        ("dead", "La caméra usb:3 ne donne plus d’images", "Die Kamera usb:3 liefert keine Bilder"),
        ("folder:{folder}", "pas d’image dans {folder}", "In {folder} ist kein Bild"),
        (
            "folder:{folder}/no",
            "{folder}/no est illisible (No such",
            "{folder}/no ist nicht lesbar",
        ),
        ("video:{folder}/no.mp4", "pas de vidéo {folder}/no.mp4", "Videodatei {folder}/no.mp4"),
    ],
)
def test_real_failures_are_said_with_what_failed(
    kind: str, french: str, german: str, tmp_path: Path
) -> None:
    """The camera's, file's or folder's name stands in the sentence of each language."""
    error = _failing(kind, tmp_path)
    assert french.format(folder=tmp_path) in words("fr").say(said(error))
    assert german.format(folder=tmp_path) in words("de").say(said(error))


@pytest.mark.parametrize(
    ("wrong", "german"),
    [
        ("x_mm = 500.0", "x.toml: Eintrag 1 von [[places]] (A): (500.0, 5.0) mm liegt außerhalb"),
        ("holds = ['boat']", "Hier kann boat stehen, aber es gibt keine Tabelle [pieces.boat]."),
        ("kind = 'nest'", "x.toml: Eintrag 1 von [[places]] (A): Ein Nest braucht den Schlüssel"),
    ],
)
def test_a_wrong_board_file_is_explained_in_the_language_with_its_entry(
    wrong: str, german: str
) -> None:
    """Whoever mends a file reads which entry is wrong, not what a finger would do on a page."""
    lines = {"kind": "kind = 'point'", "x_mm": "x_mm = 5.0"} | {wrong.split(maxsplit=1)[0]: wrong}
    text = "name = 'X'\nsize_mm = [100.0, 100.0]\n[pieces.pawn]\ncolours = {red = '#ff0000'}\n"
    text += (
        "height_mm = 9.0\ndiameter_mm = 9.0\n[[places]]\nname = 'A'\ny_mm = 5.0\nradius_mm = 4.0\n"
    )
    with pytest.raises(BoardError) as caught:
        parse_board(text + "\n".join(lines.values()), source="x.toml")
    assert german in words("de").say(said(caught.value))
    assert words("en").say(said(caught.value)) == str(caught.value)
    assert words("fr").say(said(caught.value)) != str(caught.value)


def test_what_nobody_translated_is_said_as_it_came() -> None:
    """A driver that is new to the house is understood all the same, braces and commas included."""
    sentence = "The camera {x} burns, smokes, and melts."
    assert words("fr").say(said(CameraError(sentence))) == sentence


def _below(kind: type[CompanionError]) -> Iterator[str]:
    for one in kind.__subclasses__():
        yield one.__name__
        yield from _below(one)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_what_failed_three_starts_is_said_in_the_language_chosen(language: str) -> None:
    """What is at fault has words in every language, by the names of errors that there are."""
    # An error is among the subclasses only once its file was imported, by whatever test ran before.
    for module in ("tablet_companion.app.start.program", "hardware.gpio", "hardware.link.adalight"):
        importlib.import_module(module)
    assert set(FAULTS) <= set(_below(CompanionError))
    assert {"ConfigError", "JournalError", "CalibrationError", "DisplayError"} <= set(FAULTS)
    spoken = words(language)
    for kind in (*FAULTS, "SomethingElse"):
        fault = FAULTS.get(kind, FAULT)
        told = spoken.say(explain_safe_start("/etc/x.toml: camera: 3", kind))
        assert told.endswith(f" {spoken.text(fault)} /etc/x.toml: camera: 3")
        assert spoken.text(fault) != fault


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_that_cannot_be_laid_out_is_said_in_the_language_of_the_page(
    language: str,
) -> None:
    """A place outside, places on one another, a size of no board: no word of the board's file."""
    board = printed.board("dog")
    first, *others = board.places
    replace = msgspec.structs.replace
    flawed = (
        replace(board, places=(replace(first, x_mm=-5.0), *others)),
        replace(board, places=(replace(first, radius_mm=0.0), *others)),
        replace(board, size_mm=(9000.0, 400.0)),
    )
    told = set()
    for one in flawed:
        with pytest.raises(BoardError) as caught:
            require_sound(one)
        told.add(words(language).say(said(caught.value)))
    assert told == {words(language).text(text) for text in Flaw}
