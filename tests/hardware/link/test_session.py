"""A session, held against the controller's own end of the line, over good lines and bad ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware import controller as firmware
from hardware.firmware.controller import Controller
from hardware.link import messages
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import Kind, Reason, Welcome
from hardware.link.session import LOST_S, PING_S, RESEND_S, Refused, Session, Switched
from hardware.ports import Light, Rhythm
from hardware.signals import FAST_BLINK, SLOW_BLINK
from tests.amounts import count
from tests.hardware.link import independent
from tests.hardware.link.line import LEDS, SWITCHES, Wire, is_settled, whole

RED = Light((255, 0, 0), Rhythm.STEADY)
WRITTEN = {
    Rhythm.OFF: (0.0, 0),
    Rhythm.STEADY: (4.0, 0),
    Rhythm.SLOW: (2.0, 2),
    Rhythm.FAST: (2.0, 10),
    Rhythm.WINK: (0.4, 2),
    Rhythm.DIP: (3.6, 2),
    Rhythm.DOUBLE: (0.8, 4),
}
"""Of every rhythm: how long it is bright, and how often it comes on, in four seconds."""


@pytest.fixture
def wire() -> Wire:
    """Return a good line on which both ends have greeted each other."""
    wire = Wire()
    wire.run(0.1)
    return wire


def frames(data: bytes) -> list[Frame]:
    """Return the frames of some bytes."""
    return [*map(Frame._make, Decoder().feed(data))]


def kinds(data: bytes) -> list[int]:
    """Return the types of the frames of some bytes."""
    return [frame.kind for frame in frames(data)]


def test_both_ends_have_read_the_same_document() -> None:
    """Types, reasons, rhythms and versions are equal."""
    for kind in Kind:
        assert getattr(firmware, kind.name) == kind
    for reason in Reason:
        assert getattr(firmware, reason.name) == reason
    assert firmware.VERSION == messages.VERSION
    assert len(firmware.RHYTHMS) == len(Rhythm)


@given(st.binary(max_size=300))
def test_frames_are_read_as_by_an_independent_reader(data: bytes) -> None:
    """Frames and garbage give the same frames to both readers, checked by two checksums."""
    ours, other = Decoder(), independent.Finder()
    if len(data) <= independent.MAX_PAYLOAD:
        data = data[:9] + encode(Frame(1, 2, data)) + data[:5]
        assert independent.build(1, 2, data[:200]) == encode(Frame(1, 2, data[:200]))
    assert other.feed(data) == ours.feed(data)
    assert other.give_up() == ours.give_up()


def test_a_greeting_says_what_there_is(wire: Wire) -> None:
    """The host learns version, firmware and numbers, and the switches right away."""
    assert wire.welcomes == [Welcome(1, 1, firmware.FIRMWARE, LEDS, SWITCHES)]
    assert wire.switched == ()
    assert is_settled(wire.session)


def test_lights_shine_and_go_out(wire: Wire) -> None:
    """Exactly what is wanted shines; the newest of several wishes wins."""
    wire.session.show({3: RED})
    wire.session.show({7: RED, 79: Light((0, 9, 9), Rhythm.STEADY)})
    wire.run(0.05)
    assert wire.lit() == {7: (255, 0, 0), 79: (0, 9, 9)}
    wire.session.show({})
    wire.run(0.05)
    assert wire.lit() == {}


def test_a_large_picture_is_seen_whole_or_not_at_all(wire: Wire) -> None:
    """Eighty lights need two frames; no moment shows half of them."""
    wire.session.show(dict.fromkeys(range(80), RED))
    counts = set()
    for _ in range(20):
        wire.turn()
        counts.add(len(wire.lit()))
    assert counts == {0, 80}


@pytest.mark.parametrize("rhythm", Rhythm)
def test_rhythms_are_what_the_document_says(wire: Wire, rhythm: Rhythm) -> None:
    """Over four seconds a light is bright as long, and comes on as often, as is written."""
    wire.session.show({0: Light((1, 1, 1), rhythm)})
    wire.run(0.05)
    levels = []
    for _ in range(400):
        wire.turn()
        levels.append(bool(wire.lit()))
    bright_s, flashes = WRITTEN[rhythm]
    assert sum(levels) / 100 == pytest.approx(bright_s, abs=0.02)
    rises = [at for at in range(1, 400) if levels[at] and not levels[at - 1]]
    assert abs(len(rises) - flashes) <= 1
    assert all(sum(first <= rise < first + 100 for rise in rises) <= 3 for first in rises)


def test_lights_and_lamps_blink_alike() -> None:
    """What slow and fast mean is the same under the board and in its frame."""
    for rhythm, pattern in ((Rhythm.SLOW, SLOW_BLINK), (Rhythm.FAST, FAST_BLINK)):
        mask = firmware.RHYTHMS[list(Rhythm).index(rhythm)]
        levels = [pattern.value(0.2 * fifth + 0.1) for fifth in range(firmware.FIFTHS)]
        assert [mask >> fifth & 1 for fifth in range(firmware.FIFTHS)] == levels


def test_switches_are_heard_once_settled(wire: Wire) -> None:
    """A closing is told after it has stopped bouncing, once; a shorter spike never."""
    wire.news.clear()
    for closed in (1, 0, 1, 0, 1):
        wire.closed = closed
        wire.turn(0.005)
    wire.run(0.1)
    assert wire.news == [Switched((True, *[False] * (SWITCHES - 1)))]
    wire.closed = 1 | 1 << 15
    wire.turn(0.01)
    wire.closed = 1
    wire.run(0.1)
    assert wire.switched == (0,)
    assert len(wire.news) == 1
    for closed in (3, 3, 3, 1):
        wire.closed = closed
        wire.turn(0.005)
    wire.run(0.1)
    assert len(wire.news) == 1


def test_switches_told_again_are_no_news(wire: Wire) -> None:
    """While no ACK arrives the same states come again and again; they are news once."""
    wire.news.clear()
    wire.there = lambda _data: b""
    wire.closed = 4
    wire.run(0.8)
    assert len(wire.news) == 1
    assert wire.switched == (2,)


def test_a_quiet_line_is_kept_alive(wire: Wire) -> None:
    """While nothing happens a PING goes out every half second, and nobody is lost or goes dark."""
    wire.session.show({1: RED})
    wire.run(0.05)
    sent = []
    wire.there = lambda data: sent.append(data) or data  # type: ignore[func-returns-value]
    wire.run(5)
    pings = kinds(b"".join(sent)).count(Kind.PING)
    assert abs(pings - 5 / PING_S) <= 1
    assert not wire.session.is_lost(wire.now_s)
    assert wire.lit() == {1: (255, 0, 0)}


def test_what_is_not_answered_is_sent_again_and_done_once(wire: Wire) -> None:
    """With every answer swallowed a frame is repeated ten times a second, unchanged."""
    sent: list[bytes] = []
    wire.there = lambda data: sent.append(data) or data  # type: ignore[func-returns-value]
    wire.back = lambda _data: b""
    wire.session.show({1: RED})
    wire.run(1)
    repeated = frames(b"".join(sent))
    assert len(repeated) == pytest.approx(1 / RESEND_S, abs=1.5)
    assert len(set(repeated)) == 1
    wire.back = whole
    wire.run(0.3)
    assert is_settled(wire.session)
    assert wire.lit() == {1: (255, 0, 0)}


def test_a_silent_line_is_lost_and_the_board_goes_dark(wire: Wire) -> None:
    """Each end notices by itself; a new session with the same controller begins from darkness."""
    wire.session.show({1: RED})
    wire.run(0.05)
    wire.there = wire.back = lambda _data: b""
    wire.run(LOST_S + 0.1)
    assert wire.session.is_lost(wire.now_s)
    assert wire.lit()
    wire.run(1.1)
    assert wire.lit() == {}
    wire.there = wire.back = whole
    wire.run(1)
    assert wire.session.is_lost(wire.now_s), "a lost session stays lost: only HELLO begins another"
    again = Session(2, wire.now_s)
    wire.session = again
    again.show({2: RED})
    wire.run(0.2)
    assert wire.lit() == {2: (255, 0, 0)}


def test_a_new_session_takes_the_place_of_one_that_still_runs(wire: Wire) -> None:
    """A host that was started again is heard at once, from darkness and from number 1 on."""
    wire.session.show({1: RED})
    wire.run(0.05)
    wire.session = Session(2, wire.now_s)
    wire.turn()
    assert wire.lit() == {}
    wire.session.show({2: RED})
    wire.run(0.05)
    assert wire.lit() == {2: (255, 0, 0)}
    assert is_settled(wire.session)


def test_a_number_is_acted_on_once(wire: Wire) -> None:
    """What comes under the number acted on last is answered as before, whatever it says."""
    light, dark = bytes((3, 1, 1, 255, 0, 0)), bytes((3,))
    for payload in (light, dark):
        wire.controller.hear(encode(Frame(77, Kind.LIGHTS, payload)), 200)
        assert frames(wire.controller.due(200)) == [Frame(77, Kind.ACK)]
    assert any(wire.controller.lights.colours(200) or b"")


def test_only_the_newest_states_need_an_answer(wire: Wire) -> None:
    """An ACK for earlier states leaves the later ones to be told again."""
    controller = wire.controller
    for closed, at_ms in ((1, 200), (1, 230), (2, 240), (2, 270)):
        controller.sense(closed, at_ms)
        told = frames(controller.due(at_ms))
    (newest,) = told
    controller.hear(encode(Frame(newest.sequence - 1, Kind.ACK)), 280)
    assert frames(controller.due(400)) == [newest]
    controller.hear(encode(Frame(newest.sequence, Kind.ACK)), 410)
    assert controller.due(600) == b""


def test_a_controller_started_anew_ignores_what_it_does_not_know_of(wire: Wire) -> None:
    """After a reset nothing of the old session is acted on, and the host notices by the silence."""
    wire.controller = Controller(LEDS, SWITCHES)
    wire.session.show({1: RED})
    wire.run(LOST_S + 0.1)
    assert wire.lit() == {}
    assert wire.session.is_lost(wire.now_s)


def test_answers_of_an_earlier_session_are_not_taken_for_ours() -> None:
    """A WELCOME with another token, left over in a buffer, welcomes nobody."""
    session = Session(2, 0.0)
    old = Controller(LEDS, SWITCHES)
    old.hear(Session(1, 0.0).due(0.0), 0)
    assert session.hear(old.due(0), 0.01) == []
    assert session.welcome is None


def test_another_version_is_told_and_nothing_more() -> None:
    """The host learns which version the controller speaks; no light is told, no switch believed."""
    session = Session(1, 0.0)
    session.show({1: RED})
    session.due(0.0)
    told = bytes.fromhex("09 0001 03 00 0050 10")
    line = encode(Frame(0, Kind.WELCOME, told)) + encode(Frame(1, Kind.SWITCHES, b"\x01\x00"))
    news = session.hear(line, 0.01)
    assert [type(item) for item in news] == [Welcome]
    assert not session.speaks
    assert session.due(5.0) == b""


def test_a_controller_refuses_a_host_of_another_version() -> None:
    """It answers the greeting, so that the host can say why, and begins no session."""
    controller = Controller(LEDS, SWITCHES)
    controller.hear(encode(Frame(0, Kind.HELLO, b"\x09\x00\x01")), 0)
    assert kinds(controller.due(0)) == [Kind.WELCOME]
    controller.hear(encode(Frame(1, Kind.PING)), 5)
    assert controller.due(10) == b""


@pytest.mark.parametrize(
    ("kind", "payload", "reason"),
    [
        (0x33, b"", Reason.UNKNOWN),
        (Kind.LIGHTS, b"", Reason.MALFORMED),
        (Kind.LIGHTS, b"\x03\x01\x01\x01", Reason.MALFORMED),
        (Kind.LIGHTS, bytes((3, 1, 99, 1, 1, 1)), Reason.MALFORMED),
        (Kind.LIGHTS, bytes((3, 1, 1, 1, 1, 1, LEDS, 1, 1, 1, 1)), Reason.NO_SUCH_LED),
        (Kind.PING, b"?", Reason.MALFORMED),
    ],
)
def test_what_cannot_be_done_is_refused_whole(
    wire: Wire, kind: int, payload: bytes, reason: Reason
) -> None:
    """A sound frame with nonsense in it changes no light, and its sender is told why."""
    wire.session.show({5: RED})
    wire.run(0.1)
    now_ms = round(1000 * wire.now_s)
    wire.controller.hear(encode(Frame(99, kind, payload)), now_ms)
    assert frames(wire.controller.due(now_ms)) == [Frame(99, Kind.REFUSED, bytes((reason,)))]
    assert wire.controller.lights.colours(now_ms) is None


def test_a_refusal_is_news_and_is_not_argued_with(wire: Wire) -> None:
    """A light that the board lacks is reported once, and the line goes on with other things."""
    wire.news.clear()
    wire.session.show(dict.fromkeys(range(100, 180), RED))  # two frames; the second is not sent
    wire.run(1)
    assert wire.news == [Refused(Reason.NO_SUCH_LED)]
    wire.session.show({2: RED})
    wire.run(0.1)
    assert wire.lit() == {2: (255, 0, 0)}


@settings(max_examples=count(20, 60))
@given(st.integers(0, 2**32), st.floats(0, 0.5))
def test_a_bad_line_delays_and_never_misleads(seed: int, badness: float) -> None:
    """Bytes lost, changed, doubled and invented: what shines was wanted, and all comes right.

    Only pictures that were wanted are ever seen, in their order, and once the line is good again
    both ends agree.
    """
    rng = random.Random(seed)

    def harm(data: bytes) -> bytes:
        if rng.random() >= badness:
            return data
        at = rng.randrange(len(data) + 1)
        noise = rng.choice([rng.randbytes(rng.randrange(9)), independent.SYNC + b"\xf0"])
        return rng.choice([data[:at], data[at:], data[:at] + noise + data[at + 1 :], data + noise])

    wire = Wire()
    wire.there = wire.back = harm
    pictures = [{led: RED for led in range(80) if rng.random() < 0.7} for _ in range(3)]
    shown: list[set[int]] = []
    for picture in pictures:
        wire.session.show(picture)
        wire.closed = rng.randrange(1 << SWITCHES)
        for _ in range(60):
            wire.turn()
            shown.append(set(wire.lit()))
    assert all(lit in [set(), *map(set, pictures)] for lit in shown)
    wire.there = wire.back = whole
    wire.run(0.6)
    if wire.session.is_lost(wire.now_s) or wire.session.welcome is None:
        wire.session = Session(7, wire.now_s)
        wire.session.show(pictures[-1])
        wire.run(0.6)
    assert set(wire.lit()) == set(pictures[-1])
    assert wire.switched == tuple(at for at in range(SWITCHES) if wire.closed >> at & 1)


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_neither_end_minds_what_comes(pieces: list[bytes]) -> None:
    """Pure garbage crashes nothing, lights nothing and is no news."""
    controller, session = Controller(LEDS, SWITCHES), Session(1, 0.0)
    for at, piece in enumerate(pieces):
        controller.hear(piece, 10 * at)
        controller.due(10 * at)
        session.hear(piece, at / 100)
        session.due(at / 100)
    assert not any(controller.lights.colours(1) or b"")
    assert session.welcome is None


def test_a_farewell_darkens_whatever_is_under_way(wire: Wire) -> None:
    """Half of a large picture has been told; the board is dark nevertheless, and at once."""
    wire.session.show(dict.fromkeys(range(80), RED))
    wire.turn()
    assert not is_settled(wire.session)
    now_ms = round(1000 * wire.now_s)
    wire.controller.hear(wire.session.end(), now_ms)
    assert not any(wire.controller.lights.colours(now_ms + 5000) or b"")
    assert Session(1, 0.0).end() == b"", "who was never greeted takes no leave"


def test_sequence_numbers_come_round(wire: Wire) -> None:
    """After 255 commands and 255 changes of a switch both ends still understand each other."""
    for at in range(600):
        wire.session.show({at % 80: RED})
        wire.closed = at & 0xFFFF
        wire.turn(0.025)
        wire.turn(0.025)
    assert is_settled(wire.session)
    assert wire.lit() == {599 % 80: (255, 0, 0)}
    assert wire.switched == tuple(at for at in range(SWITCHES) if 599 >> at & 1)
