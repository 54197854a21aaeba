"""Where each rule of each game is taught: its text, example, lesson, page and printed page.

``python -m tools.taught docs/rules-taught.md`` writes the table. A place left empty is a hole.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.printing import booklet
from hardware.printing.setting import Line
from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.kit import printed
from tablet_companion.kit import rulebook as printed_book
from tablet_companion.lessons import rulebook
from tablet_companion.lessons.chapters import read_chapters
from tools.arguments import read_words

_HEAD: Final = """# Where every rule is taught

Made by `make taught` from the games' teaching data; do not edit it. *Example*: an action that is
allowed, and one that breaks the rule, if it can be broken. *Lesson*: the chapter and the step about
this rule. *Page*: its number in the list of rules on the screen. *Printed*: its page in the English
rulebook.
"""
_COLUMNS: Final = (
    "| rule | text | example | lesson | page | printed |\n| --- | --- | --- | --- | --- | --- |"
)


@dataclass(frozen=True)
class Taught:
    """Where one rule is taught; what is empty is a hole."""

    rule: Rule
    text: str
    example: str
    lesson: str
    page: str
    printed: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the cells of its line."""
        return self.rule, self.text, self.example, self.lesson, self.page, self.printed


def list_taught(game: str) -> Iterator[Taught]:
    """Yield where each rule of a game is taught."""
    book, listed = games.handbook(game), rulebook.list_rules(games.handbook(game))
    printed_on = find_printed_pages(game)
    lessons: dict[Rule, str] = {}
    for chapter in read_chapters(game):
        for number, step in enumerate(chapter.steps, start=1):
            lessons.setdefault(step.rule, f"{chapter.title}, {number}")
    for rule in listed:
        text = book.rules[rule]
        example = book.examples.get(rule)
        allowed = "" if example is None else "allowed"
        both = f"{allowed}, not allowed" if example and example.tempting else allowed
        yield Taught(
            rule,
            text.says,
            both,
            lessons.get(rule, ""),
            str(listed.index(rule) + 1),
            str(printed_on.get(rule, "")),
        )


def find_printed_pages(game: str) -> dict[Rule, int]:
    """Return the page of the printed English rulebook on which each rule stands."""
    maker = printed_book.make(game, printed.board(game), "en")
    pages = booklet.lay_out(printed_book.build_book(maker))
    texts = [" ".join(one.text for one in page if isinstance(one, Line)) for page in pages]
    spans = [f"{text} {following}" for text, following in zip(texts, [*texts[1:], ""], strict=True)]
    rules = games.handbook(game).rules.items()
    found: dict[Rule, int] = {}
    for rule, text in rules:
        on = (number for number, span in enumerate(spans, 1) if text.says and text.says in span)
        if (number := next(on, None)) is not None:
            found[rule] = number
    return found


def write_table(game: str) -> str:
    """Return a game's table."""
    lines = (f"| {' | '.join(one.cells)} |" for one in list_taught(game))
    return "\n".join([f"## {games.load(game).title}\n", _COLUMNS, *lines])


def write_all() -> str:
    """Return the tables of all games."""
    return "\n\n".join([_HEAD.rstrip(), *map(write_table, games.names())]) + "\n"


def main(arguments: list[str]) -> int:
    """Write the document."""
    Path(arguments[0]).write_text(write_all(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(read_words(__doc__, "DOCUMENT.md")))
