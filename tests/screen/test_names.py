"""The letters for a new name: whoever sits down can type theirs."""

from __future__ import annotations

import pytest

from tablet_companion.screen.pages import names
from tablet_companion.screen.toolkit.orders import TypeName

NAMES = ("Zoë", "Anaïs", "Jérôme", "Benoît", "Marie-Ève", "D’Arcy", "Jürgen", "Björn", "Françoise")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_typed(name: str) -> None:
    """Letter by letter with the keys that are shown, parts of a name with a capital."""
    typed = ""
    while typed != name:
        keys = {key.meaning for key in names._letters(typed, 12)}
        typed = name[: len(typed) + 1]
        assert TypeName(typed) in keys
