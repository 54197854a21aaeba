"""The set-up says what does not work and how to mend it, and writes a report to take along."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import ManualClock
from hardware.sticks import Sticks
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Text, texts
from tablet_companion.selfcheck.finding import Finding, State, quote
from tablet_companion.setup.pages import doctor_page
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.pages.doctor_page import DoctorStep
from tablet_companion.setup.parts.pageparts import Does
from tests.patience import wait_for
from tests.setup.keys import list_keys, no_camera

FOUND = (
    Finding("packages", State.OK, quote("all are there")),
    Finding("camera", State.FAIL, quote("usb:0 is dark"), quote("switch on a light")),
)


@pytest.fixture
def step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DoctorStep:
    """Return the page after it has looked, at a table whose camera has a password."""
    monkeypatch.setattr(doctor_page, "examine", lambda *_: iter(FOUND))
    path = tmp_path / "settings.toml"
    path.write_text('camera = "mjpeg:http://me:hunter2@phone.local/video"\n')
    platform = SetupPlatform(ManualClock(), no_camera, folder=tmp_path)
    monkeypatch.setattr(SetupPlatform, "sticks", Sticks(tmp_path, (), tmp_path / "no helper"))
    desk = Desk(
        Settings(journals=tmp_path), path, games.load("dog"), printed.board("dog"), platform
    )
    step = DoctorStep(desk)
    step.enter()
    finish(step)
    return step


def finish(step: DoctorStep) -> None:
    """Wait for what is worked out beside the page."""
    assert step.work is not None
    wait_for(step.work.found)
    step.see(None)


def read_report(folder: Path) -> dict[str, bytes]:
    """Return the files of the report that was written."""
    with zipfile.ZipFile(folder / "tablet-companion-report" / "report.zip") as report:
        return {name: report.read(name) for name in report.namelist()}


def test_what_fails_is_on_the_page_with_its_mend(step: DoctorStep) -> None:
    """What is well needs no word."""
    items: Any = step.page().items
    shown = " ".join(item.text for item in items if isinstance(item, Text))
    assert "switch on a light" in shown
    assert "all are there" not in shown


def test_a_report_holds_no_password_and_no_picture(step: DoctorStep, tmp_path: Path) -> None:
    """Where nothing was misread nobody is asked for pictures."""
    step.obey(Does("report"))
    finish(step)
    files = read_report(tmp_path)
    assert b"usb:0 is dark" in files["findings.txt"]
    assert b"hunter2" not in b"".join(files.values())
    assert not any(name.startswith("misread") for name in files)
    assert not [one.text for one in texts(step.page().items) if "…" in one.text], "where is it?"


@pytest.mark.parametrize("answer", ["", "picture"])
def test_pictures_go_along_only_if_that_is_agreed_to(
    step: DoctorStep, tmp_path: Path, answer: str
) -> None:
    """The question comes first; the labelled test is in the report after the one answer only."""
    (tmp_path / "misread").mkdir()
    (tmp_path / "misread" / "truth.jsonl").write_text('{"file": "1.png"}')
    step.obey(Does("report"))
    assert step.work is None, "nothing is written before the answer"
    assert [does for _, does in list_keys(step)] == [Does("bundle"), Does("bundle", "picture")]
    step.obey(Does("bundle", answer))
    finish(step)
    assert ("misread/truth.jsonl" in read_report(tmp_path)) == (answer == "picture")


def test_a_fault_of_our_own_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no error of ours foresees ends with its own name, not with what came of it."""
    monkeypatch.setattr(doctor_page, "examine", lambda *_: 1 / 0)
    platform = SetupPlatform(ManualClock(), no_camera, folder=tmp_path)
    game, board = games.load("dog"), printed.board("dog")
    step = DoctorStep(Desk(Settings(), tmp_path / "settings.toml", game, board, platform))
    step.enter()
    with pytest.raises(ZeroDivisionError):
        finish(step)
