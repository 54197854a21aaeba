"""The rules of the game: a list, and each on a page with its example moving on the drawn board."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Message, Placement
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Arrow, Mark
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    framing,
    grids,
    layout,
    motion,
    parts,
    slots,
    stages,
)
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, Role
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Motion
from tablet_companion.screen.toolkit.orders import LeaveRules, ReadRule, TakeChapter
from tablet_companion.screen.toolkit.slots import Slot
from tablet_companion.screen.words.wording import capitalise

RULES: Final = N_("Rules")
_SIZE_MM: Final = (66, 13)
_THING_MM: Final = (24, 10)
"""The least width and the usual height of the key of a rule and of a thing."""
FIND: Final = "*find "
"""The prefix of typed letters in the screen's own state."""
FIRST_LETTERS: Final = N_("Which rule? Touch the first letters of a word, or a thing.")
_SHORTEST: Final = 24
_LONGEST: Final = 96
"""Letters of a rule's title: a longer sentence is cut at a colon, unless too little is left."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the list: its name, and what it says."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class RulesPanel:
    """All rules of the game, in the order in which they are taught.

    ``things`` are the cards, pieces and places by which they can be found.
    """

    title: str
    rules: tuple[RuleLine, ...]
    things: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Showing:
    """Pieces that move from one placement to another, and the text meanwhile.

    ``done`` is their progress, 0 to 1. ``allowed`` is None if nothing is done yet.
    """

    before: Placement
    after: Placement
    done: float = 0.0
    card: Card | None = None
    says: tuple[Message, ...] = ()
    allowed: bool | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class RulePanel:
    """One rule: its text, its section in the booklet, and its example at one moment.

    ``following`` names the next rule; it is empty if this one was opened by itself. ``lesson``
    opens the step of a lesson that teaches it.
    """

    says: Message
    section: str
    showing: Showing
    following: str = ""
    lesson: TakeChapter | None = None


def list_page(panel: RulesPanel, look: Look, local: Local) -> Page:
    """Return the list of rules, or of those with certain words; the rest are on further sheets."""
    if local.option.startswith(FIND):
        return _find_page(panel, look, local)
    stage = stages.shelf(look)
    foot = Key(N_("Back"), LeaveRules()), Key(N_("Find"), Local(option=FIND))
    return parts.page(
        look,
        bands.headline(look.words.join(panel.title, look.words.text(RULES)), stage.head, look),
        grids.key_grid(_rule_keys(panel.rules, look), stage.body, look, local, _SIZE_MM),
        controls.key_row(foot, stage.foot, look),
    )


def _rule_keys(lines: Iterable[RuleLine], look: Look) -> list[Key]:
    return [Key(label(look.words.text(line.says)), ReadRule(line.name)) for line in lines]


def _find_page(panel: RulesPanel, look: Look, local: Local) -> Page:
    """Return the page on which rules are found by the first letters of a word, or by a thing."""
    spelt = local.option.removeprefix(FIND)
    typed = _fold(spelt)
    texts = {line: _words_of(look.words.text(line.says)) for line in panel.rules}
    if not any(look.words.say(one)[0].isdigit() for one in panel.things):  # numbers only count
        texts = {line: frozenset(filter(str.isalpha, words)) for line, words in texts.items()}
    found = [line for line in panel.rules if typed and _has(texts[line], typed)]
    # A key that says the word first: of the 7, not that one card moves one pawn, except a 7.
    found.sort(key=lambda one: not _has(_words_of(label(look.words.text(one.says))), typed))
    letters = sorted({word[len(typed)] for words in texts.values() for word in words
                      if word.startswith(typed) and len(word) > len(typed)})  # fmt: skip
    stage, gap, letter = stages.shelf(look), look.theme.gap, look.theme.finger
    across = max(1, (stage.body.w + gap) // (letter + gap))
    rows = -(-len(letters) // across)
    # The letters get the rows they need, the rules or things what is left.
    above, below = stage.body, stage.body
    if letters:
        above, below = layout.rows(stage.body, (rows * (letter + gap), 0), gap)
    grid = layout.grid(above, across, max(1, rows), gap)
    more = [Key(one, Local(option=FIND + spelt + one)) for one in letters]
    keys = _rule_keys(found, look)
    if not typed:
        things = _things(panel, texts.values(), look)
        keys = [Key(one, Local(option=FIND + one.casefold())) for one in things]
    size_mm = _SIZE_MM if typed else _THING_MM
    back = Local(option=FIND + spelt[:-1]) if typed else NOTHING
    say = look.words.text(FIRST_LETTERS) if not typed else f"{spelt}_"
    return parts.page(
        look,
        bands.headline(say, stage.head, look),
        controls.draw_keys(grid, more, look),
        grids.key_grid(keys, below, look, local, size_mm),
        controls.key_row([Key(N_("Back"), back)], stage.foot, look),
    )


def _words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w/]+", _fold(text)))


def _fold(text: str) -> str:
    """Return a text in lower case and without accents, as an index sorts it: “ü” is under “u”."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def _has(words: Iterable[str], typed: str) -> bool:
    return any(word.startswith(typed) for word in words)


def _things(panel: RulesPanel, texts: Collection[frozenset[str]], look: Look) -> list[str]:
    named = dict.fromkeys(look.words.say(one) for one in panel.things)
    return [name for name in named if any(_has(words, _fold(name)) for words in texts)]


def title(says: str) -> str:
    """Return the first sentence of a rule; of a long one the part before its colon.

    A clause that ends in a comma would not describe the rule.
    """
    first, stop, _ = says.partition(". ")
    if len(first) <= _LONGEST:
        return first + stop.strip()
    clause = re.split("[;:]", first)[0].rstrip()
    return clause if _SHORTEST <= len(clause) < len(first) else first + stop.strip()


def label(says: str) -> str:
    """Return what the key of a rule says: its title, which as a label has no full stop."""
    return title(says).removesuffix(".")


def page(panel: RulePanel, look: Look) -> Page:
    """Return the page of one rule."""
    sentences, keys = _sentences(panel, look), _keys(panel, look)
    across = slots.count_across(look.theme)
    rows = 1 + max(slots.position(slot, across)[0] for slot in keys)
    stage = stages.with_room(
        look, (), lambda one: parts.has_room(sentences, one.told, look), rows=rows
    )
    return parts.page(
        look,
        _head(panel.showing, stage.head, look),
        board(panel.showing, stage.body, look),
        parts.column(sentences, stage.told, look),
        controls.order_keys(keys, stage.foot, look),
    )


def _keys(panel: RulePanel, look: Look) -> dict[Slot, Key]:
    """Return the keys: who reads a single rule, and is done, touches the lower right."""
    listed = bool(panel.following)
    keys = {(0, int(not listed)): Key("Back", LeaveRules())}
    if listed:
        keys[int(look.lessons), 1] = Key("Next", ReadRule(panel.following))
    if panel.lesson is not None and look.lessons:
        keys[0, int(listed)] = Key("Lesson", panel.lesson)
    return keys


def _head(showing: Showing, box: Box, look: Look) -> Part:
    """Return the text of the example: red if it is not allowed, with its reason."""
    colours = look.colours
    say = " ".join(map(capitalise, look.words.tell(showing.says)))
    if showing.allowed is None:
        return bands.plain_band(say, box, look, (colours.raised, colours.text))
    if not showing.allowed:
        return bands.plain_band(say, box, look, (colours.alarm, colours.on_alarm))
    return bands.plain_band(say, box, look, (colours.good, colours.ink))


def _sentences(panel: RulePanel, look: Look) -> tuple[parts.Sentence, ...]:
    says = look.words.say(panel.says)
    rule = parts.Sentence(says, look.theme.body, look.colours.text, Role.BOLD)
    return rule, parts.cite(panel.section, look)


def board(
    showing: Showing,
    box: Box,
    look: Look,
    frame: Frame | None = None,
    arrows: tuple[Arrow, ...] = (),
) -> Part:
    """Return the board with the pieces of an example, on their way if they are."""
    frame = frame or framing.frame_whole(look.board, box, look.turns)
    before, after = (
        boardview.fill_places(look.board, one) for one in (showing.before, showing.after)
    )
    slides = motion.find_slides(look.board, before, after) if 0 < showing.done < 1 else ()
    moving = Motion(slides, showing.done) if slides and look.motion else None
    spots = after if showing.done > 0 else before
    card = showing.card
    return boardview.board_part(
        frame, spots, showing.marks, look, card, arrows=arrows, motion=moving
    )
