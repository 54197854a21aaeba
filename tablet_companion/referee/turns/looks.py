"""One look at the table: explain it and judge the explanation.

Announced moves, and moves taken back, wait here until the pieces show them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Piece, Place
from tablet_companion.referee.explaining import explain, open_cards
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case, list_candidates
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    Overtaken,
    Replaced,
    Unchanged,
    Unclear,
    UnderWay,
    WentBack,
)
from tablet_companion.referee.explaining.laid import How, Laid, read_likeliest
from tablet_companion.referee.explaining.missing import set_missing_aside
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.history import find_earlier, find_last_move
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.turns.accepting import accept, find_undecided
from tablet_companion.referee.turns.announcing import announce
from tablet_companion.referee.turns.culprit import name_nobody_in_doubt
from tablet_companion.referee.turns.foreign_objects import doubt_beside_lying
from tablet_companion.referee.turns.judging import ACCEPT_S, judge, take_in
from tablet_companion.referee.turns.late_cards import (
    take_late_card,
    take_named_late,
    take_owed_card,
)
from tablet_companion.referee.turns.owing import (
    find_gone_astray,
    find_led_on,
    is_card_left,
    wait_for_owed,
)
from tablet_companion.referee.turns.pile import (
    STRICT_UNWATCHED_S,
    find_first_card,
    find_unwatched_s,
    glimpse,
    list_tops_since,
    may_be_belied,
    note_two_hands,
    set_left_aside,
    uncover,
)
from tablet_companion.referee.turns.played_first import (
    ask_about_earlier,
    ask_if_played_on,
    find_played_first,
)

_WHOLE: Final = (Did, DidOneOf, WentBack, Replaced)
"""What explains the whole table."""


def handle_look(table: Table, evidence: Evidence) -> Transition:
    """Explain a look, and act on the explanation if it has held for long enough.

    What is still owed, and a card that came late, belong to moves on record: they are dealt with
    first, or they would be taken for this turn's.
    """
    pile = evidence.reading.card
    table = set_left_aside(take_owed_card(uncover(table.but(evidence=evidence), pile)), pile)
    if (waiting := wait_for_owed(table, evidence)) is not None:
        return waiting
    # A card that is still due is waited for even if the next move came before it.
    owed = table.owed
    undecided = find_undecided(table, owed.before) if owed is not None else frozenset()
    if not undecided and (not is_card_left(table) or evidence.gap(table.placement) <= AGREES):
        table = table.but(owed=None)
    late = take_late_card(table, table.card) or take_named_late(table, table.card)
    if late is not None:
        return late
    if owed is not None and (steps := find_led_on(table, owed)):
        return announce(table.but(owed=owed), Waiting(steps))
    table = _believe_the_pile(table, evidence)
    case = replace(_open_case(table, evidence, table.card), undecided=undecided)
    table = note_two_hands(table, case)
    case = _look_past_missing(table, case)
    explanation = name_nobody_in_doubt(table, case, explain.explain(case))
    explanation = doubt_beside_lying(table, evidence.reading, explanation)
    table, explanation = ask_if_played_on(table, case, explanation)
    if owed is not None and (steps := find_gone_astray(explanation, owed)):
        return announce(table.but(owed=owed), Waiting(steps))
    return _follow_turn(glimpse(table, pile), case, explanation)


def _believe_the_pile(table: Table, evidence: Evidence) -> Table:
    """Return the table without a card named beforehand, if only what was then laid fits the move.

    Where the named one fits, it is believed, or asked about: the other may be misread.
    """
    if not may_be_belied(table):
        return table
    bare = table.but(named=None)
    said, seen = (explain.explain(_open_case(one, evidence, one.card)) for one in (table, bare))
    fits = isinstance(seen, _WHOLE) and not isinstance(said, _WHOLE)
    wrong = isinstance(said, Broke) and isinstance(seen, (Unchanged, UnderWay, *_WHOLE))
    return bare if fits or wrong else table


def _look_past_missing(table: Table, case: Case) -> Case:
    """Return the case without what is known to be missing, if a turn was played beside it."""
    aside = set_missing_aside(case)
    if aside is None:
        return case
    plain = explain.explain(case)
    # What is missing may be in the hand of somebody who has moved another piece by the same card.
    if _is_begun(plain) or isinstance(plain, (Unchanged, *_WHOLE)):
        return case
    beside = explain.explain(aside)
    told = isinstance(beside, (*_WHOLE, Overtaken)) or _is_begun(beside)
    if isinstance(beside, DidOneOf) and beside.invisible:
        return case  # an exchange that nobody can see: its pawns may be those that are missing
    return aside if told or find_played_first(table, aside, beside) is not None else case


def _is_begun(found: Explanation) -> bool:
    return isinstance(found, UnderWay) and found.begun


def _follow_turn(table: Table, case: Case, explanation: Explanation) -> Transition:
    """Adopt what this turn's look means if that is new; else judge it by how long it has held."""
    if not table.game.pile:
        pile = case.evidence.reading.card
        explanation = open_cards.with_card(table.position, pile, table.pile, explanation)
    first = find_played_first(table, case, explanation)
    first = ask_about_earlier(table, case, first or explanation) or first
    if isinstance(first, Overtaken | NeedsCard):
        explanation = first
    if isinstance(explanation, Unclear) and not case.clear and case.laid.known is not None:
        table = table.but(card_rested=True)  # beside places in doubt, but no piece has moved yet
    if isinstance(explanation, Unchanged):
        # A piece that moves beside a card at rest may only have been pushed; see below.
        rested = case.laid.known is not None
        table = table.but(card_rested=rested, begun=None, misplaced=frozenset())
        table = table.but(missing=(), mended=0)
        table = table if explanation.perhaps else table.but(trusted=None)
    new = explanation != table.explanation
    table = table if new else table.but(looks=table.looks + 1)
    table = _note_begun(table, case, explanation, first)
    if new:
        return take_in(table, explanation)
    if isinstance(first, Candidate) and table.now_s - table.since_s >= ACCEPT_S:
        return _accept_first(table, case, first)
    return judge(table)


def _note_begun(
    table: Table, case: Case, found: Explanation, first: Candidate | Explanation | None
) -> Table:
    """Return the table with the cards noted of which a move is seen done, or one's under way.

    Nothing is noted where moves of unlike places come into question, or where half a move is seen
    once. What may have been overtaken is not the first any more, if one was seen before.
    """
    if isinstance(found, Overtaken) and table.begun is not None:
        return table
    moves = _list_moves_seen(case, found) if case.first is None else []
    if isinstance(first, Candidate) and case.evidence.gap(first.after) <= AGREES:
        moves = [first]  # it alone shows: what two have done tells of neither
    if isinstance(found, UnderWay) and case.first is None and case.laid.known is not None:
        half = found.begun and not found.choice and found == table.explanation
        moves = [one for one in case.allowed if half and one.action == found.action]
    where = {case.clear.intersection(one.touched) for one in moves}
    cards = frozenset(one.card for one in moves if one.card is not None)
    return table.but(begun=(cards, *where)) if len(where) == 1 and cards else table


def _list_moves_seen(case: Case, found: Explanation) -> list[Candidate]:
    """Return the moves of this turn that a look shows wholly, as far as its explanation tells."""
    match found:
        case Did(action, despite=()):
            actions: Collection[Action] = (action,)
        case Overtaken(options):
            actions = [action for action, _ in options]
        case NeedsCard(cards):
            offered = list_candidates(case.position)
            actions = [one.action for one in offered if one.card in cards]
        case _:
            return []
    moves = (one for one in list_candidates(case.position) if one.action in actions)
    return [one for one in moves if case.shows_all(one)]


def _open_case(table: Table, evidence: Evidence, card: Laid) -> Case:
    """Return the case of a look, which contains nothing secret."""
    first = find_first_card(table, evidence.reading.card)
    cards, where = table.begun or ((), frozenset())
    return Case(
        position=table.position.public,
        past=find_earlier(table),
        evidence=evidence,
        laid=card,
        likely=read_likeliest(evidence.reading.card, table.pile).known if table.game.pile else None,
        beside=_find_beside(table, evidence),
        rested=table.rested,
        first=first.best if first is not None else None,
        begun=where if first is not None and first.best in cards else frozenset(),
        cards=tuple(one.best for one in table.laid if one.best is not None),
        tops=list_tops_since(table),
        unwatched=find_unwatched_s(table) > STRICT_UNWATCHED_S,
        card_rested=table.card_rested,
        last=find_last_move(table),
        picked_up=table.picked_up,
        misplaced=table.misplaced,
        missing=table.missing,
    )


def _find_beside(table: Table, evidence: Evidence) -> tuple[tuple[Place, Piece], ...]:
    """Return the pieces on no place, each with the area nearest to it."""
    area_of = {spot: area for area, spots in table.areas.items() for spot in spots}
    near = ((area_of.get(stray.near), stray.piece) for stray in evidence.reading.strays)
    return tuple((area, piece) for area, piece in near if area is not None)


def _accept_first(table: Table, case: Case, found: Candidate) -> Transition:
    """Accept a move that the next one has overtaken, then explain the rest."""
    first = find_first_card(table, case.evidence.reading.card)
    card = Laid(found.card, How.NAMED if table.named else How.SEEN)
    before = table.position
    # The card on top is compared with the first one from now on: that one lay beneath it.
    table, effects = accept(table.but(evidence=None, pile=first), found.action, card)
    if table.position is before:
        return table, effects  # refused, or asked about: the rest has to wait
    table, more = handle_look(table.but(rested=False), case.evidence)
    return table, effects + more
