"""Killed at any moment of teaching, in the middle of writing too: one picture is lost at most."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware import files
from tablet_companion.kit import printed
from tablet_companion.setup import kept
from tablet_companion.setup.kept import KeptTeaching
from tests.setup.boxed import MAKES
from tests.setup.owner import Owner
from tests.setup.shown import make_show_step


@pytest.mark.usefixtures("quick")
def test_every_write_may_be_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, in and after each: what the folder then holds can be continued, and names no hole."""
    table, moments = tmp_path / "table", tmp_path / "moments"
    table.mkdir()
    taught = table / "teaching"
    count = 0

    def note() -> None:
        nonlocal count
        shutil.copytree(taught, moments / f"{count:03}")
        count += 1

    def write(path: Path, data: bytes) -> None:
        note()
        part = path.with_name(f".{path.name}.part-killed")
        part.write_bytes(data[: len(data) // 2])
        note()
        part.unlink()
        files.write_durably(path, data)
        note()

    monkeypatch.setattr(kept, "write_durably", write)
    owner = Owner(MAKES[0], table)
    step = make_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the card is not taken")
    shown = step.teaching.shown

    _check(moments, shown)


def _check(moments: Path, shown: dict[str, tuple[Any, Any]]) -> None:
    """Check that every moment can be continued, with all that an earlier one had."""
    known = 0
    for folder in sorted(moments.iterdir()):
        found = KeptTeaching(folder).read()
        assert (found is not None) == (folder / "teaching.json").exists(), folder
        if found is None:
            assert known == 0
            continue
        state = msgspec.json.decode((folder / "teaching.json").read_bytes())
        assert found.teaching.shown.keys() == state["shown"].keys(), "a picture is missing"
        assert len(found.teaching.shown) >= known, "what was kept is lost"
        known = len(found.teaching.shown)
        for name, (line, picture) in found.teaching.shown.items():
            assert line == shown[name][0]
            assert (picture == shown[name][1]).all()
    assert known == len(shown) == 3
