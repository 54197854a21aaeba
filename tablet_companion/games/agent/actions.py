"""The actions of Agent, and their text form.

Sums are dollars. A Stake is secret: only its player and the journal see it. Every other action is
public. Each action's first field is a text, so that all actions of one moment are sortable.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tablet_companion.games.agent.map import CITY
from tablet_companion.games.agent.setting import Setting
from tablet_companion.games.core import Piece, Place, PositionError, Seat


class Lot(NamedTuple):
    """Chance, or people, choose who begins."""

    seat: Seat
    verb: str = "lot"


class Stake(NamedTuple):
    """The player filling in a sheet puts one lot of this many dollars on an agent."""

    agent: Piece
    value: int
    verb: str = "stake"


class Move(NamedTuple):
    """The player on turn moves an agent along a line, or onto or off the case in its city.

    ``on``: whether the agent has the case afterwards.
    """

    agent: Piece
    target: Place
    on: bool = False
    verb: str = "move"


class Attack(NamedTuple):
    """The player on turn advances an agent and sends one that stands there to the Bahamas.

    ``on``: whether the attacker has the case afterwards, if the attack stands.
    """

    agent: Piece
    target: Place
    on: bool
    victim: Piece
    verb: str = "attack"


class Bid(NamedTuple):
    """A player in a contest claims a stake of at least this much on the agent."""

    verb: str = "bid"
    amount: int = 0


class Announce(NamedTuple):
    """With paper sheets: a player says how much was staked on an agent."""

    amount: int
    verb: str = "announce"


class Word(NamedTuple):
    """An action that needs nothing more than its name."""

    verb: str


SEAL: Final = Word("seal")
"""The player filling in a sheet has finished for now."""
BRIBE: Final = Word("bribe")
"""The player on turn announces a bribe, and then fills in the sheet."""
PASS: Final = Word("pass")
"""The player on turn has no other action left."""
ACCEPT: Final = Word("accept")
"""A player who was asked does not object."""
OBJECT: Final = Word("object")
"""A player who was asked demands that the move or attack be taken back."""
GIVE_WAY: Final = Word("give way")
"""The player on turn takes the action back because somebody objected."""
INSIST: Final = Word("insist")
"""The player on turn does not give way: the stakes on the agent decide."""
CONCEDE: Final = Word("concede")
"""A player leaves a contest."""
LET_STAND: Final = Word("let stand")
"""The winner of a contest lets the move or attack stand."""
TAKE_BACK: Final = Word("take back")
"""The winner of a contest has the move or attack taken back."""
CLAIM: Final = Word("claim")
"""A player claims victory: to have the highest stake on the agent that came home."""
WAIVE: Final = Word("waive")
"""A player makes no claim."""
WORDS: Final = frozenset(
    (
        SEAL,
        BRIBE,
        PASS,
        ACCEPT,
        OBJECT,
        GIVE_WAY,
        INSIST,
        CONCEDE,
        LET_STAND,
        TAKE_BACK,
        CLAIM,
        WAIVE,
    )
)
Action = Lot | Stake | Move | Attack | Bid | Announce | Word

CASE: Final = "case"


def write_action(action: Action) -> str:
    """Return an action as text: ``move green Lisbon case``, ``stake red 500``, ``bid 300``."""
    match action:
        case Lot(seat):
            return f"lot {seat}"
        case Stake(agent, value):
            return f"stake {agent} {value}"
        case Move(agent, target, on):
            return f"move {agent} {target}" + f" {CASE}" * on
        case Attack(agent, target, on, victim):
            return f"attack {agent} {target} {victim}" + f" {CASE}" * on
        case Bid() | Announce():
            return f"{action.verb} {action.amount}"
    return action.verb


def read_action(text: str, setting: Setting) -> Action:
    """Read an action from its text; raises PositionError."""
    if (word := Word(text)) in WORDS:
        return word
    try:
        return _read(text.split(), setting)
    except (ValueError, IndexError) as error:
        raise PositionError(f"{text!r} is not an action of Agent.") from error


def _read(words: list[str], setting: Setting) -> Action:
    match words:
        case ["lot", seat]:
            return Lot(setting.seats[setting.seats.index(Seat(seat))])
        case ["stake", agent, value]:
            return Stake(_agent(agent, setting), int(value))
        case ["move", agent, target, *rest]:
            return Move(_agent(agent, setting), _city(target), _on(rest))
        case ["attack", agent, target, victim, *rest]:
            return Attack(_agent(agent, setting), _city(target), _on(rest), _agent(victim, setting))
        case ["bid", amount]:
            return Bid(amount=int(amount))
        case ["announce", amount]:
            return Announce(int(amount))
    raise ValueError(words)


def _agent(name: str, setting: Setting) -> Piece:
    return setting.agents[setting.agents.index(Piece(name))]


def _city(name: str) -> Place:
    if name not in CITY:
        raise ValueError(name)
    return Place(name)


def _on(words: list[str]) -> bool:
    if words not in ([], [CASE]):
        raise ValueError(words)
    return bool(words)
