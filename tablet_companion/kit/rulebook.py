"""A game's rulebook and its reference card, made from what the game teaches: words and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hardware.board import Board
from hardware.errors import CompanionError
from hardware.printing import tokens
from hardware.printing.booklet import (
    COVER_MM,
    PICTURE_MM,
    Book,
    CardRow,
    Entry,
    Face,
    Picture,
    Reference,
    Section,
)
from hardware.printing.cards import CARD_MM
from hardware.printing.diagram import Move, Window, diagram_svg, fit_window
from hardware.printing.svg import Point
from tablet_companion import games
from tablet_companion.games.core import Card, Message, Piece, Place, Placement, Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import attempts, examples, teaching
from tablet_companion.games.shared.examples import Example, Handbook, Wrong
from tablet_companion.games.shared.positions import Position, compose
from tablet_companion.games.text import N_
from tablet_companion.kit import base_prints, printed
from tablet_companion.screen.toolkit import boardview, motion
from tablet_companion.screen.words.wording import Words, capitalise, words

ALLOWED: Final = N_("That is allowed.")
AIM: Final = Rule("aim")
CARD: Final = N_("Card: {card}.")
_RULEBOOK: Final = N_("Rulebook")
_CONTENTS: Final = N_("Contents")
_DETAILS: Final = "details"
"""The chapter of small things, which a reference card leaves out."""
_REST: Final = "rest"
"""The chapter of rules that no lesson teaches."""
_LONGEST: Final = 200
"""Rules up to this many characters are printed whole on a reference card."""
_SHAPE: Final = PICTURE_MM[0] / PICTURE_MM[1]
_MIN_PART: Final = 0.36
"""A diagram shows at least this share of the board's width, so that you see where it is."""
_MARGIN_RADII: Final = 3.0


class NothingTaughtError(CompanionError):
    """A game that has no rules in words."""


Spots = Mapping[Place, Piece]


@dataclass(frozen=True)
class Scene:
    """The table before and after an example's action, with its text."""

    before: Spots
    after: Spots
    says: tuple[Message, ...]
    allowed: bool


@dataclass(frozen=True)
class Chapter:
    """The rules that a chapter of the lessons teaches first; its title is English."""

    name: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Maker:
    """The sources of a rulebook: a game, its board, its teaching, a language's words."""

    game: AnyGame
    board: Board
    handbook: Handbook
    words: Words

    def say(self, says: Sequence[Message]) -> str:
        """Return messages as one paragraph."""
        return " ".join(map(capitalise, self.words.tell(says)))


def make(game: str, board: Board, language: str) -> Maker:
    """Return the sources of a rulebook; raises NothingTaughtError, WordsError."""
    handbook = games.handbook(game) if _teaches(game) else Handbook({}, {}, {})
    if not any(rule.says for rule in handbook.rules.values()):
        raise NothingTaughtError(
            f"{game} has no rules to print: there is no teaching/rules.toml in its folder that "
            "says how they are."
        )
    return Maker(games.load(game), board, handbook, words(language, board))


def _teaches(game: str) -> bool:
    games.load(game)
    return teaching.teaching_file(games.package(game), teaching.RULES_FILE).is_file()


# --- the words ------------------------------------------------------------------------------------


def build_book(maker: Maker) -> Book:
    """Return the content of a game's rulebook."""
    text = maker.words.text
    sections = tuple(
        Section(text(chapter.title), tuple(_entry(maker, rule) for rule in chapter.rules))
        for chapter in group_rules(maker.game.name)
    )
    aim = maker.handbook.rules.get(AIM)
    return Book(
        title=maker.game.title,
        subtitle=text(_RULEBOOK),
        contents=text(_CONTENTS),
        cover=_cover(maker),
        aim=text(aim.says) if aim else "",
        sections=sections,
    )


def group_rules(game: str) -> tuple[Chapter, ...]:
    """Return the rules in the order of teaching: by chapter, each in the first that teaches it.

    Those that no step is about come last; in a game without lessons these are all. The booklet's
    sections would reproduce its publisher's structure, with titles such as "7 a)".
    """
    package = games.package(game)
    taught = teaching.teaching_file(package, teaching.LESSONS_FILE).is_file()
    lessons = teaching.read_tables(package, teaching.LESSONS_FILE) if taught else {}
    untold = {name: None for name, rule in games.handbook(game).rules.items() if rule.says}
    found = []
    for name, table in lessons.items():
        try:
            title, rules = table["title"], [Rule(step["rule"]) for step in table["step"]]
        except (KeyError, TypeError) as error:
            where = f"{package}: {teaching.LESSONS_FILE}, {name}"
            raise teaching.TeachingError(f"{where}: no title, or a step without a rule.") from error
        found.append(Chapter(name, title, tuple(dict.fromkeys(r for r in rules if r in untold))))
        untold = {rule: None for rule in untold if rule not in rules}
    found.append(Chapter(_REST, N_("Rules"), tuple(untold)))
    return tuple(chapter for chapter in found if chapter.rules)


def build_reference(maker: Maker) -> Reference:
    """Return the text of every card, and every rule, long ones as their first sentence."""
    rules, text = maker.handbook.rules, maker.words.text
    said = {name: text(rule.says) for name, rule in rules.items() if not rule.cards}
    chapters = [
        (text(one.title), tuple(shorten(said[rule]) for rule in one.rules if rule in said))
        for one in group_rules(maker.game.name)
        if one.name != _DETAILS
    ]
    return Reference(
        maker.game.title, tuple(_explain_cards(maker)), tuple(one for one in chapters if one[1])
    )


def shorten(says: str) -> str:
    """Return a rule, or only its first sentence if it is long."""
    first, stop, _ = says.partition(". ")
    return says if len(says) <= _LONGEST else first + stop.strip()


def _explain_cards(maker: Maker) -> Iterator[CardRow]:
    """Yield cards with the same effect, with their appearance and their text."""
    told: dict[tuple[str, ...], list[str]] = {}
    for rule in maker.handbook.rules.values():
        if rule.cards:
            told.setdefault(rule.cards, []).append(maker.words.text(rule.says))
    drawn = draw_faces(maker)
    for cards, texts in told.items():
        yield CardRow(tuple(drawn[card] for card in cards), " ".join(texts))


def draw_faces(maker: Maker) -> Mapping[str, Face]:
    """Return the look of the cards of a game's deck, or of its specialists, with their sizes."""
    board = maker.board
    kind = board.pieces.get(base_prints.SPECIALIST)
    if kind is None:
        return {face: Face(svg, CARD_MM) for face, svg in printed.drawings(maker.game.name).items()}
    colour, size = next(iter(kind.colours)), tokens.cell_mm(kind)
    return {
        emblem: Face(tokens.token_svg(kind, colour, emblem, maker.words.card(Card(emblem))), size)
        for emblem in tokens.EMBLEMS
    }


def _entry(maker: Maker, rule: Rule) -> Entry:
    """Return a rule with the pictures of its example, if anything on the board changes in it."""
    says = maker.words.text(maker.handbook.rules[rule].says)
    example = maker.handbook.examples.get(rule)
    scenes = tuple(scenes_of(maker, example)) if example else ()
    shown = [scene for scene in scenes if scene.before != scene.after]
    pictures = tuple(_pictures(maker, shown))
    refused = [one for one in scenes if not one.allowed and one not in shown]
    return Entry(says, pictures, " ".join(maker.say(one.says) for one in refused))


# --- the pictures ---------------------------------------------------------------------------------


def scenes_of(maker: Maker, example: Example) -> Iterator[Scene]:
    """Yield an example's action, and the tempting ones that are not allowed."""
    state = compose(maker.game, example.position)
    for text in example.legal[:1]:
        yield _allowed(maker, state, text)
    if example.tempting:
        yield _tempting(maker, state, example.tempting)


def _allowed(maker: Maker, state: Any, text: str) -> Scene:
    game = maker.game
    action = game.read_action(state, text)
    labels = attempts.label_action(game, state, action)
    card = _say_card(game, game.card_of(action))
    says = (*card, Message(ALLOWED), *labels)
    there, after = game.placement(state), game.attempted(state, action)
    return Scene(_spots(maker, there), _spots(maker, after), says, allowed=True)


def _tempting(maker: Maker, state: Any, wrong: Wrong) -> Scene:
    game = maker.game
    broken = examples.breaches(game, state, wrong)
    card = game.card_of(game.read_action(state, wrong.action)) if wrong.action else wrong.card
    reasons = (Message(game.rules[one.rule].text, one.details) for one in broken)
    says = (*_say_card(game, card), *reasons)
    before, after = attempts.placements(game, state, wrong)
    return Scene(_spots(maker, before), _spots(maker, after), says, allowed=False)


def _say_card(game: AnyGame, card: str | None) -> tuple[Message, ...]:
    """Return which card is laid, in a game in which every move lays one."""
    return (Message(CARD, (("card", card),)),) if card and game.pile else ()


def _spots(maker: Maker, placement: Placement) -> Spots:
    return boardview.fill_places(maker.board, placement)


def _pictures(maker: Maker, scenes: Sequence[Scene]) -> Iterator[Picture]:
    """Yield the pictures of an example; all show the same part of the board."""
    moves = [find_moves(maker.board, scene) for scene in scenes]
    points = [point for ways in moves for way in ways for point in way.path_mm]
    if not points:
        return
    board = maker.board
    radius = max(place.radius_mm for place in board.places)
    window = fit_window(
        points,
        board.size_mm,
        shape=_SHAPE,
        margin_mm=_MARGIN_RADII * radius,
        least_mm=_MIN_PART * board.size_mm[0],
    )
    for scene, ways in zip(scenes, moves, strict=True):
        svg = diagram_svg(
            board, _named(scene.before), ways, window, paper_mm=PICTURE_MM[0], allowed=scene.allowed
        )
        yield Picture(svg, window, maker.say(scene.says), scene.allowed)


def _named(spots: Spots) -> dict[str, str]:
    return {str(place): str(piece) for place, piece in spots.items()}


def find_moves(board: Board, scene: Scene) -> tuple[Move, ...]:
    """Return the ways of pieces, and the places where they come, leave or change."""
    slides = motion.find_slides(board, scene.before, scene.after)
    gone = {*(one.path_mm[0] for one in slides), *(one.path_mm[-1] for one in slides)}
    ways = [Move(_straightened(one.path_mm), one.piece) for one in slides]
    places = (
        p for p in board.places if scene.before.get(Place(p.name)) != scene.after.get(Place(p.name))
    )
    for place in places:
        at: Point = (place.x_mm, place.y_mm)
        if at not in gone:
            ways.append(Move((at,), scene.after.get(Place(place.name))))
            gone.add(at)
    return tuple(ways)


def _straightened(path_mm: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a way, as a single place if it ends where it began."""
    return path_mm[:1] if len(set(path_mm)) == 1 else path_mm


def _cover(maker: Maker) -> Picture:
    board = maker.board
    state = compose(maker.game, Position())
    spots = _spots(maker, maker.game.placement(state))
    window = Window(0.0, 0.0, *board.size_mm)
    svg = diagram_svg(board, _named(spots), (), window, paper_mm=COVER_MM[0])
    return Picture(svg, window, "", allowed=True)
