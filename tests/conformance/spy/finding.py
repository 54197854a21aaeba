"""Sessions by the thousand, what they found by kind, and the shortest session that shows it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Ticked
from tests.conformance.spy.acts import Act, Look
from tests.conformance.spy.players import choose_twice
from tests.conformance.spy.truths import Start, start
from tests.conformance.spy.watching import Difference, repeated, session

_TRIES: Final = 60
"""This many shorter sessions are tried, at most."""


@dataclass(frozen=True)
class Find:
    """A difference: of which session, and the acts that lead to it."""

    session: int
    start: Start
    acts: tuple[Act, ...]
    difference: Difference


@dataclass
class Tally:
    """What a run came to."""

    sessions: int = 0
    looks: int = 0
    choices: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)


def name_of(seed: int, number: int) -> str:
    """Return what the chance of a session is seeded with."""
    return f"{seed} {number}"


def finds(game: AnyGame, seed: int, looks: int, tally: Tally) -> Iterator[Find | None]:
    """Run sessions until this many looks were taken; yield what each found."""
    while tally.looks < looks:
        yield once(game, seed, tally.sessions, tally)


def once(game: AnyGame, seed: int, number: int, tally: Tally) -> Find | None:
    """Run one session and count it."""
    begun = start(game, seed, number)
    done = session(begun, name_of(seed, number))
    if done.difference is None:
        done.difference = _watch_player(begun, random.Random(f"{seed} {number} player"), tally)
    tally.sessions += 1
    tally.looks += done.looks
    tally.ended[done.ended] += 1
    tally.verdicts.update(done.verdicts)
    if done.difference is None:
        return None
    tally.kinds[done.difference.kind] += 1
    return Find(number, begun, tuple(done.acts), done.difference)


def _watch_player(begun: Start, rng: random.Random, tally: Tally) -> Difference | None:
    """Have a player of the table's own choose in two truths; return how its choices differ."""
    chosen = choose_twice(begun.game, begun.states[0], rng)
    tally.choices += chosen is not None
    if chosen is None or chosen[0] == chosen[1]:
        return None
    texts = (repr(chosen[0]),), (repr(chosen[1]),)
    return Difference("a player of the table's own", Ticked(0.0), texts)


def shortest(find: Find, seed: int) -> Find:
    """Leave out what a difference of the same kind does not need: acts, then parts of looks."""

    def same(acts: tuple[Act, ...]) -> Difference | None:
        found = repeated(find.start, acts, name_of(seed, find.session))
        return found if found is not None and found.kind == find.difference.kind else None

    tries, changed = 0, True
    while changed:
        changed = False
        for shorter in _shorter(find.acts):
            tries += 1
            difference = same(shorter) if tries <= _TRIES else None
            if difference is not None:
                find, changed = replace(find, acts=shorter, difference=difference), True
                break
    return find


def _shorter(acts: tuple[Act, ...]) -> Iterator[tuple[Act, ...]]:
    """Yield the acts less one, then with one thing less in a look."""
    for number in range(len(acts)):
        yield acts[:number] + acts[number + 1 :]
    for number, act in enumerate(acts):
        if isinstance(act, Look):
            for simpler in _simpler(act):
                yield (*acts[:number], simpler, *acts[number + 1 :])


def _simpler(look: Look) -> Iterator[Look]:
    for name in ("changes", "covered", "doubts", "strays", "fallen"):
        things = getattr(look, name)
        for number in range(len(things)):
            yield replace(look, **{name: things[:number] + things[number + 1 :]})
    if look.early:
        yield replace(look, early=False)
    for seconds in (0.3, 0.8, 1.0, 3.0):
        if seconds < look.seconds:
            yield replace(look, seconds=seconds)


def report(find: Find, seed: int, say: Callable[[str], object]) -> None:
    """Say what was found, and the command that repeats it."""
    game = find.start.game
    texts = [game.write(state) for state in find.start.states]
    command = f"python -m tests.conformance.spy --game {game.name} --seed {seed}"
    say(f"  session {find.session}, before {find.start.viewer}: {command} --session {find.session}")
    say(f"  truth A: {texts[0]}")
    say(f"  truth B: {_apart(texts[0], texts[1])}")
    for act in find.acts:
        say(f"    {act}")
    say(f"  at {type(find.difference.event).__name__} {find.difference.event.at_s:.2f} s")
    for name, left in zip("AB", find.difference.left, strict=True):
        for text in left or ("(nothing)",):
            say(f"  {name}: {text}")


def _apart(one: str, other: str) -> str:
    """Return the words of a text that are not those of another."""
    pairs = zip(one.replace('"', " ").split(), other.replace('"', " ").split(), strict=False)
    found = [f"{mine} instead of {yours}" for yours, mine in pairs if mine != yours]
    return "; ".join(found) or other
