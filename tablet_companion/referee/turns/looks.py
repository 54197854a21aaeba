"""The protocol of a turn: from what a look at the table explains to what the referee does.

Times are seconds on the loop's clock. An explanation has to hold for a while before anything comes
of it: a short while where it is certain, longer where people may still be busy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import Breach, Piece, Place, Placement, PositionError, Seat
from tablet_companion.referee.explaining import explain, open_cards
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    OutOfPlace,
    Overtaken,
    Strange,
    TurnedUp,
    Unchanged,
    Unclear,
    UnderWay,
    WentBack,
)
from tablet_companion.referee.explaining.laid import How, Laid, laid
from tablet_companion.referee.explaining.overtaken import overtaken
from tablet_companion.referee.explaining.public import in_public, is_private, passes
from tablet_companion.referee.explaining.unfinished import Stage, steps_left
from tablet_companion.referee.model import describe
from tablet_companion.referee.model.effects import Cue, Effect, Judged, Kind, Signal
from tablet_companion.referee.model.table import (
    Asking,
    AskingCard,
    Disagreeing,
    Doubting,
    Misplaced,
    Objecting,
    Owed,
    Quiet,
    Table,
    Waiting,
)
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.late import agrees, late_card, late_discard
from tablet_companion.referee.turns.pile import first_card, glimpse, uncover
from tablet_companion.referee.turns.record import Turned
from tablet_companion.referee.turns.verdicts import differing, shown_now
from tablet_companion.referee.turns.verdicts import say_verdict as _say
from tablet_companion.referee.turns.vouching import vouched
from tablet_companion.vision.reading import Reading

SETTLED_S: Final = 0.2
"""A legal move clearly seen, with its card."""
ACCUSE_S: Final = 0.4
"""A broken rule, seen in at least LOOKS looks."""
LOOKS: Final = 2
ASK_S: Final = 0.6
"""A question, or what is left to do."""
SWAP_S: Final = 2.0
"""An exchange that cannot be seen: time for the hand to come back and do it."""
CARD_S: Final = 2.5
"""The pile looks as before: time to lay the card."""
DOUBT_S: Final = 1.5
"""Places that cannot be seen well."""
STRANGE_S: Final = 3.0
"""The table shows nothing sensible: time to put it right unasked."""
LIFTED_S: Final = 6.0
"""A piece is gone that the player on turn may hold: time to think with it in the hand."""
UNDONE_S: Final = 7.0
"""Steps are left to do, or doubt has lasted: from then on people are told again, or asked."""
MOST_FAULTS: Final = 3
"""So many different objections in one turn, and it is the record that must be wrong."""


def card_now(table: Table) -> Laid:
    """Return what is known of the card of this turn; nothing in a game without a pile."""
    if not table.game.pile:
        return Laid(None, How.BLIND)
    return laid(table.named, table.reading.card if table.reading else None, table.pile)


def saw(table: Table, reading: Reading) -> Turned:
    """Explain a reading, and act on the explanation as far as its time has come."""
    reading = vouched(table, reading)
    table = uncover(table.but(reading=reading), reading.card)
    waiting = _carried_out(table)
    if waiting is not None:
        return waiting
    table = table.but(owed=None)
    card = card_now(table)
    late = late_card(table, card) or late_discard(table, card)
    if late is not None:
        return late
    case = _case(table, reading, card)
    explanation = explain.explain(case)
    table = glimpse(table, reading.card)
    if not table.game.pile:
        explanation = open_cards.with_card(
            table.game, table.state, reading.card, table.pile, explanation
        )
    if explanation != table.explanation:
        table, effects = _let_go(table, explanation)
        table, more = due(table.but(explanation=explanation, since_s=table.now_s, looks=1))
        return table, effects + more
    table = table.but(looks=table.looks + 1)
    return _overtaken(table, reading, case) or due(table)


def _let_go(table: Table, explanation: Explanation) -> Turned:
    """Name no piece as out of place any longer than it is."""
    if isinstance(table.verdict, Misplaced) and not isinstance(explanation, OutOfPlace):
        return table.but(verdict=Quiet()), (Signal(Cue.CALM),)
    return table, ()


def _case(table: Table, reading: Reading, card: Laid) -> Case:
    """Return what a look is explained from: nothing in it is secret."""
    return Case(
        game=table.game,
        public=in_public(table.game, table.state),
        past=record.earlier(table),
        evidence=Evidence(reading, table.areas),
        laid=card,
        beside=_beside(table, reading),
    )


def _beside(table: Table, reading: Reading) -> tuple[tuple[Place, Piece], ...]:
    """Return the pieces on no place of their own, each with the area nearest to it."""
    area_of = {spot: area for area, spots in table.areas.items() for spot in spots}
    near = ((area_of.get(stray.near), stray.piece) for stray in reading.strays)
    return tuple((area, piece) for area, piece in near if area is not None)


def _overtaken(table: Table, reading: Reading, case: Case) -> Turned | None:
    """Accept a move that the next one has overtaken, and explain the rest."""
    if isinstance(table.explanation, Unchanged | Did | DidOneOf | WentBack):
        return None
    first = first_card(table, reading)
    if first is None or first.best is None or table.now_s - table.since_s < SETTLED_S:
        return None
    now = laid(None, reading.card, first)
    found = overtaken(replace(case, laid=now), first.best)
    if found is None:
        return None
    card = Laid(found.card, How.NAMED if table.named else How.SEEN)
    before = table.state
    table, effects = accept(table.but(reading=None, pile=first), found.action, card)
    if table.state is before:
        return table, effects  # refused, or asked about: the rest waits for that
    table, more = saw(table, reading)
    return table, effects + more


def due(table: Table) -> Turned:
    """Act on the present explanation if it has held for long enough."""
    held = table.now_s - table.since_s
    if table.explanation is not None and table.explanation == table.declined:
        return _declined(table, held)
    match table.explanation:
        case Unchanged():
            return _unchanged(table)
        case Did() as did:
            return _did(table, did, held)
        case TurnedUp() as turned if held >= SETTLED_S:
            return _accept_owing(table, turned.action, Laid(None, How.SEEN))
        case UnderWay() as under:
            return _under_way(table, under, held)
        case OutOfPlace() as moved:
            return _out_of_place(table, moved, held)
        case Broke() as broke if held >= ACCUSE_S and table.looks >= LOOKS:
            return _accuse(table, broke)
        case Unclear() as unclear if held >= DOUBT_S:
            return _doubt(table, unclear, held)
    return _ask(table, held)


def _ask(table: Table, held: float) -> Turned:
    """Ask what the table alone does not tell."""
    match table.explanation:
        case NeedsCard() as needs if held >= ASK_S:
            waits = card_now(table).how is How.SAME and held < CARD_S
            return _say(table, Waiting(card=True) if waits else AskingCard(needs.cards))
        case DidOneOf() as one_of if held >= (SWAP_S if one_of.invisible else ASK_S):
            return _say(table, Asking(questions.which(table, one_of, card_now(table))))
        case WentBack() as back if held >= ASK_S:
            return _say(table, questions.went_back(table, back, shown_now(table)))
        case Overtaken() as several if held >= DOUBT_S:
            return _say(table, Asking(questions.played_on(table, several)))
        case Strange() as strange if held >= STRANGE_S:
            return _say(table, Disagreeing(strange.shown))
    return table, ()


# --- innocent explanations -----------------------------------------------------------------------


def _unchanged(table: Table) -> Turned:
    if isinstance(table.verdict, Quiet):
        return table, ()
    effects: tuple[Effect, ...] = (Signal(Cue.CALM),)
    if isinstance(table.verdict, Objecting | Misplaced | Disagreeing | Asking | AskingCard):
        effects = (Judged(Kind.TAKEN_BACK, table.turn, ()), *effects)
    return table.but(verdict=Quiet()), effects


def _did(table: Table, did: Did, held: float) -> Turned:
    now = card_now(table)
    if did.action in passes(table.game, table.state):
        if held < SWAP_S:
            return table, ()
        return _say(table, Asking(questions.give_up(table, did.action, did.card)))
    if did.card.how is How.INFERRED and now.how is How.SAME and held >= CARD_S:
        # The pile can be read and shows no such card: rather ask than guess which was laid.
        guesses = {card for card in (did.card.card, now.card) if card is not None}
        return _say(table, AskingCard(tuple(sorted(guesses))))
    if held >= max(_patience(table, did), DOUBT_S if did.despite else 0.0):
        return accept(table, did.action, did.card)
    if did.card.how in (How.SAME, How.INFERRED) and held >= ASK_S:
        return _say(table, Waiting(card=True))
    return table, ()


def _patience(table: Table, did: Did) -> float:
    if did.invisible:
        return SWAP_S
    return CARD_S if card_now(table).how is How.SAME else SETTLED_S


def accept(table: Table, action: Any, card: Laid) -> Turned:
    """Put an action on record and say so; object where something that only its player sees forbids.

    That is a private rule or, with a pile, what is known of his hand.
    """
    known = table.game.recorded(table.state, action)
    if known is None:
        return _surprised(table, action, card)
    # What was turned up belongs in the log, or its lack would tell that the colour was on record.
    told, action = table.game.write_action(table.state, action), known
    breaches = table.game.judge(table.state, action)
    if breaches:
        return _object(table, breaches, shown_now(table), table.turn, secret=True)
    saying = table.game.saying(table.state, action)
    secret = saying is not None and saying.private
    verdict = Judged(
        Kind.CORRECTED if table.objected else Kind.ACCEPTED,
        table.turn,
        describe.places(table.game.steps(table.state, action)),
        "" if secret else told,
        card.card,
    )
    table, effects = record.act(table, action, card)
    return table, (verdict, Signal(Cue.ACCEPTED), *effects)


def _surprised(table: Table, action: Any, card: Laid) -> Turned:
    """Ask whether pieces were swapped; but what the hand forbids is refused, as if none were.

    Else the refusal would tell everybody that the colour is as the record has it.
    """
    game = table.game
    try:
        state = game.corrected(table.state, action)
    except PositionError:
        state = None
    known = None if state is None else game.recorded(state, action)
    if known is not None and (breaches := game.judge(state, known)):
        return _object(table, breaches, shown_now(table), table.turn, secret=True)
    return _say(table, Asking(questions.surprised(table, action, card)))


def accept_said(table: Table, action: Any) -> Turned:
    """Put an action on record that was said, and wait until the pieces show it."""
    return _accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def _accept_owing(table: Table, action: Any, card: Laid) -> Turned:
    """Put an action on record that is known before the pieces show it, and wait until they do."""
    before = table.state
    steps = table.game.steps(before, action)
    table, effects = accept(table, action, card)
    if table.state is before or not steps or agrees(table):
        return table, effects
    return table.but(owed=Owed(before, action), verdict=Waiting(steps)), effects


def _carried_out(table: Table) -> Turned | None:
    """Wait for what was said to be done with the pieces; None once it is, or something else is."""
    if table.owed is None or table.reading is None:
        return None
    owed, game = table.owed, table.game
    evidence = Evidence(table.reading, table.areas)
    after = game.placement(table.state)
    if evidence.gap(after) <= AGREES:
        return None
    case = Case(game, in_public(game, owed.state), (), evidence, Laid(None, How.BLIND))
    steps = game.steps(owed.state, owed.action)
    stage = Stage(case, Candidate(owed.action, None, after, case.back(after).changes, steps))
    if stage.gap > AGREES or stage.rest:
        return None
    return _say(table, Waiting(stage.todo))


# --- what is left to do, and what is wrong --------------------------------------------------------


def _under_way(table: Table, under: UnderWay, held: float) -> Turned:
    """Say what is left to do: at once where something stands plainly wrong, again after a while.

    It is a step left out, not a broken rule, and nobody is objected to for it.
    """
    told = table.looks >= LOOKS
    if (told and (under.wrong and held >= ACCUSE_S)) or (under.begun and held >= UNDONE_S):
        reminder = Waiting(under.todo, reminded=True)
        return _say(table, reminder, _left(table, under), card_now(table).card)
    if under.begun and held >= ASK_S:
        return _say(table, Waiting(under.todo))
    if told and held >= UNDONE_S:
        # Nothing is in a hand, and yet nothing arrived: silence would leave people alone.
        return _say(table, Disagreeing(shown_now(table)))
    return table, ()


def _left(table: Table, under: UnderWay) -> tuple[Breach, ...]:
    return tuple(steps_left(under, table.game.card_of(under.action)))


def _out_of_place(table: Table, moved: OutOfPlace, held: float) -> Turned:
    """Name the pieces that were knocked or moved out of turn, and no player."""
    if held < (LIFTED_S if moved.lifted else ASK_S) or table.looks < LOOKS:
        return table, ()
    return _say(table, Misplaced(moved.pieces))


def _doubt(table: Table, unclear: Unclear, held: float) -> Turned:
    """Say which places cannot be seen; ask what stands there when doubt does not pass."""
    if held < UNDONE_S or len(unclear.options) <= 1:
        return _say(table, Doubting(unclear.places))
    return _say(table, Asking(questions.doubted(unclear)))


def _declined(table: Table, held: float) -> Turned:
    """Ask nothing twice: where people said no and nothing changes, show what differs."""
    if held >= UNDONE_S and differing(table):
        return _say(table, Disagreeing(shown_now(table)))
    return table, ()


def _accuse(table: Table, broke: Broke) -> Turned:
    """Object; or, when one objection follows another in a turn, ask whether the record is right."""
    if broke.shown not in table.faults:
        table = table.but(faults=(*table.faults, broke.shown))
    if len(table.faults) >= MOST_FAULTS:
        return _say(table, Disagreeing(broke.shown))
    return _object(table, broke.breaches, broke.shown, broke.seat)


def _object(
    table: Table,
    breaches: tuple[Breach, ...],
    shown: Placement,
    seat: Seat | None,
    *,
    secret: bool = False,
) -> Turned:
    secret = secret or is_private(table.game, breaches)
    verdict = Objecting(breaches, shown, card_now(table), secret, table.turn if secret else seat)
    table, effects = _say(table, verdict)
    return table.but(objected=True), effects
