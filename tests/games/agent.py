"""Positions of Agent in few words, and what can be done in them."""

from __future__ import annotations

from typing import Any

from tablet_companion import games
from tablet_companion.games.agent import exchange
from tablet_companion.games.agent.state import State

GAME: Any = games.load("agent")
SEATS = ("white", "black", "orange")
RICH = {"white": {"green": [500, 200], "red": [300]}, "black": {"green": [400, 200]}}
"""White has 700 on green and 300 on red, black 600 on green, orange nothing."""
HOME = {"green": "Washington", "blue": "London", "red": "Moscow", "yellow": "Peking"}
HOMEWARDS = {"green": "Halifax", "case": "Halifax", "held": "green"}
ARRIVES = "move green Washington case"
MOVED = "move green Halifax"
ATTACK = "attack green Paris blue"
NEAR = {"green": "Madrid", "blue": "Paris"}
PLENTY = {seat: {agent: [1000] for agent in ("green", "blue", "red", "yellow")} for seat in SEATS}


def position(*play: str, turn: str = "white", **where: Any) -> dict[str, Any]:
    """Return a position; ``play`` is what has happened since in this turn.

    ``green="Paris"`` puts an agent; ``case`` is where the case lies, ``held`` who has it;
    ``stakes``, ``spent``, ``seats`` and ``options`` are those of the format.
    """
    case = {"city": where.pop("case", "Tangier"), "held_by": where.pop("held", None)}
    return {
        "game": "agent",
        "options": where.pop("options", {}),
        "seats": list(where.pop("seats", SEATS)),
        "turn": turn,
        "stakes": where.pop("stakes", RICH),
        "spent": where.pop("spent", {}),
        "case": case,
        "agents": where,
        "play": list(play),
    }


def opening(*play: str, **options: Any) -> dict[str, Any]:
    """Return the beginning of a game in which white begins, and what has happened since."""
    where = position(*play, options=options)
    del where["stakes"], where["spent"]
    return where


def state(where: dict[str, Any]) -> State:
    """Return the state of a position."""
    return exchange.read_position(where)


def actions(where: dict[str, Any], verb: str = "") -> set[str]:
    """Return the legal actions of a position, or those that begin with a verb."""
    return {line["action"] for line in GAME.moves(where) if line["action"].startswith(verb)}


def line(where: dict[str, Any], action: str) -> dict[str, Any]:
    """Return what follows from one legal action."""
    lines: list[dict[str, Any]] = GAME.moves(where)
    (found,) = [one for one in lines if one["action"] == action]
    return found


def reasons(where: dict[str, Any], attempt: Any) -> list[str]:
    """Return the rules that an attempt breaks; empty when it is legal."""
    answer = GAME.explain({**where, "attempt": attempt})
    assert answer["legal"] == (not answer["breaches"])
    assert all(breach["text"] for breach in answer["breaches"])
    return [breach["rule"] for breach in answer["breaches"]]


def stakes(where: dict[str, Any], seat: str) -> dict[str, int]:
    """Return what a seat has on each agent, as it sees its own sheet."""
    found = GAME.view(state(where), seat)
    (sheet,) = [one for one in found.sheets if one.seat == seat]
    return dict(sheet.stakes)
