"""One look at the table: explain it and judge the explanation.

Announced moves, and moves taken back, wait here until the pieces show them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, Piece, Place
from tablet_companion.referee.explaining import explain, open_cards
from tablet_companion.referee.explaining.cases import (
    AGREES,
    Candidate,
    Case,
    list_candidates,
)
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explanations import (
    MAX_OPTIONS,
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    Overtaken,
    Replaced,
    Strange,
    Unchanged,
    Unclear,
    UnderWay,
    WentBack,
    ask_which_first,
)
from tablet_companion.referee.explaining.laid import (
    How,
    Laid,
    read_laid,
    read_likeliest,
)
from tablet_companion.referee.explaining.missing import set_missing_aside
from tablet_companion.referee.explaining.overtaken import find_overtaken
from tablet_companion.referee.explaining.replaced import is_last_undone
from tablet_companion.referee.explaining.several import (
    Options,
    as_seen,
    case_after,
    find_turns_of_cards,
    find_turns_played_on,
    find_turns_played_through,
    list_cards,
)
from tablet_companion.referee.model.effects import Turned
from tablet_companion.referee.model.history import find_earlier, find_last_move
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import AskingCard, Objecting, Waiting
from tablet_companion.referee.turns.accepting import accept, find_undecided
from tablet_companion.referee.turns.announcing import announce
from tablet_companion.referee.turns.foreign_objects import doubt_beside_lying
from tablet_companion.referee.turns.judging import SETTLED_S, judge, take_in
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
    glimpse,
    list_as_good,
    list_laid_since,
    may_be_belied,
    note_two_hands,
    set_left_aside,
    uncover,
    was_unwatched,
)

TWO_TURNS_S: Final = 3.0
"""Two players lay and move in no less time."""
MOVED_BY_TWO: Final = 4
"""So many areas differ at least if two pieces were moved, neither of which captured the other."""
_WHOLE: Final = (Did, DidOneOf, WentBack, Replaced)
"""What explains the whole table."""


def handle_look(table: Table, evidence: Evidence) -> Turned:
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
    undecided = find_undecided(table, owed.position) if owed is not None else frozenset()
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
    explanation = _name_nobody_in_doubt(table, case, explain.explain(case))
    explanation = doubt_beside_lying(table, evidence.reading, explanation)
    table, explanation = _ask_if_played_on(table, case, explanation)
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
    return aside if told or _find_overtaken(table, aside, beside) is not None else case


def _is_begun(found: Explanation) -> bool:
    return isinstance(found, UnderWay) and found.begun


def _follow_turn(table: Table, case: Case, explanation: Explanation) -> Turned:
    """Adopt what this turn's look means if that is new; else judge it by how long it has held."""
    if not table.game.pile:
        pile = case.evidence.reading.card
        explanation = open_cards.with_card(table.position, pile, table.pile, explanation)
    first = _find_overtaken(table, case, explanation)
    first = _ask_about_earlier(table, case, first or explanation) or first
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
    table = _note_begun(table if new else table.but(looks=table.looks + 1), case, explanation)
    if new:
        return take_in(table, explanation)
    if isinstance(first, Candidate) and table.now_s - table.since_s >= SETTLED_S:
        return _accept_first(table, case, first)
    return judge(table)


def _note_begun(table: Table, case: Case, found: Explanation) -> Table:
    """Return the table with the card of the turn noted if its move is seen done or under way.

    Nothing is noted where more than one of its moves may be, or where half a move is seen once.
    """
    card, again = case.laid.known, found == table.explanation
    whole = isinstance(found, Did) and not found.despite
    half = isinstance(found, UnderWay) and found.begun and not found.choice and again
    if case.first is not None or card is None or not isinstance(found, Did | UnderWay):
        return table
    if not (whole or half):
        return table
    steps = case.position.steps(found.action)
    places = (place for step in steps for place in (step.source, step.target) if place is not None)
    return table.but(begun=(card, case.clear.intersection(places)))


def _name_nobody_in_doubt(table: Table, case: Case, found: Explanation) -> Explanation:
    """Return the explanation, without the culprit if somebody else may have done it.

    That is so in these cases: the table did not lie still, so somebody may have played in between;
    the card was there already, or no play leads a piece to where it stands, so it may have been
    pushed there; it was named as out of place before; the card that explains the move rightly may
    lie under the next player's (it was there before, or the pile was out of sight), or another was
    laid upon the first; the last move was put back, or its card picked up; the last objection named
    nobody and is not put right yet. A strict player has agreed that a piece let go stays, so a push
    beside that player's card counts as theirs; so does what was done with the pile briefly hidden.
    If it was for long, or nobody looked, two may have moved: then no rule need be broken, and all
    that differs is shown.
    """
    if not isinstance(found, Broke):
        return found
    if not (table.rested and table.unwatched_s <= TWO_TURNS_S) and len(case.clear) >= MOVED_BY_TWO:
        return Strange(found.shown)
    if found.seat is None:
        return found
    beneath = table.pile.best if table.pile is not None else None
    strict = table.level_of(found.seat) is Level.STRICT
    unwatched = was_unwatched(table, found.seat)
    candidates = list_candidates(case.position)
    covered = any(case.is_shown(one) for one in candidates if unwatched or one.card == beneath)
    pushed = (table.card_rested or not _is_led(case, found)) and not strict
    unnamed = isinstance(table.verdict, Objecting) and table.verdict.seat is None
    again = case.picked_up or is_last_undone(case)  # its player may be playing once more
    astray = any(not case.misplaced.isdisjoint(one.places) for one in found.breaches)
    two = not case.is_one_turn or len(table.laid) > 1
    doubtful = covered or pushed or unnamed or astray or again or two
    return replace(found, seat=None) if doubtful else found


def _ask_if_played_on(table: Table, case: Case, found: Explanation) -> tuple[Table, Explanation]:
    """Return the question what was played first, if another card's move was seen or asked about.

    The piece may have been moved on by the next player, if not even a badly read card tells that it
    was one move; and if a rule is broken now, by somebody else than who moved as the rules say. Or
    the turn's own card may have come down beneath the one on top, in one movement. Or three cards
    were seen, and moves of these explain everything.
    """
    amiss = isinstance(found, Broke | Strange) and case.cards[2:]
    if amiss and (several := ask_which_first(case.derive(find_turns_of_cards))):
        return table, several
    before = table.stood[0] if table.stood and table.stood[2] > table.acted_s else None
    if isinstance(found, Broke) and isinstance(before, Did) and not found.nothing_moved:
        return table, Overtaken(((before.action, before.card),))
    two = isinstance(found, Overtaken) or (isinstance(found, Broke) and not found.nothing_moved)
    if two and case.card_rested:
        beneath = replace(case, card_rested=False).derive(find_turns_played_on)
        return table, _offer(beneath) if beneath else found
    if not (isinstance(found, Did) and found.card.how is How.INFERRED):
        return table, found
    asked = [one for one in (table.verdict, before) if isinstance(one, AskingCard | NeedsCard)]
    moved = isinstance(before, Did) and before.action != found.action
    if moved or any(found.card.card not in one.cards for one in asked):
        table = table.but(rested=False)
    if table.rested or found.card.card in (one.best for one in table.laid):
        return table, found
    through = find_turns_played_through(replace(case, rested=False))
    others = [one for one in through if one[0] != found.action]
    return table, _offer(((found.action, found.card), *others)) if others else found


def _offer(options: Options) -> Overtaken | NeedsCard:
    """Return the question which of these was played, or by which card if they are too many."""
    return ask_which_first(options) or NeedsCard(list_cards(options))


def _is_led(case: Case, broke: Broke) -> bool:
    """Whether some card leads a piece to where it now stands, so that a hand may have put it there.

    Without cards nobody can tell.
    """
    shown, before = set(broke.shown.pieces), set(case.before.pieces)
    gone, came = ({place for place, _ in one} for one in (before - shown, shown - before))
    steps = (step for one in list_candidates(case.position) for step in one.steps)
    led = any(step.source in gone and step.target in came for step in steps)
    return led or not case.game.pile


def _open_case(table: Table, evidence: Evidence, card: Laid) -> Case:
    """Return the case of a look, which contains nothing secret."""
    first = find_first_card(table, evidence.reading.card)
    begun, where = table.begun or (None, frozenset())
    return Case(
        position=table.position.public,
        past=find_earlier(table),
        evidence=evidence,
        laid=card,
        likely=read_likeliest(evidence.reading.card, table.pile).known if table.game.pile else None,
        beside=_find_beside(table, evidence),
        rested=table.rested,
        first=first.best if first is not None else None,
        begun=where if first is not None and begun == first.best else frozenset(),
        cards=tuple(one.best for one in table.laid if one.best is not None),
        unwatched=table.unwatched_s > STRICT_UNWATCHED_S,
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


def _find_overtaken(
    table: Table, case: Case, explanation: Explanation
) -> Candidate | Overtaken | NeedsCard | None:
    """Return the move of the turn's first card if another card was laid on it, else None.

    If nothing but this move shows, and the other card allows it, too, either may have been played.
    """
    if isinstance(explanation, Unchanged | Did | DidOneOf | WentBack | Replaced):
        return None
    pile = case.evidence.reading.card
    first = find_first_card(table, pile)
    if first is None or first.best is None:
        return None
    found = replace(case, laid=read_laid(None, pile, first)).derive(find_overtaken)
    if table.named is not None:
        found = _take_at_word(case, found)
    if not isinstance(found, Candidate):
        return found
    alone = case.evidence.gap(found.after) <= AGREES
    if alone and (cards := list_as_good(table, found.action, first.best)):
        return NeedsCard(cards)
    return _ask_which_of_these(table, case, found, list_laid_since(table, first))


def _ask_about_earlier(
    table: Table, case: Case, found: Candidate | Explanation
) -> Overtaken | None:
    """Return the question also for a card, read with doubt, that came before the first clear one.

    Else the turn's own card would not be among the answers.
    """
    first = table.glimpsed.best if table.glimpsed is not None and table.named is None else None
    if not isinstance(found, Candidate | Overtaken) or first is None:
        return None
    others = found.options if isinstance(found, Overtaken) else as_seen([found])
    several = case.derive(find_turns_of_cards) if case.cards[:1] != (first,) else ()
    return ask_which_first(tuple(dict((*others, *several)).items())) if several else None


def _take_at_word(case: Case, found: Candidate | Overtaken | None) -> Candidate | Overtaken | None:
    """Return the move that people would be asked about, if they have just named its card.

    The table shows it wholly, and no other move of this card comes into question.
    """
    if not isinstance(found, Overtaken) or len(found.options) != 1:
        return found
    ((action, _),) = found.options
    meant = next(one for one in list_candidates(case.position) if one.action == action)
    return meant if meant.card == case.first and case.shows_all(meant) else found


def _ask_which_of_these(
    table: Table, case: Case, found: Candidate, between: tuple[Card, ...]
) -> Candidate | Overtaken:
    """Return the question which card was played, if another may have been.

    The first may lie there since before anything moved: its player may have thought better of it.
    Or cards were laid ``between`` it and the one on top: then these are of more than two turns.
    If the next player's move shows, too, the only other card is that player's.
    """
    more = between or case.may_be_more
    if not more and isinstance(explain.explain_by_one(case_after(case, found)), Did):
        return found
    cards = [one.best for one in table.tops]
    later = cards[cards.index(found.card) + 1 :] if found.card in cards else []
    since = {*between, *(later if table.card_rested else ())} - {found.card, None}
    alike = (
        one
        for one in list_candidates(case.position)
        if one.card in since and one.after == found.after and case.is_turned_up(one)
    )
    options = as_seen((found, *alike))
    return Overtaken(options[:MAX_OPTIONS]) if options[1:] or between else found


def _accept_first(table: Table, case: Case, found: Candidate) -> Turned:
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
