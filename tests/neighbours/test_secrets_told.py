"""What the address of a camera hides is told nowhere: no screen, log, report, file or status."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

os.environ["SDL_VIDEODRIVER"] = "dummy"

from calibration.camera.intrinsics import Lens
from hardware.cameras import open_camera
from hardware.cameras.live import LiveCamera
from hardware.cameras.mjpeg import Stream
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import AvailableCamera, Camera, CameraError
from hardware.redaction import redact
from tablet_companion import cli, games
from tablet_companion.app.sight.camera import CameraSource
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.app.start.starts import Starts, this_start
from tablet_companion.commands import doctor, lens
from tablet_companion.config import ConfigError
from tablet_companion.config.reading import parse_settings
from tablet_companion.referee.model.panels import SetUpPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import cameras as camera_page
from tablet_companion.screen.pages import setup_rows
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.local import NOTHING
from tablet_companion.screen.toolkit.orders import OpenCameras
from tablet_companion.screen.words.troubles import said
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.checks import Equipment, list_checks
from tablet_companion.selfcheck.doctor.machine import Machine
from tests.neighbours.streams import Server, unauthorised
from tests.neighbours.watched import seen
from tests.screen.looks import look

SECRETS = ("planted1", "planted2", "planted3", "planted4")
PATHS = (
    "http://planted1:planted2@{host}/video?token=planted3&password=planted4",
    "http://{host}/video?planted3#planted4",
    "http://planted1:pl@nted@planted2@{host}/?a=planted3;b=planted4",
    "http://planted1:/planted2?planted3@{host}/",
    "https://planted1@{host}/planted.cgi?x='planted2'&y=\"planted3\"",
)
ADDRESSES = [f"mjpeg:{path}" for path in PATHS]


def told(text: str) -> list[str]:
    """Return the secrets that a text tells."""
    return [secret for secret in SECRETS if secret in text]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("around", ["{}", "No pictures come from {}; check it.", "('{}')", '"{}",'])
def test_redaction_takes_secrets_out_and_leaves_the_sentence(address: str, around: str) -> None:
    """Whatever stands before and behind the address stays."""
    before, _, behind = around.partition("{}")
    said_of_it = redact(around.format(address.format(host="cam.local")))
    assert not told(said_of_it)
    assert said_of_it.startswith(before)
    assert said_of_it.endswith(behind)


@pytest.mark.parametrize(
    "text",
    [
        *("mjpeg:http://phone.local:8080/video", "usb:0", "jeanne@example.org", "What? No."),
        *("/a?b#c", "picamera2:/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a"),
    ],
)
def test_redaction_leaves_alone_what_hides_nothing(text: str) -> None:
    """Plain addresses, questions and sentences are as they were."""
    assert redact(text) == text


@given(st.text("ab/?#&;=:.%'\"", min_size=1), st.text("ab=&;:.%/?#", min_size=1))
def test_no_password_and_no_query_is_left(password: str, query: str) -> None:
    """Every sign of both is gone, whichever they are; the path stays where it can be told."""
    shown = redact(f"mjpeg:http://Z{password}Z@cam.local/video?Z{query}Z")
    assert "Z" not in shown
    assert "cam.local" in shown


def failing(address: str) -> CameraError:
    """Return what a camera of that address fails with."""
    with pytest.raises(CameraError) as caught:
        open_camera(address, ManualClock()).capture()
    return caught.value


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """Return where a server lets nobody in."""
    with Server(unauthorised) as server:
        yield server.host


@pytest.mark.parametrize("address", [*ADDRESSES, "mjpeg:planted1:planted2@{host}/v?planted3"])
def test_no_error_of_a_camera_tells(address: str, host: str) -> None:
    """Neither its sentence, nor its details, nor what led to it, nor what the page says of it."""
    error = failing(address.format(host=host))
    for text in (str(error), repr(error), *error.details.values(), *map(str, error.args)):
        assert not told(text)
    assert error.__cause__ is None
    for language in ("en", "fr", "de"):
        assert not told(words(language).say(said(error)))


def test_no_error_at_all_tells(tmp_path: Path) -> None:
    """The root of the errors blots, so that a sentence made in a hurry is no leak either."""
    assert not told(str(CompanionError(f"It failed: {ADDRESSES[0]}")))
    with pytest.raises(ConfigError) as caught:
        parse_settings(f'camera = 3\n"{PATHS[1]}" = 1', tmp_path / "settings.toml")
    assert not told(str(caught.value))


def test_the_log_tells_nothing(host: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What the camera's thread writes, and what is printed where a thread dies."""
    for address in ADDRESSES:
        opened = functools.partial(open_camera, address.format(host=host), ManualClock())
        source = CameraSource(opened, lambda: seen, ManualClock())
        with pytest.raises(CameraError):
            source.frame()
    written = "".join(capfd.readouterr())
    assert "No pictures come from http" in written
    assert not told(written)
    camera = LiveCamera(Stream(PATHS[0].format(host=host)), ADDRESSES[0], ManualClock())
    assert not told(camera._reader.name)
    camera.close()


def refused(name: str) -> Camera:
    """Open nothing."""
    raise CameraError(f"No pictures come from {name}.")


def test_the_screen_tells_nothing() -> None:
    """Neither the page of the cameras nor the set-up's line shows more than the host."""
    for address in ADDRESSES:
        name = address.format(host="cam.local")
        finder = Viewfinder(
            Cameras(name, refused, lambda: (AvailableCamera("usb:0", "Webcam"),), lambda _: None),
            ManualClock(),
        )
        finder.obey(OpenCameras())
        for _ in range(3):
            finder.look()
            panel = finder.panel()
            assert panel is not None
            page = camera_page.page(panel, look("7 inches"), NOTHING)
            shown = "".join(line.text for line in texts(page.items))
            assert not told(shown)
        assert "cam.local" in shown
        assert "Webcam" in shown
        set_up = build_panel(new_table(games.load("agent_dog"), {}, "en"))
        assert isinstance(set_up, SetUpPanel)
        rows = setup_rows.list_rows(set_up, dataclasses.replace(look("7 inches"), camera=name))
        labels = repr([value.label for row in rows for value in row.values])
        assert "cam.local" in labels
        assert not told(labels)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_doctor_and_its_bundle_tell_nothing(
    address: str, host: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Findings on the screen, findings in the bundle, and the settings beside them."""
    name = address.format(host=host)
    settings, bundle = tmp_path / "settings.toml", tmp_path / "b.zip"
    written = name.replace('"', '\\"')
    settings.write_text(f'camera = "{written}" # {name}\njournals = "{tmp_path}/games"\n')
    machine = Machine(said=lambda _: None, screen=lambda: (800, 480))
    doctor.run(argparse.Namespace(settings=settings, bundle=bundle), machine)
    with zipfile.ZipFile(bundle) as file:
        whole = "".join(file.read(name).decode() for name in file.namelist())
    printed = "".join(capfd.readouterr())
    assert "No pictures are coming from http" in printed
    assert "mjpeg:http" in whole
    assert not told(printed)
    assert not told(whole)


def test_starts_and_self_test_tell_nothing(tmp_path: Path) -> None:
    """What is kept of a failed start, and what a self-test is called."""
    for address in ADDRESSES:
        starts = Starts(tmp_path / "starts.json", ManualClock())
        starts.begin(this_start())
        starts.note_failure(CompanionError(f"The settings name {address}."))
        assert not told((tmp_path / "starts.json").read_text())
        (check,) = list_checks(Equipment(camera=address))
        assert not told(check.name)


def test_the_file_of_a_lens_tells_nothing(
    host: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is called after its camera, and is handed on with pictures."""
    called: list[str] = []

    class Seen:
        """Views that are enough."""

        def lens(self, name: str) -> Lens:
            """Note the name, and be none."""
            called.append(name)
            raise CompanionError(name)

    monkeypatch.setattr(lens, "Views", Seen)
    monkeypatch.setattr(lens, "collect", lambda *_, **__: None)
    for address in ADDRESSES:
        words_said = ["lens", "--camera", address.format(host=host)]
        assert cli.main([*words_said, "--out", str(tmp_path / "lens.json")]) == 1
    assert len(called) == len(ADDRESSES)
    assert not told("".join(called) + "".join(capsys.readouterr()))
