"""Positions of Agent DOG in few words, and what can be done in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablet_companion import games
from tablet_companion.games.agent_dog.exchange import read_position

GAME = games.load("agent_dog")
SEATS = ("red", "blue", "green", "yellow")


def position(hand: str, turn: str = "red", **pawns: Any) -> dict[str, Any]:
    """Return a position; colours not named have their four pawns in the nest.

    ``hand`` lists cards, separated by spaces; ``last`` is the last card; a colour's pawns are
    named in one text (``red="T0 F4"``), the rest of its four are in the nest.
    """
    last = pawns.pop("last", None)
    options = pawns.pop("options", {})
    seats = pawns.pop("playing", SEATS)
    return {
        "game": "agent_dog",
        "options": options,
        "seats": list(SEATS),
        "turn": turn,
        "hand": hand.split(),
        "last_card": last,
        "left_round": [],
        "pawns": {seat: four(seat, pawns.get(seat, "")) for seat in seats},
    }


def four(colour: str, places: str) -> list[str]:
    """Return a colour's four places: those named, the rest in the nest."""
    named = [f"{colour}.{p}" if p.startswith("F") else p for p in places.split()]
    return sorted(named + [f"{colour}.nest"] * (4 - len(named)))


def after(where: dict[str, Any], **pawns: str) -> dict[str, list[str]]:
    """Return the pawns of a position with some colours put elsewhere."""
    return {
        seat: four(seat, pawns[seat]) if seat in pawns else sorted(places)
        for seat, places in where["pawns"].items()
    }


def outcomes(where: dict[str, Any], card: str | None = None) -> list[dict[str, list[str]]]:
    """Return every outcome of a card, or of all."""
    lines = GAME.moves(where)
    return [line["after"] for line in lines if line["card"] and card in (None, line["card"])]


def cards(where: dict[str, Any]) -> set[str]:
    """Return the cards that can be played."""
    return {line["card"] for line in GAME.moves(where) if line["card"]}


def penalty(where: dict[str, Any], result: dict[str, list[str]]) -> bool:
    """Return whether an outcome costs the rest of the hand."""
    (line,) = [line for line in GAME.moves(where) if line["after"] == result]
    given_up: bool = line["gives_up_hand"]
    return given_up


def reasons(where: dict[str, Any], card: str, attempt: dict[str, list[str]]) -> list[str]:
    """Return the rules that an attempt breaks; empty when it is legal."""
    answer = GAME.explain({**where, "card": card, "attempt": attempt})
    assert answer["legal"] == (not answer["breaches"])
    assert all(breach["text"] for breach in answer["breaches"])
    return [breach["rule"] for breach in answer["breaches"]]


def broken(where: dict[str, Any], play: str) -> list[str]:
    """Return the rules that a play breaks which is told in full, as its text."""
    state = read_position(where)
    return [str(breach.rule) for breach in GAME.judge(state, GAME.read_action(state, play))]


def same(one: Iterable[dict[str, list[str]]], other: Iterable[dict[str, list[str]]]) -> bool:
    """Whether two sets of outcomes are equal."""
    return sorted(map(str, one)) == sorted(map(str, other))
