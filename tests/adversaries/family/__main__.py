"""``python -m tests.adversaries.family``: a family at every game, and what the referee owed it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.adversaries.family.answering import Temper
from tests.adversaries.family.evening import Character, RuleSet, rule_sets
from tests.adversaries.family.eyesight import EYESIGHTS
from tests.adversaries.family.habits import Rates, add_choice, load, unruly
from tests.adversaries.family.play import Case, Figures, evening, play
from tests.adversaries.family.properties import NAMES
from tests.console import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print a table of what was broken, or repeat one case; return the exit status."""
    load()
    wishes = _parser().parse_args(arguments)
    chosen = [one for one in rule_sets() if not wishes.game or one.name in wishes.game]
    if wishes.turn:
        return _repeat(chosen[0], wishes)
    worst = 0
    for rules in chosen:
        figures = play(
            rules,
            wishes.turns,
            _character(wishes),
            seed=wishes.seed,
            tell=lambda turns: _dot(turns, wishes.turns),
        )
        print_table(rules, figures)
        _print_cases(figures, wishes)
        worst |= bool(figures.cases)
    return worst


def _parser() -> argparse.ArgumentParser:
    names = [one.name for one in rule_sets()]
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.family", description=__doc__)
    parser.add_argument("--turns", type=int, default=200, help="turns of each game")
    parser.add_argument("--game", action="append", choices=names, help="only this game; repeatable")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    add_choice(parser)
    parser.add_argument("--unruly", action="store_true", help="wilful people, not only clumsy ones")
    parser.add_argument(
        "--says", default=Temper.HONEST, type=Temper, choices=list(Temper), help="to questions"
    )
    parser.add_argument("--slips", type=float, default=0.04, help="share done wrongly when told")
    parser.add_argument("--eyes", default="mild", choices=list(EYESIGHTS), help="how well is read")
    parser.add_argument("--varied", action="store_true", help="other options each evening")
    parser.add_argument("--turn", type=int, default=0, help="tell this turn of this evening")
    parser.add_argument("--examples", type=int, default=1, help="stories told of each kind")
    return parser


def _character(wishes: argparse.Namespace) -> Character:
    rates = unruly(wishes.slips) if wishes.unruly else Rates(slips=wishes.slips)
    return Character(
        rates, wishes.only, EYESIGHTS[wishes.eyes], temper=wishes.says, varies=wishes.varied
    )


def _repeat(rules: RuleSet, wishes: argparse.Namespace) -> int:
    """Play one evening up to a turn, and tell its story."""
    turns = evening(rules, wishes.seed, _character(wishes), turns=wishes.turn)
    *_, (habit, cases, story) = turns
    say(f"{rules.name}, evening {wishes.seed}, turn {wishes.turn}: {habit}")
    for line in story:
        say(line)
    return bool(cases)


def print_table(rules: RuleSet, figures: Figures) -> None:
    """Print habits against properties."""
    turns = sum(figures.turns.values())
    rate = 60 * turns / figures.seconds if figures.seconds else 0
    say(f"\n{rules.name}: {turns} turns, {rate:.0f} a minute")
    say(
        f"{'habit':34}{'turns':>6}"
        + "".join(f"{_short(name):>12}" for name in NAMES)
        + f"{'asked':>7}{'needless':>10}"
    )
    total: Counter[str] = Counter()
    for habit in sorted(figures.turns):
        counts = [figures.broken[habit, name] for name in NAMES]
        total.update(dict(zip(NAMES, counts, strict=True)))
        told = "".join(f"{n or '.':>12}" for n in counts)
        asked = f"{figures.asked[habit]:7}{figures.needless[habit] or '.':>10}"
        say(f"{habit:34}{figures.turns[habit]:6}{told}{asked}")
    told = "".join(f"{total[name] or '.':>12}" for name in NAMES)
    asked = f"{figures.asked.total():7}{figures.needless.total() or '.':>10}"
    say(f"{'all':34}{turns:6}{told}{asked}")


def _short(name: str) -> str:
    words = {
        "blames the innocent": "blames",
        "accepts what nobody did": "not done",
        "accepts what is not allowed": "illegal",
        "is silent": "silent",
        "does not find back": "lost",
        "forgets what was taken back": "undo",
        "leaves no way out": "no way out",
        "objects to what is right": "right",
    }
    return words[name]


def _print_cases(figures: Figures, wishes: argparse.Namespace) -> None:
    """Tell some cases of every kind, each with the command that repeats it."""
    told: Counter[tuple[str, str]] = Counter()
    for case in figures.cases:
        key = case.habit, case.name
        if told[key] < wishes.examples:
            told[key] += 1
            say(f"\n{case.name}: {case.habit}: {case.what}")
            say(f"  {_command(case, wishes)}")


def _command(case: Case, wishes: argparse.Namespace) -> str:
    """Return the command that tells a case again."""
    only = f" --only {wishes.only!r}" if wishes.only else ""
    eyes = f" --eyes {wishes.eyes}" if wishes.eyes != "mild" else ""
    eyes += " --unruly" * wishes.unruly + " --varied" * wishes.varied
    eyes += f" --says {wishes.says}" if wishes.says is not Temper.HONEST else ""
    slips = f" --slips {wishes.slips}" if wishes.slips != 0.04 else ""
    return (
        f"python -m tests.adversaries.family --game {case.rules} --seed {case.seed} "
        f"--turn {case.turn}{only}{eyes}{slips}"
    )


def _dot(turns: int, of: int) -> None:
    sys.stderr.write(f"\r{turns} of {of} turns")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
