"""Whatever a stream sends, memory is bounded, and a sentence says what is wrong."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cameras import multipart
from hardware.cameras.live import LiveCamera
from hardware.cameras.mjpeg import Stream
from hardware.clock import ManualClock
from hardware.ports import CameraError, CameraTrouble
from tests.neighbours import streams
from tests.neighbours.cameras import noise
from tests.neighbours.streams import JPEG, Answer, Bytes, Server, bare, endlessly, part, sized
from tests.neighbours.watched import descriptors

STALL_S = 0.05
MAX_BUFFERED = multipart.MAX_BYTES + multipart.CHUNK_BYTES
Contents = list[bytes]


def taken(pieces: Iterator[bytes], most: int = 100) -> tuple[Contents, type[Exception] | None, int]:
    """Take parts until that fails: the parts, how it failed, and the most that was buffered."""
    source = Bytes(pieces)
    parts, contents, buffered = multipart.Parts(source), [], 0
    for _ in range(most):
        try:
            contents.append(parts.next())
        except (EOFError, multipart.NoStreamError, multipart.TooLargeError) as error:
            return contents, type(error), max(buffered, len(parts._buffer))
        buffered = max(buffered, len(parts._buffer))
    return contents, None, buffered


# --- what is in the bytes -------------------------------------------------------------------------


@pytest.mark.parametrize("piece", [1, 7, 65536])
@pytest.mark.parametrize("framed", [part, bare])
def test_pictures_are_found_however_they_come(piece: int, framed: Callable[[bytes], bytes]) -> None:
    """Named lengths or none, in pieces of any size."""
    whole = b"\r\n" + framed(JPEG) * 3 + b"--next--\r\n"
    pieces = (whole[at : at + piece] for at in range(0, len(whole), piece))
    contents, end, _ = taken(pieces)
    assert (contents, end) == ([JPEG] * 3, EOFError)


@pytest.mark.parametrize("wrong", [0, 10, len(JPEG) - 1, len(JPEG) + 30, "-5", "many", "", "1e9"])
def test_a_wrong_length_costs_no_more_than_its_neighbour(wrong: object) -> None:
    """The next boundary is searched for; the pictures behind it are whole."""
    contents, _, _ = taken(iter([part(JPEG, wrong) + part(JPEG) + part(JPEG)]))
    assert contents[-1] == JPEG
    assert contents.count(JPEG) >= 1


@pytest.mark.parametrize("length", [multipart.MAX_BYTES + 1, 2_000_000_000, 10**30, "9" * 4000])
def test_a_false_length_is_not_waited_for(length: int | str) -> None:
    """Two billion bytes are refused by their number, before any of them is kept."""
    contents, end, buffered = taken(endlessly(part(JPEG, length)))
    assert (contents, end) == ([], multipart.TooLargeError)
    assert buffered <= multipart.CHUNK_BYTES


@pytest.mark.parametrize(
    "begin",
    [
        b"--next\r\n\r\n",  # a picture without an end
        b"--next\r\nContent-Length: 5\r\n\r\nabcdefg",  # behind a length that was wrong
    ],
)
def test_an_endless_picture_is_given_up(begin: bytes) -> None:
    """So much as a large picture has is kept, and no more."""
    _, end, buffered = taken(endlessly(begin))
    assert end is multipart.TooLargeError
    assert buffered <= MAX_BUFFERED


@pytest.mark.parametrize(
    "begin", [b"", b"--", b"--next\r\n", b"<html>\r\n", b"--next\r\n" + b"A: b\r\n" * 60]
)
def test_what_is_no_stream_is_known_by_its_beginning(begin: bytes) -> None:
    """Lines and headers have an end, or they are none."""
    contents, end, buffered = taken(endlessly(begin))
    assert (contents, end) == ([], multipart.NoStreamError)
    assert buffered <= multipart.MAX_LINE + multipart.CHUNK_BYTES


def test_a_header_without_end_is_no_stream() -> None:
    """A number of more digits than Python would read is refused as a line, though it ends."""
    contents, end, _ = taken(iter([part(JPEG, "9" * 5000)]))
    assert (contents, end) == ([], multipart.NoStreamError)


@given(st.data())
def test_no_bytes_at_all_break_it(data: st.DataObject) -> None:
    """Cut, doubled, and with noise put in: parts, or one of three ends; nothing huge is decoded."""
    whole = bytearray(part(JPEG) + bare(JPEG) + part(JPEG))
    for _ in range(data.draw(st.integers(0, 5))):
        at = data.draw(st.integers(0, len(whole)))
        whole[at : at + data.draw(st.integers(0, 90))] = data.draw(st.binary(max_size=40))
    contents, _, buffered = taken(iter([bytes(whole)]))
    assert buffered <= len(whole)
    for content in contents:
        with contextlib.suppress(multipart.TooLargeError):
            multipart.decode_jpeg(content)


# --- pictures -------------------------------------------------------------------------------------


def test_a_huge_picture_is_refused_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is decoded of it; one of fifty megapixels would be."""
    huge = sized(16000, 16000)
    assert multipart.jpeg_size(huge) == (16000, 16000)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(multipart.TooLargeError):
        multipart.decode_jpeg(huge)


@pytest.mark.parametrize("size", [(1, 1), (640, 480), (30, 2000)])
@pytest.mark.parametrize("progressive", [False, True])
def test_the_header_s_size_is_the_picture_s(size: tuple[int, int], *, progressive: bool) -> None:
    """Baseline or progressive, with an application's segment before it."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    options = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    jpeg = cv2.imencode(".jpg", picture, options)[1].tobytes()
    assert multipart.jpeg_size(jpeg) == size
    found = multipart.decode_jpeg(jpeg[:2] + b"\xff\xff\xe1\x00\x08Exif\x00\x00" + jpeg[2:])
    assert found is not None
    assert found.shape[:2] == size[::-1]


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8", streams.PNG, JPEG[:50], b"\xff\xd8\xff", JPEG[:2] + b"\xff\x00" * 99]
)
def test_what_is_no_picture_is_passed_over(data: bytes) -> None:
    """A PNG in a stream of JPEGs is none, either: its size is not looked at."""
    assert multipart.decode_jpeg(data) is None


@pytest.mark.parametrize("end", [b"", b"\xff\xd9"])
def test_what_cannot_hold_so_many_pixels_is_not_decoded(
    monkeypatch: pytest.MonkeyPatch, end: bytes
) -> None:
    """A thousand headers of 49 megapixels, of 600 bytes each, cost minutes otherwise."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    assert multipart.decode_jpeg(sized(7000, 7000)[: JPEG.index(b"\xff\xda") + 14] + end) is None


def test_the_smallest_picture_that_a_camera_sends_is_decoded() -> None:
    """A black one, compressed best."""
    black = np.zeros((1080, 1920, 3), np.uint8)
    options = [cv2.IMWRITE_JPEG_QUALITY, 10, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    assert multipart.decode_jpeg(cv2.imencode(".jpg", black, options)[1].tobytes()) is not None


@given(st.binary(max_size=60))
def test_no_header_breaks_the_reader(tail: bytes) -> None:
    """Whatever follows the first marker, it is a size or none, and it ends."""
    size = multipart.jpeg_size(b"\xff\xd8" + tail)
    assert size is None or len(size) == 2


# --- over the network -----------------------------------------------------------------------------


def failure(server: Server, stall_s: float = 60) -> CameraError:
    """Capture until that fails, and return how; without a stall, however busy the machine is."""
    url = f"http://{server.host}/v"
    camera = LiveCamera(Stream(url), f"mjpeg:{url}", ManualClock(), stall_s=stall_s)
    try:
        while True:
            camera.capture()
    except CameraError as error:
        return error
    finally:
        camera.close()


BAD: dict[str, tuple[Answer, CameraTrouble]] = {
    "not found": (streams.missing, CameraTrouble.STREAM),
    "nobody let in": (streams.unauthorised, CameraTrouble.STREAM),
    "a login nobody here knows": (streams.strange, CameraTrouble.STREAM),
    "a page": (streams.page, CameraTrouble.STREAM),
    "redirected in circles": (streams.circling, CameraTrouble.STREAM),
    "redirected to a file": (streams.elsewhere, CameraTrouble.STREAM),
    "no HTTP": (streams.babbling, CameraTrouble.STREAM),
    "silent": (streams.silent, CameraTrouble.STALLED),
    "stalling": (streams.stalling, CameraTrouble.STALLED),
    "hanging up": (streams.ending, CameraTrouble.STOPPED),
    "lying": (streams.lying, CameraTrouble.LARGE),
}


@pytest.mark.parametrize("kind", BAD)
def test_every_bad_stream_has_its_sentence_and_lets_go(kind: str) -> None:
    """The reader's thread has ended when the camera is closed, though the server keeps on."""
    answer, trouble = BAD[kind]
    with Server(answer) as server:
        error = failure(server, STALL_S if trouble is CameraTrouble.STALLED else 60)
        readers = [one for one in threading.enumerate() if one.name.startswith("camera ")]
        for reader in readers:
            reader.join(5)
        assert not any(reader.is_alive() for reader in readers)
    assert error.trouble is trouble, str(error)


@pytest.mark.parametrize("kind", ["not found", "nobody let in", "hanging up"])
def test_hundreds_of_bad_streams_leave_nothing_open(kind: str) -> None:
    """Threads and files of this side are as many as before."""
    with Server(BAD[kind][0]) as server:
        failure(server)
        before = {one for one in threading.enumerate() if one.name.startswith("camera ")}
        files = descriptors()
        for _ in range(100):
            failure(server)
        after = {one for one in threading.enumerate() if one.name.startswith("camera ")}
        assert len(after - before) <= 1
        assert descriptors() <= files + 4, "those of the server's own side that are about to end"


def test_a_password_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """User and password of the address are sent to whoever asks for them, and to nobody else."""
    asked: list[str | None] = []

    def shut(handler: streams.Handler) -> None:
        asked.append(handler.headers.get("Authorization"))
        if asked[-1] is None:
            streams.unauthorised(handler)
        else:
            streams.ending(handler)

    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1/")
    with Server(shut) as server:
        stream = Stream(f"http://me:p%40ss@{server.host}/v?a=b")
        assert stream.read()[0]
        stream.release()
    assert asked == [None, "Basic bWU6cEBzcw=="]


def test_sizes_may_change_and_others_parts_are_passed_over() -> None:
    """What is no JPEG, is damaged or empty costs itself alone."""
    large = cv2.imencode(".jpg", noise(2, 60, 90))[1].tobytes()

    def odd(handler: streams.Handler) -> None:
        handler.begin()
        handler.wfile.write(part(b"") + part(streams.PNG) + part(JPEG[:40]) + part(large))
        handler.server.over.wait()

    with Server(odd) as server:
        stream = Stream(f"http://{server.host}/")
        there, picture = stream.read()
        stream.release()
    assert there
    assert picture.shape == (60, 90, 3)
