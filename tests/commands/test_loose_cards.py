"""Wink's cards lie loose on a table: commands read them, or say that they need a board."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from calibration.taught.model import Calibration, write_calibration
from hardware.formats import write_png
from tablet_companion import cli
from tablet_companion.kit import printed
from tests.commands import room
from tests.vision.loose.wink_table import Sim


@pytest.fixture
def wink(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sim:
    """Stand in a folder with the print's calibration and a picture of the cards; return them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    Path("shots").mkdir()
    write_calibration(_calibrate(), Path("wink.json"))
    sim = Sim(4)
    write_png(Path("shots/cards.png"), sim.shot())
    Path("bare.png").write_bytes(room.plain_png(640, 480))
    return sim


@functools.cache
def _calibrate() -> Calibration:
    """Return the print's calibration, once."""
    return printed.calibration("wink")


def test_loose_cards_are_read_or_told_to_be_missing(
    wink: Sim, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every card in its place; a picture without any ends with 1, one sentence and no traceback."""
    assert cli.main(["read", "--calibration", "wink.json", "shots/cards.png"]) == 0
    said = json.loads(capsys.readouterr().out)["pieces"]
    assert {place: one["is"] for place, one in said.items()} == wink.truth()
    assert cli.main(["read", "--calibration", "wink.json", "bare.png"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["registered"] is False
    assert "another board" in err
    assert err.count("\n") == 1
    Path("shots/cards.png").unlink()
    write_png(Path("shots/bare.png"), wink.shot()[:200, :200])
    recorded = ["referee", "wink", "--calibration", "wink.json", "--camera", "folder:shots"]
    assert cli.main(recorded) == 1
    assert "in none of the pictures (board)" in capsys.readouterr().err


@pytest.mark.usefixtures("wink")
@pytest.mark.parametrize(
    "words",
    [
        "label shots --calibration wink.json",
        "score --calibration wink.json truth.jsonl",
        "read --calibration wink.json --corners truth.jsonl shots/cards.png",
        "read --calibration wink.json --explain out.png shots/cards.png",
    ],
)
def test_what_needs_a_board_refuses_loose_cards(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence says so before anything is opened or measured."""
    Path("truth.jsonl").write_bytes(room.label(file="shots/cards.png"))
    assert cli.main(words.split()) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "loose cards" in said.lower()
