"""A game's teaching data: rules in words, and the names of its pieces, cards and places.

Every game keeps it in its folder ``teaching``: ``rules.toml`` has a table for each rule,
``words.toml`` the words. All texts are English, the keys of their translations.
"""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Final

from hardware.errors import CompanionError
from tablet_companion.games.core import BETWEEN_SECTIONS, Rule, RuleText

FOLDER: Final = "teaching"
RULES_FILE: Final = "rules.toml"
WORDS_FILE: Final = "words.toml"
LESSONS_FILE: Final = "lessons.toml"
KINDS: Final = frozenset({"place", "piece", "seat", "card", "count", "text"})
"""What a placeholder may contain, by the beginning of its name."""

WHY_NOT: Final = "why_not"
MEND: Final = "mend"
"""This field and ``why_not`` belong to every rule that can be broken, and to no other."""
_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "is": (str,),
    WHY_NOT: (str,),
    MEND: (str,),
    "section": (str, list),
    "private": (bool,),
    "when": (list,),
    "surprising": (bool,),
    "cards": (list,),
    "example": (dict,),
}
_SAID: Final = ("is", WHY_NOT, MEND)


class TeachingError(CompanionError):
    """An invalid file of a game's teaching data; the message says where and why."""


@dataclass(frozen=True)
class Terms:
    """A game's words for its own things, by their identifiers in the rules.

    ``pieces`` are words that stand beside the word for a pawn, ``cards`` are faces that are words,
    and kinds of pieces named like cards. ``places`` are places on the board that have a name.
    ``beside`` are places beside the board, by the end of their names (``won`` for ``red.won``);
    they may hold ``{seat}``, the beginning of the name. ``usual`` are the forms for pieces, cards
    and places without their own. ``told`` has the sentence for each action that moves no piece, by
    the first one or two words of its text, ``*`` for any; ``prompts`` what is asked for in each
    phase, and ``labels`` the keys of actions, both as the game looks them up.
    """

    pieces: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


def read_rules(package: str, shared: str | None = None) -> Mapping[Rule, RuleText]:
    """Return the rules that can be broken, in words, in the order of the game's file.

    Entries missing in a rule's table come from the ``shared`` package's file. Raises TeachingError
    if a text is missing or invalid.
    """
    tables = rule_tables(package, shared)
    return MappingProxyType(
        {
            Rule(name): rule_text(f"{package}: {RULES_FILE}, {name}", table)
            for name, table in tables.items()
            if {WHY_NOT, MEND} & set(table) or "is" not in table
        }
    )


def rule_tables(package: str, shared: str | None) -> Mapping[str, dict[str, Any]]:
    """Return the tables of a game's rules by identifier, completed from the ``shared`` package."""
    common = read_tables(shared, RULES_FILE) if shared else {}
    tables = read_tables(package, RULES_FILE)
    return {name: {**common.get(name, {}), **table} for name, table in tables.items()}


@functools.cache
def read_terms(package: str) -> Terms:
    """Return a game's own words, empty if it has no such file.

    Raises TeachingError if the file is invalid.
    """
    if not teaching_file(package, WORDS_FILE).is_file():
        return Terms()
    tables = read_tables(package, WORDS_FILE)
    if unknown := sorted(set(tables) - {kind.name for kind in fields(Terms)}):
        raise TeachingError(
            f"{package}: {WORDS_FILE} has a table {unknown[0]!r}, which is not a list of words."
        )
    for kind, words in tables.items():
        for name, text in words.items():
            check_text(f"{package}: {WORDS_FILE}, {kind}, {name}", text)
    return Terms(**tables)


def read_sentences(package: str, shared: str | None = None) -> Callable[[str], str]:
    """Return the function that finds the sentence for an action by its text.

    Sentences that a game's own file lacks come from the ``shared`` package's.
    """
    told = {**(read_terms(shared).told if shared else {}), **read_terms(package).told}

    def find(text: str) -> str:
        words = text.split()
        beginnings = (" ".join(words[:2]), words[0], "*")
        return next(told[one] for one in beginnings if one in told)

    return find


def texts(name: str, content: str) -> Iterator[str]:
    """Yield every translatable text of a file of teaching data, by the file's name."""
    for table in tomllib.loads(content).values():
        if name == WORDS_FILE:
            yield from table.values()
        elif name == RULES_FILE:
            yield from _rule_texts(table)
        elif name == LESSONS_FILE:
            yield table["title"]
            for step in table["step"]:
                yield from (step[key] for key in ("say", "ask") if key in step)
                yield from step.get("hints", ())


def _rule_texts(table: Mapping[str, Any]) -> Iterator[str]:
    yield from (table[key] for key in _SAID if key in table)
    yield from _sections(table)


def rule_text(where: str, table: Mapping[str, Any]) -> RuleText:
    """Return a rule in words; ``text`` and ``mend`` are empty if it cannot be broken.

    Raises TeachingError beginning with ``where`` if the table is invalid.
    """
    _check_fields(where, table)
    for text in _rule_texts(table):
        check_text(where, text)
    sections = _sections(table)
    if any(BETWEEN_SECTIONS in section for section in sections):
        raise TeachingError(
            f"{where}: a section's title has no comma; several sections are a list."
        )
    return RuleText(
        text=table.get(WHY_NOT, ""),
        mend=table.get(MEND, ""),
        section=BETWEEN_SECTIONS.join(sections),
        private=table.get("private", False),
        says=table.get("is", ""),
        when=tuple(table.get("when", ())),
        surprising=table.get("surprising", False),
        cards=tuple(table.get("cards", ())),
    )


def _check_fields(where: str, table: Mapping[str, Any]) -> None:
    """Raise TeachingError if a field is unknown, missing, or of another type."""
    for key, kind in _FIELDS.items():
        if key in table and not isinstance(table[key], kind):
            raise TeachingError(f"{where}: {key} cannot be {table[key]!r:.40}.")
    if unknown := sorted(set(table) - set(_FIELDS)):
        raise TeachingError(f"{where}: {unknown[0]!r} is not a key of a rule.")
    unbreakable = "is" in table and not {WHY_NOT, MEND} & set(table)
    for key in ("section",) if unbreakable else (WHY_NOT, MEND, "section"):
        if not table.get(key):
            raise TeachingError(f"{where}: {key} is missing.")


def _sections(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the titles of the sections that state a rule; editions may differ."""
    section = table.get("section", ())
    return (section,) if isinstance(section, str) else tuple(section)


def check_text(where: str, text: object) -> None:
    """Raise TeachingError unless this is a text with valid placeholders."""
    if not isinstance(text, str) or not text:
        raise TeachingError(f"{where}: a text was expected, not {text!r:.40}.")
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise TeachingError(f"{where}: the braces of {text!r} do not match.") from error
    for name in names:
        if name.split("_")[0] not in KINDS:
            known = ", ".join(sorted(KINDS))
            raise TeachingError(f"{where}: {{{name}}} must begin with one of {known}.")


def teaching_file(package: str, name: str) -> Traversable:
    """Return the path of a file of a package's teaching data, which may not exist."""
    return resources.files(package).joinpath(FOLDER, name)


def read_tables(package: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the tables of a file of a package; raises TeachingError for any other content."""
    try:
        found = tomllib.loads(teaching_file(package, name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # tomllib's error is a ValueError
        raise TeachingError(
            f"{package}: {FOLDER}/{name} cannot be read: {error!s:.120}."
        ) from error
    for key, table in found.items():
        if not isinstance(table, dict):
            raise TeachingError(f"{package}: {name} has {key!r} outside any table.")
    return found
