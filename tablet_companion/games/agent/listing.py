"""Every action of Agent, each once: the action space of learning players."""

from __future__ import annotations

import itertools

from tablet_companion.games.agent import actions, sheets
from tablet_companion.games.agent.candidates import ANSWERS
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.protocol import Listing


def listing(state: State) -> Listing[actions.Action]:
    """Return every action with these agents and seats; sums are multiples of 100 dollars."""
    agents, onto = state.setting.agents, (False, True)
    setting = state.setting
    never = () if setting.claims_must_be_made or setting.paper_sheets else (Phase.CLAIM,)
    sums = range(0, sheets.TOTAL + 1, sheets.STEP)
    return Listing(
        chance=tuple(map(actions.Lot, state.setting.seats)),
        seats=(
            actions.SEAL,
            actions.BRIBE,
            actions.PASS,
            actions.CONCEDE,
            *itertools.chain(*(ANSWERS[phase] for phase in ANSWERS if phase not in never)),
            *(actions.Stake(agent, value) for agent in agents for value in sheets.VALUES),
            *itertools.starmap(actions.Move, itertools.product(agents, MAP.names, onto)),
            *(
                actions.Attack(agent, city, on, victim)
                for agent, victim in itertools.permutations(agents, 2)
                for city in MAP.names
                for on in onto
            ),
            *(actions.Bid(amount=amount) for amount in sums),
            *(map(actions.Announce, sums) if state.setting.paper_sheets else ()),
        ),
    )
