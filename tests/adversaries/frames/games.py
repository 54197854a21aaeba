"""``python -m tests.adversaries.frames.games``: whole games of every kind, and a table of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tablet_companion.selfplay.play import Tally
from tests.adversaries.family.evening import rule_sets
from tests.adversaries.frames.conditions import CONDITIONS
from tests.adversaries.frames.delays import Outcome, delay_table, merged
from tests.adversaries.frames.evenings import MAX_TURNS, Evening, play_evening
from tests.console import say


def main() -> int:
    """Play, and print both tables; the status is 1 where anything was wrong."""
    wishes = _parser().parse_args()
    evenings = [*_read(wishes.told), *_evenings(wishes)]
    for line in (*games_table(evenings), "", *delay_table(delays_by_game(evenings))):
        say(line)
    return int(any(one.wrong or not one.ended for one in evenings))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.games")
    names = [rules.name for rules in rule_sets()]
    parser.add_argument("--game", action="append", choices=names, help="only this; repeatable")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--most", type=int, default=MAX_TURNS, help="turns of a game")
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add each game to this file")
    parser.add_argument(
        "--told", type=Path, action="append", default=[], metavar="FILE", help="of earlier games"
    )
    return parser


def _evenings(wishes: argparse.Namespace) -> Iterator[Evening]:
    """Play one game after another, with every number of players in turn."""
    condition = CONDITIONS[wishes.condition]
    for rules in rule_sets():
        if wishes.game and rules.name not in wishes.game:
            continue
        kit = condition.print(rules.game)
        numbers = kit.game.players(dict(rules.options))
        for number in range(wishes.games):
            players = numbers[-1 - number % len(numbers)]
            evening = play_evening(
                kit, rules, wishes.seed + number, players, condition=condition, most=wishes.most
            )
            say(_line(evening))
            if wishes.out:
                with wishes.out.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(vars(evening) | {"tally": vars(evening.tally)}) + "\n")
            yield evening


def _read(files: Iterable[Path]) -> Iterator[Evening]:
    """Return the games that were told of before."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            tally: dict[str, Any] = {
                name: Counter(value) if isinstance(value, dict) else value
                for name, value in told.pop("tally").items()
            }
            delays = {Outcome(name): found for name, found in told.pop("delays").items()}
            yield Evening(**told, tally=Tally(**tally), delays=delays)


def _line(evening: Evening) -> str:
    tally, end = evening.tally, "ended" if evening.ended else "UNFINISHED"
    line = f"{evening.game}, seed {evening.seed}, {evening.players} players: {tally.turns} turns, "
    line += f"{tally.frames} frames, {evening.seconds:.0f} s, {end}"
    return "\n".join([line, *(f"  WRONG {wrong}" for wrong in evening.wrong)])


def delays_by_game(evenings: Iterable[Evening]) -> dict[str, dict[Outcome, list[int]]]:
    """Return every game's delays."""
    found: dict[str, list[dict[Outcome, list[int]]]] = {}
    for one in evenings:
        found.setdefault(one.game, []).append(one.delays)
    return {game: merged(delays) for game, delays in found.items()}


_HEADS = (
    "game",
    "games",
    "turns",
    "planted",
    "objected",
    "asked",
    "doubted",
    "not noticed",
    "false objections",
    "not followed",
    "unfinished",
    "frames",
    "seconds",
)


def games_table(evenings: list[Evening]) -> Iterator[str]:
    """Yield the lines of a table of games."""
    yield "| " + " | ".join(_HEADS) + " |"
    yield "|---" + "|---:" * (len(_HEADS) - 1) + "|"
    for game in dict.fromkeys(one.game for one in evenings):
        row = _row([one for one in evenings if one.game == game])
        yield f"| {game} | " + " | ".join(map(str, row)) + " |"


def _row(evenings: list[Evening]) -> list[int]:
    tallies = [one.tally for one in evenings]
    wrong = [text for one in evenings for text in one.wrong]
    return [
        len(evenings),
        sum(one.turns for one in tallies),
        sum(one.planted.total() for one in tallies),
        sum(one.found.total() for one in tallies),
        sum(one.asked.total() for one in tallies),
        sum(one.doubted.total() for one in tallies),
        sum("did not notice" in one for one in wrong),
        sum("objected to a legal move" in one for one in wrong),
        sum("did not follow" in one for one in wrong),
        sum(not one.ended for one in evenings),
        sum(one.frames for one in tallies),
        round(sum(one.seconds for one in evenings)),
    ]


if __name__ == "__main__":
    sys.exit(main())
