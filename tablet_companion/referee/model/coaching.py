"""What may be done now and by which rules: for hints, never for judging.

Everything is derived from public knowledge: no hand, no hidden colour, no stake.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from tablet_companion import games
from tablet_companion.games.core import (
    CHANCE,
    Breach,
    Card,
    Piece,
    Place,
    Placement,
    PositionError,
    Rule,
    RuleText,
    Step,
    StepKind,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Action, Position, from_public
from tablet_companion.referee.explaining.public import (
    is_announced_in_private,
    is_private,
    list_known_passes,
    list_offered,
)
from tablet_companion.referee.model.table import Moment, Table
from tablet_companion.referee.model.traces import Lying, find_surplus
from tablet_companion.referee.model.verdicts import Quiet

ANY = "*"
"""The key for rules that matter before any action, whatever its words."""
BROKEN: Final = "broken"
"""The key for rules that matter only once an action that people try would break them."""
READ_S: Final = 12.0
"""A rule is read by then (s), by a child or aloud."""
MAX_RULES_TOLD: Final = 3
"""Rules that follow one another in a turn: who has left the table reads none of them."""
Way = tuple[Place, Place]
"""Where a piece goes from, and where to."""


# --- where pieces may go --------------------------------------------------------------------------


@from_public
def find_ways(
    public: Position, card: Card | None = None, piece: Piece | None = None
) -> Mapping[Place, tuple[Place, ...]]:
    """Return where the pieces of the player on turn may go, or those of a kind, with what card."""
    ways: dict[Place, dict[Place, None]] = {}
    for one in _find_shown(public):
        if card not in (None, one.card):
            continue
        for step in one.steps:
            if step.target is not None and _is_chosen(step) and piece in (None, step.piece):
                ways.setdefault(step.source, {})[step.target] = None
                if step.kind is StepKind.SWAPPED:
                    ways.setdefault(step.target, {})[step.source] = None
    return {source: tuple(targets) for source, targets in ways.items()}


@from_public
def find_own(public: Position) -> frozenset[Place]:
    """Return where the pieces stand that the player on turn may move with most cards, or owns.

    A single card, such as one that swaps, may move anybody's: that is seen once it lies there.
    """
    cards: dict[Place, set[Card | None]] = {}
    for one in _find_shown(public):
        for step in one.steps:
            if step.target is not None and _is_chosen(step):
                for end in (step.source, step.target)[: 1 + (step.kind is StepKind.SWAPPED)]:
                    cards.setdefault(end, set()).add(one.card)
    game, most = public.game, len(set().union(*cards.values()))
    others = {Piece(seat) for seat in game.seats if seat != game.actor(public.state)}
    theirs = {place for place, piece in public.placement.pieces if piece in others}
    return frozenset(
        place for place in cards if place not in theirs or 2 * len(cards[place]) > most
    )


@from_public
def find_turns(public: Position, card: Card | None = None) -> Mapping[Way, Rule]:
    """Return the ways that end with the piece turned over or up, each with the rule for it."""
    turned = (StepKind.TURNED_UP, StepKind.TURNED_DOWN)
    found: dict[Way, Rule] = {}
    for one in _find_shown(public):
        if card in (None, one.card):
            ends = {step.target: step.rule for step in one.steps if step.kind in turned}
            for step in one.steps:
                if step.target is not None and step.target in ends and _is_chosen(step):
                    found[step.source, step.target] = ends[step.target]
    return found


@from_public
def find_playable(public: Position) -> tuple[Card, ...]:
    """Return the cards, in deck order, with which some piece may move, whatever the hand."""
    found = {one.card for one in _find_shown(public) if one.steps}
    return tuple(card for card in public.game.cards if card in found)


def _find_shown(public: Position) -> Iterator[Candidate]:
    """Yield the actions that people carry out with pieces alone.

    Actions that follow a private question are left out: the pieces would give away the answer.
    """
    for one in list_candidates(public):
        saying = public.saying(one.action)
        if saying is None or saying.shown:
            yield one


def _is_chosen(step: Step) -> bool:
    """Whether the player chooses this step; other steps follow from the chosen ones."""
    return step.kind in (StepKind.MOVED, StepKind.SWAPPED) and step.source != step.target


def find_area(table: Table, place: Place) -> Place:
    """Return the area of a place; a place on a piece is in the area where that piece lies."""
    return place if place in table.areas else Place(place.partition(".")[0])


def list_movers(table: Table, place: Place) -> tuple[Piece, ...]:
    """Return the kinds of piece at a place of which some may move, if others may not."""
    pieces = table.position.public.placement.pieces
    kinds = {one for at, one in pieces if at == place and not one.isdigit()}
    card = table.card.known
    may = {one for one in kinds if place in find_ways(table.position, card, one)}
    return tuple(sorted(may)) if may != kinds else ()


def find_lifted(table: Table) -> Lying | None:
    """Return the one missing piece and its place if nothing else differs, else None."""
    if table.evidence is None:
        return None
    there = table.evidence.seen
    should = {area: held for area, held in table.position.contents.items() if area in there}
    gone, came = find_surplus(should, there), find_surplus(there, should)
    return gone[0] if len(gone) == 1 and not came else None


def find_picked(table: Table) -> Place | None:
    """Return the place of the piece that is held in a hand or was touched on the page."""
    lifted = find_lifted(table)
    return lifted[0] if lifted is not None else table.coach.touched


# --- which rules matter now -----------------------------------------------------------------------


@functools.cache
def list_rules(game: AnyGame) -> Mapping[Rule, RuleText]:
    """Return the rules that a game teaches, in teaching order."""
    return games.handbook(game.name).rules if game.name in games.names() else game.rules


def list_played(table: Table) -> Mapping[Rule, RuleText]:
    """Return the rules of this game, in teaching order, without those of its other editions."""
    game = table.game
    return {
        name: rule
        for name, rule in list_rules(game).items()
        if ANY in rule.when or rule.is_played(game.options, table.chosen)
    }


@from_public
def find_rules(public: Position, card: Card | None = None) -> tuple[Rule, ...]:
    """Return the rules, in teaching order, that an action uses now or that one might break.

    Those of who can play nothing come last: before its first card everybody read when to lay the
    hand down, and not what brings a pawn out.
    """
    game = public.game
    asked = _find_asked(public)
    found = {*_index_words(game).get(ANY, ()), *asked}  # even if every possible action is private
    for action in list_offered(public):
        if card in (None, game.card_of(action)) and not is_announced_in_private(public, action):
            found |= _find_due(public, action)
    for action in game.tries(public.state):
        if card in (None, game.card_of(action)):
            found |= _find_broken(public, action)
    if later := _index_words(game).get(BROKEN):
        tried = (_find_broken(public, action) for action in game.conceivable(public.state))
        found |= frozenset().union(*tried).intersection(later)
    passing = (_match_words(public, action) for action in list_known_passes(public))
    last = frozenset().union(*passing).difference(_index_words(game).get(ANY, ()))
    rules = list_rules(game)
    due = (name for name in rules if name in found and rules[name].says)
    return tuple(sorted(due, key=lambda name: (name not in asked, name in last)))


def _find_broken(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules that an action would break; none if only its player may be told."""
    breaches = public.game.judge(public.state, action)
    return frozenset(() if is_private(public.game, breaches) else (one.rule for one in breaches))


def _find_asked(public: Position) -> frozenset[Rule]:
    """Return the rules of what everybody is asked for unseen, such as giving a card away.

    That it is asked for is no secret, whatever is chosen then.
    """
    bidden = frozenset(public.game.bidden(public.state))
    offered = list_offered(public)
    if not offered or not all(is_announced_in_private(public, action) for action in offered):
        return bidden
    common = frozenset.intersection(*(_match_words(public, action) for action in offered))
    return common.difference(_index_words(public.game).get(ANY, ()))


def _find_due(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules to tell before an action; if it is announced, only those of its words."""
    saying = public.saying(action)
    if saying is None or saying.shown:
        return find_uses(public, action)
    return _match_words(public, action)


def find_uses(public: Position, action: Action) -> frozenset[Rule]:
    """Return the rules that an action uses: by its steps, its words and its way."""
    done = {step.rule for step in public.steps(action) if step.kind is not StepKind.MOVED}
    allowed = public.game.allowed_by(public.state, action)
    return frozenset({*done, *allowed, *_match_words(public, action)})


def _match_words(public: Position, action: Action) -> frozenset[Rule]:
    game = public.game
    first, *more = game.write_action(public.state, action).split(maxsplit=2)
    second = more[0] if more else ""
    source = second.partition(">")[0].rpartition(".")[2]  # “nest” of “K red.nest>T0”
    words = {ANY, first, f"{first} {second}", f"{first} {source}"}
    return frozenset(rule for one in words for rule in _index_words(game).get(one, ()))


@functools.cache
def _index_words(game: AnyGame) -> Mapping[str, tuple[Rule, ...]]:
    """Return, for the first words of an action, the rules that matter then."""
    found: dict[str, tuple[Rule, ...]] = {}
    for name, rule in list_rules(game).items():
        for words in rule.when:
            found[words] = (*found.get(words, ()), name)
    return found


def find_next(table: Table) -> Rule | None:
    """Return the rule to tell the player on turn now, or None.

    What a card does is told as it is laid, even if another rule is still on the page. Who takes
    long is told a few more.
    """
    coach = table.coach
    busy = table.dialogue or coach.why or not isinstance(table.verdict, Quiet)
    if busy or table.owed or table.back or not table.is_taught:
        return None
    card = table.card.known
    laid = None if card is None else describe_card(table.game, card)
    if laid is not None and (table.turn, laid) not in coach.introduced:
        return laid
    fresh = table.now_s - coach.now_s < READ_S or coach.told >= MAX_RULES_TOLD
    if coach.now and (fresh or find_picked(table)):
        return None
    played = list_played(table)
    due = (rule for rule in find_rules(table.position, card) if rule in played)
    return next((rule for rule in due if (table.turn, rule) not in coach.introduced), None)


def find_surprise(moment: Moment) -> Rule | None:
    """Return the rule that allowed an action which may look wrong to a beginner."""
    game, public = moment.position.game, moment.position.public
    if moment.actor in (None, CHANCE) or is_announced_in_private(public, moment.action):
        return None
    used = find_uses(public, moment.action)
    rules = list_rules(game).items()
    return next((name for name, rule in rules if name in used and rule.surprising), None)


def describe_card(game: AnyGame, card: Card) -> Rule | None:
    """Return the rule that describes a card, or None.

    Of several it is one that explains this face, else the most specific.
    """
    rules = list_rules(game)
    found = _index_words(game).get(str(card), ())
    ranked = ((card not in rules[name].cards, len(rules[name].when), name) for name in found)
    return min(ranked, key=lambda one: one[:2], default=(False, 0, None))[2]


# --- may I? ---------------------------------------------------------------------------------------


def find_cards(position: Position, source: Place, target: Place) -> tuple[Card, ...]:
    """Return the cards that bring a piece from one place to another; "" if no card is needed."""
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
    """Return the rules that forbid to bring a piece from one place to another.

    Judged with the card if it is known; else the one rule that most cards would break, for pieces
    of the player on turn of those cards that move it at all: out of its nest a pawn comes with
    few, and with these, not just anywhere.
    """
    public = position.public
    cards = public.game.cards if card is None and public.game.pile else (card or Card(""),)
    if card is None and source in find_own(position):
        cards = tuple(one for one in cards if source in find_ways(position, one)) or cards
    for find in (_judge_tries, _diagnose):
        found = [why for one in cards if (why := find(public, one, (source, target)))]
        if len(found) == 1:
            return found[0]
        if found:
            [(most, _)] = Counter(one.rule for why in found for one in why).most_common(1)
            shortest = min(found, key=lambda why: (most not in {one.rule for one in why}, len(why)))
            return tuple(one for one in shortest if one.rule == most)
    return ()


def _judge_tries(public: Position, card: Card, way: Way) -> tuple[Breach, ...]:
    """Return what forbids a way that the game lists as a likely mistake."""
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
    """Return what forbids a way, judged as if the table showed the piece at its end."""
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
        except PositionError:  # no room for both: assume that the other was removed
            continue
    return ()
