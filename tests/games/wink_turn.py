"""A turn of Wink as a position."""

from __future__ import annotations

from typing import Any


def position(edition: str = "agents", **values: Any) -> dict[str, Any]:
    """Return the second turn of red, who called the 25; nobody has shown a hand."""
    size = 9 if edition == "agents" else 8
    return {
        "game": "wink",
        "options": {"edition": edition},
        "seats": ["red", "blue", "green", "yellow"],
        "turn": "red",
        "up": list(range(1, 37)),
        "pawns": {"red": 25, "blue": 1, "green": 2, "yellow": 3},
        "hands": dict.fromkeys(["red", "blue", "green", "yellow"], size),
        **values,
    }
