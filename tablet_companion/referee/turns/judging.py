"""The protocol of a turn: what the referee says about an explanation, and when.

Times are seconds of the loop's clock. An explanation must hold for a while before the referee acts
on it: briefly if it is certain, longer if people may still be busy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import HIDDEN, Breach, Card, Piece, Place, Step
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Displaced,
    Displacement,
    Explanation,
    NeedsCard,
    OutOfPlace,
    Overtaken,
    Replaced,
    Strange,
    TurnedUp,
    Unchanged,
    Unclear,
    UnderWay,
    WentBack,
)
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.explaining.public import list_passes
from tablet_companion.referee.explaining.unfinished import steps_left
from tablet_companion.referee.model import history
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.effects import Cue, Effect, Judged, Kind, Signal, Transition
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.patience import find_since
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import (
    Asking,
    AskingCard,
    Disagreeing,
    Misplaced,
    Objecting,
    Quiet,
    Waiting,
)
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.accepting import accept, accept_owing
from tablet_companion.referee.turns.announcing import announce, object_to
from tablet_companion.referee.turns.coaching import find_level_of_last_player
from tablet_companion.referee.turns.doubting import (
    ASK_S,
    DOUBT_S,
    DOUBTED_S,
    FALLEN_S,
    doubt,
    find_doubt_s,
    find_fallen,
)
from tablet_companion.referee.turns.pile import list_as_good, list_overlaid, may_be_laid

ACCEPT_S: Final = 0.2
"""How long a legal move is clearly seen, with its card, before it is accepted."""
ACCUSE_S: Final = 0.4
"""How long a broken rule is seen, in at least MIN_LOOKS looks, before the objection."""
MIN_LOOKS: Final = 2
"""A single look may be misread: what people are told to mend has to be seen this often."""
SWAP_S: Final = 2.0
"""An invisible exchange: leaves the hand time to come back and do it."""
CARD_S: Final = 2.5
"""The pile looks as before: leaves time to lay the card."""
STRANGE_S: Final = 3.0
"""The table shows nothing sensible: leaves time to put it right unasked."""
LIFTED_S: Final = 6.0
"""A piece is gone that the player on turn may hold, or is rather gone than not: leaves time to
think while holding it."""
UNDONE_S: Final = 7.0
"""Steps are left to do: remind people after this time, or ask."""
SOUGHT_S: Final = 8.0
"""A piece has been missing for so long that nobody seems to have it at hand."""
_LONG: Final = {OutOfPlace: LIFTED_S, Unchanged: LIFTED_S, UnderWay: UNDONE_S, Unclear: DOUBTED_S}
"""What is waited for so long that a shadow may pass in the meantime."""
MAX_FAULTS: Final = 3
"""After this many different objections in one turn, or pages about pieces to be put back, with
nothing right in between, people are shown all that differs: the record may be wrong."""


def take_in(table: Table, explanation: Explanation) -> Transition:
    """Adopt an explanation, and act on it if it needs no time."""
    effects: tuple[Effect, ...] = ()
    misplaced = isinstance(table.verdict, Misplaced) and not isinstance(explanation, OutOfPlace)
    asks = isinstance(table.verdict, Waiting) and isinstance(explanation, Overtaken)
    if misplaced or asks:
        # The page names a piece as out of place only while it is, and tells nobody to finish a move
        # that is about to be asked about.
        table, effects = table.but(verdict=Quiet()), (Signal(Cue.CALM),)
    # Doubt that moves from place to place counts as one doubt, or no question would ever come.
    doubts_on = isinstance(table.explanation, Unclear) and isinstance(explanation, Unclear)
    named_s = UNDONE_S if explanation == table.declined else _LONG.get(type(explanation), 0.0)
    since_s = table.since_s if doubts_on else find_since(table, explanation, named_s)
    table, more = judge(table.but(explanation=explanation, since_s=since_s, looks=1))
    return table, effects + more


def judge(table: Table) -> Transition:
    """Act on the present explanation if it has held for long enough."""
    held = table.now_s - table.since_s
    if table.explanation is not None and table.explanation == table.declined:
        return _judge_declined(table, held)
    match table.explanation:
        case Unchanged(perhaps=Unclear() as unclear) if held >= LIFTED_S:
            return doubt(table, unclear, held)
        case Unchanged(perhaps=NeedsCard() as needs) if held >= LIFTED_S and may_be_laid(table):
            return announce(table, AskingCard(needs.cards))
        case Unchanged():
            return _say_nothing(table)
        case Did() as did:
            return _judge_done(table, did, held)
        case TurnedUp() as turned if held >= ACCEPT_S:
            return accept_owing(table, turned.action, Laid(None, How.SEEN))
        case UnderWay() as under:
            return _wait_for_rest(table, under, held)
        case OutOfPlace() as moved:
            return _name_out_of_place(table, moved, held)
        case Broke() as broke if held >= ACCUSE_S and table.looks >= MIN_LOOKS:
            return _accuse(table, broke)
        case Unclear() as unclear if held >= find_doubt_s(table):
            return doubt(table, unclear, held)
    return _ask(table, held)


def _ask(table: Table, held: float) -> Transition:
    """Ask about what the table alone cannot tell."""
    match table.explanation:
        case NeedsCard() as needs if held >= ASK_S:
            waits = table.card.how is How.SAME and held < CARD_S and not table.no_card
            cards = _add_top(table, needs.cards)
            return announce(table, Waiting(card=True) if waits else AskingCard(cards))
        case DidOneOf(invisible=True) if held < SWAP_S:
            return _say_nothing(table)  # the fault is put right, so no objection may remain
        case DidOneOf() as one_of if held >= ASK_S:
            return announce(table, Asking(questions.ask_which(table, one_of, table.card)))
        case WentBack() as back if held >= ASK_S:
            return _judge_gone_back(table, back)
        case Replaced(actions) if held >= ASK_S:
            return _judge_replaced(table, actions)
        case Overtaken() as several if held >= DOUBT_S:
            return announce(table, Asking(questions.ask_for_first(table, several)))
        case Strange() as strange if held >= STRANGE_S:
            return announce(table, Disagreeing(strange.shown))
    return table, ()


def _add_top(table: Table, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of possible moves, and the one that lies on the pile as before.

    Its like may have been laid exactly on it: for a move that it forbids, or has only begun.
    """
    top = table.card.card if table.card.how is How.SAME else None
    return cards if top is None else tuple(sorted({*cards, top}))


# --- innocent explanations -----------------------------------------------------------------------


def _say_nothing(table: Table) -> Transition:
    """Withdraw the verdict: nothing happened, or it was put right again.

    The refusal of something that was only said stays until people touch “Go on”, or play.
    """
    table = table if table.rested else table.but(rested=True)
    said = isinstance(table.verdict, Objecting) and table.verdict.announced
    if said or isinstance(table.verdict, Quiet):
        return table, ()
    effects: tuple[Effect, ...] = (Signal(Cue.CALM),)
    if isinstance(table.verdict, Objecting | Disagreeing | Asking | AskingCard):
        effects = (Judged(Kind.TAKEN_BACK, table.turn, ()), *effects)
        table = table.but(named_lies=True)  # a card named for it is not still to come
    return table.but(verdict=Quiet()), effects


def _judge_done(table: Table, did: Did, held: float) -> Transition:
    known = table.card.known or did.card.card
    # Only the hand tells whether a card could have been played, so its player has to say so.
    if did.action in list_passes(table.position):
        if held < SWAP_S:
            return table, ()
        return announce(table, Asking(questions.ask_to_pass(table, did.action, did.card)))
    if _is_card_due(table, did, held):
        guesses = {card for card in (did.card.card, table.card.card) if card is not None}
        return announce(table, AskingCard(tuple(sorted(guesses))))
    if cards := list_as_good(table, did.action, known) or list_overlaid(table, did):
        return announce(table, AskingCard(cards)) if held >= ASK_S else (table, ())
    if held >= ASK_S and _may_be_another(table, did):
        which = DidOneOf((did.action,))
        return announce(table, Asking(questions.ask_which(table, which, did.card)))
    # A card may still be on its way to the pile, and doubt elsewhere may clear up.
    patience = CARD_S if table.card.how is How.SAME else ACCEPT_S
    if held >= max(patience, DOUBT_S if did.despite else 0.0):
        return accept(table, did.action, did.card)
    # Beside turns played on unseen the card may well lie there, upon its like: it is waited for.
    if table.rested and did.card.how in (How.SAME, How.INFERRED) and held >= ASK_S:
        return announce(table, Waiting(card=True))
    return table, ()


def _may_be_another(table: Table, did: Did) -> bool:
    """Whether, beside doubt, the piece was named where it came, or more may have been played.

    What another card of this turn would have moved, or this move, is no doubt elsewhere.
    """
    if not did.despite:
        return False
    steps = table.position.steps(did.action)
    named = not table.misplaced.isdisjoint(one.target for one in steps)
    cards = {one.best for one in table.laid} if len(table.laid) > 1 else set()
    moved = (one.touched for one in list_candidates(table.position.public) if one.card in cards)
    two = any(not places.isdisjoint(did.despite) for places in moved)
    return named or two or not table.rested


def _is_card_due(table: Table, did: Did, held: float) -> bool:
    """Whether to ask for the card instead of guessing it: none is seen, or none was laid."""
    if table.no_card:
        return did.card.how in (How.SAME, How.INFERRED)
    return did.card.how is How.INFERRED and table.card.how is How.SAME and held >= CARD_S


def _judge_gone_back(table: Table, back: WentBack) -> Transition:
    """Ask whether to take moves back as the table shows; object if they are final.

    A taught player takes back without a question; a strict player's moves are final.
    """
    level = find_level_of_last_player(table)
    final = history.find_breaches_of_undoing(table, back.count)
    if final or level is Level.STRICT:
        return _insist(table, final, back.count)
    if level is Level.TEACH:
        return record.undo(table, back.count)
    return announce(table, Asking(questions.ask_to_take_back_as_shown(table, back.count)))


def _judge_replaced(table: Table, actions: tuple[Action, ...]) -> Transition:
    """Ask whether the last move was done differently; object if it stands."""
    final = history.find_breaches_of_undoing(table, 1)
    last = history.list_last(table, 1)[0]
    if final or table.level_of(last.actor) is Level.STRICT:
        return _insist(table, final, 1)
    laid = table.card.known is not None
    question = questions.ask_whether_replaced(last, actions, laid=laid)
    return announce(table, Asking(question))


def _insist(table: Table, final: tuple[Breach, ...], count: int) -> Transition:
    """Object to taking back moves that stand, and say whose they are if they are one player's."""
    movers = {moment.actor for moment in history.list_last_plays(table, count)}
    mover = movers.pop() if len(movers) == 1 else None
    steps, card = _lead_forward(table, count), Laid(None, How.BLIND)
    return announce(table, Objecting(final, table.shown, card, stands=steps, mover=mover))


def _lead_forward(table: Table, count: int) -> tuple[Step, ...]:
    """Return the steps that do moves again which stand, captured pieces to their homes, too."""
    moments = history.list_last(table, count)
    traces = (one.reverse() for one in history.trace_moves(moments, table.placement))
    ways = find_way_back(table.shown, table.placement, traces)
    return ways or tuple(step for moment in moments for step in moment.steps)


# --- what is left to do, and what is wrong --------------------------------------------------------


def _wait_for_rest(table: Table, under: UnderWay, held: float) -> Transition:
    """Say what is left to do: at once if it was done wrongly, and again after a while.

    A step left out is not a broken rule, so the referee does not object.
    """
    told = table.looks >= MIN_LOOKS
    fallen = {thing.piece for thing in find_fallen(table)}
    if held < FALLEN_S and any(step.piece in fallen for step in under.todo):
        return announce(table, Waiting(under.todo, choice=under.choice)) if told else (table, ())
    if (told and (under.wrong and held >= ACCUSE_S)) or (under.begun and held >= UNDONE_S):
        reminder = Waiting(under.todo, reminded=True, choice=under.choice)
        left = tuple(steps_left(under, table.game.card_of(under.action)))
        return announce(table, reminder, left, table.card.card)
    if under.begun and held >= ASK_S:
        return announce(table, Waiting(under.todo, choice=under.choice))
    if told and held >= UNDONE_S:
        # No hand is over the board and nothing arrived: silence would leave people without help.
        return announce(table, Disagreeing(table.shown))
    return table, ()


def _name_out_of_place(table: Table, moved: OutOfPlace, held: float) -> Transition:
    """Name the pieces that were knocked or moved out of turn, but no player."""
    # People who are putting pieces back are told at once which one is missing: until then the page
    # would name the others, which stand right by now.
    known = {*table.missing}.issuperset((one.home, one.piece) for one in moved.pieces)
    thinks = moved.lifted and not (known or isinstance(table.verdict, Objecting | Misplaced))
    if held < (LIFTED_S if thinks else ASK_S) or table.looks < MIN_LOOKS:
        return table, ()
    pieces = moved.pieces
    if held >= SOUGHT_S:
        pieces = tuple(_look_under(table, one) for one in pieces)
    table = _note_named(table, moved)
    seen = any(one.at is not None for one in pieces)  # what is seen nowhere is looked for
    if seen and table.mended >= MAX_FAULTS:
        return announce(table, Disagreeing(table.shown))
    return announce(table, Misplaced(pieces))


def _note_named(table: Table, moved: OutOfPlace) -> Table:
    """Return the table with the pieces noted that the page names now."""
    areas = frozenset(at for one in moved.pieces for at in (one.home, one.at) if at is not None)
    gone = _list_gone(table, moved)
    before = table.misplaced.union(at for at, _ in table.missing)
    mended = table.mended + (not areas <= before)
    if (areas, gone, mended) == (table.misplaced, table.missing, table.mended):
        return table
    return table.but(misplaced=areas, missing=gone, mended=mended)


def _list_gone(table: Table, moved: OutOfPlace) -> tuple[tuple[Place, Piece], ...]:
    """Return the missing pieces, if nothing else had been done when they were first missed.

    Beside a move that is not finished, one may have been captured, and belongs elsewhere.
    """
    missing = (one for one in moved.pieces if one.how is Displacement.MISSING)
    gone = tuple((one.home, one.piece) for one in missing)
    alone = {area for area, _ in gone} == {*find_differing_areas(table)}
    return gone if alone else tuple(one for one in gone if one in table.missing)


def _look_under(table: Table, one: Displaced) -> Displaced:
    """Return a missing piece as one to be looked for, if another may lie in its stead."""
    hidden = any(piece == HIDDEN != one.piece for _, piece in table.shown.pieces)
    if one.how is not Displacement.MISSING or not (hidden and table.game.pile):
        return one
    return replace(one, how=Displacement.SOUGHT)


def _judge_declined(table: Table, held: float) -> Transition:
    """Do not repeat a question: if people said no and nothing changes, show what differs."""
    if isinstance(table.explanation, Unchanged):
        return _say_nothing(table)  # what was objected to since then has been put right
    if held < UNDONE_S or isinstance(table.verdict, Objecting) or not find_differing_areas(table):
        return table, ()  # an answer that was refused may be read until the table is touched
    return announce(table, Disagreeing(table.shown))


def _accuse(table: Table, broke: Broke) -> Transition:
    """Object; after several objections in one turn, ask whether the record is right."""
    if broke.nothing_moved:  # the pieces agree with the record: only the card is wrong
        return _object_to_card(table, broke)
    if broke.shown not in table.faults:
        table = table.but(faults=(*table.faults, broke.shown), mended=table.mended + 1)
    # A wrong card alone leaves the pieces as recorded: no sign that the record is wrong.
    if max(table.mended, len({*table.faults} - {table.placement})) >= MAX_FAULTS:
        return announce(table, Disagreeing(broke.shown))
    return object_to(table, broke.breaches, broke.shown, broke.seat)


def _object_to_card(table: Table, broke: Broke) -> Transition:
    """Object to a card; after several in one turn, ask whether it lay beneath them.

    People take off what is objected to: to go on would lead them down the whole pile.
    """
    before, faults = table.verdict, table.faults
    if not (isinstance(before, Objecting) and before.card.card == broke.card):
        if faults.count(broke.shown) >= MAX_FAULTS - 1:
            return announce(table, Asking(questions.ask_whether_laid(broke)))
        faults = (*faults, broke.shown)
    return object_to(table.but(faults=faults), broke.breaches, broke.shown, broke.seat)


def refuse_card(table: Table, broke: Broke | None) -> Transition:
    """Object to the card on the pile, or take it for one that lay there before this turn."""
    if broke is not None:
        return object_to(table, broke.breaches, broke.shown, broke.seat)
    top = table.reading.card if table.reading else table.pile
    return _say_nothing(table.but(pile=top, glimpsed=None, named=None, explanation=None))
