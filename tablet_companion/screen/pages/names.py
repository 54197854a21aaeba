"""Who is learning: the names of people who have learnt here, and letters for a new name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import ForgetName, LeaveNames, TakeName, TypeName

WHO: Final = N_("Who is learning?")
NO_NAME: Final = N_("No name")
WHO_SITS: Final = N_("Who plays {seat}?")
FULL: Final = N_("A name has at most {count} letters.")
NO_ROOM: Final = N_("{count} names are kept; there is no room for another.")
FORGET: Final = N_("Forget a name")
WHOM: Final = N_("Whom shall the table forget?")
FOR_SURE: Final = N_("What {text} has learnt here is forgotten, too.")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÆÇÉÈÊËÎÏÔŒÖÙÛÜŸ"
"""Those that names in English, French and German begin with."""
_WITHIN: Final = "ß"
_JOINTS: Final = "-’"
_SPACE: Final = "_"
"""The key of a space, and the sign for one that nothing follows yet."""
_ACROSS: Final = 8
_ACROSS_WIDE: Final = 10
_COLUMNS: Final = 3


@dataclass(frozen=True, slots=True)
class NamesPanel:
    """The names to choose from; ``typed`` is a new one so far, None if none is typed.

    ``seat`` is set when asking who sits there, None when asking who is learning. ``full``: no
    further name can be kept. ``forgotten`` is whom the table is to forget, if that is sure; empty
    while it is asked who.
    """

    names: tuple[str, ...]
    typed: str | None = None
    longest: int = 12
    seat: Seat | None = None
    full: bool = False
    forgotten: str | None = None


def page(panel: NamesPanel, look: Look) -> Page:
    """Return the page: a key for each name, or for each letter."""
    stage, gap = stages.shelf(look), look.theme.gap // 2
    if panel.typed is not None and (panel.full or len(panel.typed) >= panel.longest):
        told = Message(FULL, (("count", panel.longest),))
        if panel.full:
            told = Message(NO_ROOM, (("count", len(panel.names)),))
        return _page(panel, _tell(told, stage, look), stage, look)
    if panel.forgotten:
        told = Message(FOR_SURE, (("text", panel.forgotten),))
        return _page(panel, _tell(told, stage, look), stage, look)
    keys = _names(panel, look) if panel.typed is None else _letters(panel.typed)
    wide = _ACROSS if look.theme.portrait else _ACROSS_WIDE
    across = _COLUMNS if panel.typed is None else wide
    cells = layout.grid(stage.body, across, max(3, -(-len(keys) // across)), gap)
    return _page(panel, controls.draw_keys(cells, keys, look), stage, look)


def _tell(told: Message, stage: stages.Regions, look: Look) -> Part:
    sizes = layout.sizes_between(look.theme.main, look.theme.body)
    text = look.words.say(told)
    return parts.paragraph(text, stage.body, look, sizes=sizes, align="centre", middle=True)


def _page(panel: NamesPanel, body: Part, stage: stages.Regions, look: Look) -> Page:
    head = _spell(panel.typed or "") or panel.forgotten or look.words.say(_ask(panel))
    return parts.page(
        look,
        bands.headline(head, stage.head, look),
        body,
        controls.key_row(_foot(panel), stage.foot, look),
    )


def _spell(typed: str) -> str:
    """Return a name so far, with a sign for a space that ends it."""
    return typed[:-1] + _SPACE if typed.endswith(" ") else typed


def _ask(panel: NamesPanel) -> Message:
    if panel.typed is not None and not panel.full:
        return Message(FULL, (("count", panel.longest),))
    if panel.forgotten is not None:
        return Message(WHOM)
    return Message(WHO) if panel.seat is None else Message(WHO_SITS, (("seat", panel.seat),))


def _names(panel: NamesPanel, look: Look) -> list[Key]:
    if panel.forgotten is not None:
        return [Key(name, ForgetName(name)) for name in panel.names]
    new = Key(look.words.text(N_("New name")), TypeName(""))
    nobody = Key(look.words.text(NO_NAME), TakeName(""))
    names = (Key(name, TakeName(name)) for name in panel.names)
    return [*names, new, *((nobody,) if panel.seat is not None or panel.names else ())]


def _letters(typed: str) -> list[Key]:
    """Return the keys of the letters; the first of a name and of its parts is a capital."""
    if not typed or typed[-1] in _JOINTS + " ":
        return [Key(one, TypeName(typed + one)) for one in _LETTERS + _JOINTS]
    letters = _LETTERS.lower() + _JOINTS + _WITHIN
    keys = [Key(one, TypeName(typed + one)) for one in letters]
    return [*keys, Key(_SPACE, TypeName(f"{typed} "))]


def _foot(panel: NamesPanel) -> tuple[Key, ...]:
    back = Key(N_("Back"), LeaveNames())
    if panel.forgotten:
        sure = Key(N_("Forget"), ForgetName(panel.forgotten, sure=True), Weight.MAIN)
        return Key(N_("Back"), ForgetName()), sure
    if not panel.typed or panel.full:
        asked = panel.forgotten is None and panel.names and (panel.typed is None or panel.full)
        return (back, Key(FORGET, ForgetName())) if asked else (back,)
    delete = Key(N_("Delete"), TypeName(panel.typed[:-1]))
    return back, delete, Key(N_("Done"), TakeName(panel.typed), Weight.MAIN)
