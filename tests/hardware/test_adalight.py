"""LED strips: what goes over the line, who shines, and what happens when the cable is out."""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.link import adalight
from hardware.link.transport import LineNameError, Port, open_line
from hardware.ports import Lamp
from tests.patience import PATIENCE_S

RED, GREEN = Lamp("red"), Lamp("green")
SEGMENTS = {RED: adalight.Segment(0, 1, (255, 0, 0)), GREEN: adalight.Segment(1, 2, (0, 200, 0))}
DARK: adalight.Rgb = (0, 0, 0)


def unframed(data: bytes) -> list[adalight.Rgb]:
    """Read a frame as a strip does, strictly."""
    assert data[:3] == b"Ada"
    high, low, check = data[3:6]
    assert check == high ^ low ^ 0x55
    count = high * 256 + low + 1
    assert len(data) == 6 + 3 * count
    return [(data[at], data[at + 1], data[at + 2]) for at in range(6, len(data), 3)]


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=700))
def test_a_frame_says_what_it_was_given(colours: list[adalight.Rgb]) -> None:
    """Count, check byte and colours read back, for short strips and for long ones."""
    assert unframed(adalight.build_frame(colours)) == colours


def test_lamps_share_leds() -> None:
    """Where two lamps share an LED both are seen; a level dims; unknown lamps do nothing."""
    assert adalight.mix_colours({}, SEGMENTS, 4) == [DARK] * 4
    both = adalight.mix_colours({RED: 1.0, GREEN: 0.5, Lamp("other"): 1.0}, SEGMENTS, 4)
    assert both == [(255, 0, 0), (255, 100, 0), (0, 100, 0), DARK]


@pytest.mark.parametrize("ends", [(-1, 2), (2, 1), (0, 4)])
def test_segments_beyond_the_strip_are_refused(ends: tuple[int, int]) -> None:
    """The sentence names the lamp and which LEDs there are."""
    with pytest.raises(adalight.StripError, match=r"lamp red is from LED .* LEDs 0 to 3"):
        adalight.StripLamps(FakePort, {RED: adalight.Segment(*ends, DARK)}, 4)


class FakePort:
    """A port that keeps what was sent and fails when told to."""

    def __init__(self) -> None:
        self.sent: queue.Queue[bytes] = queue.Queue()
        self.broken = False
        self.closed = False

    def write(self, data: bytes, /) -> int:
        """Keep the bytes, or fail."""
        if self.broken:
            raise OSError("gone")
        self.sent.put(data)
        return len(data)

    def close(self) -> None:
        """Note it, and fail as a port does that is gone."""
        self.closed = True
        if self.broken:
            raise OSError("gone")


def shown(port: FakePort, wanted: list[adalight.Rgb]) -> bool:
    """Wait until a frame shows what is wanted; frames before it may show what was."""
    return any(unframed(port.sent.get(timeout=PATIENCE_S)) == wanted for _ in range(20))


def test_a_strip_shows_its_lamps_and_is_dark_in_the_end() -> None:
    """What is shown arrives; closing darkens, and closing twice does no harm."""
    port = FakePort()
    strip = adalight.StripLamps(lambda: port, SEGMENTS, 3)
    strip.show({RED: 1.0})
    assert shown(port, [(255, 0, 0), (255, 0, 0), DARK])
    strip.show({RED: 0.0, GREEN: 1.0})
    assert shown(port, [DARK, (0, 200, 0), (0, 200, 0)])
    strip.close()
    strip.close()
    assert port.closed
    assert unframed(list(port.sent.queue)[-1]) == [DARK] * 3


def test_a_cable_pulled_out_is_found_again_with_what_should_shine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The next port that opens is told everything; the log has every new reason."""
    ports = [FakePort(), FakePort()]
    refused = LineNameError("It has no such baud rate.")
    out = OSError("out")
    answers: list[Exception | FakePort] = [out, out, refused, ports[0], out, ports[1]]
    opened = iter(answers)

    def open_next() -> Port:
        answer = next(opened)
        if isinstance(answer, Exception):
            raise answer
        return answer

    strip = adalight.StripLamps(open_next, SEGMENTS, 3, retry_s=0.01)
    strip.show({RED: 1.0})
    assert shown(ports[0], [(255, 0, 0), (255, 0, 0), DARK])
    ports[0].broken = True
    for level in (0.2, 0.4):  # each change is another try
        strip.show({GREEN: level})
    strip.show({GREEN: 1.0})
    assert shown(ports[1], [(255, 0, 0), (255, 200, 0), (0, 200, 0)])
    strip.close()
    told = [line.split(": ", 2)[2] for line in capsys.readouterr().err.splitlines()]
    assert told == ["out", "It has no such baud rate.", "gone", "out"]


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """Return a pseudo-terminal: the strip's end, and the name of ours."""
    strip, ours = os.openpty()
    yield strip, os.ttyname(ours)
    os.close(ours)
    os.close(strip)


def test_a_strip_and_a_controller_cannot_share_a_line(line: tuple[int, str]) -> None:
    """Whoever comes second is refused, in either order."""
    for first, second in ((adalight.open_port, open_line), (open_line, adalight.open_port)):
        opened = first(line[1], 115200)
        with pytest.raises(OSError, match="lock"):
            second(line[1], 115200)
        opened.close()


def test_the_bytes_arrive_over_a_real_line(line: tuple[int, str]) -> None:
    """Pyserial opens the line as it would a cable, and the strip's end reads whole frames."""
    end, name = line
    strip = adalight.StripLamps(lambda: adalight.open_port(name, 115200), SEGMENTS, 3)
    strip.show({RED: 1.0})
    wanted = adalight.build_frame([(255, 0, 0), (255, 0, 0), DARK])
    heard = b""
    while wanted not in heard:
        heard += os.read(end, 64)
        assert len(heard) < 500
    strip.close()
