"""Pages as browsers get them: the drawing list as JSON, with pictures named by their hash.

``telephone.js`` paints what is written here, item by item, as ``paint.py`` does on the screen.
"""

from __future__ import annotations

import functools
import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import cv2
import msgspec
import numpy as np

from tablet_companion.screen.toolkit import drawing
from tablet_companion.web.lines import Sheet

MAX_BYTES: Final = 200
"""Bytes of the longest message that a telephone may send."""
MAX_SIDE_PX: Final = 2000
STEP_BYTES: Final = 16384
"""Pages are filled up to a multiple of this with spaces: the length of a page that is encrypted can
be read from the network, and would tell of a hand."""
_QUALITY: Final = 85
_MAX_PICTURES: Final = 32
"""Twice as many as telephones may be connected: each may have its own size."""


class Touched(
    msgspec.Struct, frozen=True, tag="touch", tag_field="kind", forbid_unknown_fields=True
):
    """A finger came down at this point of the page with this number, shown for so long."""

    x: float
    y: float
    page: int
    ms: Annotated[int, msgspec.Meta(ge=0)] = 0


class Sized(msgspec.Struct, frozen=True, tag="size", tag_field="kind", forbid_unknown_fields=True):
    """The size for pages, in the telephone's own pixels, and the version of its script."""

    w: int
    h: int
    version: str = ""


Word = Literal["elsewhere", "old", "replaced"]
"""Messages of a name only, each of which ends a page."""
_HEARD: Final = msgspec.json.Decoder(Touched | Sized)


def read_message(data: str) -> Touched | Sized | None:
    """Parse a telephone's message; None if it is unknown."""
    try:
        heard = _HEARD.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(heard, Sized):
        return heard if heard.w > 0 and heard.h > 0 else None
    inside = abs(heard.x) <= MAX_SIDE_PX and abs(heard.y) <= MAX_SIDE_PX
    return heard if inside else None


class Pictures:
    """The pictures of the last pages, as files for browsers; the last used ones are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def add(self, image: drawing.Image) -> str:
        """Keep a picture and return its name."""
        name = _name(image.size, image.bgr)
        if name not in self._kept:
            self._kept[name] = _compress(image.size, image.bgr)
        self._kept.move_to_end(name)
        while len(self._kept) > _MAX_PICTURES:
            self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """Return a picture as a JPEG, if it is still kept."""
        return self._kept.get(name)


def write_page(
    sheet: Sheet, ground: drawing.Rgb, pictures: Pictures, texts: Mapping[str, str] | None = None
) -> str:
    """Return a page as JSON; its pictures are added to those that browsers can request.

    ``texts`` are the script's own words, its language among them, if they have changed.
    """
    document = {
        "kind": "page",
        "number": sheet.number,
        "size": sheet.page.size,
        "ground": _colour(ground),
        "items": [_write(item, pictures) for item in sheet.page.items],
        "told": [drawing.make_showable(line) for line in sheet.labels.told],
        "keys": [[*_box(box), drawing.make_showable(label)] for box, label in sheet.labels.keys],
        "board": [drawing.make_showable(line) for line in sheet.labels.board],
        "texts": texts,
    }
    text = msgspec.json.encode(document)
    return text.ljust(-(-len(text) // STEP_BYTES) * STEP_BYTES).decode()


def write_word(kind: Word) -> str:
    """Return a message that consists of a name only."""
    return msgspec.json.encode({"kind": kind}).decode()


def _write(item: drawing.Item, pictures: Pictures) -> list[Any]:
    match item:
        case drawing.Fill(box, colour, radius, edge, edge_px):
            return ["f", *_box(box), _colour(colour), radius, _colour(edge), edge_px]
        case drawing.Line(start, end, colour, width):
            return ["l", *start, *end, _colour(colour), width]
        case drawing.Circle(centre, radius, colour, edge, edge_px):
            return ["c", *centre, radius, _colour(colour), _colour(edge), edge_px]
        case drawing.Polygon(points, colour, edge, edge_px):
            return ["p", points, _colour(colour), _colour(edge), edge_px]
        case drawing.Text(box, text, size, colour, align, role):
            shown = drawing.make_showable(text)
            return ["t", *_box(box), shown, size, _colour(colour), align, role]
        case drawing.Group(box, items):
            return ["g", *_box(box), [_write(one, pictures) for one in items]]
        case drawing.Image(box=box, turns=turns):
            return ["i", *_box(box), pictures.add(item), turns]


def _box(box: Any) -> tuple[int, int, int, int]:
    return box.x, box.y, box.w, box.h


@functools.lru_cache(maxsize=512)
def _colour(rgb: drawing.Rgb | None) -> str | None:
    return None if rgb is None else "#{:02x}{:02x}{:02x}".format(*rgb)


@functools.lru_cache(maxsize=4)
def _name(size: tuple[int, int], bgr: bytes) -> str:
    return hashlib.sha256(repr(size).encode() + bgr).hexdigest()


def _compress(size: tuple[int, int], bgr: bytes) -> bytes:
    picture = np.frombuffer(bgr, np.uint8).reshape(size[1], size[0], 3)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    return data.tobytes()
