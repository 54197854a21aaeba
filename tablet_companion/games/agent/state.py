"""The state of a game of Agent, and the few facts that every rule needs."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.actions import Attack, Move
from tablet_companion.games.agent.map import MAP, NATIONS
from tablet_companion.games.agent.setting import Setting
from tablet_companion.games.agent.sheets import Sheet
from tablet_companion.games.core import Piece

EXILED: Final = -1
"""The city number of an agent in the Bahamas."""
NOBODY: Final = -1


class Phase(StrEnum):
    """What comes next.

    ``stake``, ``bribe``: the player on turn fills in the sheet, at the start or later; ``object``:
    whether somebody objects; ``yield``: whether the player on turn gives way; ``decide``: what the
    winner of a contest wants; ``announce``: what was staked on an exiled agent (paper sheets);
    ``claim``: whether somebody claims victory; ``uncover``: what the claimants have staked (paper
    sheets).
    """

    LOT = "lot"
    STAKE = "stake"
    TURN = "turn"
    BRIBE = "bribe"
    OBJECT = "object"
    YIELD = "yield"
    BID = "bid"
    DECIDE = "decide"
    ANNOUNCE = "announce"
    CLAIM = "claim"
    UNCOVER = "uncover"
    OVER = "over"


class Pending(NamedTuple):
    """A move or attack that may still be taken back, and what to restore then."""

    action: Move | Attack
    origin: int
    case: int
    holder: int


class Contest(NamedTuple):
    """A contest: the objector, the players still in it (in bidding order), leader and bid.

    Until somebody bids, the player on turn leads with nothing, since equal stakes are decided in
    that player's favour.
    """

    objector: int
    active: tuple[int, ...] = ()
    leader: int = NOBODY
    high: int = 0


class State(NamedTuple):
    """A game's whole truth.

    ``turn`` is the seat whose turn it is, ``asked`` the seat that has to answer. ``agents`` is the
    city of each agent, or EXILED; the ``case`` lies in a city, and ``holder`` is the agent that has
    it, or NOBODY. ``barred`` are the actions taken back this turn. ``named`` are the sums announced
    so far for one question, ``announced`` those for exiled agents, in seat order. ``turns`` counts
    the turns completed.
    """

    setting: Setting
    phase: Phase
    turn: int
    asked: int
    agents: tuple[int, ...]
    case: int
    holder: int
    sheets: tuple[Sheet, ...]
    barred: tuple[Move | Attack, ...] = ()
    pending: Pending | None = None
    contest: Contest | None = None
    named: tuple[tuple[int, int], ...] = ()
    claimants: tuple[int, ...] = ()
    announced: tuple[tuple[int, tuple[int, ...]], ...] = ()
    winner: int = NOBODY
    turns: int = 0

    @property
    def due(self) -> int:
        """The seat that has to act: the one whose turn it is, or the one that was asked."""
        waits = (Phase.STAKE, Phase.TURN, Phase.BRIBE, Phase.YIELD)
        return self.turn if self.phase in waits else self.asked

    def number(self, agent: Piece) -> int:
        """Return the index of an agent."""
        return self.setting.agents.index(agent)

    def stake(self, seat: int, agent: int) -> int:
        """Return a seat's present stake on an agent; 0 if it is in exile."""
        if self.agents[agent] == EXILED:
            return 0
        sheet = self.sheets[seat]
        return sheets.total_on(sheet, agent) - sheet.spent[agent]

    def most(self, seat: int, agent: int) -> int:
        """Return a seat's greatest possible stake on an agent, as far as the referee knows.

        If the referee keeps the sheets, that is the stake. With paper sheets it is what 10,000
        dollars allow, less what is proved to lie on others.
        """
        if not self.setting.paper_sheets:
            return self.stake(seat, agent)
        sheet = self.sheets[seat]
        others = (other for other in range(len(self.agents)) if other != agent)
        elsewhere = sum(sheets.proved_total(sheet, other) for other in others)
        return sheets.TOTAL - elsewhere - sheet.spent[agent]

    def least(self, seat: int, agent: int) -> int:
        """Return the least that a seat has staked on an agent, by public knowledge."""
        sheet = self.sheets[seat]
        return max(sheets.proved_total(sheet, agent) - sheet.spent[agent], 0)


def home(agent: int) -> int:
    """Return the home city of an agent, given by its index."""
    return MAP.homes[agent % len(NATIONS)]
