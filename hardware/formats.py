"""Parsing of foreign files: every library that parses foreign bytes is called here only.

Whatever the bytes are, a function returns a value or raises Unusable, in bounded time and memory.
Limits are checked before parsing: a file's size before it is read, a picture's size (from its
header) before it is decoded, nesting before a recursive parser runs.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import itertools
import re
import struct
import tomllib
import warnings
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.errors import UNREAD_MEND, CompanionError, explain_os_error
from hardware.files import open_file, write_durably

MAX_LEVELS: Final = 50
"""Most levels of brackets. Our own files have six; Python's parsers fail at some hundreds."""
MAX_PIXELS: Final = 50_000_000
"""More than any camera's that people hang over a table; 150 MB once it is decoded."""
MAX_SIDE_PX: Final = 20_000
"""OpenCV cannot resample pictures of 32767 pixels a side or more."""
MAX_TEXT_BYTES: Final = 1_000_000
"""Bytes of the largest settings, board or script that is read; our largest has 60 kB."""
MAX_LABELS_BYTES: Final = 20_000_000
"""Bytes of the largest file of labels that is read, with one line for each picture."""
MAX_PICTURE_BYTES: Final = 200_000_000
"""Somewhat more than the largest picture without compression."""
_NO_TEXT: Final = "is not UTF-8 text; save it as such"
OURS: Final = b"tEXtSoftware\0tablet-companion"
"""What a drawing of ours says right after its header, so that it may be written over."""
_PNG_HEADER: Final = 33
"""Bytes of a PNG's signature and first chunk."""
_PICTURES: Final = ("BMP", "JPEG", "PNG", "TIFF", "WEBP")
_HEIC: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
"""The main brands of ISO/IEC 23008-12 in which telephones save pictures."""
_SHOWN: Final = 160
"""Library messages and quoted content are shortened to this many characters."""

_JSON_TEXT: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_TOML_TEXT: Final = re.compile(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+(?:""")?'
    rb"|'''(?:[^']++|'(?!''))*+(?:''')?"
    rb'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
    rb"|'[^'\n]*+'?"
    rb"|#[^\n]*+",
    re.DOTALL,
)
_DOTTED: Final = re.compile(rb"(?<![\w.-])(?:[\w-]++[ \t]*+\.[ \t]*+){%d}" % MAX_LEVELS)
_NO_BRACKET: Final = bytes(set(range(256)) - set(b"[]{}"))

T = TypeVar("T")

# Or it would write lines of its own beside our sentences.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class Unusable(CompanionError):
    """An unusable file; the text gives the reason, and is meant to follow the file's name."""

    mend = ""


class Unread(Unusable):
    """A file that the system does not let us read."""

    mend = UNREAD_MEND


class Malformed(Unusable):
    """A text that breaks its format's rules at a place that the reason names."""

    mend = "mend it there"


class Heic(Unusable):
    """A picture as telephones take it, which our libraries do not read."""

    mend = "save it as JPEG (an iPhone does: Settings, Camera, Formats, Most Compatible)"


class TooLarge(Unusable):
    """A file that is not read, because of its size alone."""

    mend = "shorten it, or name another"


@contextlib.contextmanager
def explain(what: str, kind: type[CompanionError], mend: str = "") -> Iterator[None]:
    """Raise this kind of error for Unusable: which file it is, the reason, how to mend it."""
    try:
        yield
    except Unusable as error:
        mend = mend or error.mend
        raise kind(f"{what} {error}{mend and f'; {mend}'}.") from error


def read_bytes(path: Path, most_bytes: int = MAX_TEXT_BYTES) -> bytes:
    """Return a file's bytes. Raises Unusable, also if the path is not a file."""
    try:
        with open_file(path) as file:
            data = file.read(most_bytes + 1) or b""
    except OSError as error:
        raise Unread(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in a path that a file contains
        raise Unusable("cannot be read: its name holds a NUL, which no name can") from error
    if len(data) > most_bytes:
        kilobytes = most_bytes // 1000
        most = f"{kilobytes} kB" if kilobytes < 1000 else f"{kilobytes // 1000} MB"
        raise TooLarge(f"is larger than {most}")
    return data


def read_text(path: Path, most_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return a text file's content without a byte order mark. Raises Unusable."""
    try:
        return read_bytes(path, most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(_NO_TEXT) from error


def parse_json(data: bytes | str, kind: type[T], name: str = "JSON") -> T:
    """Parse JSON text and check it against a type; ``name`` is for errors. Raises Unusable.

    A byte order mark is ignored, as in a file: some shells send one into a pipe.
    """
    data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    data = data.removeprefix(codecs.BOM_UTF8)
    _require_flat(_JSON_TEXT.sub(b"", data))
    try:
        return msgspec.json.decode(data, type=kind)
    except UnicodeDecodeError as error:
        raise Unusable(_NO_TEXT) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unusable(f"is not {name} ({shorten(str(error))})") from error


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of TOML text. Raises Unusable."""
    bare = _TOML_TEXT.sub(b"_", text.encode("utf-8", "surrogatepass"))
    _require_flat(bare)
    if _DOTTED.search(bare):
        raise Unusable(_TOO_DEEP)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"is not TOML: {shorten(str(error))}") from error
    except (ValueError, RecursionError) as error:  # Python's own limit, which it says how to lift
        raise Unusable("is not TOML: a number in it has thousands of digits") from error


_TOO_DEEP: Final = f"is nested more than {MAX_LEVELS} levels deep"


def _require_flat(bare: bytes) -> None:
    """Refuse brackets nested too deeply; ``bare`` must not contain strings any more."""
    steps = (1 if byte in b"[{" else -1 for byte in bare.translate(None, _NO_BRACKET))
    if max(itertools.accumulate(steps), default=0) > MAX_LEVELS:
        raise Unusable(_TOO_DEEP)


def parse_rows(text: str, column: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line number and the row for each row of CSV text with a header. Raises Unusable.

    The header must contain ``column``. Missing cells are empty; cells beyond the header are
    ignored.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey="", restval="")
    try:
        names = reader.fieldnames or ()
        if column not in names:
            raise Unusable(f"has to name its columns in the first line, {column!r} among them")
        for row in reader:
            yield reader.line_num, {name: row[name] for name in names if name}
    except csv.Error as error:
        raise Unusable(f"is no table after line {reader.line_num} ({error})") from error


def decode_picture(data: bytes, *, grey: bool = False) -> NDArray[np.uint8]:
    """Return the picture in a file's bytes, rotated upright as its EXIF says. Raises Unusable.

    It is height × width × 3, blue, green and red, or height × width if ``grey``.
    """
    width, height = _picture_size(data)
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE_PX:
        raise Unusable(
            f"has {width} × {height} pixels; a picture has up to {MAX_PIXELS // 1_000_000} "
            f"megapixels and {MAX_SIDE_PX} pixels a side"
        )
    try:
        how = cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as error:
        raise Unusable(f"cannot be decoded ({shorten(error.err)})") from error
    if picture is None:
        raise Unusable(_NO_PICTURE)
    return np.asarray(picture, np.uint8)


def encode_png(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture, in colours or grey, as PNG."""
    done, data = cv2.imencode(".png", picture)
    assert done, "OpenCV encodes any 8-bit picture as PNG"
    return data.tobytes()


def write_png(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a drawing of ours as PNG, marked as such; raises CompanionError if it cannot be."""
    data = encode_png(picture)
    mark = struct.pack(">I", len(OURS) - 4) + OURS + struct.pack(">I", zlib.crc32(OURS))
    with explain_os_error(f"{path} cannot be written"):
        write_durably(path, data[:_PNG_HEADER] + mark + data[_PNG_HEADER:])


_NO_PICTURE: Final = f"is no picture that is read ({', '.join(_PICTURES)}), or is cut short"


def _picture_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the header without decoding. Raises Unusable.

    A damaged PNG is refused here, as libpng would complain of it in lines of its own.
    """
    # 70 ms of start-up that only picture files need; the last two register formats.
    from PIL import Image, TiffImagePlugin, WebPImagePlugin  # noqa: F401, PLC0415

    Image.MAX_IMAGE_PIXELS = None  # we have our own limit, which refuses
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=_PICTURES) as image,
        ):
            size = image.size
            if image.format == "PNG":
                image.verify()
            return size
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, struct.error) as error:
        if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
            raise Heic("is HEIC, which is not read") from error
        raise Unusable(_NO_PICTURE) from error


def shorten(text: str, most: int = _SHOWN) -> str:
    """Return a text, or its beginning if it is long."""
    return text if len(text) <= most else f"{text[:most]} …"
