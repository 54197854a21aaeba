"""The money sheets: what a player has staked, and what the others can infer about it.

A sheet has 24 lots. Sums are dollars. A sheet remembers in which batch (the opening stakes, then
one batch a bribe) every lot was staked, and what has become public since, so that ``another`` can
find an indistinguishable sheet. Plain functions over frozen values.
"""

from __future__ import annotations

import functools
import random
from typing import Final, NamedTuple

VALUES: Final = (1000, 500, 400, 300, 200, 100)
LOTS_EACH: Final = 4
TOTAL: Final = LOTS_EACH * sum(VALUES)
STEP: Final = 100
EXILE_COST: Final = 500

Entry = tuple[int, int]
"""A staked lot: the agent's number and the lot's value."""
Batch = tuple[Entry, ...]


class Proof(NamedTuple):
    """A public fact: after this many batches, ``total`` dollars had been staked on an agent.

    ``exact``: exactly so much, and nothing since; otherwise at least. Costs are not deducted.
    """

    batches: int
    agent: int
    total: int
    exact: bool


class Sheet(NamedTuple):
    """A money sheet. ``spent`` holds what each agent has paid for exiles.

    ``empty``: the player had to pass, so everybody knows that no lots were left.
    """

    batches: tuple[Batch, ...]
    spent: tuple[int, ...]
    proofs: tuple[Proof, ...] = ()
    empty: bool = False


def add_lot(sheet: Sheet, agent: int, value: int) -> Sheet:
    """Return the sheet with one more lot in the batch that is being filled."""
    batch = tuple(sorted((*sheet.batches[-1], (agent, value))))
    return sheet._replace(batches=(*sheet.batches[:-1], batch))


def total_on(sheet: Sheet, agent: int) -> int:
    """Return all that was ever staked on an agent, without deducting costs."""
    return sum(value for batch in sheet.batches for on, value in batch if on == agent)


def lots_left(sheet: Sheet) -> tuple[int, ...]:
    """Return how many lots of each of VALUES are left."""
    used = [value for batch in sheet.batches for _, value in batch]
    return tuple([LOTS_EACH - used.count(value) for value in VALUES])


def charge(sheet: Sheet, agent: int) -> Sheet:
    """Return the sheet after the cost of an exile was deducted from the attacker's stake."""
    spent = list(sheet.spent)
    spent[agent] += EXILE_COST
    return sheet._replace(spent=tuple(spent))


# --- what others infer --------------------------------------------------------------------------


def prove(sheet: Sheet, agent: int, stake: int, *, exact: bool = False) -> Sheet:
    """Return the sheet after its player's present stake on an agent became public."""
    proof = Proof(len(sheet.batches), agent, stake + sheet.spent[agent], exact)
    if not exact and proved_total(sheet, agent) >= proof.total:
        return sheet
    return sheet._replace(proofs=(*sheet.proofs, proof))


def proved_total(sheet: Sheet, agent: int) -> int:
    """Return the least that, as everybody knows, was ever staked on an agent."""
    return max((proof.total for proof in sheet.proofs if proof.agent == agent), default=0)


_TRIES: Final = 40
_STEPS: Final = 8000
"""Most steps of the search for a sheet that agrees with every proof."""
_HEAT: Final = 250.0
"""Initial temperature (dollars): how much worse a step of that search may be."""


def another(sheet: Sheet, rng: random.Random, *, filling: bool) -> Sheet:
    """Return another sheet that only its player can tell from this one.

    The search begins at a sheet found from public knowledge alone, or else the result would depend
    on the truth. From there it adds, removes and exchanges lots at random.
    """
    if not sheet.batches:
        return sheet
    blank = sheet._replace(batches=((),) * len(sheet.batches))
    sheet = _possible(blank, filling=filling)
    most = _strain(sheet, filling=filling)
    for _ in range(_TRIES):
        changed = sheet._replace(batches=_edited(sheet.batches, len(sheet.spent), rng))
        if min(lots_left(changed)) >= 0 and _strain(changed, filling=filling) <= most:
            sheet = changed
    return sheet


@functools.lru_cache(maxsize=1024)
def _possible(sheet: Sheet, *, filling: bool) -> Sheet:
    """Return a sheet that agrees with every proof, found by simulated annealing.

    Equal knowledge gives the same sheet. If none is found (with nearly all lots proved, about one
    in thousands) it is the nearest: still better than beginning with the truth.
    """
    rng = random.Random(0)  # noqa: S311 - games, not secrets
    best = now = (_strain(sheet, filling=filling), sheet)
    for step in range(_STEPS):
        if not best[0]:
            break
        changed = now[1]._replace(batches=_edited(now[1].batches, len(sheet.spent), rng))
        if min(lots_left(changed)) < 0:
            continue
        found = _strain(changed, filling=filling)
        if found <= now[0] + rng.expovariate(1) * _HEAT * (1 - step / _STEPS):
            now = (found, changed)
            best = min(best, now)
    return best[1]


def _strain(sheet: Sheet, *, filling: bool) -> int:
    """Return how many dollars a sheet is from a valid one; an empty batch counts, too."""
    agents, count = len(sheet.spent), len(sheet.batches)
    sums = [[0] * agents]
    for batch in sheet.batches:
        so_far = [*sums[-1]]
        for agent, value in batch:
            so_far[agent] += value
        sums.append(so_far)
    dollars = STEP * ((() in sheet.batches[: count - filling]) and sheet.batches.count(()))
    if sheet.empty:
        dollars += TOTAL - sum(sums[-1])
    for batches, agent, total, exact in sheet.proofs:
        missing = total - sums[batches][agent]
        if exact:
            dollars += abs(missing) + sums[-1][agent] - sums[batches][agent]
        elif missing > 0:
            dollars += missing
    return dollars


def _edited(batches: tuple[Batch, ...], agents: int, rng: random.Random) -> tuple[Batch, ...]:
    """Return the batches with one lot added, removed, replaced, or moved elsewhere."""
    changed = list(batches)
    number, kind, value = rng.randrange(len(batches)), rng.randrange(4), rng.choice(VALUES)
    batch = list(batches[number])
    if batch and kind:
        _, taken = batch.pop(rng.randrange(len(batch)))
        changed[number] = tuple(batch)
        if kind == 3:
            number, value = rng.randrange(len(batches)), taken
    if kind != 1:
        changed[number] = tuple(sorted((*changed[number], (rng.randrange(agents), value))))
    return tuple(changed)
