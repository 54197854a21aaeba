"""The file of labels never loses a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablet_companion.setup.labels.truthfile import TruthFile, TruthFileError
from tests.amounts import count

NAMES = st.sampled_from(["1.jpg", "2.jpg", "ü.jpg"])
FOREIGN = st.sampled_from(
    ["", "not JSON", '{"file": 3}', "[1]", '{"file": "2.jpg", "mood": "good", "hand": true}']
)


@settings(
    max_examples=count(20, 60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.one_of(FOREIGN, NAMES), max_size=8))
def test_no_line_is_lost(tmp_path: Path, steps: list[str]) -> None:
    """Whatever stands there and whatever is saved: foreign lines stay, every label is written."""
    path = tmp_path / "truth.jsonl"
    path.unlink(missing_ok=True)
    truth, foreign, saved = TruthFile(path), [], {}
    for number, step in enumerate(steps):
        if step.endswith(".jpg"):
            saved[step] = {"file": step, "pieces": {"T0": "red"}, "card": str(number)}
            truth.put(saved[step])
        else:
            foreign += [step]
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{step}\n")
    if not path.exists():
        return
    lines = path.read_text("utf-8").split("\n")[:-1]
    assert [line for line in lines if not line.startswith('{"file": "')] == [
        line for line in foreign if not line.startswith('{"file": "')
    ]
    labels = truth.labels()
    for name, line in saved.items():
        if '"mood"' not in str(foreign) or name != "2.jpg":
            assert labels[name].card == line["card"]


def test_unknown_keys_of_a_label_stay(tmp_path: Path) -> None:
    """What other programs noted on the same line is kept."""
    path = tmp_path / "truth.jsonl"
    path.write_text('{"file": "1.jpg", "off": [], "hand": true}\n', "utf-8")
    TruthFile(path).put({"file": "1.jpg", "hand": False})
    assert json.loads(path.read_text("utf-8")) == {"file": "1.jpg", "hand": False, "off": []}


def test_a_last_line_without_an_end_is_not_run_into(tmp_path: Path) -> None:
    """A file whose last line was never ended gets the next label on a line of its own."""
    path = tmp_path / "truth.jsonl"
    path.write_text('{"file": "1.jpg"}', "utf-8")
    TruthFile(path).put({"file": "2.jpg"})
    assert set(TruthFile(path).labels()) == {"1.jpg", "2.jpg"}


def test_strange_lines_are_counted(tmp_path: Path) -> None:
    """Empty lines are nothing strange."""
    path = tmp_path / "truth.jsonl"
    path.write_text('\n{"file": "1.jpg"}\nhm\n', "utf-8")
    assert TruthFile(path).strange() == 1


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The sentence names the file, and what was there stays."""
    with pytest.raises(TruthFileError, match="nowhere"):
        TruthFile(tmp_path / "nowhere" / "truth.jsonl").put({"file": "1.jpg"})
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(TruthFileError, match=r"bytes\.jsonl"):
        TruthFile(tmp_path / "bytes.jsonl").labels()
