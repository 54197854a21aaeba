"""Texts that others wrote, such as the name of a folder on a stick, can be shown everywhere."""

from __future__ import annotations

import json

import pytest

from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Box, Page, Role, Text
from tablet_companion.screen.toolkit.labels import Labels
from tablet_companion.web import wire
from tablet_companion.web.lines import Sheet

FOREIGN = {
    "no Unicode": b"/media/B\xfccher".decode("utf-8", "surrogateescape"),
    "a NUL": "a\0b",
    "no width": "\N{ZERO WIDTH NO-BREAK SPACE}",
    "a change of direction": "\N{RIGHT-TO-LEFT OVERRIDE}evil",
    "combining characters": "e" + 200 * "\N{COMBINING ACUTE ACCENT}",
    "emoji": "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}",
    "nothing": "",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_text_ends_neither_a_screen_nor_a_telephone(kind: str) -> None:
    """It is measured, painted and sent as far as it can be read."""
    text = FOREIGN[kind]
    paint.measure(text, Role.TEXT, 20)
    page = Page((60, 30), (Text(Box(0, 0, 60, 30), text, 20, (0, 0, 0)),))
    paint.render(page, (255, 255, 255))
    sheet = Sheet(page, Labels((text,)), 1)
    sent = json.loads(wire.write_page(sheet, (255, 255, 255), wire.Pictures()))
    assert sent["items"][0][0] == "t"
