"""The examples of a game's rules: a position, legal actions, and a tempting illegal one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tablet_companion.games.core import Breach, Card, PositionError, Rule, RuleText
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import positions, teaching
from tablet_companion.games.shared.positions import Position

POSITIONS_FILE: Final = "positions.toml"
_WAYS: Final = frozenset({"card", "hands", "take_back", "open_card"})


@dataclass(frozen=True)
class Wrong:
    """Something that is not allowed, described in one of four ways.

    An ``action`` in its text form; ``hands``, moves of pieces (``red T8 > red T14``) after a
    ``card`` was laid; ``take_back``, an action that is done and then taken back; or ``open_card``,
    a card that is turned up beside the pieces.
    """

    action: str = ""
    card: str = ""
    hands: tuple[str, ...] = ()
    take_back: str = ""
    open_card: str = ""


@dataclass(frozen=True)
class Example:
    """A position, legal actions in it, and a tempting one that breaks the rule.

    A rule that nobody can break has no ``tempting``.
    """

    position: Position
    legal: tuple[str, ...]
    tempting: Wrong | None = None


@dataclass(frozen=True)
class Handbook:
    """A game's teaching data: every rule in words, examples, named positions."""

    rules: Mapping[Rule, RuleText]
    examples: Mapping[Rule, Example]
    positions: Mapping[str, Position]


@functools.cache
def read_handbook(package: str, shared: str | None) -> Handbook:
    """Return a game's teaching data; raises TeachingError if it is invalid.

    Entries missing in a rule's table come from the ``shared`` package's file.
    """
    tables, named = teaching.rule_tables(package, shared), read_positions(package)
    where = f"{package}: {teaching.RULES_FILE}"
    return Handbook(
        MappingProxyType(
            {
                Rule(name): teaching.rule_text(f"{where}, {name}", table)
                for name, table in tables.items()
            }
        ),
        MappingProxyType(
            {
                Rule(name): _example(f"{where}, {name}", table["example"], named)
                for name, table in tables.items()
                if "example" in table
            }
        ),
        named,
    )


def read_positions(package: str) -> Mapping[str, Position]:
    """Return a game's named positions; each may continue one defined before it."""
    found: dict[str, Position] = {}
    if not teaching.teaching_file(package, POSITIONS_FILE).is_file():
        return found
    for name, table in teaching.read_tables(package, POSITIONS_FILE).items():
        found[name] = position_of(f"{package}: {POSITIONS_FILE}, {name}", table, found)
    return MappingProxyType(found)


def position_of(where: str, table: object, named: Mapping[str, Position]) -> Position:
    """Return the position that a table of a file describes.

    Raises TeachingError beginning with ``where`` if it describes none.
    """
    if not isinstance(table, dict):
        raise teaching.TeachingError(f"{where}: a position was expected, not {table!r:.40}.")
    try:
        return positions.read_position(table, named)
    except (PositionError, TypeError, ValueError) as error:
        raise teaching.TeachingError(f"{where}: {error}") from error


def read_tempting(where: str, data: object) -> Wrong:
    """Return something that is not allowed, from a file; raises TeachingError."""
    if isinstance(data, str):
        return Wrong(data)
    if not isinstance(data, dict) or set(data) - _WAYS:
        raise teaching.TeachingError(
            f"{where}: tempting is an action, or what hands do, not {data!r:.40}."
        )
    return Wrong(**{**data, "hands": tuple(data.get("hands", ()))})


def breaches(game: AnyGame, state: Any, wrong: Wrong) -> tuple[Breach, ...]:
    """Return the rules that something breaks; raises PositionError if it is meaningless."""
    if wrong.action:
        return game.judge(state, game.read_action(state, wrong.action))
    if wrong.take_back:
        return game.annulled(state, game.read_action(state, wrong.take_back))
    if wrong.open_card:
        return game.open_cards(state)[Card(wrong.open_card)].breaches
    shown = positions.rearrange(game.placement(state), iter(wrong.hands))
    return game.diagnose(state, Card(wrong.card), shown)


def _example(where: str, table: Mapping[str, Any], named: Mapping[str, Position]) -> Example:
    if unknown := sorted(set(table) - {"position", "legal", "tempting"}):
        raise teaching.TeachingError(f"{where}: {unknown[0]!r} is not a key of an example.")
    legal = table.get("legal", ())
    tempting = table.get("tempting")
    return Example(
        position_of(where, table.get("position", {}), named),
        (legal,) if isinstance(legal, str) else tuple(legal),
        None if tempting is None else read_tempting(where, tempting),
    )
