"""A page for people who hear it instead: what it tells, its keys, the pieces on its board. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message, Piece, Place, Placement, Seat, Viewer
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import AskHelp, Choose
from tablet_companion.screen.toolkit.drawing import Box, Page, Pick, Text, Touch, texts
from tablet_companion.screen.toolkit.orders import OpenRules, OpenSettings
from tablet_companion.screen.words.wording import Words


@dataclass(frozen=True, slots=True)
class Labels:
    """The lines that stand on no key, the keys, the upper ones first, and the pieces by place."""

    told: tuple[str, ...] = ()
    keys: tuple[tuple[Box, str], ...] = ()
    board: tuple[str, ...] = ()


NO_LABELS: Final = Labels()
_SEVERAL: Final = "{place} ({count})"
_SIGNS: Final[Mapping[type, str]] = {
    AskHelp: N_("What do you want to know?"),
    OpenRules: N_("Rules"),
    OpenSettings: N_("Settings"),
}
"""What keys do that have a sign and no words."""


def label_page(page: Page, words: Words) -> Labels:
    """Return the labels of a page; what is written on a board is part of its picture."""
    lines = (item for item in page.items if isinstance(item, Text))
    told = (one.heard or one.text for one in lines if page.touch_at(*one.box.centre) is None)
    keys = (key for touch in page.touches for key in _label(touch, page, words))
    return Labels(tuple(told), tuple(sorted(keys, key=lambda key: (key[0].y, key[0].x))))


def tell_board(panel: object, words: Words, viewer: Viewer) -> tuple[str, ...]:
    """Return a line for each kind of piece on a panel's board: where it stands, as all can see.

    The pieces of the seat that hears it come first, cards that are places themselves last.
    """
    found: dict[Piece | None, Counter[Place]] = {}
    for place, piece in _find_placement(panel).pieces:
        kind = None if str(piece) == str(place) else piece
        found.setdefault(kind, Counter())[place] += 1
    kinds = sorted(found, key=lambda kind: (kind is None, str(kind) != viewer))
    return tuple(
        words.join(_name(kind, words), words.fill(_list_places(found[kind]))) for kind in kinds
    )


def _find_placement(panel: object) -> Placement:
    """Return what a page's board shows: what is seen, or what the record says."""
    seen, view = getattr(panel, "seen", None), getattr(panel, "view", None)
    if isinstance(seen, Placement):
        return seen
    return view.placement if view is not None else Placement(())


def _name(kind: Piece | None, words: Words) -> str:
    if kind is None:
        return words.text(N_("Cards on the table"))
    return words.say(Message("{colour}", (("colour", kind),)))


def _list_places(places: Counter[Place]) -> Message:
    """Return places, 2 before 10, each with the number of its pieces if there are more than one."""
    listed = (
        Message("{place}", (("place", place),))
        if count == 1
        else Message(_SEVERAL, (("place", place), ("count", count)))
        for place, count in sorted(places.items(), key=lambda one: (len(one[0]), one[0]))
    )
    return Message("{text}", (("text", tuple(listed)),))


def _label(touch: Touch, page: Page, words: Words) -> Iterator[tuple[Box, str]]:
    """Yield a key with its label; of a board each space, by its name."""
    if isinstance(touch.meaning, Pick):
        spaces = {words.place(place): at for place, at in touch.meaning.places}
        for name, (x, y) in spaces.items():
            yield Box(int(x), int(y), 1, 1), name
        return
    written = [one.text for one in texts(page.items) if touch.box.holds(*one.box.centre)]
    if not written and isinstance(touch.meaning, Choose):  # a seat's sign says its colour
        written = [words.seat(Seat(name)) for name in str(touch.meaning.value).split()]
    if written and isinstance(touch.meaning, Choose) and (label := _find_label(touch.box, page)):
        written = [words.join(label, " ".join(written))]
    if not written and type(touch.meaning) in _SIGNS:
        written = [words.text(_SIGNS[type(touch.meaning)])]
    if written:
        yield touch.box, " ".join(written)


def _find_label(key: Box, page: Page) -> str:
    """Return the label of a key's line, before it or above: other lines have the same answers."""
    lines = [item for item in page.items if isinstance(item, Text) and item.box.y <= key.centre[1]]
    told = [one for one in lines if page.touch_at(*one.box.centre) is None]
    found: list[Text] = []
    for one in sorted(told, key=lambda one: (one.box.y, one.box.x), reverse=True):
        below = found[-1].box if found else one.box
        if (one.box.x, one.box.w) != (below.x, below.w) or one.box.bottom < below.y:
            break
        found.append(one)
    return " ".join(one.text for one in reversed(found))
