"""Whatever a file holds, it is read, or refused in one sentence; `make fuzz` tries many more."""

from __future__ import annotations

import functools
import time
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.amounts import sampled
from tests.fuzz.harm import disguised_bytes, harmed_bytes, harmed_tree, shuffled_tree, swollen_tree
from tests.fuzz.readers import Reader, readers
from tests.fuzz.refusals import MANY, few, take

NAMES: Final = (
    *("board", "calibration", "labels", "label page"),
    *("lenses", "settings", "script", "picture", "progress", "taught board", "spool"),
)
MAX_S: Final = 20.0
"""Seconds of the processor for one file: a thousand of a sound one's."""


@pytest.fixture(scope="session")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reader]:
    """Return the readers by name."""
    return {reader.name: reader for reader in readers(tmp_path_factory.mktemp("made"))}


def _try(reader: Reader, data: bytes, folder: Path) -> None:
    path = folder / "harmed"
    path.write_bytes(data)
    value = take(functools.partial(reader.read, path), "harmed")
    if value is not None and MANY:
        take(functools.partial(reader.use, value))


@pytest.mark.parametrize("name", NAMES)
def test_harmed_bytes(name: str, known: dict[str, Reader], tmp_path: Path) -> None:
    """Parts of a file are gone, doubled, changed or replaced."""

    @few
    @given(st.sampled_from(known[name].files).flatmap(harmed_bytes))
    def tries(data: bytes) -> None:
        _try(known[name], data, tmp_path)

    tries()


@pytest.mark.parametrize("name", NAMES)
def test_disguised_bytes(name: str, known: dict[str, Reader], tmp_path: Path) -> None:
    """Another encoding, other ends of lines, sectors of zeros or of elsewhere."""

    @few
    @given(st.sampled_from(known[name].files).flatmap(disguised_bytes))
    def tries(data: bytes) -> None:
        _try(known[name], data, tmp_path)

    tries()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_another_kind(name: str, known: dict[str, Reader], tmp_path: Path) -> None:
    """All of it, or its end behind the beginning of the right one."""
    others = [file for reader in known.values() for file in reader.files]

    @few
    @given(st.sampled_from(known[name].files), st.sampled_from(others), st.floats(0, 1))
    def tries(data: bytes, other: bytes, share: float) -> None:
        _try(known[name], data[: int(share * len(data))] + other, tmp_path)
        _try(known[name], other, tmp_path)

    tries()


@sampled(2)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("harm", [shuffled_tree, swollen_tree])
def test_likely_values(harm: Any, name: str, known: dict[str, Reader], tmp_path: Path) -> None:
    """Values exchanged or out of scale, and far too many: soon read, or soon refused."""
    reader = known[name]
    if not reader.trees:
        pytest.skip("this file is no tree of values")

    @few
    @given(st.sampled_from(reader.trees).flatmap(harm))
    def tries(tree: Any) -> None:
        begun_s = time.process_time()
        _try(reader, reader.write(tree), tmp_path)
        assert time.process_time() - begun_s < MAX_S

    tries()


@pytest.mark.parametrize("name", NAMES)
def test_harmed_values(name: str, known: dict[str, Reader], tmp_path: Path) -> None:
    """Values are replaced by odd ones, are missing, or there twice."""
    reader = known[name]
    if not reader.trees:
        pytest.skip("this file is no tree of values")

    @few
    @given(st.sampled_from(reader.trees).flatmap(harmed_tree))
    def tries(tree: Any) -> None:
        _try(reader, reader.write(tree), tmp_path)

    tries()
