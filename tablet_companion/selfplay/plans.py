"""What is done in one turn: a legal action, after a planted fault or without one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Card, Message, Rule, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.public import list_known_passes
from tablet_companion.referee.model import steps_in_words

_TRIES: Final = 400
"""The number of conceivable actions that are examined for a visible fault."""


class FaultKind(StrEnum):
    """How a turn goes wrong first."""

    ILLEGAL = "illegal"
    LEFT_UPRIGHT = "left upright"
    NOT_HOME = "captured pawn put beside"


@dataclass(frozen=True, slots=True)
class Fault:
    """A planted fault: the action as it is done, and the rules that it breaks."""

    kind: FaultKind
    action: Any
    rules: frozenset[Rule]


@dataclass(frozen=True, slots=True)
class Plan:
    """One turn: the legal action in the end, its card, and the fault before it, if any."""

    action: Any
    card: Card
    text: str
    done: tuple[Message, ...]
    fault: Fault | None = None


def list_playable(game: AnyGame, truth: Any) -> list[Any]:
    """Return a player's legal actions that move pieces on the table."""
    if game.actor(truth) in (CHANCE, None):
        return []
    unused = set(list_known_passes(Position(game, truth)))
    return [action for action in game.legal(truth) if action not in unused]


def choose_unplayed(game: AnyGame, truth: Any, rng: random.Random) -> Any:
    """Return a random action of a player who can play nothing: give up, or lay a card aside.

    The card is from the player's own hand, which the referee may not know.
    """
    found = list_known_passes(Position(game, truth))
    return found[0] if len(found) == 1 else rng.choice(found)


Wish = Callable[[Any, Any], float]
"""The value of an action in a state; the best one is chosen, at random among equals."""


def plan(  # noqa: PLR0913 - a turn depends on all of these, each named
    game: AnyGame,
    truth: Any,
    known: Any,
    rng: random.Random,
    fault_share: float,
    *,
    wish: Wish | None = None,
) -> Plan | None:
    """Return the plan for a turn, or None if nothing can be played.

    ``truth`` is the game with its hands, ``known`` the referee's state: a fault counts only if
    the referee can know that it is one.
    """
    actions = list_playable(game, truth)
    if not actions:
        return None
    rng.shuffle(actions)
    action = actions[0] if wish is None else max(actions, key=lambda one: wish(truth, one))
    card = game.card_of(action)
    assert card is not None, "only actions with a card are carried out on the table"
    fault = None
    if rng.random() < fault_share:
        faults = [_left_out, _illegal]
        rng.shuffle(faults)
        found = (fault(game, truth, known, action, rng) for fault in faults)
        fault = next((each for each in found if each is not None), None)
    done = steps_in_words.describe_action(Position(game, truth), action)
    return Plan(action, card, game.write_action(truth, action), done, fault)


def _left_out(
    game: AnyGame, truth: Any, _known: Any, action: Any, rng: random.Random
) -> Fault | None:
    """Leave out a step of the legal action, if the rest is not another legal action."""
    kinds = {StepKind.TURNED_DOWN: FaultKind.LEFT_UPRIGHT, StepKind.CAPTURED: FaultKind.NOT_HOME}
    steps = [step for step in game.steps(truth, action) if step.kind in kinds]
    # A captured pawn of unknown colour may stand beside its place.
    steps = [step for step in steps if step.kind is not StepKind.CAPTURED or step.target]
    if not steps:
        return None
    step = rng.choice(steps)
    return Fault(kinds[step.kind], action, frozenset({step.rule}))


def _illegal(
    game: AnyGame, truth: Any, known: Any, action: Any, rng: random.Random
) -> Fault | None:
    """Return an illegal conceivable action with the same card, visible as such; None if none is."""
    card = game.card_of(action)
    allowed = {
        found.after for found in list_candidates(Position(game, known)) if found.card == card
    }
    allowed.add(game.placement(truth))
    tried = [wrong for wrong in game.conceivable(truth) if game.card_of(wrong) == card]
    rng.shuffle(tried)
    for wrong in tried[:_TRIES]:
        rules = frozenset(breach.rule for breach in game.judge(truth, wrong))
        if rules and game.judge(known, wrong) and game.attempted(truth, wrong) not in allowed:
            return Fault(FaultKind.ILLEGAL, wrong, rules)
    return None


def secretly(game: AnyGame, truth: Any, known: Any, rng: random.Random) -> Any:
    """Return the truth after everything that happens out of the referee's sight: deals, gifts.

    ``known`` is the referee's state, in which real cards were dealt at once and face down.
    """
    while game.outcome(truth) is None:
        actions = game.legal(truth)
        if game.actor(truth) != CHANCE:
            seen = any(game.card_of(action) is not None for action in actions)
            if seen or set(actions) & set(game.legal(known)):
                return truth
        truth = game.successor(truth, rng.choice(actions))
    return truth
