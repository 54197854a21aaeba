"""A game is saved on a stick, and every way in which that fails has its sentence."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from hardware.sticks import File, StickError, Sticks, StickTrouble
from tablet_companion.app.pages import saving
from tablet_companion.app.running.ownpages import NEWS_S
from tablet_companion.exports.files import read_game
from tablet_companion.referee.model.events import Begin, NewGame
from tablet_companion.referee.model.panels import EndPanel, PlayPanel
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.toolkit.orders import LeaveSaving, OpenHistory, SaveGame
from tablet_companion.simulator.house import Print
from tests.app.table import Scene, is_offered, touch
from tests.patience import PATIENCE_S, wait_for
from tests.referee.bench import Bench
from tests.session.finished import cut, keep, play_out


def saver(sticks: Sticks, stage: Stage = Stage.ENDED, card: str = "5") -> saving.Saver:
    """Return what saves a short game that is over."""
    bench = Bench()
    bench.see(bench.with_moves(f"T0>T{card}"), card=card, seconds=4)
    table = bench.table.but(stage=stage)
    return saving.Saver(lambda: table, lambda: sticks)


def changing(sticks: Sticks) -> tuple[saving.Saver, list[Table]]:
    """Return what saves a game that is over, and the table, whose last state is the present one."""
    tables = [Bench().table.but(stage=Stage.ENDED)]
    return saving.Saver(lambda: tables[-1], lambda: sticks), tables


def ports(own: Path) -> Sticks:
    """Return a machine without a stick and without our package: files stay in a folder."""
    return Sticks(own, media=(own / "media",), helper=own / "helper")


def saved(sticks: Sticks, card: str = "5") -> SavingPanel:
    """Return what is said when the saving is done."""
    given = saver(sticks, card=card)
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    assert given.panel is not None
    return given.panel


def test_all_kinds_are_saved_and_the_text_reads_back(tmp_path: Path) -> None:
    """Text, picture and pages, each whole."""
    panel = saved(ports(tmp_path))
    assert not panel.failed
    (folder,) = tmp_path.glob("tablet-companion-agent_dog-1-*")
    files = {path.suffix: path for path in folder.iterdir()}
    assert files.keys() == {".txt", ".webp", ".pdf"}
    assert len(read_game(files[".txt"]).turns) == 1


def test_a_stick_is_named_only_where_there_is_one(tmp_path: Path) -> None:
    """On a laptop the files stay on its own disk: there is nothing to leave in, nor to pull out."""
    for sticks, named in ((ports(tmp_path), False), (Plugged(tmp_path), True)):
        given = saver(sticks)
        given.obey(SaveGame(), "en")
        busy = given.panel
        wait_for(given.written)
        assert busy is not None
        assert ("stick" in busy.say.text) == named
    kept = saved(ports(tmp_path)).say.text
    assert kept.startswith("The game is saved")
    assert "stick" not in kept
    assert saved(Plugged(tmp_path)).say.text.endswith("You can pull the stick out.")


class Plugged(Sticks):
    """A stick is in the machine and takes all files."""

    def may_have_one(self) -> bool:
        """Return that there is one."""
        return True

    def put(self, name: str, files: Iterable[File]) -> Path:
        """Return the path on the stick."""
        assert list(files)
        return Path(name)


def test_a_second_game_of_as_many_turns_does_not_replace_the_first(tmp_path: Path) -> None:
    """Each has a folder of its own, and the same game saved again goes where it was."""
    for card in ("5", "13", "5"):
        assert not saved(ports(tmp_path), card).failed
    assert len(list(tmp_path.glob("tablet-companion-*"))) == 2


class Refusing(Sticks):
    """Ports of a machine whose stick makes trouble."""

    def put(self, name: str, files: Iterable[File]) -> Path:
        """Make the first file and refuse it, as the folder's name says."""
        next(iter(files))
        raise StickError(name, StickTrouble(self.own.name))


@pytest.mark.parametrize("trouble", StickTrouble)
def test_every_trouble_has_a_sentence(trouble: StickTrouble) -> None:
    """A stick that is missing, full, locked or gone is spoken of; nothing is raised."""
    panel = saved(Refusing(Path(trouble)))
    assert panel.failed
    assert "USB stick" in panel.say.text


def test_a_game_under_way_is_not_saved(tmp_path: Path) -> None:
    """What is still a secret stays at the table."""
    given = saver(ports(tmp_path), Stage.PLAY)
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    assert given.panel is not None
    assert not [*tmp_path.iterdir()]


def test_who_goes_back_while_it_is_written_is_told_how_it_ends(tmp_path: Path) -> None:
    """Nobody had said when the stick may be pulled out, or that nothing was saved."""
    for sticks, failed in ((ports(tmp_path), False), (Refusing(Path(StickTrouble.FULL)), True)):
        given = saver(sticks)
        given.obey(SaveGame(), "en")
        given.obey(LeaveSaving(), "en")
        wait_for(given.written)
        panel = given.panel
        assert panel is not None
        assert panel.failed is failed
        given.obey(LeaveSaving(), "en")
        assert given.panel is None


def test_who_goes_back_in_the_moment_of_its_end_is_told(tmp_path: Path) -> None:
    """The page had shown that files were being written, and the end was told to nobody."""
    given = saver(ports(tmp_path))
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    given.obey(LeaveSaving(), "en")
    assert given.panel is not None


def test_a_page_that_was_closed_comes_back_only_where_no_game_is_played(tmp_path: Path) -> None:
    """While the next game is set up it does; in a turn it would hide what the table asks."""
    for stage in Stage:
        given, tables = changing(Slow(tmp_path, media=(), helper=tmp_path / "helper"))
        GO.clear()
        given.obey(SaveGame(), "en")
        given.obey(LeaveSaving(), "en")
        assert given.panel is None
        tables.append(tables[0].but(stage=stage))
        GO.set()
        wait_for(given.written)
        assert (given.panel is None) is (stage is Stage.PLAY)
        tables.append(tables[0])
        assert (given.panel is None) is (stage is Stage.PLAY)


def test_what_failed_is_tried_again_after_the_next_game_was_begun() -> None:
    """“Again” saves the game that is over, not the one that is being set up."""
    given, tables = changing(Refusing(Path(StickTrouble.FULL)))
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    first = given.panel
    assert first is not None
    assert first.failed
    tables.append(tables[0].but(stage=Stage.SETUP))
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    assert given.panel == first


@dataclass(frozen=True)
class Watched(Sticks):
    """Ports of a machine at which somebody reads the page as each file comes."""

    savers: list[saving.Saver] = field(default_factory=list)
    seen: list[tuple[str, object]] = field(default_factory=list)

    def put(self, name: str, files: Iterable[File]) -> Path:
        """Note each file, and how far the page said that it was when the file came."""
        for file, _ in files:
            panel = self.savers[0].panel
            assert panel is not None
            self.seen.append((Path(file).suffix, dict(panel.say.details).get("count")))
        return self.own / name


def test_the_page_says_how_far_it_is_and_the_slowest_file_comes_last(tmp_path: Path) -> None:
    """“I am saving the game.” stood still for 14 s, and only the text was there by then."""
    sticks = Watched(tmp_path, media=(), helper=tmp_path / "helper")
    given = saver(sticks)
    sticks.savers.append(given)
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    assert given.panel is not None
    assert given.panel.say.text.startswith("The game is saved")
    assert [suffix for suffix, _ in sticks.seen] == [".txt", ".pdf", ".webp"]
    assert [percent for _, percent in sticks.seen] == [0, 0, 100]


class Slow(Sticks):
    """Ports of a machine whose stick takes its time."""

    def put(self, name: str, files: Iterable[File]) -> Path:
        """Wait to be let go."""
        assert GO.wait(PATIENCE_S)
        return super().put(name, files)


GO: Final = threading.Event()


def test_a_second_touch_while_it_is_written_shows_that_again(tmp_path: Path) -> None:
    """The key is never dead: who went back and touches it again sees how it ends."""
    given = saver(Slow(tmp_path, media=(tmp_path / "media",), helper=tmp_path / "helper"))
    given.obey(SaveGame(), "en")
    busy = given.panel
    given.obey(LeaveSaving(), "en")
    given.obey(SaveGame(), "en")
    assert given.panel == busy
    GO.set()
    wait_for(given.written)
    assert given.panel not in (None, busy)


class Broken(Sticks):
    """Ports of a machine whose program has a fault."""

    def put(self, *_: object) -> Path:
        """Fail as no stick does."""
        raise ZeroDivisionError


def test_a_fault_of_the_program_is_raised_in_the_loop(tmp_path: Path) -> None:
    """Otherwise the page would ask for ever to leave the stick in."""
    given = saver(Broken(tmp_path))
    given.obey(SaveGame(), "en")
    wait_for(given.written)
    with pytest.raises(ZeroDivisionError):
        assert given.panel


def test_after_a_power_cut_the_game_can_still_be_saved(kit: Print, tmp_path: Path) -> None:
    """The last page comes back at once, with the game's story and its keys."""
    keep(play_out(kit.game, {"players": 2}, 1), tmp_path / "games")
    scene = Scene(kit, cut(tmp_path / "games"))
    shown = scene.station.loop._display.shown
    assert isinstance(shown, EndPanel)
    assert shown.story is not None
    assert is_offered(scene.station, SaveGame())
    touch(scene.station, OpenHistory())
    assert isinstance(scene.station.loop._display.shown, HistoryPanel)
    scene.close()


def test_a_saving_that_ends_during_the_next_game_is_told_on_its_page(
    kit: Print, tmp_path: Path
) -> None:
    """People are told when they can pull the stick out, for a while; before, nobody was."""
    keep(play_out(kit.game, {"players": 2}, 1), tmp_path / "games")
    scene = Scene(kit, cut(tmp_path / "games"))
    saver = scene.station.loop._own.saver
    sticks = Slow(tmp_path, media=(), helper=tmp_path / "helper")
    saver._sticks = lambda: sticks
    GO.clear()
    touch(scene.station, SaveGame())
    touch(scene.station, LeaveSaving())
    for intent in (NewGame(), Begin(), Begin()):
        scene.station.loop.touch(intent)
    scene.pass_time(0.5)
    assert told(scene) == []
    GO.set()
    wait_for(saver.written)
    scene.pass_time(0.5)
    assert [text.startswith("The game is saved") for text in told(scene)] == [True]
    scene.pass_time(NEWS_S + 1)
    assert told(scene) == []
    scene.close()


def told(scene: Scene) -> list[str]:
    """Return what the page of the turn says of a saving."""
    shown = scene.station.loop._display.shown
    assert isinstance(shown, PlayPanel)
    return [one.text for one in shown.todo if "saved" in one.text]
