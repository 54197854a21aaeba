"""What happened on the table: one reading compared with everything that could have happened.

``explain`` prefers, in this order: nothing happened; a legal action was carried out; somebody went
back to an earlier position, or did the last action differently; a legal action is under way; the
next player has played already; a piece was knocked or moved by somebody else; and only when none of
these agrees with what was clearly seen, a rule was broken. Doubt accuses nobody. Gaps are in nats
(``Evidence.gap``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from tablet_companion.games.core import Card, Place, StepKind
from tablet_companion.referee.explaining import breaches, displaced, doubtful, several, unfinished
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case
from tablet_companion.referee.explaining.doubtful import CLEARLY, LIKELIER, LIKELY, ask_what_changed
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Displacement,
    Explanation,
    NeedsCard,
    OutOfPlace,
    Overtaken,
    Strange,
    Unchanged,
    Unclear,
    UnderWay,
    WentBack,
    ask_which_first,
)
from tablet_companion.referee.explaining.laid import How, Laid, is_another
from tablet_companion.referee.explaining.replaced import find_replaced

AS_GOOD: Final = 1.0
"""Actions whose gaps differ by no more than this (nats, not quite 3 to 1) agree equally well."""
MAX_MOVED: Final = 6
"""Fewer pieces elsewhere may be the moves of some turns, even if the game has hardly more."""


def explain(case: Case) -> Explanation:
    """Return the best explanation of what the table shows (cached)."""
    return case.derive(_explain)


def _explain(case: Case) -> Explanation:
    if several.shows_outcome(case):
        return Unchanged()
    # First: below, it is only a piece out of place, and the rule that it breaks goes unsaid.
    if breaches.shares_a_place(case) and (broke := breaches.find_two_in_one(case)):
        return broke
    return _explain_as_whole(case) or _explain_in_part(case)


def explain_by_one(case: Case) -> Explanation | None:
    """Explain the table by no action or by a single one, done or begun; else return None."""
    return _explain_as_whole(case) or _explain_as_begun(
        case, unfinished.list_in_progress(case, whole=True)
    )


def _explain_as_whole(case: Case) -> Explanation | None:
    """Explain everything seen by one completed action, by a return, or by nothing."""
    gaps = [(case.gap(one), one) for one in case.allowed if not _is_still_beside(case, one)]
    best = min((gap for gap, _ in gaps), default=float("inf"))
    if case.still <= AGREES and all(case.advantage(one) <= CLEARLY for _, one in gaps):
        return _explain_nothing_visible(case)
    if best <= AGREES:
        # What changes nothing explains nothing that has clearly changed.
        near = [(gap, one) for gap, one in gaps if gap <= best + AS_GOOD]
        found = _choose_or_ask(case, [one for gap, one in near if one.changes or gap <= AGREES])
        # What an action leaves unexplained, if only with doubt, a return may explain.
        return (_find_return(case) if isinstance(found, Did) and found.despite else None) or found
    return _find_return(case) or find_replaced(case)


def _find_return(case: Case) -> WentBack | None:
    """Return going back to the latest earlier position that explains everything, if any does."""
    earlier = (n for n, placement in case.past if case.is_shown(case.make_return(placement)))
    count = next(earlier, None)
    return None if count is None else WentBack(count)


def _is_still_beside(case: Case, candidate: Candidate) -> bool:
    """Whether a piece that the action takes off the board stands beside a place or lies there.

    An unknown object may be that piece, fallen over.
    """
    things = case.evidence.reading.things
    upon = {piece for _, piece in case.beside} | {thing.piece for thing in things}
    if not upon:
        return False
    areas = set(case.evidence.areas)
    return any(
        step.target is not None
        and step.target not in areas
        and not upon.isdisjoint((step.piece, None))
        for step in candidate.steps
    )


def _explain_in_part(case: Case) -> Explanation:
    """Explain what is seen by an action begun, by several actions, or by something wrong."""
    if _stands_elsewhere(case):
        return Strange(case.evidence.shown(case.before))
    if settled := several.find_settled(case):
        return DidOneOf(settled)
    in_progress = unfinished.list_in_progress(case)
    return (
        _explain_as_begun(case, in_progress)
        or displaced.find_cards_taken_back(case)
        # Before pieces out of place: what the next players moved by the rules is not.
        or ask_which_first(several.find_turns_played_on(case))
        # Before pieces out of place: what stopped on its way is the partner's, too.
        or (None if case.misplaced & case.clear else breaches.find_part(case))
        or _explain_out_of_turn(case, in_progress)
        # Before all that accuses: doubt accuses nobody.
        or doubtful.find_unclear(case)
        or displaced.find_named_before(case)
        or _find_missing(case)
        # Before the breach, or the player on turn is blamed for the next one's move.
        or ask_which_first(
            through := several.find_turns_played_through(case),
            several.find_turns_before_breach(case),
        )
        or _ask_which_card(case, through)
        or breaches.find_breach(case)
    )


def _find_missing(case: Case) -> OutOfPlace | Strange | None:
    """Return the pieces that are gone while a rule was broken elsewhere, None if there are none.

    Where more differs than a few turns explain, one after the other would be named: all is shown.
    """
    found = displaced.find_missing_beside(case, breaches.find_breach(case))
    much = len(case.clear) > MAX_MOVED
    return Strange(case.evidence.shown(case.before)) if found and much else found


def _stands_elsewhere(case: Case) -> bool:
    """Whether more than half the pieces stand elsewhere, as on a board turned round.

    Nobody did that by a few turns: no rule is of any help, and to object piece by piece would have
    people carry them back one after the other. Each may be seen with doubt, as so many are certain.
    """
    gone = came = 0
    for area in case.changed:
        held, seen = Counter(case.held.get(area, ())), Counter(case.evidence.seen[area])
        gone, came = gone + (held - seen).total(), came + (seen - held).total()
    return min(gone, came) > max(MAX_MOVED, len(case.before.pieces) // 2)


def _explain_as_begun(
    case: Case, in_progress: tuple[unfinished.ActionInProgress, ...]
) -> Explanation | None:
    """Explain everything seen by one action begun, or by the pieces lifted for it."""
    begun = unfinished.find_under_way(in_progress)
    if begun is None or not begun.todo or not case.clear:
        return None
    out_of_sight = doubtful.find_out_of_sight(case, in_progress)
    if out_of_sight or begun.begun:
        return out_of_sight or begun
    return displaced.find_lost_pieces(case) or begun


def _explain_out_of_turn(
    case: Case, in_progress: tuple[unfinished.ActionInProgress, ...]
) -> OutOfPlace | Overtaken | Broke | UnderWay | None:
    """Return the pieces out of place, or the rule broken by moving one with a card.

    If a card was laid and another player's pawn moved by it, or two of them swapped, that is an
    illegal move, whoever made it. Without a card, or beside the card's own move, a pawn elsewhere
    was knocked there or moved too soon. If two pawns stand elsewhere, their players may have had
    their turns already.
    """
    moved = displaced.find_out_of_place(case, in_progress)
    if moved is None or not case.game.pile:
        return moved
    elsewhere = sum(one.how is Displacement.ELSEWHERE for one in moved.pieces)
    if displaced.have_swapped(case, moved) and isinstance(
        broke := breaches.find_breach(case), Broke
    ):
        return broke
    if len(moved.pieces) > 1:
        return (
            ask_which_first(several.find_turns_played_through(case)) if elsewhere > 1 else None
        ) or moved
    if not elsewhere or case.laid.known is None or moved != displaced.find_out_of_place(case, ()):
        return moved
    found = breaches.find_breach(case)
    if isinstance(found, UnderWay) or (isinstance(found, Broke) and len(found.breaches) == 1):
        return found
    return moved


def _ask_which_card(case: Case, options: several.Options) -> NeedsCard | None:
    """Return the question which card was laid first, for when too many turns are possible."""
    named = case.laid.how is How.NAMED
    cards = several.list_cards(options)
    return NeedsCard(cards) if cards and not named else None


# --- what was done ------------------------------------------------------------------------------


def _explain_nothing_visible(case: Case) -> Explanation:
    """Explain a look with no visible change: nothing happened, or an invisible card effect."""
    unread = case.laid.known is None
    if unread and case.likely is None:
        return _confirm_unchanged(case)
    if not unread and not case.allowed:
        return breaches.find_breach(case)
    unseen = [candidate for candidate in case.allowed if not candidate.changes]
    if unread:  # an exchange is asked about even so, or people would wait for an answer in vain
        unseen = [one for one in unseen if one.steps and one.card == case.likely]
    # Before what nobody can see: a pawn that has most likely gone is in no exchange where it stood.
    if not unseen or ask_what_changed(case, LIKELY):
        return _confirm_unchanged(case)
    if len(unseen) == 1 and not unseen[0].steps:
        return Did(unseen[0].action, case.laid)  # discarded unused; the referee asks, as always
    # A card on the pile shows that somebody means to play it, not that it was carried out.
    return DidOneOf(tuple(candidate.action for candidate in unseen), invisible=True)


def _confirm_unchanged(case: Case) -> Explanation:
    """Return that nothing was done, unless doubt forbids to say so."""
    lost = displaced.find_lost_pieces(case) if case.beside else None
    if perhaps := doubtful.find_doubtful_action(case) or lost:
        return perhaps
    unknown = any(thing.piece is None for thing in case.evidence.reading.things)
    if likely := ask_what_changed(case, LIKELIER if unknown else LIKELY):
        return likely
    if case.evidence.gap(case.before) <= AGREES:
        doubt = ask_what_changed(case, LIKELIER) or displaced.find_seen_beside(case)
        return Unchanged(doubt or breaches.find_unplayable(case) or breaches.find_covering(case))
    return Unclear(tuple(sorted(case.changed)))


def _choose_or_ask(case: Case, agreeing: list[Candidate]) -> Explanation:
    """Choose one of several agreeing actions if the choice does not matter, else ask."""
    shown = [one for one in agreeing if not case.find_unseen(one) and not case.is_in_doubt(one)]
    # Or half of a joker's move would be accepted while the rest lies under an arm.
    alike = [one for one in agreeing if one not in shown and _shows_as_much(case, one)]
    if not shown or alike:
        return doubtful.report_hidden(case, alike or agreeing)
    found = _tell_apart(case, shown)
    if not isinstance(found, Did):
        return found
    chosen = next(one for one in shown if one.action == found.action)
    if not case.is_turned_up(chosen) or case.arrives_in_doubt(chosen):
        return DidOneOf((chosen.action,))  # nobody saw its colours or it stand: only people's word
    touched = {change.area for change in chosen.changes}
    despite = tuple(sorted(case.changed - case.clear - touched))
    # Or a piece that was only lost would be taken for the one that moved.
    others = [one for one in case.allowed if _leads_from(one, despite, chosen)]
    return (
        doubtful.report_hidden(case, others) if others else Did(found.action, found.card, despite)
    )


def _leads_from(one: Candidate, areas: Collection[Place], other: Candidate) -> bool:
    """Whether an action brings a piece from one of these areas to where another one does."""
    ends = {(step.target, step.piece) for step in other.steps if step.kind is StepKind.MOVED}
    return any(step.source in areas and (step.target, step.piece) in ends for step in one.steps)


def _shows_as_much(case: Case, candidate: Candidate) -> bool:
    """Whether an action explains every clear change and also changes something covered."""
    changing = {change.area for change in candidate.changes}
    return case.clear <= changing and any(map(case.evidence.is_covered, changing))


def _tell_apart(case: Case, agreeing: list[Candidate]) -> Did | DidOneOf | NeedsCard:
    if not case.game.pile:
        actions = tuple(sorted({candidate.action for candidate in agreeing}))
        return Did(actions[0], case.laid) if len(actions) == 1 else DidOneOf(actions)
    if case.laid.known is not None:
        return _merge_results(case, agreeing, case.laid)
    cards = tuple(sorted({c.card for c in agreeing if c.card is not None}))
    if case.laid.card in cards:
        same = [c for c in agreeing if c.card == case.laid.card]
        return _merge_results(case, same, case.laid)
    # The move alone tells a card only if the pile does not show another, and no card may be a copy
    # of it: there are about as many copies as of any other card.
    there = [card for card in cards if not _shows_another(case, card)]
    if len(there) != 1:
        return NeedsCard(cards)
    return _merge_results(
        case, [c for c in agreeing if c.card == there[0]], Laid(there[0], How.INFERRED)
    )


def _shows_another(case: Case, card: Card) -> bool:
    """Whether the doubtful top of the pile shows another card than the move implies."""
    top = case.evidence.reading.card
    return case.laid.how is How.BLIND and top is not None and is_another(top, card)


def _merge_results(case: Case, agreeing: list[Candidate], card: Laid) -> Did | DidOneOf:
    after = {case.game.successor(case.public, c.action): c.action for c in reversed(agreeing)}
    actions = tuple(sorted(after.values()))
    return Did(actions[0], card) if len(actions) == 1 else DidOneOf(actions)
