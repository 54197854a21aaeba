"""Games and positions of Pocket Ops in few words, and what can be done in them.

A base is drawn row by row: ``"rb. .R. ..."`` has a red spy in A, a blue one in B and red's
specialist in E.
"""

from __future__ import annotations

from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.games.pocket_ops.state import SPECIALISTS, State
from tests.games.acting import Acting

GAME: Final = games.load("pocket_ops")
RED, BLUE = GAME.seats
ROOMS: Final = "ABCDEFGHI"

_ACTING: Final[Acting[State]] = Acting(GAME)
play = _ACTING.play
legal = _ACTING.legal
refused = _ACTING.reasons
doings = _ACTING.doings
on = _ACTING.on


# --- games ----------------------------------------------------------------------------------------


def game(red: str = "hacker", blue: str = "hacker", **options: Any) -> State:
    """Return a game before the first guess, which is red's; the specialists are enrolled."""
    state: State = GAME.setup({"dealing": "tablet", **options}, GAME.seats)
    return enrolled(play(state, "lot red"), red=red, blue=blue)


def enrolled(state: State, **kept: str) -> State:
    """Return the state after the first player and the other one have enrolled a specialist."""
    order = ("red", "blue") if state.first == 0 else ("blue", "red")
    for seat in order:
        state = play(state, f"look {kept[seat]}")
        state = play(state, min(legal(state, "look")))
    return play(state, *(f"enrol {kept[seat]}" for seat in order))


def turn(state: State, guess: str, agent: str, room: str, *power: str) -> State:
    """Return the state after a turn: a guess, a placement, the reveal and what its power does."""
    reveal = "foiled" if room in guess else "through"
    return play(state, f"guess {guess}", f"place {agent} {room}", reveal, *power)


def at(drawn: str, guesser: str = "red", *, red: str = "", blue: str = "", **options: Any) -> State:
    """Return a game of round one, whose code blue holds, before a guess, with this base.

    ``red`` and ``blue`` are specialists, in reserve where they are not drawn; none: it is gone.
    """
    state = game(red or "hacker", blue or "hacker", **options)
    fresh = (bool(red) and "R" not in drawn, bool(blue) and "B" not in drawn)
    base = bytes(".rbRB".index(sign) for sign in drawn.replace(" ", ""))
    return state._replace(base=base, fresh=fresh, turns=0 if guesser == "red" else 1)


def spies(state: State, rooms: str) -> State:
    """Return the state after turns that place a spy in each of these rooms; all guesses are wrong.

    Blue places first, in a first round that red began.
    """
    for room in rooms:
        state = turn(state, "A" if room != "A" else "B", "spy", room)
    return state


def picture(state: State) -> str:
    """Return the base of a state as it is drawn here."""
    drawn = "".join(".rbRB"[agent] for agent in state.base)
    return f"{drawn[:3]} {drawn[3:6]} {drawn[6:]}"


def wins(state: State) -> dict[str, int]:
    """Return how many rounds each has won."""
    view: Any = GAME.view(state, TABLE)
    return dict(zip(map(str, GAME.seats), view.wins, strict=True))


def actor(state: State) -> Seat | None:
    """Return who acts."""
    return GAME.actor(state)


# --- positions ------------------------------------------------------------------------------------


def position(drawn: str, red: str | None = None, blue: str | None = None, turn: str = "red") -> Any:
    """Return a position; ``red`` and ``blue`` are specialists, in reserve where not drawn."""
    kinds = {"R": red or "hacker", "B": blue or "hacker"}
    active = {"red": None if "R" in drawn else red, "blue": None if "B" in drawn else blue}
    rooms = _rooms(drawn, kinds)
    return {"game": "pocket_ops", "options": {}, "turn": turn, "rooms": rooms, "active": active}


def _rooms(drawn: str, kinds: dict[str, str]) -> dict[str, list[str]]:
    colours = {"r": "red", "b": "blue"}
    return {
        room: [colours[sign.lower()], kinds.get(sign, "spy")]
        for room, sign in zip(ROOMS, drawn.replace(" ", ""), strict=True)
        if sign != "."
    }


def outcomes(where: Any, agent: str, room: str | None = None) -> set[str]:
    """Return the bases that placing an agent (in a room) leads to, as they are drawn here."""
    lines = [line for line in GAME.moves(where) if line["place"] == agent]
    return {_drawn(line["after"]) for line in lines if room in (None, line["room"])}


def _drawn(rooms: dict[str, list[str]]) -> str:
    signs = ""
    for room in ROOMS:
        colour, agent = rooms.get(room, (".", "spy"))
        signs += colour[0] if agent == "spy" else colour[0].upper()
    return f"{signs[:3]} {signs[3:6]} {signs[6:]}"


def rooms(where: Any, agent: str) -> str:
    """Return the rooms in which an agent may be placed."""
    return "".join(sorted({line["room"] for line in GAME.moves(where) if line["place"] == agent}))


def reasons(where: Any, agent: str, drawn: str) -> list[str]:
    """Return the rules that an attempt breaks; empty when it is legal."""
    kinds = {"R": _kind(where, "red"), "B": _kind(where, "blue")}
    if agent != "spy":
        kinds[where["turn"][0].upper()] = agent
    answer = GAME.explain({**where, "card": agent, "attempt": _rooms(drawn, kinds)})
    assert answer["legal"] == (not answer["breaches"])
    assert all(breach["text"] for breach in answer["breaches"])
    return [breach["rule"] for breach in answer["breaches"]]


def _kind(where: Any, colour: str) -> str:
    """Return a colour's specialist in a position, or any."""
    standing = [kind for seat, kind in where["rooms"].values() if seat == colour and kind != "spy"]
    return str(next(iter(standing), None) or where["active"][colour] or SPECIALISTS[0])
