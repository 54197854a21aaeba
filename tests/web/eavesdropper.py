"""An eavesdropper: whole games with telephones at every seat, in two truths that one cannot tell.

``python -m tests.web.eavesdropper --acts 2000`` plays every game at random. In both truths the same
is done aloud and by the eavesdropper; the others say in secret what they can say in each, or only
begin to in one. Every byte that the eavesdropper's telephone and the table's page get has to be the
same, in the same turn of the loop; and whatever is requested of the server in between has to bring
the same status, headers and bytes.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from tablet_companion import games
from tablet_companion.games.core import TABLE, Seat, Viewer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import (
    AskHelp,
    Chosen,
    Confide,
    Intent,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    Pause,
    Say,
    SwitchOff,
    TakeBack,
)
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import LessonOrder, ReadRule
from tests.conformance.spy.choosing import _choose_for_seat
from tests.conformance.spy.truths import playing
from tests.console import say
from tests.web.alike import look_alike, touch_alike
from tests.web.beginnings import begin_somewhere
from tests.web.pair import Pair, Revealed
from tests.web.wired import Begun, Wired, settle, wait

ACTS_A_PAIR: Final = 12
"""Then another truth is drawn: the longer two are played on, the more alike they become."""
_ACTS_A_GAME: Final = 400
_MAX_LEAKS: Final = 3
_RARELY: Final = (AskHelp, Pause, TakeBack, OpenBoard, OpenCardKeys, Local, type(None))
_NEVER: Final = (NewGame, SwitchOff)
_LEARNING: Final = (AskHelp, ReadRule, LessonOrder)
_LEARNS: Final = 0.15
"""How likely somebody turns to what is taught at the table, and, while that is open there, somebody
else to the game."""


@dataclass(frozen=True)
class Leak:
    """What the eavesdropper could tell the truths apart by, and what was done before."""

    game: str
    viewer: Viewer
    acts: tuple[str, ...]
    states: tuple[str, str]
    heard: tuple[str, str]


@dataclass
class Tally:
    """What a run came to."""

    games: int = 0
    pairs: int = 0
    alike: int = 0
    """Pairs of the same truth twice: a table in which this seat knows everything."""
    messages: int = 0
    requests: int = 0
    records: int = 0
    finished: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)


# --- what is done ---------------------------------------------------------------------------------


def act(pair: Pair, rng: random.Random) -> str:
    """Do one thing in both truths; return its kind. Raises Revealed if only the first goes on."""
    if (chosen := _choose_for_seat(pair.tables, rng)) is not None:
        now_s = pair.one.clock.now_s()
        mine, yours = (
            Chosen(now_s, chosen.seat, len(one.table.past), chosen.action) for one in pair.both
        )
        pair.one.put(mine)
        pair.other.put(yours)
        if not look_alike(*pair.seen, mine, yours):  # it turns up what differs, for example
            return _reveal(pair, str(chosen))
        return _finish(pair, str(chosen), "the table chooses")
    if rng.random() < 0.06:
        pair.acts.append("nobody does anything")
        wait(rng.choice((0.5, 2.5, 9.0)), *pair.both)
        return "wait"
    speakers = [*_list_confiding(pair.one)] if rng.random() < 0.6 else []
    speaker = rng.choice(speakers or [*playing(pair.one.table), TABLE])
    if (rng.random() < _LEARNS) != pair.one.teaches(TABLE):
        return _touch_openly(pair, TABLE, rng, _LEARNING)
    if speaker in (pair.viewer, TABLE):
        return _touch_openly(pair, speaker, rng)
    return _touch_unseen(pair, speaker, rng)


def _list_confiding(one: Wired) -> Iterator[Seat]:
    for seat in playing(one.table):
        if any(isinstance(meaning, Confide) for meaning in one.list_keys(seat)):
            yield seat


def _touch_openly(
    pair: Pair, speaker: Viewer, rng: random.Random, kinds: tuple[Any, ...] = (object,)
) -> str:
    """Touch the same key, of some kinds if there are any, of a page that both truths show."""
    meaning, at = _pick(pair.one, speaker, rng, kinds)
    for one in pair.both:
        one.tap(speaker, at)
    if isinstance(meaning, Intent) and not touch_alike(*pair.seen, meaning, meaning):
        return _reveal(pair, f"{speaker}: {meaning}")
    return _finish(pair, f"{speaker}: {meaning}", f"touch {type(meaning).__name__}")


def _touch_unseen(pair: Pair, speaker: Seat, rng: random.Random) -> str:
    """Touch a key of another seat's telephone, in each truth one that looks alike from here."""
    meaning, at = _pick(pair.one, speaker, rng)
    pair.one.tap(speaker, at)
    if _is_own(pair.one, speaker, meaning):
        there = pair.other.list_keys(speaker).get(meaning)
        told = isinstance(meaning, ReadRule) and pair.one.is_told(speaker)
        if there and _is_own(pair.other, speaker, meaning) and (told or rng.random() < 0.5):
            pair.other.tap(speaker, there)
        return _finish(pair, f"{speaker}: {meaning}", "another's own page")
    found = _find_alike(pair, speaker, meaning, rng)
    if found is None:
        return _reveal(pair, f"{speaker}: {meaning}, and nothing like it")
    if found.at is not None:
        pair.other.tap(speaker, found.at)
    kind = "alike" if found.meaning == meaning else found.kind
    return _finish(pair, f"{speaker}: {meaning} / {found.meaning}", f"unseen, {kind}")


def _is_own(one: Wired, speaker: Seat, meaning: Any) -> bool:
    """Whether it is the bar, a list that is turned over, or what a seat alone asks or reads."""
    return not isinstance(meaning, Intent) or one.is_looked_up(speaker, meaning)


@dataclass(frozen=True)
class _Alike:
    """What is touched in the other truth, perhaps nothing."""

    meaning: object
    at: tuple[float, float] | None
    kind: str = "another key"


def _find_alike(pair: Pair, speaker: Seat, meaning: Intent, rng: random.Random) -> _Alike | None:
    keys = pair.other.list_keys(speaker)
    keys = {key: at for key, at in keys.items() if not _is_own(pair.other, speaker, key)}
    if (
        isinstance(meaning, Confide)
        and rng.random() < 0.5
        and touch_alike(*pair.seen, meaning, None)
    ):
        return _Alike(None, None, "nothing")
    kinds = [one for one in keys if type(one) is type(meaning)]
    likely = rng.sample(kinds, len(kinds)) if isinstance(meaning, Confide) else []
    for other in (*likely, *([meaning] if meaning in keys else [])):
        if isinstance(other, Intent) and touch_alike(*pair.seen, meaning, other):
            return _Alike(other, keys[other])
    return None


def _reveal(pair: Pair, text: str) -> NoReturn:
    """Let the first truth alone go on: everybody may tell the two apart now."""
    pair.acts.append(text)
    settle(pair.one)
    raise Revealed


def _pick(
    one: Wired, viewer: Viewer, rng: random.Random, kinds: tuple[Any, ...] = (object,)
) -> tuple[Any, tuple[float, float]]:
    keys = [
        (meaning, at)
        for meaning, at in one.list_keys(viewer).items()
        if not isinstance(meaning, _NEVER)
    ]
    keys = [one for one in keys if isinstance(one[0], kinds)] or keys
    likely = [one for one in keys if isinstance(one[0], Confide | Say)]
    often = [one for one in keys if not isinstance(one[0], _RARELY)]
    some = likely if rng.random() < 0.6 else often if rng.random() < 0.9 else keys
    found: tuple[Any, tuple[float, float]] = rng.choice(some or often or keys or [(None, (5, 5))])
    return found


def _finish(pair: Pair, text: str, kind: str) -> str:
    pair.acts.append(text)
    settle(*pair.both)
    return kind


# --- games ----------------------------------------------------------------------------------------


def play(game: AnyGame, seed: str, acts: int, tally: Tally) -> None:
    """Play a game with telephones until it ends or this many acts were done; stop at a leak."""
    rng = random.Random(seed)
    begun, left = begin_somewhere(game, rng), acts
    tally.games += 1
    while left > 0 and game.actor(begun.state) is not None:
        viewer = rng.choice((*begun.setup.seats, TABLE))
        pair = Pair(begun, viewer, rng)
        tally.pairs += 1
        tally.alike += pair.states[0] == pair.states[1]
        leak = _play_pair(pair, min(left, ACTS_A_PAIR), rng, tally)
        if leak is not None:
            tally.leaks.append(leak)
            return
        left -= ACTS_A_PAIR
        table = pair.one.table
        if table.stage is not Stage.PLAY:
            break
        begun = Begun(game, table.state, table.setup)
    tally.finished += game.actor(begun.state) is None or left > 0


def _play_pair(pair: Pair, acts: int, rng: random.Random, tally: Tally) -> Leak | None:
    for number in range(acts + 1):
        heard = _compare(pair, tally, ask_too=number in (acts // 2, acts))
        if heard is not None:
            game = pair.one.table.game
            return Leak(game.name, pair.viewer, tuple(pair.acts), pair.states, heard)
        if pair.one.table.stage is not Stage.PLAY or number == acts:
            break
        try:
            tally.acts[act(pair, rng)] += 1
        except Revealed:
            tally.acts["revealed by the game"] += 1
            if not pair.one.is_done:
                settle(pair.one)
            break
    tally.records += len(pair.one.table.past)
    return None


def _compare(pair: Pair, tally: Tally, *, ask_too: bool) -> tuple[str, str] | None:
    count, heard = pair.listen()
    tally.messages += count
    if heard is None and ask_too:
        count, heard = pair.request()
        tally.requests += count
    return heard


def report(leak: Leak) -> Iterator[str]:
    """Yield what was found, line by line."""
    yield f"{leak.game}, heard by {leak.viewer}"
    yield from (f"  truth {name}: {text}" for name, text in zip("AB", leak.states, strict=True))
    yield from (f"    {text}" for text in leak.acts)
    yield from (f"  {name}: {text}" for name, text in zip("AB", leak.heard, strict=True))


def eavesdrop(
    game: AnyGame, seed: int, acts: int, seconds: float = float("inf"), leaks: int = _MAX_LEAKS
) -> Tally:
    """Play games until this many acts were done, or leaks heard; return what it came to."""
    tally, ends_s = Tally(), time.monotonic() + seconds
    for number in itertools.count():
        left = acts - tally.acts.total()
        if left <= 0 or len(tally.leaks) >= leaks or time.monotonic() > ends_s:
            return tally
        play(game, f"{seed} {number}", min(left, _ACTS_A_GAME), tally)
    raise AssertionError


def main() -> int:
    """Play; the exit status is 1 if anything was heard."""
    parser = argparse.ArgumentParser(description="Listen at a telephone in two truths.")
    parser.add_argument("--game", choices=games.names(), help="only this game")
    parser.add_argument("--acts", type=int, default=300, help="touches and other acts of a game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no longer a game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found = 0
    for name in [arguments.game] if arguments.game else games.names():
        begun_s = time.monotonic()
        tally = eavesdrop(games.load(name), arguments.seed, arguments.acts, arguments.seconds)
        took_s = time.monotonic() - begun_s
        for leak in tally.leaks:
            for line in report(leak):
                say(line)
        say(
            f"{name}: {tally.acts.total()} acts, {tally.messages} messages,"
            f" {tally.requests} requests, {tally.pairs} pairs"
            f" ({tally.alike} alike) of {tally.games} games, {tally.finished} played to the end,"
            f" {tally.records} actions on record, {len(tally.leaks)} leaks, {took_s:.0f} s;"
            f" {dict(tally.acts.most_common())}"
        )
        found += len(tally.leaks)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
