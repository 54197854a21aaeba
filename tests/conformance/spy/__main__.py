"""``python -m tests.conformance.spy``: spy on games, and show every kind of difference once."""

from __future__ import annotations

import argparse
import sys
import time

from tablet_companion import games
from tests.conformance.spy.finding import Tally, once, report, shortest, spy
from tests.conformance.walk import AnyGame


def main() -> int:
    """Spy; the exit status is 1 where something was found."""
    parser = argparse.ArgumentParser(description="Look for what tells two truths apart.")
    parser.add_argument("--game", choices=games.names(), help="only this game")
    parser.add_argument("--looks", type=int, default=2000, help="looks a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--session", type=int, help="only this session of the seed")
    arguments = parser.parse_args()
    found = False
    for name in [arguments.game] if arguments.game else games.names():
        begun_s = time.monotonic()
        game = games.load(name)
        tally = (
            spy(game, arguments.seed, arguments.looks)
            if arguments.session is None
            else _one(game, arguments.seed, arguments.session)
        )
        _print(game, tally, arguments.seed, time.monotonic() - begun_s)
        found = found or bool(tally.kinds)
    return int(found)


def _one(game: AnyGame, seed: int, number: int) -> Tally:
    tally = Tally()
    find = once(game, seed, number, tally)
    if find is not None:
        tally.kinds[find.difference.kind] += 1
        tally.first[find.difference.kind] = find
    return tally


def _print(game: AnyGame, tally: Tally, seed: int, took_s: float) -> None:
    _say(
        f"{game.name}: {tally.looks} looks in {tally.sessions} sessions, {took_s:.0f} s; "
        f"{sum(tally.kinds.values())} differences of {len(tally.kinds)} kinds"
    )
    _say(f"  sessions ended: {dict(tally.ended.most_common())}")
    _say(f"  looks explained as: {dict(tally.verdicts.most_common())}")
    for kind, count in tally.kinds.most_common():
        _say(f"\n{count} × {kind}")
        report(shortest(tally.first[kind], seed), seed, _say)
    _say("")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
