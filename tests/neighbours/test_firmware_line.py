"""The line is read as an independent reader reads it, and no work is wasted on noise."""

from __future__ import annotations

from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.controller import SYNC, Line
from hardware.link.framing import Frame, encode
from tests.amounts import sampled
from tests.hardware.link.independent import Finder

noise = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from([SYNC, SYNC[:1], SYNC + b"\xf0", SYNC + b"\xff", SYNC + b"\x02", SYNC * 3]),
        st.builds(
            lambda sequence, kind, payload: encode(Frame(sequence, kind, payload)),
            st.integers(0, 255),
            st.integers(0, 255),
            st.binary(max_size=9),
        ),
    ),
    max_size=8,
)


@given(noise, st.booleans())
def test_frames_are_found_as_by_an_independent_reader(pieces: list[bytes], silence: bool) -> None:
    """In noise and false beginnings, in pieces of any size, and after a silence."""
    ours, other = Line(), Finder()
    for piece in pieces:
        assert ours.feed(piece) == other.feed(piece)
        if silence:
            assert ours.give_up() == other.give_up()
    assert ours.give_up() == other.give_up()
    assert ours.feed(encode(Frame(7, 4))) == [(7, 4, b"")]


class Counted(bytes):
    """Bytes that count how many of them are copied."""

    copied = 0

    def __radd__(self, before: bytes) -> Self:
        """Be what a buffer of plain bytes is from then on."""
        return type(self)(bytes(before) + bytes(self))

    def __getitem__(self, where: object) -> object:  # type: ignore[override] # counts both kinds
        """Return a byte, or a copy that is counted."""
        found = super().__getitem__(where)  # type: ignore[call-overload] # as it came
        if isinstance(found, bytes):
            Counted.copied += len(found)
            return Counted(found)
        return found


@sampled(3)
@pytest.mark.parametrize(
    "beginning", [SYNC + b"\xff", SYNC + b"\xf0", SYNC + b"\x00", SYNC, b"\xa5"]
)
@pytest.mark.parametrize("patient", [True, False])
def test_twice_the_noise_is_twice_the_work(beginning: bytes, *, patient: bool) -> None:
    """However many false beginnings wait, what is behind each is not copied for it."""

    def copied(count: int) -> int:
        Counted.copied = 0
        line = Line()
        line.feed(Counted(beginning * count))
        if not patient:
            line.give_up()
        return Counted.copied

    assert copied(4000) <= 2.2 * copied(2000) + 1000
