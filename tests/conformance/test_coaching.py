"""What glows, what is ringed and which rules are introduced: as the rules of every game say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, TABLE, Place, Rule, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.positions import compose
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.events import Learnt, Point, Ticked, Touched
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import MarkKind, PlayPanel
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tests.conformance.spy.truths import areas
from tests.conformance.walk import GAMES, SECRETIVE, positions, walk

POSITIONS: Final = 8
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

_OF_TRACKS: Final = frozenset(
    map(
        Rule,
        (
            "wrong_moment",
            "card_not_held",
            "unplayable",
            "finish_colour",
            "finish_stays",
            "not_captured",
            "wrong_nest",
            "round_end",
            "whose_turn",
            "one_form",
            "must_play_one",
            "no_pawn",
            "gift",
        ),
    )
)
TOLD_ELSEWHERE: Final[dict[str, frozenset[str]]] = {
    "agent": frozenset(
        {
            "no_such_lot",
            "lot_used",
            "stake_exiled",
            "empty_sheet",
            "on_paper",
            "victim_there",
            "exile_by_attack",
        }
    ),
    "agent_dog": _OF_TRACKS
    | {
        "copy_first",
        "no_annulling",
        "no_meeting",
        "colour_count",
        "two_or_three",
        "meeting_nearest",
    },
    "dog": _OF_TRACKS,
    "pocket_ops": frozenset(
        {
            "whose_turn",
            "one_agent",
            "not_looked_at",
            "how_many_cards",
            "mission_impossible",
            "hacker",
        }
    ),
    "wink": frozenset(
        {
            "can_still_call",
            "nothing_to_name",
            "card_held",
            "card_not_held",
            "right_name",
            "one_false_accusation",
            "right_accusation",
            "accusation_paid",
            "cards_stay",
            "scoring",
        }
    ),
}
"""Rules that nobody is told in the very position of their example.

They are said alone, or wait for another action, or only the page of an objection speaks of them.
"""


def taught_table(game: AnyGame, state: Any) -> Table:
    """Return a table that teaches, at which a state is on record."""
    table = new_table(game, areas(game), "en", Level.TEACH)
    return table.but(stage=Stage.PLAY, state=state)


def played(game: AnyGame, count: int = POSITIONS) -> Iterator[Any]:
    """Yield states of random games in which a player is to act."""
    states = [one for one in positions(game, 3) if game.actor(one) not in (None, CHANCE)]
    return iter(states[:: max(1, len(states) // count)])


def marked(table: Table, kind: MarkKind) -> set[Place]:
    """Return the places that the page of a turn marks so."""
    panel = build_panel(table)
    assert isinstance(panel, PlayPanel)
    return {mark.place for mark in panel.marks if mark.kind is kind}


def _forbidden_in_secret(game: AnyGame, public: Any) -> Iterator[Any]:
    """Yield the actions that only private rules forbid: a piece that did not glow would tell."""
    if any(rule.private for rule in game.rules.values()):
        for action in game.conceivable(public):
            breaches = game.judge(public, action)
            if breaches and all(game.rules[one.rule].private for one in breaches):
                yield action


def list_ways(game: AnyGame, state: Any) -> set[tuple[Place, Place]]:
    """Return the ways of the public legal actions, worked out from the rules alone."""
    public = game.veiled(state)
    ways = set()
    for action in (*game.legal(public), *_forbidden_in_secret(game, public)):
        saying = game.saying(public, action)
        if (game.pile and game.card_of(action) is None) or (saying and not saying.shown):
            continue
        if not game.pile and game.attempted(public, action) == game.placement(public):
            continue  # nothing that hands do on the table
        for one in game.steps(public, action):
            chosen = one.kind in (StepKind.MOVED, StepKind.SWAPPED)
            if chosen and one.target is not None and one.source != one.target:
                ways.add((one.source, one.target))
                if one.kind is StepKind.SWAPPED:
                    ways.add((one.target, one.source))
    return ways


@every_game
def test_what_glows_and_rings_is_what_is_legal(game: AnyGame) -> None:
    """The pieces that glow are those of the public legal actions, the rings their targets.

    Without a card on the pile others' pieces, which few cards move, do not glow.
    """
    seen, seats = 0, frozenset[str](game.seats)
    for state in played(game):
        table, ways = taught_table(game, state), list_ways(game, state)
        sources, glow = {source for source, _ in ways}, marked(table, MarkKind.MAY)
        theirs = {place for place, piece in table.placement.pieces if piece in seats}
        assert glow <= sources
        assert not (sources - glow) - theirs
        assert glow == sources or (game.pile and glow)
        for source in sorted({source for source, _ in ways})[:3]:
            area = coaching.find_area(table, source)
            if area not in table.areas:
                continue  # beside the board, where nobody touches it
            touched = step(table, Touched(1.0, Point(table.areas[area][0])))[0]
            goals = {end for one, end in ways if coaching.find_area(table, one) == area}
            assert marked(touched, MarkKind.GOAL) == goals
            seen += len(goals)
    assert seen


def drain(table: Table, now_s: float) -> tuple[Table, list[Rule]]:
    """Read every rule that is introduced, one after another; return them in order."""
    told = []
    table = step(table, Ticked(now_s))[0]
    while (rule := table.coach.now) is not None:
        told.append(rule)
        table = step(table, Touched(now_s, Learnt()))[0]
    return table, told


MOVES: Final = {"agent": 300, "agent_dog": 40, "dog": 60, "pocket_ops": 60, "wink": 60}
"""So many actions into a random game; in Agent the first hundreds are said alone."""


@every_game
def test_a_rule_is_introduced_once_and_in_time(game: AnyGame) -> None:
    """To each seat once at most, before the first action that uses it, and never without one."""
    first = game.setup({}, game.seatings({}, game.players({})[-1])[0])
    known: set[tuple[str, Rule]] = set()
    table = taught_table(game, first)
    for number, (state, action) in enumerate(walk(game, first, 5, most=MOVES.get(game.name, 60))):
        seat = game.actor(state)
        table = table.but(state=state, asked_s=float(number))  # or silence would be consent
        if seat in (None, CHANCE):
            continue
        table, told = drain(table, float(number))
        possible = coaching.find_rules(table.position)
        assert not known & {(seat, rule) for rule in told}
        assert set(told) <= set(possible)
        known |= {(seat, rule) for rule in told}
        saying = game.saying(state, action)
        if game.interrupter(action) in (None, seat) and not (saying and saying.private):
            public = Position(game, game.veiled(state))
            uses = coaching.find_uses(public, action)
            if saying and not saying.shown:  # what hands do then answers a question
                uses &= set(coaching.find_rules(public))
            text = coaching.list_rules(game)
            assert {(seat, rule) for rule in uses if text[rule].says} <= known
    assert known


@every_game
def test_a_rule_matters_in_its_own_example(game: AnyGame) -> None:
    """Where it is used or broken by way of example, a newcomer would be told it."""
    book = games.handbook(game.name)
    for rule, example in book.examples.items():
        state = compose(game, example.position)
        if rule in TOLD_ELSEWHERE.get(game.name, ()) or game.actor(state) in (None, CHANCE):
            continue
        assert rule in coaching.find_rules(Position(game, state)), rule


TOO_EARLY: Final = (
    ("agent", "one_space", {"in_exile", "same_move", "case_held", "can_act"}),
    ("dog", "start_card", {"exact_count"}),
    ("dog", "seven_steps", {"seven_overtaken"}),
    ("pocket_ops", "must_place", {"no_spy_left"}),
    ("wink", "calling", {"card_turned_down", "just_left", "no_accusation_left"}),
)
"""Rules that nothing can break or use yet where another one of the same action is first told."""


@pytest.mark.parametrize(("name", "told", "later"), TOO_EARLY)
def test_a_rule_is_not_introduced_before_it_can_matter(
    name: str, told: str, later: set[str]
) -> None:
    """“While all seven of your spies are in the base ...” was told in the second turn.

    How far a pawn moves was told while all were in their nests.
    """
    game = games.load(name)
    first = game.setup({}, game.seatings({}, game.players({})[-1])[0])
    turns = (one for one, _ in walk(game, first, 5) if game.actor(one) not in (None, CHANCE))
    found = (set(coaching.find_rules(Position(game, one))) for one in turns)
    assert not next(one for one in found if told in one) & later


@every_game
def test_a_surprise_is_one_in_its_own_example(game: AnyGame) -> None:
    """A rule that allows what might look wrong is told by one of its own legal examples."""
    book = games.handbook(game.name)
    for rule, text in book.rules.items():
        if text.surprising:
            example = book.examples[rule]
            public = Position(game, compose(game, example.position)).public
            actions = (game.read_action(public.state, text) for text in example.legal)
            assert any(rule in coaching.find_uses(public, action) for action in actions), rule


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_no_hint_hangs_on_anything_hidden(game: AnyGame) -> None:
    """Ways, rules and cards are the same in every truth that the table cannot tell apart."""
    rng, compared = random.Random(4), 0
    for state in played(game, 15):
        other = game.resample(state, TABLE, rng)
        one, two = (Position(game, truth) for truth in (state, other))
        compared += one != two
        assert coaching.find_ways(one) == coaching.find_ways(two)
        assert coaching.find_rules(one) == coaching.find_rules(two)
    assert compared
