"""The doctor's command, and the bundle that it writes for somebody who helps."""

from __future__ import annotations

import argparse
import dataclasses
import io
import os
import time
import zipfile
from pathlib import Path

import pytest

from hardware.errors import CompanionError
from tablet_companion.commands import doctor as command
from tablet_companion.selfcheck.doctor.bundle import make_bundle
from tablet_companion.selfcheck.doctor.machine import Machine
from tests.selfcheck.machines import Grey, fail, no_screen, with_settings


def run(machine: Machine, bundle: Path | None = None) -> int:
    """Run the command on a machine."""
    settings = machine.root / "settings.toml"
    return command.run(argparse.Namespace(settings=settings, bundle=bundle), machine)


def test_the_status_says_whether_something_needed_fails(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    """A warning is no failure; the last line counts."""
    assert run(machine) == 0
    assert run(dataclasses.replace(machine, camera=lambda _: Grey(3))) == 0
    assert "0 to mend, 1 to look at" in capsys.readouterr().out
    assert run(dataclasses.replace(machine, camera=fail("No."))) == 1
    assert "mend    camera             No.\n" in capsys.readouterr().out


@pytest.mark.parametrize("year", [1970, 2120])
def test_no_clock_keeps_the_bundle_from_being_made(
    year: int, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a network begins in 1970, which no ZIP file can say; files do, too."""
    when = time.struct_time((year, 1, 2, 3, 4, 5, 0, 2, 0))
    monkeypatch.setattr(time, "localtime", lambda _=None: when)
    pictures = machine.root / "misread"
    pictures.mkdir()
    (pictures / "1.png").write_bytes(b"picture")
    os.utime(pictures / "1.png", (0, 0))
    named = ("1.png", "pipe", "../settings.toml")
    (pictures / "truth.jsonl").write_text("".join(f'{{"file": "{name}"}}\n' for name in named))
    os.mkfifo(pictures / "pipe")
    (pictures / "2.png").write_bytes(b"of another misreading")
    data = make_bundle(machine, [], machine.root / "settings.toml", pictures)
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        assert bundle.read("misread/1.png") == b"picture"
        sent = [name for name in bundle.namelist() if "misread/" in name]
        assert sent == ["misread/truth.jsonl", "misread/1.png"]


def test_the_bundle_holds_no_secrets(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """No journal and no password is in it; it says itself what was left out."""
    monkeypatch.setenv("HOME", "/home/jeanne")
    (machine.root / "games").mkdir()
    (machine.root / "games" / "000001-x.journal").write_text("the hand of Red: 7, copy")
    settings = machine.root / "settings.toml"
    text = settings.read_text().replace("usb:0", "mjpeg:http://me:hunter2@phone.local/video")
    settings.write_text(text)
    secret = dataclasses.replace(machine, camera=fail("/home/jeanne/x: http://me:hunter2@x/"))
    assert run(secret, machine.root / "b.zip") == 1
    with zipfile.ZipFile(machine.root / "b.zip") as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    whole = "".join(texts.values())
    assert set(texts) == {
        "README.txt",
        "findings.txt",
        "settings.toml",
        "packages.txt",
        "system.txt",
    }
    assert "hunter2" not in whole
    assert "jeanne" not in whole
    assert "hand of Red" not in whole
    assert "http://***@phone.local/video" in texts["settings.toml"]
    assert "pygame-ce 2.5.2" in texts["packages.txt"]
    assert "Raspberry Pi 5" in texts["system.txt"]
    assert "journals" in texts["README.txt"]
    with pytest.raises(CompanionError, match="cannot be written"):
        run(machine, Path("/dev/null/b.zip"))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_doctor_speaks_the_language_of_the_settings(
    machine: Machine, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    """Every line of the console is translated but names, numbers and what must be typed."""
    harmed = dataclasses.replace(machine, camera=lambda _: Grey(3), screen=no_screen)
    run(harmed)
    english = capsys.readouterr().out.splitlines()
    run(with_settings(harmed, f'language = "{language}"\n'))
    told = capsys.readouterr().out.splitlines()
    alike = {line.split()[1] for line in english if line in told}
    assert alike <= {"Python", "OpenCV"}
