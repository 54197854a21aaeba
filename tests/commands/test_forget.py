"""``tablet-companion forget`` deletes what was learnt while playing, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion import cli


def test_what_was_learnt_is_deleted_and_what_was_taught_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second time there is nothing left to forget, and that is said."""
    taught, played = tmp_path / "table.json", tmp_path / "table.played.json"
    for path in (taught, played):
        path.write_text('{"board": {}}')
    words = ["forget", "--calibration", str(taught)]
    assert cli.main(words) == 0
    assert f"{played} is deleted." in capsys.readouterr().out
    assert taught.exists()
    assert not played.exists()
    assert cli.main(words) == 0
    assert "nothing was learnt while playing" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["/dev/zero", "pipe", "photos", "empty.png", "truth.jsonl"])
@pytest.mark.usefixtures("good")
def test_what_is_no_calibration_was_never_played_with(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence that names it, status 1: “nothing was learnt” only seemed an answer."""
    assert cli.main(["forget", "--calibration", name]) == 1
    assert name in capsys.readouterr().err


def test_what_cannot_be_deleted_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder in its place is left alone: one sentence, status 1."""
    folder = tmp_path / "table.played.json"
    folder.mkdir()
    assert cli.main(["forget", "--calibration", str(tmp_path / "table.json")]) == 1
    assert "cannot be deleted" in capsys.readouterr().err
    assert folder.is_dir()
