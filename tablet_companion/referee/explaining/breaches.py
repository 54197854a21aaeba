"""Which rule a table breaks if nothing innocent explains it, and by whom, if that can be known."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, PositionError, Seat
from tablet_companion.referee.explaining.cases import Case
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Explanation,
    NeedsCard,
    Strange,
    UnderWay,
)
from tablet_companion.referee.explaining.laid import How

Pieces = Counter[tuple[Place, Piece]]
"""How many pieces of a kind left a place, or came to it."""


def shares_a_place(case: Case) -> bool:
    """Whether a piece stands beside an occupied place, as if the place held two.

    A piece that slipped off its own place, or that nobody moves now, was knocked there. In a game
    with a pile the card explains more than the stray piece does. Two pieces beside their places
    were knocked, too: a hand moves one.
    """
    return (
        not case.game.pile
        and len(case.beside) == 1
        and any(
            case.held.get(area) and piece not in case.held[area] and not case.is_others(piece)
            for area, piece in case.beside
        )
    )


def find_two_in_one(case: Case) -> Broke | None:
    """Return the rule broken if a piece beside an occupied place was moved there, or None.

    Nobody is blamed: it may have been knocked there. If the rule concerns other places only, such
    as the one that the piece left for its own nest, it was knocked.
    """
    seen = case.evidence.shown(case.before)
    broke = _diagnose(case, None, Placement(tuple(sorted((*seen.pieces, *case.beside)))))
    near = {area for area, _ in case.beside}
    if broke is None or all(near.isdisjoint(breach.places) for breach in broke.breaches):
        return None
    return replace(broke, seat=None)


def find_breach(case: Case) -> Explanation:
    """Return the rules broken, or the card to be named first, or that nothing explains this.

    Where a card's steps may go on, nothing is broken, and that is returned.
    """
    shown = case.evidence.shown(case.before)
    card = case.laid.known
    if case.game.pile and card is None:
        return NeedsCard(tuple(sorted({c.card for c in case.allowed if c.card is not None})))
    return find_part(case) or _diagnose(case, card, shown) or Strange(shown)


def find_unplayable(case: Case) -> NeedsCard | None:
    """Return the question which card was laid, if it most likely is one that nobody may play.

    It is read with doubt, so nothing is objected to; but people wait for an answer.
    """
    cards = {one.card for one in case.allowed if one.card is not None}
    if not case.game.pile or case.likely is None or case.likely in cards:
        return None
    return None if case.laid.known else NeedsCard(tuple(sorted({*cards, case.likely})))


def find_covering(case: Case) -> NeedsCard | None:
    """Return the question whether the like of the card that lies there as before was laid on it.

    That is so if its play would change nothing to be seen; or if the last move laid another card,
    and this one is taken for an older one that has come to light: then it may only be discarded.
    """
    top = case.laid.card if case.laid.how is How.SAME else None
    if top is None or not case.game.pile:
        return None
    plays = [one for one in case.allowed if one.card == top]
    uncovered = case.last is not None and case.last.card not in (None, top)
    unseen = any((one.steps or uncovered) and not one.changes for one in plays)
    return NeedsCard((top,)) if unseen or (uncovered and not plays) else None


def find_part(case: Case) -> UnderWay | None:
    """Return the play of which some steps are done, as four of a seven: that breaks no rule yet."""
    card, shown = case.laid.known, case.evidence.shown(case.before)
    found = case.game.go_on(case.public, card, shown) if card and shown != case.before else ()
    if not found:
        return None
    (action, todo), *others = found
    return UnderWay(action, todo, begun=True, wrong=False, choice=bool(others))


def _diagnose(case: Case, card: Card | None, shown: Placement) -> Broke | None:
    """Return the rules that the table breaks; None if it breaks none or is impossible."""
    try:
        breaches = case.game.diagnose(case.public, card or Card(""), shown)
    except PositionError:
        return None
    if not breaches:
        return None
    still = case.game.pile and shown == case.before
    return Broke(breaches, shown, card, None if still else _find_culprit(case, shown), still)


def _find_culprit(case: Case, shown: Placement) -> Seat | None:
    """Return the seat on turn, or None if somebody else may have done it.

    None if only pieces of other players left their places or were turned up; if more than one piece
    was moved, since another turn may have been played; if nobody sees where it went; and if no
    action of this turn moves that piece. Only the player moves into the player's own finish.
    """
    if not any(one.steps for one in case.allowed):
        return None  # nobody moves pieces now, as while all are asked for objections or stakes
    gone = Counter(case.before.pieces) - Counter(shown.pieces)
    came = Counter(shown.pieces) - Counter(case.before.pieces)
    is_moved = _is_moved_by_card if gone and case.game.pile else _is_moved_alone
    return case.game.actor(case.public) if is_moved(case, gone, came) else None


def _is_moved_alone(case: Case, gone: Pieces, came: Pieces) -> bool:
    """Whether one piece of the player on turn was moved, or pieces only came."""
    touched = {piece for _, piece in (*gone, *came)}
    sources = {place.partition(".")[0] for place, _ in gone}  # a case goes with its agent
    due = {step.source for one in case.allowed for step in one.steps}
    # A piece that this turn has nothing to do with was rather knocked.
    idle = not case.game.pile and due.isdisjoint(place for place, _ in gone)
    return not (idle or len(sources) > 1 or any(case.is_others(piece) for piece in touched))


def _is_moved_by_card(case: Case, gone: Pieces, came: Pieces) -> bool:
    """Whether one piece, and none out of nowhere, that only the player on turn moves by a card."""
    home = Counter(piece for place, piece in came.elements() if place == f"{piece}.nest")
    finishes = {Piece(place.partition(".")[0]) for place, piece in came if piece not in home}
    if came.total() > gone.total() or any(case.is_others(colour) for colour in finishes):
        return False
    left = [(place, piece) for place, piece in gone.elements() if not case.is_others(piece)]
    # One of the player's own that went home was captured, maybe by somebody who was early.
    moved = [(place, piece) for place, piece in left if not home[piece]]
    turned = {place for place, _ in came} & {place for place, piece in moved if piece == HIDDEN}
    if any(piece == HIDDEN and place not in turned for place, piece in moved):
        return False  # it is nobody's: whoever is early moves it, too
    if all(place == f"{piece}.nest" for place, piece in came):
        return False
    others = sum(gone.values()) - len(moved) - sum(home.values())
    return len(moved) - len(turned) == 1 and others <= 0
