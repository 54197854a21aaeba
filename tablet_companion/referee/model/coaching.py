"""What may be done now, and by which rules: for hints, never for judging.

All of it is worked out of what everybody knows: no hand, no hidden colour, no stake.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from tablet_companion import games
from tablet_companion.games.core import (
    CHANCE,
    Breach,
    Card,
    Place,
    Placement,
    PositionError,
    Rule,
    RuleText,
    Step,
    StepKind,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import Candidate, candidates
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.explaining.public import is_private, offered
from tablet_companion.referee.model.table import Moment, Table
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.referee.model.way_back import find_surplus

ANY = "*"
"""The words of a rule that any action is reason enough to tell."""
Way = tuple[Place, Place]
"""From where a piece goes, and where to."""


# --- where pieces may go --------------------------------------------------------------------------


def find_ways(position: Position, card: Card | None = None) -> Mapping[Place, tuple[Place, ...]]:
    """Return where each piece may go that the player on turn may move, with a card or with any."""
    return position.public.derive(_find_ways, card)


def _find_ways(public: Position, card: Card | None) -> Mapping[Place, tuple[Place, ...]]:
    ways: dict[Place, dict[Place, None]] = {}
    for one in _find_shown(public):
        if card not in (None, one.card):
            continue
        for step in one.steps:
            if step.target is not None and _is_chosen(step):
                ways.setdefault(step.source, {})[step.target] = None
                if step.kind is StepKind.SWAPPED:
                    ways.setdefault(step.target, {})[step.source] = None
    return {source: tuple(targets) for source, targets in ways.items()}


def find_turns(position: Position, card: Card | None = None) -> Mapping[Way, Rule]:
    """Return the ways at whose end the piece is turned up or over, each with the rule of it."""
    return position.public.derive(_find_turns, card)


def _find_turns(public: Position, card: Card | None) -> Mapping[Way, Rule]:
    turned = (StepKind.TURNED_UP, StepKind.TURNED_DOWN)
    found: dict[Way, Rule] = {}
    for one in _find_shown(public):
        if card in (None, one.card):
            ends = {step.target: step.rule for step in one.steps if step.kind in turned}
            for step in one.steps:
                if step.target is not None and step.target in ends and _is_chosen(step):
                    found[step.source, step.target] = ends[step.target]
    return found


def find_playable(position: Position) -> tuple[Card, ...]:
    """Return the cards with which some piece may move, in any hand, as the deck has them."""
    return position.public.derive(_find_playable)


def _find_playable(public: Position) -> tuple[Card, ...]:
    found = {one.card for one in _find_shown(public) if one.steps}
    return tuple(card for card in public.game.cards if card in found)


def _find_shown(public: Position) -> Iterator[Candidate]:
    """Yield what people do with pieces alone.

    What is said first depends on what was asked, and the pieces that answer would tell the answer.
    """
    for one in candidates(public):
        saying = public.game.saying(public.state, one.action)
        if saying is None or saying.shown:
            yield one


def _is_chosen(step: Step) -> bool:
    """Whether a step is what its player chooses; the rest follows from it."""
    return step.kind in (StepKind.MOVED, StepKind.SWAPPED) and step.source != step.target


def find_area(table: Table, place: Place) -> Place:
    """Return the area that a place is in: what stands on a piece is where that lies."""
    return place if place in table.areas else Place(place.partition(".")[0])


def find_lifted(table: Table) -> Place | None:
    """Return where the one piece belongs that is seen to be missing, if nothing else differs."""
    if table.evidence is None:
        return None
    there = table.evidence.seen
    should = {area: held for area, held in table.position.contents.items() if area in there}
    gone, came = find_surplus(should, there), find_surplus(there, should)
    return gone[0][0] if len(gone) == 1 and not came else None


def find_picked(table: Table) -> Place | None:
    """Return where the piece stands that somebody touched on the page or holds in the hand."""
    return find_lifted(table) or table.coach.touched


# --- which rules matter now -----------------------------------------------------------------------


@functools.cache
def list_rules(game: AnyGame) -> Mapping[Rule, RuleText]:
    """Return the rules that a game teaches, in the order in which it teaches them."""
    return games.handbook(game.name).rules if game.name in games.names() else game.rules


def find_rules(position: Position, card: Card | None = None) -> tuple[Rule, ...]:
    """Return the rules that some action uses now, or that somebody might break, in their order."""
    return position.public.derive(_find_rules, card)


def _find_rules(public: Position, card: Card | None) -> tuple[Rule, ...]:
    game = public.game
    found = set(_index_words(game).get(ANY, ()))  # also where all that may be done is said alone
    for action in offered(public):
        if card in (None, game.card_of(action)) and not _is_alone(public, action):
            found |= _find_due(public, action)
    for action in game.tries(public.state):
        if card in (None, game.card_of(action)):
            breaches = game.judge(public.state, action)
            found |= set() if is_private(game, breaches) else {one.rule for one in breaches}
    return tuple(name for name, rule in list_rules(game).items() if name in found and rule.says)


def _is_alone(public: Position, action: Action) -> bool:
    """Whether an action is said, or may be done, by one seat alone, or by one not on turn."""
    saying = public.game.saying(public.state, action)
    return saying is not None and saying.private


def _find_due(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules to be told before an action; of one that is said nothing but its words."""
    saying = public.game.saying(public.state, action)
    if saying is None or saying.shown:
        return find_uses(public, action)
    return _match_words(public, action)


def find_uses(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules that an action uses: those of its steps, of its words, and of its way."""
    done = {step.rule for step in public.steps(action) if step.kind is not StepKind.MOVED}
    allowed = public.game.allowed_by(public.state, action)
    return frozenset({*done, *allowed, *_match_words(public, action)})


def _match_words(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules that the words of an action call for."""
    game = public.game
    first, *more = game.write_action(public.state, action).split(maxsplit=2)
    words = (ANY, first, f"{first} {more[0]}" if more else "")
    return frozenset(rule for one in words for rule in _index_words(game).get(one, ()))


@functools.cache
def _index_words(game: AnyGame) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules that matter once an action begins with these words."""
    found: dict[str, tuple[Rule, ...]] = {}
    for name, rule in list_rules(game).items():
        for words in rule.when:
            found[words] = (*found.get(words, ()), name)
    return found


def find_next(table: Table) -> Rule | None:
    """Return the rule that the player on turn is to be told now, None if there is none."""
    coach = table.coach
    busy = table.dialogue or coach.now or coach.why or not isinstance(table.verdict, Quiet)
    if busy or table.owed or table.back or not table.is_taught:
        return None
    if table.turn in table.setup.played:
        return None
    rules = find_rules(table.position, table.card.known)
    return next((rule for rule in rules if (table.turn, rule) not in coach.introduced), None)


def find_surprise(moment: Moment) -> Rule | None:
    """Return the rule that allowed an action which might look wrong to somebody new."""
    game, public = moment.position.game, moment.position.public
    if moment.actor in (None, CHANCE) or _is_alone(public, moment.action):
        return None
    used = find_uses(public, moment.action)
    rules = list_rules(game).items()
    return next((name for name, rule in rules if name in used and rule.surprising), None)


def describe_card(game: AnyGame, card: Card) -> Rule | None:
    """Return the rule that says what a card does: the one of the fewest cards; None without one."""
    rules = list_rules(game)
    found = _index_words(game).get(str(card), ())
    return min(found, key=lambda name: len(rules[name].when), default=None)


# --- may I? ---------------------------------------------------------------------------------------


def find_cards(position: Position, source: Place, target: Place) -> tuple[Card, ...]:
    """Return the cards that bring a piece from a place to another; "" where none is laid."""
    public = position.public
    return tuple(
        dict.fromkeys(
            Card(one.card or "")
            for one in _find_shown(public)
            if any((step.source, step.target) == (source, target) for step in one.steps)
        )
    )


def find_reasons(
    position: Position, card: Card | None, source: Place, target: Place
) -> tuple[Breach, ...]:
    """Return the rules that forbid to bring a piece from a place to another; the fewest there are.

    Those of the card, if it is known; else of the card that comes closest.
    """
    public = position.public
    cards = public.game.cards if card is None and public.game.pile else (card or Card(""),)
    for find in (_judge_tries, _diagnose):
        found = [why for one in cards if (why := find(public, one, (source, target)))]
        if found:
            return min(found, key=len)
    return ()


def _judge_tries(public: Position, card: Card, way: Way) -> tuple[Breach, ...]:
    """Return what forbids a way that people plainly try."""
    game, state = public.game, public.state
    for action in game.tries(state) if game.pile else game.conceivable(state):
        if game.card_of(action) == card or not game.pile:
            chosen = [step for step in public.steps(action) if _is_chosen(step)]
            if [(step.source, step.target) for step in chosen] == [way]:
                breaches = game.judge(state, action)
                if breaches and not is_private(game, breaches):
                    return breaches
    return ()


def _diagnose(public: Position, card: Card, way: Way) -> tuple[Breach, ...]:
    """Return what forbids a way, as if the table showed the piece there."""
    source, target = way
    pieces = [*public.placement.pieces]
    moved = next((one for one in pieces if one[0] == source), None)
    if moved is None:
        return ()
    pieces.remove(moved)
    for others in (pieces, [one for one in pieces if one[0] != target]):
        shown = Placement(tuple(sorted([*others, (target, moved[1])])))
        try:
            return public.game.diagnose(public.state, card, shown)
        except PositionError:  # there is no room for both: the piece that stood there was put away
            continue
    return ()
