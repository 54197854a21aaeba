"""``python -m tests.conformance.spy``: spy on games, and show every kind of difference once."""

from __future__ import annotations

import argparse
import gc
import sys
import time

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tests.conformance.spy.finding import Find, Tally, finds, once, report, shortest
from tests.console import say


def main() -> int:
    """Spy; the exit status is 1 where something was found."""
    parser = argparse.ArgumentParser(description="Look for what tells two truths apart.")
    parser.add_argument("--game", choices=games.names(), help="only this game")
    parser.add_argument("--looks", type=int, default=2000, help="looks a game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no longer a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--session", type=int, help="only this session of the seed")
    arguments = parser.parse_args()
    gc.set_threshold(200_000)  # positions hold much that lives long
    found = False
    for name in [arguments.game] if arguments.game else games.names():
        tally = _spied(games.load(name), arguments)
        found = found or bool(tally.kinds)
    return int(found)


def _spied(game: AnyGame, arguments: argparse.Namespace) -> Tally:
    """Spy on a game; show each kind of difference when it is first found, and the counts last."""
    begun_s, tally = time.monotonic(), Tally()
    if arguments.session is not None:
        _show(once(game, arguments.seed, arguments.session, tally), tally, arguments.seed)
    else:
        for find in finds(game, arguments.seed, arguments.looks, tally):
            _show(find, tally, arguments.seed)
            if time.monotonic() - begun_s > arguments.seconds:
                break
    took_s = time.monotonic() - begun_s
    say(f"{game.name}: {tally.looks} looks in {tally.sessions} sessions, {took_s:.0f} s")
    say(f"  {tally.choices} choices of players of the table's own")
    say(f"  sessions ended: {dict(tally.ended.most_common())}")
    say(f"  looks explained as: {dict(tally.verdicts.most_common())}")
    say(f"  {tally.kinds.total()} differences of {len(tally.kinds)} kinds")
    for kind, count in tally.kinds.most_common():
        say(f"  {count:5} × {kind}")
    say("")
    return tally


def _show(find: Find | None, tally: Tally, seed: int) -> None:
    if find is not None and tally.kinds[find.difference.kind] == 1:
        say(f"{find.start.game.name}: {find.difference.kind}")
        report(shortest(find, seed), seed, say)
        say("")


if __name__ == "__main__":
    sys.exit(main())
