"""What a vandal, a worn card or a helpful person does to a journal's files."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.vandal.plays import MEMORY, NAME, SECTOR, Files, Moment, Play, contents

PAGE: Final = 4096


@dataclass(frozen=True)
class Scene:
    """A play, the moment of it that is harmed, another game, and chance."""

    play: Play
    count: int
    other: Play
    chance: random.Random

    @property
    def moment(self) -> Moment:
        """Return the folder as the killed program left it."""
        return self.play.moments[self.count]


Harm = Callable[[Scene], Files | None]
"""Returns the harmed files, or None where there is nothing to harm."""


def _side(scene: Scene) -> str | None:
    beside = scene.moment.beside
    return scene.chance.choice(beside) if beside else None


def _with(files: Files, name: str, data: bytes) -> Files:
    return {**files, name: data}


def _flip(data: bytes, chance: random.Random) -> bytes:
    """Return data with one bit changed."""
    changed = bytearray(data)
    changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _overwrite(data: bytes, sector: bytes, chance: random.Random) -> bytes:
    """Return data with something else in the place of one sector."""
    at = chance.randrange(-(-len(data) // SECTOR)) * SECTOR
    return data[:at] + sector[: len(data) - at] + data[at + SECTOR :]


def _of_main(change: Callable[[bytes, random.Random], bytes]) -> Harm:
    def harm(scene: Scene) -> Files:
        files = scene.moment.files
        return _with(files, NAME, change(files[NAME], scene.chance))

    return harm


def _of_side(change: Callable[[bytes, random.Random], bytes]) -> Harm:
    def harm(scene: Scene) -> Files | None:
        side, files = _side(scene), scene.moment.files
        return None if side is None else _with(files, side, change(files[side], scene.chance))

    return harm


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _zeroes(data: bytes, chance: random.Random) -> bytes:
    return _overwrite(data, bytes(SECTOR), chance)


def _noise(data: bytes, chance: random.Random) -> bytes:
    return _overwrite(data, chance.randbytes(SECTOR), chance)


def _exchange(data: bytes, chance: random.Random) -> bytes:
    """Return data with two pages in each other's place."""
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    one, other = chance.randrange(len(pages)), chance.randrange(len(pages))
    pages[one], pages[other] = pages[other], pages[one]
    return b"".join(pages)


def drop_side(scene: Scene) -> Files | None:
    """Somebody copies the journal alone."""
    if not scene.moment.beside:
        return None
    return {NAME: scene.moment.files[NAME]}


def stale_page(scene: Scene) -> Files:
    """The card answers with what a page held some steps ago."""
    before = scene.play.moments[scene.chance.randrange(scene.count + 1)].files[NAME]
    files = scene.moment.files
    at = scene.chance.randrange(len(before) // PAGE) * PAGE
    data = files[NAME]
    return _with(files, NAME, data[:at] + before[at : at + PAGE] + data[at + PAGE :])


def strange_side(scene: Scene) -> Files:
    """A side file of another time or another game lies beside the journal."""
    chance = scene.chance
    play = chance.choice((scene.play, scene.other))
    beside = [
        (name, data) for moment in play.moments for name, data in moment.files.items() if data
    ]
    name, data = chance.choice([one for one in beside if one[0] != NAME])
    if chance.random() < 0.2:
        data = chance.randbytes(len(data))
    return _with(scene.moment.files, name, data)


def strange_file(scene: Scene) -> Files:
    """Something else lies where the journal was."""
    chance = scene.chance
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, body TEXT)")
        database = db.serialize()
    strange = (b"", b"Dear diary, today we played.", chance.randbytes(9000), bytes(8192), database)
    return {NAME: chance.choice(strange)}


def _by_sql(*statements: str) -> Harm:
    """Return a harm done with another program's tools, which bring in whatever side file there is.

    ``{n}`` in a statement is some entry's number, the last one's is ``{last}``.
    """

    def harm(scene: Scene) -> Files | None:
        last = len(scene.moment.confirmed)
        if last < 4:
            return None
        number = scene.chance.randrange(1, last)
        with tempfile.TemporaryDirectory(dir=MEMORY) as name:
            folder = Path(name)
            put(folder, scene.moment.files)
            with suppress(sqlite3.Error), closing(sqlite3.connect(folder / NAME)) as db, db:
                for statement in statements:
                    db.execute(statement.format(n=number, last=last))
            return contents(folder)

    return harm


def row_of_another_game(scene: Scene) -> Files | None:
    """A row of another game lies in the place of the row of that number, whole."""
    number = scene.chance.randrange(1, max(2, len(scene.moment.confirmed)))
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = Path(name)
        put(folder, scene.moment.files)
        put(folder / "other", scene.other.moments[-1].files)
        with suppress(sqlite3.Error), closing(sqlite3.connect(folder / NAME)) as db:
            db.execute("ATTACH ? AS other", (str(folder / "other" / NAME),))
            with db:
                db.execute(
                    "REPLACE INTO entry SELECT * FROM other.entry WHERE number = ?", (number,)
                )
        for path in (folder / "other").iterdir():
            path.unlink()
        (folder / "other").rmdir()
        return contents(folder)


def cut_plug(scene: Scene) -> Files:
    """The plug is pulled: of what was not synced, any sectors are there."""
    return scene.play.cut(scene.count, scene.chance).files


def put(folder: Path, files: Files) -> None:
    """Write files into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


HARMLESS: Final[Mapping[str, Harm]] = MappingProxyType(
    {"killed": lambda scene: scene.moment.files, "plug pulled": cut_plug}
)
"""After these nothing may be refused either."""

HARMS: Final[Mapping[str, Harm]] = MappingProxyType(
    {
        "a bit of the file flipped": _of_main(_flip),
        "a bit of the side file flipped": _of_side(_flip),
        "the file cut short": _of_main(_cut),
        "the side file cut short": _of_side(_cut),
        "the side file left behind": drop_side,
        "a sector of the file zeroed": _of_main(_zeroes),
        "a sector of the file noise": _of_main(_noise),
        "a sector of the side file noise": _of_side(_noise),
        "two pages exchanged": _of_main(_exchange),
        "a page as it was earlier": stale_page,
        "the last row deleted": _by_sql("DELETE FROM entry WHERE number = {last}"),
        "the last rows deleted": _by_sql("DELETE FROM entry WHERE number > {n}"),
        "a row within deleted": _by_sql("DELETE FROM entry WHERE number = {n}"),
        "two rows exchanged": _by_sql(
            "UPDATE entry SET number = -1 WHERE number = {n}",
            "UPDATE entry SET number = {n} WHERE number = {last}",
            "UPDATE entry SET number = {last} WHERE number = -1",
        ),
        "a row of another game": row_of_another_game,
        "another file in its place": strange_file,
        "a strange side file beside it": strange_side,
    }
)


def harmless(name: str) -> bool:
    """Whether a harm is none: what a kill or a pulled plug leaves is a whole journal."""
    return name in HARMLESS


def moment_of(scene: Scene, files: Files) -> Moment:
    """Return the scene's moment with other files."""
    return replace(scene.moment, files=files)
