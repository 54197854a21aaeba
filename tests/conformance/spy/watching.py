"""A session in both truths at once: everything that leaves the referee, compared event by event."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Viewer
from tablet_companion.referee.model.answers import Rectify
from tablet_companion.referee.model.effects import NeedChance
from tablet_companion.referee.model.events import Chanced
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Objecting
from tablet_companion.referee.turns.accepting import PLAYED_BY_OTHERS
from tests.conformance.spy.acts import Act, Happening, Look, Staging
from tests.conformance.spy.choosing import choose
from tests.conformance.spy.leaving import Truth
from tests.conformance.spy.truths import Start, share_evidence, top_of_pile

LOOKS_A_SESSION: Final = 8
_ACTS: Final = 40
"""A session has at most this many acts, whatever they are."""
_OUTCOMES: Final = 60
"""This many outcomes of chance are tried to find one that looks alike in the other truth."""


@dataclass(frozen=True)
class Difference:
    """What somebody could have told the truths apart by: what left at one event in each."""

    kind: str
    event: Happening
    left: tuple[tuple[str, ...], tuple[str, ...]]


class Revealed(Exception):
    """The game itself, or a player who only could have acted in one truth, told them apart."""


@dataclass
class Outcome:
    """How a session ended: the difference found, if any, and what was done."""

    acts: list[Act] = field(default_factory=list)
    difference: Difference | None = None
    ended: str = "done"
    looks: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)


def session(start: Start, seed: str) -> Outcome:
    """Run a session of random acts; stop at the first difference."""
    rng, chance = random.Random(f"{seed} acts"), random.Random(f"{seed} chance")
    watch, done = Watch(start), Outcome()
    while done.looks < LOOKS_A_SESSION and len(done.acts) < _ACTS:
        tables = watch.tables
        if tables[0].stage is not Stage.PLAY or tables[0].turn in (None, CHANCE):
            done.ended = "over"
            return done
        act = choose(tables, rng, start.viewer)
        done.acts.append(act)
        done.looks += isinstance(act, Look)
        try:
            done.difference = watch.act(act, chance)
        except Revealed as revealed:
            done.ended = str(revealed)
            return done
        done.verdicts[type(watch.tables[0].explanation).__name__] += isinstance(act, Look)
        if done.difference is not None:
            done.ended = "difference"
            return done
    return done


def repeated(start: Start, acts: Iterable[Act], seed: str) -> Difference | None:
    """Do the same acts again; chance falls as the seed has it."""
    watch, rng = Watch(start), random.Random(f"{seed} chance")
    try:
        for act in acts:
            if watch.tables[0].stage is not Stage.PLAY:
                return None
            difference = watch.act(act, rng)
            if difference is not None:
                return difference
    except Revealed:
        return None
    return None


class Watch:
    """Both truths of a session."""

    def __init__(self, start: Start) -> None:
        """Begin where the start says."""
        self._viewer = start.viewer
        self._truths = tuple(Truth(start.table(number), start.viewer) for number in (0, 1))
        pile = top_of_pile(start.game, start.states[0])
        self._stagings = tuple(Staging(pile) for _ in (0, 1))

    @property
    def tables(self) -> tuple[Table, Table]:
        """Return both tables."""
        return self._truths[0].table, self._truths[1].table

    @share_evidence()
    def act(self, act: Act, rng: random.Random) -> Difference | None:
        """Let an act happen in both truths; raises Revealed where they need not be alike."""
        one, other = (
            staging.events(act, functools.partial(getattr, truth, "table"), number)
            for number, (staging, truth) in enumerate(
                zip(self._stagings, self._truths, strict=True)
            )
        )
        for mine, yours in zip(one, other, strict=True):
            found = self._event(mine, yours) or self._chance(mine, rng)
            if found is not None:
                return found
        return None

    def _event(self, mine: Happening, yours: Happening) -> Difference | None:
        one, other = self._truths
        one.happen(mine)
        other.happen(yours)
        if fell := one.fell or other.fell:
            return Difference(f"the referee falls over: {fell}", mine, ((one.fell,), (other.fell,)))
        if not self._told_apart():
            return None
        if why := self._excused():
            raise Revealed(why)
        return Difference(kind_of(one, other), mine, (_texts(one, other), _texts(other, one)))

    def _told_apart(self) -> bool:
        one, other = self._truths
        if one.left != other.left:
            return True
        return one.known != other.known

    def _excused(self) -> str:
        """Return why truths may be told apart by what happened, or nothing.

        The game reveals something by an action that was put on record in both, whatever follows by
        itself in one (it may cost a hand, and end a round); or a player was refused alone, for what
        only he knows, what he could do in the other truth; or somebody laid a card that a hand
        shown to the table has in one truth, so that it is not the truth.
        """
        one, other = self._truths
        if _was_misread(one) != _was_misread(other):
            return "a card that rules one truth out"
        done = [_recorded(truth) for truth in self._truths]
        pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(*done, strict=False))
        alike = len([*pairs])
        if alike and one.known_after(alike) != other.known_after(alike):
            return "revealed by the game"
        if done[0] and done[0] == done[1]:
            return ""
        if self._answered(done):
            return "a word that the truth itself answers"
        for truth, action in ((one, _let_pass(other)), (other, _let_pass(one))):
            if action is not None and _refused_alone(truth, action, self._viewer):
                return "refused for what only the player knows"
        return ""

    def _answered(self, done: Sequence[tuple[Any, ...]]) -> bool:
        """Whether anybody could have had the same answer at that moment, by a word aloud.

        What was put on record is said by a word that means another action in the other truth.
        """
        pairs = zip(self._truths, reversed(self._truths), done, strict=True)
        return any(actions and _asks(one, other, actions[0]) for one, other, actions in pairs)

    def _chance(self, event: Happening, rng: random.Random) -> Difference | None:
        """Draw the lots that are due, in both truths such as look alike."""
        while any(isinstance(effect, NeedChance) for effect in self._truths[0].effects):
            numbers = self._lots(rng)
            found = self._event(*(Chanced(event.at_s, number) for number in numbers))
            if found is not None:
                return found
        return None

    def _lots(self, rng: random.Random) -> tuple[int, int]:
        mine, yours = ([*table.game.legal(table.state)] for table in self.tables)
        action = rng.choice(mine)
        after = self._viewed(self.tables[0], action)
        likely = [action] if action in yours else []
        for other in [*likely, *rng.sample(yours, min(_OUTCOMES, len(yours)))]:
            if self._viewed(self.tables[1], other) == after:
                return _number(self.tables[0], action), _number(self.tables[1], other)
        raise Revealed("chance falls otherwise")

    def _viewed(self, table: Table, action: Any) -> object:
        return table.game.view(table.game.successor(table.state, action), self._viewer)


def _number(table: Table, fell: Any) -> int:
    """Return the first of the equally likely outcomes in which chance does this."""
    game, state = table.game, table.state
    actions = game.legal(state)
    return sum(game.weight(state, one) for one in actions[: actions.index(fell)])


def _was_misread(truth: Truth) -> bool:
    """Whether a card was just laid that a hand shown to the table was thought to hold."""
    showing = truth.table.showing
    trouble = showing.trouble if showing is not None else None
    return trouble is not None and trouble.text == PLAYED_BY_OTHERS


def _recorded(truth: Truth) -> tuple[Any, ...]:
    """Return the actions that the last event put on record."""
    assert truth.before is not None
    past, before = truth.table.past, truth.before.past
    return tuple(moment.action for moment in past[len(before) :])


def _let_pass(truth: Truth) -> Any | None:
    """Return the action that the hand allowed: put on record, or asked about for its colours."""
    verdict = truth.table.verdict
    if isinstance(verdict, Asking):
        asked = [one.action for one in verdict.question.consequences if isinstance(one, Rectify)]
        return asked[0] if asked else None
    done = _recorded(truth)
    return done[0] if done else None  # what follows, such as a deal, happened by itself


def _asks(truth: Truth, other: Truth, action: Any) -> bool:
    """Whether the words for an action of one truth are another one's in the other truth."""
    assert truth.before is not None
    assert other.before is not None
    game, said = truth.before.game, truth.before.game.saying(truth.before.state, action)
    if said is None or said.private or not game.judge(other.before.state, action):
        return False
    state = other.before.state
    return any(game.saying(state, one) == said for one in game.legal(state))


def _refused_alone(truth: Truth, action: Any, viewer: Viewer) -> bool:
    """Whether an action was refused in a truth for what the viewer may not know.

    Where only the move tells its card, that card is asked for first, which tells no more.
    """
    table, before = truth.table, truth.before
    assert before is not None
    refused = isinstance(table.verdict, Objecting) and table.verdict.secret
    cards = table.verdict.cards if isinstance(table.verdict, AskingCard) else ()
    asked = table.game.pile and table.game.card_of(action) in cards
    if before.turn == viewer or not (refused or asked):
        return False
    game, state = table.game, before.state
    breaches = game.judge(state, action)
    if game.pile:
        # Nothing but his hand forbids it: with another one it would be on record.
        open_to_him = (game.recorded(state, one) for one in game.legal(game.veiled(state)))
        return bool(breaches) and action in open_to_him
    return bool(breaches) and all(game.rules[one.rule].private for one in breaches)


# --- what differs, in words -----------------------------------------------------------------------


def kind_of(one: Truth, other: Truth) -> str:
    """Return the kind of a difference: what each truth made of the table, and what left differs."""
    made = sorted(type(truth.table.explanation).__name__ for truth in (one, other))
    verdicts = sorted(type(truth.table.verdict).__name__ for truth in (one, other))
    parts = _parts(one, other)
    return f"{' / '.join(made)}; {' / '.join(verdicts)}; {', '.join(parts) or 'what is known'}"


def _parts(one: Truth, other: Truth) -> list[str]:
    """Return what kinds of thing left in one truth and not in the other."""
    names = set()
    for mine, yours in ((one.left, other.left), (other.left, one.left)):
        for thing in mine:
            if thing not in yours:
                names.add(str(thing[0]) if isinstance(thing, tuple) else type(thing).__name__)
    return sorted(names)


def _texts(truth: Truth, other: Truth) -> tuple[str, ...]:
    return tuple(repr(thing) for thing in truth.left if thing not in other.left)
