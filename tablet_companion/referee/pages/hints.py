"""What a teaching table shows beside the turn: one line, glowing pieces, and rings."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Message, Piece, Place, Rule, list_names
from tablet_companion.games.text import N_
from tablet_companion.referee.model import coaching
from tablet_companion.referee.model.notes import Hint
from tablet_companion.referee.model.panels import Mark, MarkKind
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Misplaced, Quiet

ONLY: Final = N_("Only these can be played now: {text}.")
NOT: Final = N_("Cannot be played now: {text}.")
MOVE_IT: Final = N_("Move the real piece: the rings show where it may go.")


def build_hint(table: Table) -> Hint | None:
    """Return the line that is taught now.

    It tells how the picked piece is turned, a rule, or what this turn's card can do.
    """
    rule, card = _find_turning(table) or table.coach.why, table.card.known
    if not rule and table.is_taught:
        described = None if card is None else coaching.describe_card(table.game, card)
        now = table.coach.now  # unless it does not matter with the card that was laid meanwhile
        fits = card is None or now in coaching.find_rules(table.position, card)
        rule = (now if fits else None) or described
    return Hint(Message(coaching.list_rules(table.game)[rule].says), rule) if rule else None


def _find_turning(table: Table) -> Rule | None:
    """Return the rule by which the picked piece is turned at its destination."""
    picked = coaching.find_picked(table) if _shows_hints(table) else None
    if picked is None:
        return None  # before anything is looked for: few pages teach
    turns = coaching.find_turns(table.position, table.card.known).items()
    return next((rule for (source, _), rule in turns if source == picked), None)


def tell_playable(table: Table) -> Message | None:
    """Return which cards can be played, where that is taught or something was refused this turn.

    People who have touched a piece on the page are told that this moves nothing.
    """
    if _is_touched(table):
        return Message(MOVE_IT)
    told = _shows_hints(table) or (_is_calm(table) and table.objected)
    return list_playable(table) if told and table.card.known is None else None


def list_playable(table: Table) -> Message | None:
    """Return which cards any hand could play, or which none could: the shorter list.

    What nobody can hold, since all of it has been played, is in neither.
    """
    if not table.game.pile:
        return None
    led = coaching.find_playable(table.position)
    held = table.game.holdable(table.position.public.state)
    left = tuple(card for card in table.game.cards if card in held and card not in led)
    if not led or not left:
        return None
    text, listed = (ONLY, led) if len(led) < len(left) else (NOT, left)
    return Message(text, (("text", list_names("card", listed)),))


def _is_touched(table: Table) -> bool:
    """Whether rings are shown for a piece that was touched on the page, not lifted."""
    touched = table.coach.touched
    if touched is None or not _shows_hints(table) or coaching.find_lifted(table) is not None:
        return False
    if table.game.pile and table.card.known is None:
        return False  # the card comes first
    return any(one.kind is MarkKind.GOAL for one in mark_ways(table, touched))


def mark_hints(table: Table) -> tuple[Mark, ...]:
    """Mark the pieces that may move, or where the touched or lifted one may go."""
    if not _shows_hints(table):
        return ()
    lifted = coaching.find_lifted(table)
    return mark_ways(table, *(lifted or (table.coach.touched,)))


def _shows_hints(table: Table) -> bool:
    return table.is_taught and _is_calm(table)


def _is_calm(table: Table) -> bool:
    """Whether nothing is left to do, asked or objected to."""
    calm = isinstance(table.verdict, Quiet | Misplaced)
    return calm and not (table.owed or table.back or table.blind)


def mark_ways(table: Table, picked: Place | None, piece: Piece | None = None) -> tuple[Mark, ...]:
    """Mark the pieces that may move or, if one is picked, its targets with their distances.

    ``piece``: the kind that was lifted, where an area may hold several.
    """
    ways = coaching.find_ways(table.position, table.card.known, piece)
    if picked is None:
        shine = ways if table.card.known else coaching.find_own(table.position)
        return tuple(
            Mark(source, MarkKind.MAY, piece=kind)
            for source in ways
            if source in shine
            for kind in coaching.list_movers(table, source) or (None,)
        )
    spaces, public = table.game.spaces, table.position.public.state
    turns = coaching.find_turns(table.position, table.card.known)
    goals = (
        Mark(
            target,
            MarkKind.GOAL,
            spaces(public, source, target) or 0,
            turned=(source, target) in turns,
        )
        for source, targets in ways.items()
        if coaching.find_area(table, source) == picked
        for target in targets
    )
    return (Mark(picked, MarkKind.MAY, piece=piece), *dict.fromkeys(goals))


def list_picks(table: Table) -> tuple[Place, ...]:
    """Return the areas whose pieces can be touched to see where they may go."""
    if not _shows_hints(table):
        return ()
    ways = coaching.find_ways(table.position, table.card.known)
    return tuple(dict.fromkeys(coaching.find_area(table, source) for source in ways))


def tell_penalties(table: Table) -> tuple[Message, ...]:
    """Say which penalties were counted against strict seats."""
    text = N_("{seat}, penalties: {count}")
    return tuple(
        Message(text, (("seat", seat), ("count", count))) for seat, count in table.coach.penalties
    )
