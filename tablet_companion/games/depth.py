"""How far ahead the table's players search a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Depth:
    """How far ahead a game is searched, in decisions.

    ``tree``: decisions chosen by earlier tries or by estimates; ``after``: decisions then made at
    random. At least ``least`` are made in all. A deal ends the look-ahead, since nothing is known
    beyond it. ``venture`` is the exploration constant, in units of ``worth``. The ``kept``
    statically best actions of the asking seat are searched. ``mixed``: draw among equal choices.
    After an action up to ``forced`` more are foreseen in which nobody has a choice.
    """

    tree: int = 8
    least: int = 2
    after: int = 0
    venture: float = 0.1
    kept: int = 8
    mixed: bool = False
    forced: int = 0


TO_THE_END = Depth(after=400, forced=2)
"""For a game whose positions nobody can estimate: played on at random, if possible to its end."""
