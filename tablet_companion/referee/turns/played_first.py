"""Which move was played first, if the next card or move has come before the first was accepted."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Card
from tablet_companion.referee.explaining import explain
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case, list_candidates
from tablet_companion.referee.explaining.explanations import (
    MAX_OPTIONS,
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    OutOfPlace,
    Overtaken,
    Replaced,
    Strange,
    Unchanged,
    WentBack,
    ask_which_first,
)
from tablet_companion.referee.explaining.laid import How, Laid, read_laid
from tablet_companion.referee.explaining.overtaken import ONE_MOVED, find_overtaken
from tablet_companion.referee.explaining.several import (
    Options,
    as_seen,
    case_after,
    find_turns_by_card,
    find_turns_of_cards,
    find_turns_played_on,
    find_turns_played_through,
    list_cards,
)
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import AskingCard
from tablet_companion.referee.turns.pile import (
    find_first_card,
    list_as_good,
    list_laid_since,
    was_unwatched,
)
from tablet_companion.vision.reading import CardReading


def ask_if_played_on(table: Table, case: Case, found: Explanation) -> tuple[Table, Explanation]:
    """Return the question what was played first, if another card's move was seen or asked about.

    The piece may have been moved on by the next player, if not even a badly read card tells that it
    was one move; and if a rule is broken now, by somebody else than who moved as the rules say. Or
    the turn's own card lies beneath the one on top. Or moves of all cards seen explain everything.
    """
    amiss = isinstance(found, Strange) or (isinstance(found, Broke) and not found.nothing_moved)
    part = isinstance(found, NeedsCard | OutOfPlace) and not explain.explain_by_one(case)
    guessed = isinstance(found, Overtaken) and _is_guessed(found)
    several = case.derive(find_turns_of_cards) if amiss or part or guessed else ()
    if several:
        return table, ask_which_first(several) or found
    before = table.stood[0] if table.stood and table.stood[2] > table.acted_s else None
    if amiss and isinstance(found, Broke) and isinstance(before, Did):
        return table, Overtaken(((before.action, before.card),))
    if amiss and (named := _find_turns_since_named(table, case)):
        return table, _offer(case, named) or found
    taken = amiss and case.unwatched  # a card that was seen may be gone from beneath
    if taken or (case.card_rested and (amiss or isinstance(found, Overtaken))):
        under = replace(case, card_rested=False, first=None if taken else case.first)
        beneath = under.derive(find_turns_played_on)
        if beneath or not amiss:
            return table, _offer(case, beneath) or found
    if (amiss or guessed) and (seen := _find_move_seen(table, case)):
        guesses = found.options if isinstance(found, Overtaken) else ()
        known = {action for action, _ in seen} & {action for action, _ in guesses}
        return table, found if known else ask_which_first(seen, guesses) or found
    if isinstance(found, Did) and found.card.how is How.INFERRED:
        return _ask_about_inferred(table, case, found, before)
    return table, found


def _ask_about_inferred(
    table: Table, case: Case, found: Did, before: Explanation | None
) -> tuple[Table, Explanation]:
    """Return the question whether one move was made or two, if only the pieces tell its card."""
    asked = [one for one in (table.verdict, before) if isinstance(one, AskingCard | NeedsCard)]
    moved = isinstance(before, Did) and before.action != found.action
    if moved or any(found.card.card not in one.cards for one in asked):
        table = table.but(rested=False)
    if table.rested or found.card.card in (one.best for one in table.laid):
        return table, found
    through = find_turns_played_through(replace(case, rested=False))
    others = [one for one in through if one[0] != found.action]
    either = ((found.action, found.card), *others) if others else ()
    return table, _offer(case, either) or found


def _is_guessed(found: Overtaken) -> bool:
    """Whether nobody has seen any of the cards that people would be asked about."""
    return all(laid.how is How.INFERRED for _, laid in found.options)


def _find_move_seen(table: Table, case: Case) -> Options:
    """Return the moves that a look showed wholly, if others have moved since.

    Where little differs, one piece may only have been led on, past where it should have stopped:
    then the next player's move has to explain the rest.
    """
    cards, where = table.begun or ((), frozenset())
    known = (one for one in list_candidates(case.position) if one.card in cards)
    whole = [one for one in known if where >= {change.area for change in case.find_watched(one)}]
    if len(case.changed) <= ONE_MOVED:
        whole = [one for one in whole if _is_followed(case, one)]
    return tuple(
        (one.action, Laid(one.card, How.SEEN if one.card in case.cards else How.INFERRED))
        for one in whole
    )


def _is_followed(case: Case, first: Candidate) -> bool:
    """Whether the next player has moved after this, or may have laid the card that nobody saw."""
    then = case_after(case, first)
    after = explain.explain_by_one(then) if then.position.is_played else None
    return isinstance(after, Did) or (case.unwatched and isinstance(after, Unchanged))


def _find_turns_since_named(table: Table, case: Case) -> Options:
    """Return the moves of the named card if others have played on it while nobody saw the pile.

    People name the card that the page asks for, which is that of the first of these turns.
    """
    if case.laid.how is not How.NAMED or not was_unwatched(table, table.turn):
        return ()
    pile = case.evidence.reading.card
    laid = read_laid(None, pile, CardReading(((case.laid.card, 1.0),)))
    first = replace(case, rested=False, first=case.laid.card, laid=laid)
    return first.derive(find_turns_played_on) or first.derive(find_turns_by_card)


def find_played_first(
    table: Table, case: Case, explanation: Explanation
) -> Candidate | Overtaken | NeedsCard | None:
    """Return the move of the turn's first card if another card was laid on it, else None.

    If nothing but this move shows, and the other card allows it, too, either may have been played.
    """
    if isinstance(explanation, Unchanged | DidOneOf | WentBack | Replaced):
        return None
    pile = case.evidence.reading.card
    first = find_first_card(table, pile)
    if first is None or first.best is None:
        return None
    if isinstance(explanation, Did) and first.best == explanation.card.card:
        return None
    before = replace(case, laid=read_laid(None, pile, first))
    if isinstance(explanation, Did):
        return _ask_about_unseen(before, explanation)
    found = before.derive(find_overtaken)
    if table.named is not None:
        found = _take_at_word(case, found)
    if not isinstance(found, Candidate):
        return found
    alone = case.evidence.gap(found.after) <= AGREES
    if alone and (cards := list_as_good(table, found.action, first.best)):
        return NeedsCard(cards)
    return _ask_which_of_these(table, case, found, list_laid_since(table, first))


def _ask_about_unseen(case: Case, did: Did) -> Overtaken | None:
    """Return the question which of two cards was played, if nobody can see the first one's move.

    The second may be the next player's, or its player laid both; else None.
    """
    moves = list_candidates(case.position.public)
    unseen = {one.action for one in moves if one.card == case.first and not one.changes}
    found = case.derive(find_overtaken) if unseen else None
    options = found.options if isinstance(found, Overtaken) else as_seen([found] if found else ())
    first = tuple(one for one in options if one[0] in unseen)
    return ask_which_first((*first, (did.action, did.card))) if first else None


def ask_about_earlier(table: Table, case: Case, found: Candidate | Explanation) -> Overtaken | None:
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


def _offer(case: Case, options: Options) -> Overtaken | NeedsCard | None:
    """Return the question which of these was played, or by which card if they are too many.

    None if there are none, or if people have named the card: they would only name it again.
    """
    asked = ask_which_first(options)
    if asked is not None or not options or case.laid.how is How.NAMED:
        return asked
    return NeedsCard(list_cards(options))
