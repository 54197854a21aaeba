"""What happened on the table: one reading held against everything that could have happened.

``explain`` prefers, in this order: nothing happened; a legal action was carried out; somebody went
back to an earlier position; a legal action is under way; the next player has played already; a
piece was knocked or moved by somebody else; and only when none of these agrees with what was
clearly seen, a rule was broken. It accuses nobody on doubt. Gaps are in nats (``Evidence.gap``).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, PositionError, Seat
from tablet_companion.referee.explaining import several, unfinished
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case
from tablet_companion.referee.explaining.displaced import off_their_places, out_of_place
from tablet_companion.referee.explaining.evidence import Content
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
    WentBack,
)
from tablet_companion.referee.explaining.laid import How, Laid, is_another

CLEARLY: Final = 3.0
"""One placement is clearly better than another from this difference of gaps on."""
LIKELY: Final = 2.0
"""From this gap on (some 7 to 1) what is seen of a place is asked about, though nothing else is."""
LIKELIER: Final = 0.5
"""The same while something unknown lies on the board: it may be a fallen piece."""
MOST_OPTIONS: Final = 4
"""More ways than this to have begun are no question that anybody can answer."""
ACCUSES: Final = 6.0
"""Nothing is objected to unless every innocent explanation has at least this gap."""


def explain(case: Case) -> Explanation:
    """Return the best explanation of what the table shows, from memory the second time."""
    return case.derive(_explain)


def _explain(case: Case) -> Explanation:
    if _shares_a_place(case) and (broke := _two_in_one(case)):
        return broke
    return _as_a_whole(case) or _in_part(case)


def explain_by_one(case: Case) -> Explanation | None:
    """Explain what the table shows by one action, done or begun, or by nothing; else None."""
    return _as_a_whole(case) or _begun(case, unfinished.whole_stages(case))


def _as_a_whole(case: Case) -> Explanation | None:
    """Explain all that is seen by one thing done, or by nothing."""
    gaps = [(case.gap(candidate), candidate) for candidate in case.allowed]
    best = min((gap for gap, _ in gaps), default=float("inf"))
    if case.still <= AGREES and all(case.advantage(one) <= CLEARLY for _, one in gaps):
        return _nothing_seen(case)
    if best <= AGREES:
        return _one_of(case, [one for gap, one in gaps if gap <= best + 1.0])
    for count, placement in case.past:
        back = case.back(placement)
        if case.gap(back) <= AGREES and not case.unseen(back):
            return WentBack(count)
    return None


def _in_part(case: Case) -> Explanation:
    """Explain what is seen by something begun, several things done, or something wrong."""
    stages = unfinished.stages(case)
    return (
        _begun(case, stages)
        or _overtaken(several.played_on(case))
        or _out_of_turn(case, stages)
        or _unclear(case)
        or _overtaken(several.played_on_wrongly(case))
        or _overtaken(through := several.played_through(case))
        or _which_card(case, through)
        or _broke(case)
    )


def _begun(case: Case, stages: tuple[unfinished.Stage, ...]) -> Explanation | None:
    """Explain all that is seen by one action begun, or by the pieces that were lifted for it."""
    begun = unfinished.under_way(stages)
    if begun is None or not begun.todo or not case.clear:
        return None
    out_of_sight = _out_of_sight(case, stages)
    if out_of_sight or begun.begun:
        return out_of_sight or begun
    return off_their_places(case) or begun


def _out_of_turn(
    case: Case, stages: tuple[unfinished.Stage, ...]
) -> OutOfPlace | Overtaken | Broke | None:
    """Return the pieces out of place; where a card was laid for it, the rule that keeps them there.

    A card laid and a pawn of another player's moved by it is a move that breaks a rule, whoever
    made it; a pawn that merely stands elsewhere was knocked, or moved too soon. Where two stand
    elsewhere, their players' turns may have come.
    """
    moved = out_of_place(case, stages)
    if moved is None or not case.game.pile:
        return moved
    elsewhere = sum(one.how is Displacement.ELSEWHERE for one in moved.pieces)
    if len(moved.pieces) > 1:
        return (_overtaken(several.played_through(case)) if elsewhere > 1 else None) or moved
    if not elsewhere or case.laid.known is None:
        return moved
    broke = _broke(case)
    return broke if isinstance(broke, Broke) and len(broke.breaches) == 1 else moved


def _overtaken(options: several.Options) -> Overtaken | None:
    """Return the question what was played first; not where it has more answers than help."""
    return Overtaken(options) if 0 < len(options) <= MOST_OPTIONS else None


def _which_card(case: Case, options: several.Options) -> NeedsCard | None:
    """Return the question which card was laid first, where too many turns may have been that."""
    named = case.laid.how is How.NAMED
    cards = {laid.card for _, laid in options if laid.card is not None}
    return NeedsCard(tuple(sorted(cards))) if cards and not named else None


# --- what was done ------------------------------------------------------------------------------


def _nothing_seen(case: Case) -> Explanation:
    """Nothing has changed to the eye: nothing happened, or a card that changes nothing visible."""
    if case.laid.known is None:
        return _unchanged(case)
    if not case.allowed:
        return _broke(case)
    unseen = [candidate for candidate in case.allowed if not candidate.changes]
    if not unseen:
        return _unchanged(case)
    if len(unseen) == 1 and not unseen[0].steps:
        return Did(unseen[0].action, case.laid)  # thrown away unused: asked about like all such
    # That the card lies there shows that somebody means to play it, not that it was done.
    return DidOneOf(tuple(candidate.action for candidate in unseen), invisible=True)


def _unchanged(case: Case) -> Explanation:
    """Nothing was done, unless too much is doubtful to say so."""
    if perhaps := _done_in_doubt(case) or (case.beside and off_their_places(case)):
        return perhaps
    likely = [area for area in sorted(case.changed) if _likely_changed(case, area)]
    if likely:
        area = likely[0]
        return Unclear(tuple(likely), (case.evidence.seen[area], case.held.get(area, ())))
    if case.evidence.gap(case.before) <= AGREES:
        return Unchanged()
    return Unclear(tuple(sorted(case.changed)))


def _done_in_doubt(case: Case) -> Unclear | None:
    """Return the place that would show an action done there alone, if it is seen too poorly to say.

    What covers a place is spoken of by itself.
    """
    gaps = [(case.gap(one), one) for one in case.allowed if case.is_in_doubt(one)]
    gap, likeliest = min(gaps, key=lambda pair: pair[0], default=(ACCUSES, None))
    if likeliest is None or gap >= ACCUSES:
        return None
    covered = any(map(case.evidence.is_covered, case.doubtful(likeliest)))
    return None if covered else _hidden(case, [likeliest])


def _likely_changed(case: Case, area: Place) -> bool:
    """Whether an area most likely holds something else, though it cannot be seen for sure.

    Nothing comes of it by itself; but to pass over it in silence would leave people alone.
    """
    held = case.held.get(area, ())
    unknown = any(thing.piece is None for thing in case.evidence.reading.things)
    least = LIKELIER if unknown else LIKELY
    return not case.evidence.could_be(area, held) and case.evidence.gap_at(area, [held]) >= least


def _one_of(case: Case, agreeing: list[Candidate]) -> Explanation:
    """Several legal actions agree: choose where nothing depends on it, else ask."""
    shown = [one for one in agreeing if not case.unseen(one) and not case.is_in_doubt(one)]
    alike = [one for one in agreeing if one not in shown and _shows_as_much(case, one)]
    if not shown or alike:
        return _hidden(case, alike or agreeing)
    found = _told_apart(case, shown)
    if not isinstance(found, Did):
        return found
    chosen = next(one for one in shown if one.action == found.action)
    if not case.is_turned_up(chosen):
        return DidOneOf((chosen.action,))  # its colours are somebody's word, not the table's
    touched = {change.area for change in chosen.changes}
    despite = tuple(sorted(case.changed - case.clear - touched))
    return Did(found.action, found.card, despite)


def _shows_as_much(case: Case, candidate: Candidate) -> bool:
    """Whether an action has all that is clearly seen to have changed, and more out of sight."""
    changing = {change.area for change in candidate.changes}
    return case.clear <= changing and any(map(case.evidence.is_covered, changing))


def _hidden(case: Case, agreeing: list[Candidate]) -> Unclear:
    """Return the places that would show whether an action was done, and cannot be seen."""
    places = case.doubtful(agreeing[0])
    return Unclear(places, _options(case, places[0], agreeing))


def _options(case: Case, area: Place, innocent: list[Candidate]) -> tuple[Content, ...]:
    """Return what an area may hold if one of these actions was done, or none."""
    after = (change.after for one in innocent for change in one.changes if change.area == area)
    return tuple(dict.fromkeys([*after, case.held.get(area, ())]))


def _told_apart(case: Case, agreeing: list[Candidate]) -> Did | DidOneOf | NeedsCard:
    if not case.game.pile:
        actions = tuple(sorted({candidate.action for candidate in agreeing}))
        return Did(actions[0], case.laid) if len(actions) == 1 else DidOneOf(actions)
    if case.laid.known is not None:
        return _distinct(case, agreeing, case.laid)
    cards = tuple(sorted({c.card for c in agreeing if c.card is not None}))
    if case.laid.card in cards:
        same = [c for c in agreeing if c.card == case.laid.card]
        return _distinct(case, same, case.laid)
    plain = [card for card in cards if case.is_itself(card)] or list(cards)
    if len(plain) > 1 or (cards and _shows_another(case, plain[0])):
        return NeedsCard(cards)
    return _distinct(
        case, [c for c in agreeing if c.card == plain[0]], Laid(plain[0], How.INFERRED)
    )


def _shows_another(case: Case, card: Card) -> bool:
    """Whether the pile, though it is read with doubt, shows some other card than a move tells."""
    top = case.evidence.reading.card
    return case.laid.how is How.BLIND and top is not None and is_another(top, card)


def _distinct(case: Case, agreeing: list[Candidate], card: Laid) -> Did | DidOneOf:
    after = {case.game.successor(case.public, c.action): c.action for c in reversed(agreeing)}
    actions = tuple(sorted(after.values()))
    return Did(actions[0], card) if len(actions) == 1 else DidOneOf(actions)


# --- what is doubtful, and what is wrong ---------------------------------------------------------


def _unclear(case: Case) -> Unclear | None:
    """Say which places to look at again, where doubt could clear everybody."""
    doubtful = sorted(case.changed - case.clear)
    stages = [unfinished.Stage(case, one) for one in case.allowed if one.steps]
    innocent = [
        one.candidate
        for one in stages
        if not one.rest and one.clear_gap < ACCUSES and one.is_in_order
    ]
    if innocent or case.still < ACCUSES:
        places = tuple(doubtful or sorted(case.changed))
        return Unclear(places, _options(case, places[0], innocent))
    return None


def _out_of_sight(case: Case, stages: tuple[unfinished.Stage, ...]) -> Unclear | None:
    """Return the doubtful places where the rest of an action may be, all else of which shows."""
    evidence = case.evidence

    def is_done(candidate: Candidate) -> bool:
        clear = [one for one in candidate.changes if not evidence.is_doubtful(one.area)]
        return all(evidence.gap_at(one.area, [one.after]) <= AGREES for one in clear)

    done = [one.candidate for one in stages if not one.rest and is_done(one.candidate)]
    hidden = [one for one in done if case.doubtful(one)]
    return _hidden(case, hidden) if hidden else None


def _shares_a_place(case: Case) -> bool:
    """Whether a piece on the move stands beside another one, as if the place were for both.

    What merely slipped off its own place, or is moved by nobody now, was knocked there. In a game
    with a pile the card that was laid explains more than where a piece strayed to. Two pieces
    beside their places were knocked, too: a hand moves one.
    """
    return (
        not case.game.pile
        and len(case.beside) == 1
        and any(
            case.held.get(area) and piece not in case.held[area] and not case.is_others(piece)
            for area, piece in case.beside
        )
    )


def _two_in_one(case: Case) -> Broke | None:
    """Look whether a piece beside its place breaks a rule, as a second one on a place for one.

    Nobody is named: it may as well have been knocked there.
    """
    seen = case.evidence.shown(case.before)
    broke = _diagnosed(case, None, Placement(tuple(sorted((*seen.pieces, *case.beside)))))
    return None if broke is None else replace(broke, seat=None)


def _broke(case: Case) -> Explanation:
    shown = case.evidence.shown(case.before)
    card = case.laid.known
    if case.game.pile and card is None:
        return NeedsCard(tuple(sorted({c.card for c in case.allowed if c.card is not None})))
    return _diagnosed(case, card, shown) or Strange(shown)


def _diagnosed(case: Case, card: Card | None, shown: Placement) -> Broke | None:
    """Return the rules that explain a table, None where none do or no game's table shows that."""
    try:
        breaches = case.game.diagnose(case.public, card or Card(""), shown)
    except PositionError:
        return None
    if not breaches:
        return None
    still = case.game.pile and shown == case.before
    return Broke(breaches, shown, card, None if still else _culprit(case, shown), still)


def _culprit(case: Case, shown: Placement) -> Seat | None:
    """Return who is on turn, or None where it need not have been he.

    That is where only pieces that others move left their places, or were turned up; where more than
    one was moved, as another turn may have been played, too; and where nothing of this turn is done
    with that piece, so that moving it is no part of it. Into a player’s own finish nobody else
    moves.
    """
    if not any(one.steps for one in case.allowed):
        return None
    gone = Counter(case.before.pieces) - Counter(shown.pieces)
    came = Counter(shown.pieces) - Counter(case.before.pieces)
    turn = case.game.actor(case.public)
    if not gone or not case.game.pile:
        touched = {piece for _, piece in (*gone, *came)}
        sources = {place.partition(".")[0] for place, _ in gone}  # a case goes with its agent
        due = {step.source for one in case.allowed for step in one.steps}
        idle = not case.game.pile and due.isdisjoint(place for place, _ in gone)
        innocent = idle or len(sources) > 1 or any(case.is_others(piece) for piece in touched)
        return None if innocent else turn
    home = Counter(piece for place, piece in came.elements() if place.endswith(".nest"))
    finishes = {Piece(place.partition(".")[0]) for place, piece in came if piece not in home}
    if any(case.is_others(colour) for colour in finishes):
        return None
    moved = [(place, piece) for place, piece in gone.elements() if not case.is_others(piece)]
    turned = {place for place, _ in came} & {place for place, piece in moved if piece == HIDDEN}
    others = sum(gone.values()) - len(moved) - sum(home.values())
    return turn if len(moved) - len(turned) == 1 and others <= 0 else None
