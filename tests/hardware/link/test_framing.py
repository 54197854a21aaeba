"""Frames: what was sent is found again, whatever surrounds it, and PROTOCOL.md says how."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.controller import SYNC, checksum
from hardware.link import messages
from hardware.link.framing import MAX_PAYLOAD, Decoder, Frame, encode
from hardware.link.messages import Kind, Reason
from hardware.ports import Light, Rhythm

DOCUMENT = Path(messages.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")

numbers = st.integers(0, 255)
frames = st.builds(Frame, numbers, numbers, st.binary(max_size=MAX_PAYLOAD))
tempting = st.lists(st.sampled_from([SYNC, SYNC[:1], b"\xff", b"\x00", b"\x05"]), max_size=8)
garbage = st.one_of(st.binary(max_size=40), tempting.map(b"".join))


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """Cut data into pieces of these sizes, and the rest."""
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


@given(st.lists(frames, max_size=5), st.lists(st.integers(0, 30), max_size=20))
def test_frames_arrive_in_pieces_of_any_size(sent: list[Frame], sizes: list[int]) -> None:
    """However the line cuts the bytes up, the frames come out as they went in."""
    decoder = Decoder()
    line = b"".join(map(encode, sent))
    assert [frame for piece in cut(line, sizes) for frame in decoder.feed(piece)] == sent
    assert decoder.give_up() == []


@given(st.lists(st.tuples(garbage, frames), max_size=4), garbage)
def test_garbage_swallows_no_frame(parts: list[tuple[bytes, Frame]], rest: bytes) -> None:
    """Every frame is found, in order; nothing else is, save by a checksum that fits by chance."""
    decoder = Decoder()
    found = decoder.feed(b"".join(noise + encode(frame) for noise, frame in parts) + rest)
    found += decoder.give_up()
    left = iter(found)
    assert all(frame in left for _, frame in parts)


@given(frames, st.data())
def test_a_changed_bit_makes_no_frame(frame: Frame, data: st.DataObject) -> None:
    """One wrong bit anywhere, and nothing is taken for what was sent."""
    line = bytearray(encode(frame))
    at = data.draw(st.integers(0, 8 * len(line) - 1))
    line[at // 8] ^= 1 << at % 8
    decoder = Decoder()
    assert frame not in [*decoder.feed(bytes(line)), *decoder.give_up()]


@given(frames, st.integers(1, 300), frames)
def test_a_frame_cut_off_does_not_hold_the_next_one_up(
    first: Frame, kept: int, second: Frame
) -> None:
    """After a silence, the frame behind a stump is found although the stump promised more.

    Unless its first byte happens to be the one that the stump lacks.
    """
    stump = encode(first)[:kept][: len(encode(first)) - 1]
    decoder = Decoder()
    found = [*decoder.feed(stump + encode(second)), *decoder.give_up()]
    assert second in found or found == [first]


def test_a_length_that_cannot_be_is_not_waited_for() -> None:
    """A sync before a length above the limit holds nothing up, not even until a silence."""
    frame = Frame(1, Kind.PING)
    assert Decoder().feed(SYNC + bytes([MAX_PAYLOAD + 1]) + encode(frame)) == [frame]


@given(st.binary(max_size=2000))
def test_no_bytes_are_too_strange(data: bytes) -> None:
    """Anything at all may come; at most one frame's length is ever kept."""
    decoder = Decoder()
    decoder.feed(data)
    assert len(decoder._buffer) < MAX_PAYLOAD + 7


def test_the_document_s_example() -> None:
    """The bytes shown are what the code sends and understands."""
    shown = re.search(r"^    (A5 5A.*)$", DOCUMENT, re.MULTILINE)
    assert shown
    line = bytes.fromhex(shown[1])
    lit = {7: Light((255, 0, 0), Rhythm.STEADY)}
    assert messages.pack_lights(lit) == [line[5:-2]]
    assert encode(Frame(4, Kind.LIGHTS, line[5:-2])) == line
    assert Decoder().feed(line) == [Frame(4, Kind.LIGHTS, line[5:-2])]
    assert checksum(b"123456789") == 0x29B1
    assert "`29B1`" in DOCUMENT


def test_the_document_s_tables() -> None:
    """Every type, reason and rhythm has the number that the document gives it."""
    told = {name: int(code, 16) for code, name in re.findall(r"\| `(\w\w)` \| ([A-Z]+) ", DOCUMENT)}
    assert told == {kind.name: kind.value for kind in Kind}
    table = DOCUMENT.partition("| rhythm |")[2]
    rhythms = re.findall(r"^\| (\d) \| (\w+)", table, re.MULTILINE)
    assert rhythms == [(str(code), rhythm.value) for code, rhythm in enumerate(Rhythm)]
    for reason in Reason:
        assert f"{reason.value} {reason.name.lower().replace('_', ' ')}" in DOCUMENT.lower()
    assert f"Version {messages.VERSION}." in DOCUMENT


@given(
    st.dictionaries(
        st.integers(0, 255),
        st.builds(Light, st.tuples(numbers, numbers, numbers), st.sampled_from(Rhythm)),
    )
)
def test_lights_are_told_whole(lit: dict[int, Light]) -> None:
    """Only the first frame starts over, only the last one shows, each fits, none is missing."""
    payloads = messages.pack_lights(lit)
    assert [payload[0] & 1 for payload in payloads] == [1] + [0] * (len(payloads) - 1)
    assert [payload[0] & 2 for payload in payloads] == [0] * (len(payloads) - 1) + [2]
    assert all(len(payload) <= MAX_PAYLOAD for payload in payloads)
    entries = b"".join(payload[1:] for payload in payloads)
    told = [tuple(entries[at : at + 5]) for at in range(0, len(entries), 5)]
    codes = list(Rhythm)
    assert {led: Light((r, g, b), codes[code]) for led, code, r, g, b in told} == {
        led: light for led, light in lit.items() if light != Light((0, 0, 0), Rhythm.OFF)
    }


@given(st.lists(st.booleans(), max_size=40))
def test_switches_read_back(states: list[bool]) -> None:
    """Every state arrives; a payload for another number of switches is refused."""
    bits = sum(1 << at for at, state in enumerate(states) if state)
    payload = bits.to_bytes((len(states) + 7) // 8, "little")
    assert messages.parse_switches(payload, len(states)) == tuple(states)
    assert messages.parse_switches(payload + b"\x00", len(states)) is None


def test_a_welcome_of_a_later_protocol_can_be_read() -> None:
    """Its version stands where ours does, whatever follows; too short a one is none."""
    ours = bytes.fromhex("07 1234 01 02 0050 10")
    told = messages.parse_welcome(ours + b"more")
    assert told == messages.Welcome(0x1234, 7, (1, 2), 80, 16)
    assert messages.parse_welcome(ours[:-1]) is None
