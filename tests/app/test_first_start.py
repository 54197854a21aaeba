"""A machine that nobody has set up begins with the set-up; all others with the table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.files import claim_folder
from tablet_companion import cli
from tablet_companion.app.start import program
from tablet_companion.app.start.program import Program, StartOptions, is_new
from tablet_companion.app.start.starts import StartMode
from tablet_companion.app.start.station import Platform
from tablet_companion.config import Settings, taught_calibration, taught_folder
from tablet_companion.config.reading import read_settings
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import FILE, Notebook, Taken


@pytest.fixture
def kept_signals() -> Iterator[None]:
    """Leave the handlers of signals as they were."""
    held = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for one, handler in held.items():
        signal.signal(one, handler)


def test_nothing_that_writes_pdf_is_waited_for() -> None:
    """Imports are three quarters of the time until the first page, of the set-up or a table."""
    asked = "import sys, tablet_companion.commands._setup, tablet_companion.commands.run as _\n"
    subprocess.run([sys.executable, "-c", f"{asked}sys.exit('fpdf' in sys.modules)"], check=True)


@pytest.mark.usefixtures("kept_signals")
def test_a_new_machine_is_set_up_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages come before any table; closed before their end, they end the program."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "settings.toml"
    path.write_text(f'journals = "{tmp_path}"\n')
    asked: list[Any] = []

    def set_up(*given: Any) -> str:
        asked.append(given)
        given[-1][1]()  # once round the loop
        return ""

    options = StartOptions(
        game="dog", settings=path, calibration=None, camera=None, journals=None, size_px=None,
        fullscreen=False, appliance=True, lamps=True,
    )  # fmt: skip
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    Program(options, _no_table, lambda _: None, set_up).run()
    ((game, settings, where, (stopped, _)),) = asked
    assert (game.name, where, stopped()) == ("dog", path, False)
    assert settings.journals == tmp_path
    signal.raise_signal(signal.SIGHUP)  # its terminal is closed
    assert stopped()


@pytest.mark.usefixtures("kept_signals")
def test_the_language_chosen_holds_for_the_next_game_and_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a simulated table, too, and also where another game is chosen."""
    path, seen = tmp_path / "settings.toml", []

    class Told:
        """A table at which somebody chooses French, and then another game."""

        table = None

        def __init__(
            self, game: AnyGame, settings: Settings, platform: Platform, *_: object
        ) -> None:
            seen.append((game.name, settings.language))
            platform.keep("language", "fr")
            chosen = "wink" if game.name == "dog" else ""
            self.loop = SimpleNamespace(chosen=chosen, wants_set_up=False)

        def run(self, *_: object) -> None:
            """Close at once."""

        def stop(self) -> None:
            """Nobody asks for it."""

        def __enter__(self) -> Told:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    def simulate(game: AnyGame, settings: Settings, _clock: object) -> tuple[Settings, Platform]:
        nothing: Any = None
        return settings, Platform(printed.board(game.name), nothing, nothing, nothing, nothing)

    monkeypatch.setattr(program, "Station", Told)
    options = StartOptions(
        game="dog", settings=path, calibration=None, camera="simulated", journals=tmp_path,
        size_px=None, fullscreen=False, appliance=False, lamps=True,
    )  # fmt: skip
    path.write_text("")
    Program(options, simulate, lambda _: None, _no_table).run()
    assert seen == [("dog", "en"), ("wink", "fr")]
    assert read_settings(path).language == "fr"


@pytest.mark.usefixtures("kept_signals")
@pytest.mark.parametrize("when", ["while it is opened", "before"])
def test_a_wish_to_end_between_two_tables_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The first table cannot stop any more, and the second is not there yet."""
    ran: list[tuple[str, bool]] = []

    class Told:
        """A table that runs until it is stopped; at the first one another game is chosen."""

        table = None

        def __init__(self, game: AnyGame, *_: object) -> None:
            self.game, self.stopped = game.name, False
            self.loop = SimpleNamespace(chosen="wink", wants_set_up=False)
            if ran and when != "before":
                signal.raise_signal(signal.SIGTERM)

        def run(self, *_: object) -> None:
            ran.append((self.game, self.stopped))

        def stop(self) -> None:
            self.stopped = True

        def __enter__(self) -> Told:
            return self

        def __exit__(self, *_: object) -> None:
            if when == "before":
                signal.raise_signal(signal.SIGTERM)

    def simulate(game: AnyGame, settings: Settings, _clock: object) -> tuple[Settings, Platform]:
        assert len(ran) < 2, "it goes on"
        nothing: Any = None
        return settings, Platform(printed.board(game.name), nothing, nothing, nothing, nothing)

    monkeypatch.setattr(program, "Station", Told)
    options = StartOptions(
        game="dog", settings=tmp_path / "s.toml", calibration=None, camera="simulated",
        journals=tmp_path, size_px=None, fullscreen=False, appliance=False, lamps=True,
    )  # fmt: skip
    (tmp_path / "s.toml").write_text("")
    Program(options, simulate, lambda _: None, _no_table).run()
    assert ran[1:] == ([] if when == "before" else [("wink", True)])


@pytest.mark.usefixtures("kept_signals")
def test_a_set_up_after_failed_starts_brings_the_camera_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table went on without it until it was switched off, and said that starting had failed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path, safe = tmp_path / "settings.toml", []
    path.write_text("camera = ")

    def run_table(run: Program, _game: AnyGame, _settings: Settings) -> tuple[str, bool]:
        safe.append(run._first is not None)
        return ("dog", True) if len(safe) == 1 else ("", False)

    def set_up(*_: Any) -> str:
        path.write_text('camera = "usb:0"\n')
        return "dog"

    monkeypatch.setattr(Program, "_run_table", run_table)
    options = StartOptions(
        game="dog", settings=path, calibration=None, camera=None, journals=tmp_path, size_px=None,
        fullscreen=False, appliance=True, lamps=True,
    )  # fmt: skip
    failed = StartMode(safe=True, trouble="settings.toml: this is no TOML.")
    Program(options, _no_table, lambda _: None, set_up)._start(failed)
    assert safe == [True, False]


def test_a_start_goes_by_the_lesson_that_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in a lesson of a game that was never played, it began with the flagship."""
    Notebook(tmp_path / FILE).take(Taken("", "wink", "calling", 1))
    begun: list[str] = []

    def run_table(_: Program, game: AnyGame, _settings: Settings) -> tuple[str, bool]:
        begun.append(game.name)
        return "", False

    monkeypatch.setattr(Program, "_run_table", run_table)
    assert cli.main(["run", "--journals", str(tmp_path)]) == 0
    assert begun == ["wink"]


@pytest.mark.usefixtures("kept_signals")
def test_two_programs_do_not_share_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each would undo what the other saves; the second one ends, and does not count as failed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(Program, "_play", lambda *_: None)
    data, games = tmp_path / "tablet-companion", tmp_path / "games"
    games.mkdir()
    data.mkdir()
    for folder, mode in ((games, "--fullscreen"), (data, "--appliance")):
        claim = claim_folder(folder)
        assert claim is not None
        assert cli.main(["run", mode, "--journals", str(games)]) == 1
        os.close(claim)
        assert f"Another tablet-companion uses {folder};" in capsys.readouterr().err
    assert not list(data.iterdir())


def _no_table(*_: Any) -> Any:
    raise AssertionError("no table is opened before the set-up is through")


def test_who_wrote_a_camera_or_went_through_it_is_not_asked() -> None:
    """Settings by hand are enough, and so is having gone through the pages once."""
    assert is_new(Settings())
    assert not is_new(Settings(camera="usb:0"))
    assert not is_new(Settings(set_up=True))


def test_a_taught_board_is_found_by_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was learnt of one game's board is no other's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert taught_calibration("dog") is None
    folder = taught_folder("dog")
    folder.mkdir(parents=True)
    (folder / "calibration.json").write_text("{}")
    assert taught_calibration("dog") == folder / "calibration.json"
    assert taught_calibration("agent_dog") is None
