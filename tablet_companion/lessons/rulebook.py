"""A game's rules as pages, with the animation of each rule's example.

Only positions of examples are shown, never the real table's.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import (
    TABLE,
    Breach,
    Card,
    Message,
    OptionValue,
    Place,
    Placement,
    Rule,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import examples
from tablet_companion.games.shared.attempts import label_action, placements
from tablet_companion.games.shared.examples import Example, Handbook, Wrong
from tablet_companion.games.shared.positions import Position, compose
from tablet_companion.games.text import N_
from tablet_companion.lessons.chapters import read_chapters
from tablet_companion.lessons.tasks import ALLOWED
from tablet_companion.referee.model.coaching import ANY
from tablet_companion.referee.model.panels import Mark, MarkKind
from tablet_companion.screen.pages.rules import RuleLine, RulePanel, RulesPanel, Showing
from tablet_companion.screen.toolkit.motion import SLIDE_S
from tablet_companion.screen.toolkit.orders import ReadRule, TakeChapter

REST_S: Final = 1.5
"""Seconds to find the pieces before they move."""
READ_S: Final = 3.5
"""Seconds to read a sentence before the next thing happens."""

LOOK: Final = N_("Look: an example.")


@dataclass(frozen=True)
class Clip:
    """One part of an animation: what it shows, and for how long."""

    showing: Showing
    seconds: float
    moves: bool = False


def has_rules(name: str) -> bool:
    """Whether a game has rules to show."""
    return name in games.names() and bool(list_rules(games.handbook(name)))


def list_rules(book: Handbook) -> tuple[Rule, ...]:
    """Return the rules that have a text of their own, in the handbook's order."""
    return tuple(name for name, rule in book.rules.items() if rule.says)


def build_list(game: AnyGame, chosen: Collection[OptionValue] = ()) -> RulesPanel:
    """Return the list of a game's rules, with the things to find them by.

    Those of editions other than the ``chosen`` one come last: they are not what is played here.
    """
    book, terms = games.handbook(game.name), games.terms(game.name)
    cards = (*game.cards, *sorted(set(terms.cards) - set(game.cards)))
    if not game.pile:  # a number that no rule is about, such as a card's on the table
        cards = tuple(card for card in cards if not card.isdigit())
    named = {"card": cards, "piece": sorted(terms.pieces), "place": sorted(terms.places)}
    things = (
        Message(f"{{{kind}}}", ((kind, name),)) for kind, names in named.items() for name in names
    )
    lines = (RuleLine(name, book.rules[name].says) for name in _sort_rules(game, chosen))
    return RulesPanel(game.title, tuple(lines), tuple(things))


def build_rule(
    game: AnyGame, order: ReadRule, seconds: float, chosen: Collection[OptionValue] = ()
) -> RulePanel:
    """Return the page of a rule, this many seconds after it was opened by this order.

    The sections cited are those of a game with the ``chosen`` values of its options.
    """
    book, name = games.handbook(game.name), Rule(order.name)
    text, listed = book.rules[name], _sort_rules(game, chosen)
    following = listed[(listed.index(name) + 1) % len(listed)] if name in listed else ""
    says, following = Message(text.says or text.text), "" if order.alone else following
    showing = show_example(game, name, seconds, broken=order.broken)
    lesson = _find_lesson(game, name, tuple(chosen))
    return RulePanel(says, text.cite(chosen), showing, following, lesson)


def _sort_rules(game: AnyGame, chosen: Collection[OptionValue]) -> tuple[Rule, ...]:
    """Return a game's rules in the handbook's order, those of other editions last."""
    book = games.handbook(game.name)

    def is_others(name: Rule) -> bool:
        rule = book.rules[name]
        return ANY not in rule.when and not rule.is_played(game.options, chosen)

    return tuple(sorted(list_rules(book), key=is_others)) if chosen else list_rules(book)


@functools.cache
def _find_lesson(game: AnyGame, rule: Rule, chosen: tuple[OptionValue, ...]) -> TakeChapter | None:
    """Return what opens the step that teaches a rule, or else one in which it occurs.

    One is preferred whose game is most like the one with the ``chosen`` options, as editions are.
    """
    steps = {
        TakeChapter(chapter.name, number): step
        for chapter in read_chapters(game.name)
        for number, step in enumerate(chapter.steps)
        if rule in step.rules
    }

    def rank(chapter: TakeChapter) -> tuple[int, bool]:
        step = steps[chapter]
        return _count_unlike(game, step.position, chosen), step.rule != rule

    return min(steps, key=rank, default=None)


def _count_unlike(game: AnyGame, position: Position, chosen: Collection[OptionValue]) -> int:
    """Return how many options that are named by words have another value in a position."""
    values = (position.options.get(one.name, one.default) for one in game.options)
    return sum(isinstance(value, str) and value not in chosen for value in values)


def show_example(game: AnyGame, name: Rule, seconds: float, *, broken: bool = False) -> Showing:
    """Return what a rule's example, which repeats, shows after this many seconds.

    If the rule was ``broken``, what is not allowed comes first: under the question why it is not,
    a page that began with “That is allowed.” was taken for the answer.
    """
    still, *shown = list_clips(game, name)
    clips: tuple[Clip, ...] = (still, *(reversed(shown) if broken else shown))
    left = seconds % sum(clip.seconds for clip in clips)
    for clip in clips:
        if left < clip.seconds:
            break
        left -= clip.seconds
    if not clip.moves:
        return clip.showing
    done = (left - REST_S) / SLIDE_S
    return replace(clip.showing, done=round(min(1.0, max(0.0, done)), 3))


@functools.lru_cache(maxsize=4)
def list_clips(game: AnyGame, name: Rule) -> tuple[Clip, ...]:
    """Return a rule's animation: the position, what is allowed, and the tempting error."""
    example = games.handbook(game.name).examples.get(name) or Example(Position(), ())
    state = compose(game, example.position)
    there = game.placement(state)
    still = Clip(Showing(there, there, says=(Message(LOOK),), card=find_top(game, state)), REST_S)
    allowed = tuple(_show_allowed(game, state, text, name) for text in example.legal[:1])
    tempting = (_show_tempting(game, state, example.tempting),) if example.tempting else ()
    return still, *allowed, *tempting


def find_top(game: AnyGame, state: Any, laid: Card | None = None) -> Card | None:
    """Return the card on top of the pile, if there is one: the one that was laid, or else."""
    top: Card | None = game.view(state, TABLE).top_card
    return laid if laid and game.pile else top


def _show_allowed(game: AnyGame, state: Any, text: str, name: Rule) -> Clip:
    """Show a legal action; who asks how to win has not asked whether it is allowed."""
    action = game.read_action(state, text)
    asked = ANY not in games.handbook(game.name).rules[name].when
    showing = Showing(
        game.placement(state),
        game.attempted(state, action),
        says=(Message(ALLOWED if asked else LOOK), *label_action(game, state, action)),
        card=find_top(game, state, game.card_of(action)),
        allowed=asked or None,
    )
    return Clip(showing, REST_S + SLIDE_S + READ_S, moves=True)


def _show_tempting(game: AnyGame, state: Any, wrong: Wrong) -> Clip:
    breaches = examples.breaches(game, state, wrong)
    before, after = placements(game, state, wrong)
    card = Card(wrong.card)
    if wrong.action:
        card = game.card_of(game.read_action(state, wrong.action)) or card
    showing = Showing(
        before,
        after,
        says=tuple(Message(game.rules[one.rule].text, one.details) for one in breaches),
        card=find_top(game, state, card),
        allowed=False,
        marks=_marks(breaches, before, after),
    )
    return Clip(showing, REST_S + SLIDE_S + READ_S, moves=True)


def _marks(breaches: Sequence[Breach], before: Placement, after: Placement) -> tuple[Mark, ...]:
    """Mark the places of broken rules as wrong, or else the targets of moved pieces."""
    places: list[Place] = [place for breach in breaches for place in breach.places]
    came = [place for place, piece in after.pieces if (place, piece) not in before.pieces]
    return tuple(Mark(place, MarkKind.WRONG) for place in dict.fromkeys(places or came))
