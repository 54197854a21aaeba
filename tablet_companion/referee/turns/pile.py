"""The discard pile: which card was laid this turn, and which was merely uncovered."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, Seat
from tablet_companion.referee.explaining.cases import Case, list_candidates
from tablet_companion.referee.explaining.explanations import Did
from tablet_companion.referee.explaining.laid import (
    How,
    is_another,
    is_same_card,
    read_laid,
    read_likeliest,
)
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Table
from tablet_companion.vision.reading import SURE, CardReading

_MAX_TOPS: Final = 3
"""This many cards of the pile are remembered."""
_RATHER: Final = 0.5
"""From this probability on a face is worth a question, if it means the same as another card."""

LAID_S: Final = 1.0
"""The table lies still again so long after the last move: a hand has come since."""

UNWATCHED_S: Final = 0.6
"""One hand may lay a card in less; out of sight for longer, two may lie on top of each other."""
STRICT_UNWATCHED_S: Final = 1.5
"""As ``UNWATCHED_S``, beside a strict seat, whose faults would hardly ever count otherwise: a card
is usually laid within a second, and only quick players lay two in this time."""


def was_unwatched(table: Table, seat: Seat | None) -> bool:
    """Whether the pile was out of sight long enough for two cards, beside a seat's."""
    strict = table.level_of(seat) is Level.STRICT
    return find_unwatched_s(table) > (STRICT_UNWATCHED_S if strict else UNWATCHED_S)


def find_unwatched_s(table: Table) -> float:
    """Return for how long the pile was out of sight at most this turn, or still is."""
    since = 0.0 if table.unseen_s is None else table.now_s - table.unseen_s
    return max(table.unwatched_s, since)


def glimpse(table: Table, card: CardReading | None) -> Table:
    """Remember the first card laid on the pile this turn, until it is taken away again.

    It is the card of the player on turn; a card on top of it is the next player's.
    """
    table = uncover(table, card)
    if not table.game.pile or card is None or card.probability < SURE:
        return table
    if card.best is None:
        return table.but(glimpsed=None, tops=()) if _began_bare(table) else table
    known = read_laid(None, card, table.pile).how
    return table.but(glimpsed=card) if table.glimpsed is None and known is How.SEEN else table


def _began_bare(table: Table) -> bool:
    """Whether the pile was empty when the last action was put on record."""
    return table.pile is None or table.pile.best is None


def uncover(table: Table, card: CardReading | None) -> Table:
    """Return the table with the visible top card noted; an uncovered older card starts no turn.

    If a card is seen again, the cards on top of it were taken away, even one whose action is on
    record; the older card was not laid again.
    """
    table = _note_laid(_find_again(table, card), card)
    if card is None or card.probability < SURE:
        table = table.but(unseen_s=table.now_s) if table.unseen_s is None else table
        return table if card is None else _find_older(table, card)
    if not table.game.pile:
        return table
    if table.unseen_s is not None:
        table = table.but(unseen_s=None, unwatched_s=find_unwatched_s(table))
    if card.best is None and not card.unknown and not _began_bare(table):
        return table.but(picked_up=True)  # a back or an untaught face may cover the card
    return _find_older(table, card)


def note_two_hands(table: Table, case: Case) -> Table:
    """Return the table with its pile unwatched if two pieces are off the board, as if in hand.

    Two people act at once, so two cards may have come to lie upon each other in an instant. What
    was named as missing is in nobody's hand.
    """
    if not table.game.pile:
        return table
    areas = case.clear.difference(area for area, _ in case.missing)
    lifted = sum(len(case.held.get(area, ())) - len(case.evidence.seen[area]) for area in areas)
    return table.but(unwatched_s=math.inf) if lifted > 1 else table


def _find_older(table: Table, card: CardReading) -> Table:
    """Return the table with what was taken off an older card forgotten, if one is seen again."""
    if not table.game.pile or card.best is None or card.probability < _RATHER:
        return table
    tops = table.tops
    again = next((n for n, one in enumerate(tops) if is_same_card(one, card)), None)
    if again is None:
        return table.but(tops=(*tops, card)[-_MAX_TOPS:])
    gone = tops[again + 1 :]
    table = table.but(tops=tops[: again + 1])
    if table.glimpsed is not None and _is_among(table.glimpsed, gone):
        table = table.but(glimpsed=None)
    if table.pile is not None and _is_among(table.pile, gone):
        table = table.but(pile=card, glimpsed=None, picked_up=True)
    return table


def _find_again(table: Table, card: CardReading | None) -> Table:
    """Return the table with the top of its pile seen again, of which only the face was known.

    That is so after a power cut.
    """
    known = table.pile if table.unrecorded_cards else None
    if known is None or known.pose is not None or card is None or card.probability < SURE:
        return table
    return table.but(pile=card) if card.best in dict(known.posterior) else table


def _note_laid(table: Table, card: CardReading | None) -> Table:
    """Return the table with a card that has been laid this turn noted, however doubtful its face.

    Where the top of the pile is that of the last action again, though not for sure, or bare, what
    was laid since is gone, and what was named while it lay there.
    """
    if not table.game.pile or card is None:
        return table
    if _lies_as_before(table, card):
        named = None if table.named_lies else table.named
        return table.but(laid=(), glimpsed=None, named=named)
    if card.best is None or card.probability < _RATHER:
        return table
    laid = table.laid
    if laid and (laid[-1].best == card.best or _is_misread(table, card)):
        return table  # it lies there still, and has been pushed perhaps
    again = next((n for n, one in enumerate(laid) if is_same_card(one, card)), None)
    return table.but(laid=(*laid, card) if again is None else laid[: again + 1])


def _lies_as_before(table: Table, card: CardReading) -> bool:
    """Whether the top of the pile is that of the last action again; it may lie face down."""
    before = table.pile
    down = before is not None and before.unknown and card.unknown and card.pose == before.pose
    rather = before is not None and card.probability >= _RATHER and is_same_card(before, card)
    return down or rather or read_laid(None, card, before).how is How.SAME


def _is_misread(table: Table, card: CardReading) -> bool:
    """Whether what lies where the last card was laid is read as another: in doubt, or named."""
    last = table.laid[-1]
    named = table.named is not None and len(table.laid) == 1
    doubtful = named or min(last.probability, card.probability) < SURE
    return doubtful and is_same_card(replace(card, posterior=last.posterior), last)


def note_named(table: Table, card: Card) -> Table:
    """Return the table with a card named: one seen beneath the top, the top, or one laid soon.

    What lies there by then is certain: people saw it and did not name it.
    """
    lies, laid = shows_a_card(table), table.laid
    if not (any(one.best == card for one in laid[:-1]) and is_another(laid[-1], card)):
        laid = tuple(replace(one, posterior=((card, 1.0),)) for one in laid[-1:])
    certain = tuple(replace(one, posterior=((one.best, 1.0),)) for one in laid)
    return table.forgetful().but(named=card, named_lies=lies, laid=certain)


def may_be_belied(table: Table) -> bool:
    """Whether the first card laid is not the one that was named beforehand, whatever it is."""
    card = table.reading.card if table.reading else None
    named = table.named if table.laid and not table.named_lies else None
    if card is None or named is None or table.laid[0].best != card.best:
        return False
    return read_likeliest(card, table.pile).how is How.SEEN and is_another(card, named)


def list_laid_since(table: Table, first: CardReading) -> tuple[Card, ...]:
    """Return what was laid on the first card of the turn and covered again: more than two turns'.

    One who laid such a card may have played it: the first may only have been left lying there. If
    two people had their hands there at once, any card may lie beneath, and the first be gone,
    unless they have named it; or if nobody saw what was laid upon the like of the last move's card,
    which may only have come to light.
    """
    like = table.pile is not None and table.pile.best == first.best
    unseen = math.isinf(table.unwatched_s) or (like and was_unwatched(table, table.turn))
    if unseen and table.named is None:
        return tuple(one for one in table.game.cards if one != first.best)
    since = [one.best for one in list_readings_since(table, first.best)[:-1]]
    return tuple(dict.fromkeys(one for one in since if one not in (None, first.best)))


def list_readings_since(table: Table, card: Card | None) -> tuple[CardReading, ...]:
    """Return what was laid this turn, without all up to a card if that was among it."""
    faces = [one.best for one in table.laid]
    return table.laid[faces.index(card) + 1 :] if card in faces else table.laid


def list_tops_since(table: Table) -> tuple[Card, ...]:
    """Return the last tops of this turn: a card that lies otherwise than before is another one.

    It may only have been pushed, which accuses nobody: so these count if all of them explain what
    is seen.
    """
    before, since = table.pile, table.tops
    if before is not None:
        at = max((n for n, one in enumerate(since) if is_same_card(one, before)), default=-1)
        since = since[at + 1 :]
    laid = {one.best for one in table.laid}
    return tuple(one.best for one in since if one.best is not None and one.best in laid)


def list_as_good(table: Table, action: Action, known: Card | None) -> tuple[Card, ...]:
    """Return the known card of an action and others laid this turn that lead to the same; or ().

    Two may have played, or one has thought better of it. Once a card is named, only what is laid
    after that comes into question.
    """
    card = table.game.card_of(action) if table.game.pile else None
    new = (one for one in table.laid if table.named is None or one.probability < 1.0)
    faces = {one.best for one in new if one.pose is not None} - {None, card}
    return () if card is None or known != card else _list_alike(table, action, card, faces)


def list_overlaid(table: Table, did: Did) -> tuple[Card, ...]:
    """Return the badly read card of a move and the old one beneath, if either may be its card.

    The like of the old card may have been laid exactly on it, and the one on top by the next
    player, if some move of theirs shows, too, however doubtfully; else ().
    """
    beneath = table.pile.best if table.pile is not None else None
    guessed = did.card.card if did.card.how is How.INFERRED else None
    if guessed is None or beneath in (None, guessed) or not did.despite:
        return ()
    return _list_alike(table, did.action, guessed, {beneath})


def _list_alike(
    table: Table, action: Action, card: Card, faces: Collection[Card | None]
) -> tuple[Card, ...]:
    """Return a card and those of some faces that lead to the same as its action; or ()."""
    found = list_candidates(table.position.public) if faces else ()
    meant = [one.after for one in found if one.action == action]
    alike = {one.card for one in found if one.card in faces and one.after in meant}
    return tuple(sorted({card, *filter(None, alike)})) if alike else ()


def shows_a_card(table: Table) -> bool:
    """Whether the pile may show another card than when the last action was put on record."""
    seen = table.reading.card if table.reading else next(reversed(table.tops), None)
    bare = seen is not None and table.pile is not None and is_same_card(table.pile, seen)
    return not bare and read_laid(None, seen, table.pile).how is not How.SAME


def may_be_laid(table: Table) -> bool:
    """Whether a card may have been laid: one is seen, or a hand has come since the last move.

    Without that the top card is the last move's, and to ask about it would disturb people.
    """
    return table.card.how is not How.SAME or table.since_s - table.acted_s >= LAID_S


def _is_among(card: CardReading, those: tuple[CardReading, ...]) -> bool:
    return any(is_same_card(one, card) for one in those)


def find_first_card(table: Table, pile: CardReading | None) -> CardReading | None:
    """Return the card of the turn if another card was laid on it since, else None."""
    first = table.glimpsed
    if table.named is not None:
        first = CardReading(((table.named, 1.0),))
    if first is None or pile is None or first.best is None:
        return None
    covered = read_laid(None, pile, first).how is How.SEEN or is_another(pile, first.best)
    return first if covered else None


def set_left_aside(table: Table, pile: CardReading | None) -> Table:
    """Return the table without a card that was only left lying, once another card lies on it.

    After a move was taken back, or the record corrected, nobody can tell whether a card that lies
    there before anything moves was played after all.
    """
    if not (table.unrecorded_cards and table.card_rested) or find_first_card(table, pile) is None:
        return table
    return table.but(glimpsed=None, unrecorded_cards=False, rested=False, card_rested=False)
