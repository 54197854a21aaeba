"""The demonstration without a display: one whole round, refereed through rendered pictures."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError, explain_os_error
from hardware.files import claim_folder, write_durably
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tablet_companion.selfplay.account import figures, sentence
from tablet_companion.selfplay.play import Tally, TurnTold
from tablet_companion.selfplay.players import play_out, someone
from tablet_companion.session.keeper import Keeper
from tablet_companion.simulator.house import House, make_print
from tablet_companion.simulator.pictures import Album

SEED: Final = 7
FAULT_SHARE: Final = 0.25
_SCREEN: Final = Theme((800, 480), 133)


class DemoError(CompanionError):
    """The demonstration cannot write its output."""


def demonstrate(folder: Path, game: str, seed: int = SEED, players: int = 0) -> bool:
    """Play a round, print its account, leave pictures, journal and summary in a folder.

    Without a number of ``players`` the usual number play. Returns whether every verdict was
    right. Raises DemoError if the folder cannot be made, or another demonstration writes there.
    """
    with explain_os_error(f"{folder} cannot be made", DemoError, "name another with --out"):
        folder.mkdir(parents=True, exist_ok=True)
    with _claimed(folder):
        return _demonstrate(folder, game, seed, players)


@contextlib.contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Keep a folder from other demonstrations, whose pictures have the same names."""
    try:
        claim = claim_folder(folder)
    except BlockingIOError as error:
        raise DemoError(
            f"Another tablet-companion writes to {folder}; wait for it, or name another folder "
            "with --out."
        ) from error
    try:
        yield
    finally:
        if claim is not None:
            os.close(claim)


def _demonstrate(folder: Path, game: str, seed: int, players: int) -> bool:
    begun = time.monotonic()
    show = _Show(folder, game, seed, players)
    show.play()
    summary = figures(show.tally, 1) + f"time              {time.monotonic() - begun:.0f} s\n"
    for name, text in ("summary", summary), ("account", "\n".join(show.account) + "\n"):
        write_durably(folder / f"{name}.txt", text.encode())
    sys.stdout.write(f"\n{summary}\nLeft in {folder}: screens, account, summary and journal.\n")
    return not show.tally.wrong


class _Show:
    """One round with its printed account."""

    def __init__(self, folder: Path, game: str, seed: int, players: int) -> None:
        sys.stdout.write("Printing the board and calibrating the camera ...\n")
        sys.stdout.flush()
        kit = make_print(game)
        self._words = words("en", kit.board)
        look = Look(_SCREEN, self._words, kit.board, paint.measure, art=draw_art(kit.board))
        self._album = Album(folder, look)
        keeper = Keeper(folder / "journal", time.time)
        self.house = House(kit, seed, keeper)
        self._players = players
        self.tally = Tally()
        self.account: list[str] = []
        self._album.page(build_panel(self.house.table), "set-up")
        self.house.on_verdict = self._verdict

    def play(self) -> None:
        player = someone(self.house, fault_share=FAULT_SHARE)
        player.begin(self._players)
        self._album.page(build_panel(self.house.table), "play")
        self._album.table(self.house.picture, "table")
        play_out(player, self._turn)
        self._album.page(build_panel(self.house.table), "end-of-round")
        self._album.table(self.house.picture, "table")
        self.tally.frames = self.house.frames

    def _turn(self, told: TurnTold) -> None:
        self.tally.add(told)
        text = sentence(told, self.house.kit.game, self._words)
        self.account.append(text)
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def _verdict(self, kind: str) -> None:
        self._album.page(build_panel(self.house.table), kind)
        self._album.table(self.house.picture, f"{kind}-table")
