"""The picture of the rooms shows what imports what."""

from __future__ import annotations

from pathlib import Path

from tools.rooms import draw_rooms, find_arrows, reduce_arrows

ROOT = Path(__file__).parents[2]


def test_the_picture_is_drawn_from_the_imports_of_today() -> None:
    """Room by room and arrow by arrow."""
    drawn = (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8")
    assert drawn == draw_rooms(), "docs/rooms.svg; run make rooms"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    """What is reached over another room needs no arrow of its own."""
    arrows = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset[str]()}
    assert reduce_arrows(arrows) == {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()}


def test_every_room_of_the_architecture_is_drawn() -> None:
    """Its table and its picture name the same house."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    arrows, _ = find_arrows()
    assert all(f"`{room}" in text for room in arrows)
