"""A readable account of a round, turn by turn, in the words of the table; figures of many."""

from __future__ import annotations

from collections import Counter

from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Judged, Kind
from tablet_companion.screen.words.wording import Words
from tablet_companion.selfplay.play import Tally, TurnTold


def sentence(told: TurnTold, game: AnyGame, words: Words) -> str:
    """Return what happened in a turn, in words that everybody may hear."""
    seat = words.seat(told.seat)
    if told.card is None and game.pile:
        return f"{seat} has nothing to play and gives the hand up."
    if told.card is None:  # of a secret action only that there was one
        done = ", ".join(words.say(message) for message in told.done)
        lines = [f"{seat}: {done or 'something for nobody else to know'}."]
    else:
        lines = [f"{seat} lays {words.card(told.card)}."]
    heard = (judged for judged in told.verdicts if judged.kind is not Kind.WAITING)
    lines += [f"  {_verdict(judged, game, words)}" for judged in heard]
    if told.card is not None:
        lines += [f"  done: {words.say(message)}" for message in told.done]
    if told.wrong:
        lines.append(f"  WRONG: the referee {told.wrong}.")
    return "\n".join(lines)


def _verdict(judged: Judged, game: AnyGame, words: Words) -> str:
    places = ", ".join(words.place(place) for place in judged.places)
    if judged.kind is Kind.OBJECTED or judged.breaches:
        rules = "; ".join(_rule(judged, game, words))
        verb = "objects" if judged.kind is Kind.OBJECTED else "reminds"
        return f"referee {verb} ({places}): {rules}"
    return f"referee: {str(judged.kind).replace('_', ' ')}" + (f" ({places})" if places else "")


def _rule(judged: Judged, game: AnyGame, words: Words) -> list[str]:
    """Return the broken rules in words, if everybody may hear them."""
    if not judged.breaches:
        return ["for a reason that only the player is told"]
    said = []
    for breach in judged.breaches:
        text = game.rules[breach.rule]
        section = words.say(Message("{text}", (("text", text.section),)))
        said.append(f"{words.say(Message(text.text, breach.details))} [{section}]")
    return list(dict.fromkeys(said))


# --- the figures of many turns --------------------------------------------------------------------


def figures(tally: Tally, rounds: int) -> str:
    """Return the counts, a line each."""
    planted = sum(tally.planted.values())
    accused = sum("objected to a legal move" in wrong for wrong in tally.wrong)
    lines = [
        f"rounds            {rounds}, with {tally.turns} turns and {tally.frames} frames",
        f"false objections  {accused}",
        f"other mistakes    {len(tally.wrong) - accused}",
        f"planted faults    {planted}: {_counts(tally.planted)}",
        f"  objected to     {sum(tally.found.values())}: {_counts(tally.found)}",
        f"  asked about     {sum(tally.asked.values())}: {_counts(tally.asked)}",
        f"  place doubted   {sum(tally.doubted.values())}: {_counts(tally.doubted)}",
        f"  by that rule    {sum(tally.named.values())}",
        f"  reason kept     {sum(tally.kept.values())}: only the player is told it",
        f"verdicts          {_counts(tally.kinds)}",
    ]
    return "\n".join(lines) + "\n"


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items())) or "none"
