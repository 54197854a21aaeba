"""The protocol of a turn: from what a look at the table explains to what the referee does.

Times are seconds on the loop's clock. An explanation has to hold for a while before anything comes
of it: a short while where it is certain, longer where people may still be busy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Breach, Piece, Place, Placement
from tablet_companion.referee import describe, questions, record
from tablet_companion.referee.effects import Cue, Effect, Judged, Kind, Signal
from tablet_companion.referee.explaining import explain, open_cards
from tablet_companion.referee.explaining.case import (
    AGREES,
    Candidate,
    Case,
    candidates,
    in_public,
    is_private,
    passes,
)
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import (
    Broke,
    Did,
    DidOneOf,
    NeedsCard,
    Strange,
    Surprise,
    TurnedUp,
    Unchanged,
    Unclear,
    WentBack,
)
from tablet_companion.referee.explaining.laid import How, Laid, laid
from tablet_companion.referee.explaining.overtaken import overtaken
from tablet_companion.referee.explaining.unfinished import UnderWay, steps_left, under_way
from tablet_companion.referee.record import Turned
from tablet_companion.referee.table import (
    Asking,
    AskingCard,
    Disagreeing,
    Doubting,
    Objecting,
    Owed,
    Quiet,
    Table,
    Verdict,
    Waiting,
)
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
UNDONE_S: Final = 8.0
"""Steps are left to do: from then on it is an objection."""


def card_now(table: Table) -> Laid:
    """Return what is known of the card of this turn; nothing in a game without a pile."""
    if not table.game.pile:
        return Laid(None, How.BLIND)
    return laid(table.named, table.reading.card if table.reading else None, table.pile)


def saw(table: Table, reading: Reading) -> Turned:
    """Explain a reading, and act on the explanation as far as its time has come."""
    table = table.but(reading=reading)
    waiting = _carried_out(table)
    if waiting is not None:
        return waiting
    table = table.but(owed=None)
    late = _late_card(table) or _late_discard(table)
    if late is not None:
        return late
    explanation = explain.explain(
        Case(
            game=table.game,
            state=table.state,
            past=record.earlier(table),
            evidence=Evidence(reading, table.areas),
            strays=tuple(stray.piece for stray in reading.strays),
            laid=card_now(table),
            beside=_beside(table, reading),
        )
    )
    explanation = open_cards.with_card(table, explanation)
    if explanation != table.explanation:
        return due(table.but(explanation=explanation, since_s=table.now_s, looks=1))
    table = table.but(looks=table.looks + 1)
    return _overtaken(table, reading) or due(table)


def _beside(table: Table, reading: Reading) -> tuple[tuple[Place, Piece], ...]:
    """Return the pieces on no place of their own, each with the area nearest to it."""
    area_of = {spot: area for area, spots in table.areas.items() for spot in spots}
    near = ((area_of.get(stray.near), stray.piece) for stray in reading.strays)
    return tuple((area, piece) for area, piece in near if area is not None)


def _overtaken(table: Table, reading: Reading) -> Turned | None:
    """Accept a move that the next one has overtaken, and explain the rest."""
    if isinstance(table.explanation, Unchanged | Did | DidOneOf | WentBack):
        return None
    found = overtaken(table, reading)
    if found is None or table.now_s - table.since_s < SETTLED_S:
        return None
    candidate, sight = found
    card = Laid(candidate.card, How.NAMED if table.named else How.SEEN)
    table, effects = accept(table.but(reading=None, pile=sight), candidate.action, card)
    table, more = saw(table, reading)
    return table, effects + more


def due(table: Table) -> Turned:
    """Act on the present explanation if it has held for long enough."""
    held = table.now_s - table.since_s
    match table.explanation:
        case Unchanged():
            return _unchanged(table)
        case Did() as did:
            return _did(table, did, held)
        case TurnedUp() as turned if held >= SETTLED_S:
            return _accept_owing(table, turned.action, Laid(None, How.SEEN))
        case UnderWay() as under:
            return _under_way(table, under, held)
        case Broke() as broke if held >= ACCUSE_S and table.looks >= LOOKS:
            return _object(table, broke.breaches, broke.shown)
        case NeedsCard() as needs if held >= ASK_S:
            waits = card_now(table).how is How.SAME and held < CARD_S
            return _say(table, Waiting(card=True) if waits else AskingCard(needs.cards))
        case DidOneOf() as one_of if held >= (SWAP_S if one_of.invisible else ASK_S):
            return _say(table, Asking(questions.which(table, one_of, card_now(table))))
        case WentBack() as back if held >= ASK_S:
            return _say(table, Asking(questions.went_back(back)))
        case Surprise() as surprise if held >= ASK_S:
            return _say(table, Asking(questions.surprised(surprise, card_now(table))))
        case Unclear() as unclear if held >= DOUBT_S:
            return _say(table, Doubting(unclear.places))
        case Strange() as strange if held >= STRANGE_S:
            return _say(table, Disagreeing(strange.shown))
    return table, ()


# --- innocent explanations -----------------------------------------------------------------------


def _unchanged(table: Table) -> Turned:
    if isinstance(table.verdict, Quiet):
        return table, ()
    effects: tuple[Effect, ...] = (Signal(Cue.CALM),)
    if isinstance(table.verdict, Objecting | Disagreeing | Asking | AskingCard):
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
    if held >= _patience(table, did):
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
    breaches = table.game.judge(table.state, action)
    if breaches:
        return _object(table, breaches, _shown(table), secret=True)
    saying = table.game.saying(table.state, action)
    secret = saying is not None and saying.private
    verdict = Judged(
        Kind.CORRECTED if table.objected else Kind.ACCEPTED,
        table.turn,
        describe.places(table.game.steps(table.state, action)),
        "" if secret else table.game.write_action(table.state, action),
        card.card,
    )
    table, effects = record.act(table, action, card)
    return table, (verdict, Signal(Cue.ACCEPTED), *effects)


def accept_said(table: Table, action: Any) -> Turned:
    """Put an action on record that was said, and wait until the pieces show it."""
    return _accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def _accept_owing(table: Table, action: Any, card: Laid) -> Turned:
    """Put an action on record that is known before the pieces show it, and wait until they do."""
    before = table.state
    steps = table.game.steps(before, action)
    table, effects = accept(table, action, card)
    if table.state is before or not steps or _agrees(table):
        return table, effects
    return table.but(owed=Owed(before, action), verdict=Waiting(steps)), effects


def _agrees(table: Table) -> bool:
    """Say whether the last look shows what the record has."""
    if table.reading is None:
        return False
    evidence = Evidence(table.reading, table.areas)
    return evidence.gap(table.game.placement(table.state)) <= AGREES


def _carried_out(table: Table) -> Turned | None:
    """Wait for what was said to be done with the pieces; None once it is, or something else is."""
    if table.owed is None or table.reading is None:
        return None
    owed, game = table.owed, table.game
    evidence = Evidence(table.reading, table.areas)
    after = game.placement(table.state)
    if evidence.gap(after) <= AGREES:
        return None
    case = Case(game, owed.state, (), evidence, (), Laid(None, How.BLIND))
    begun, _ = under_way(case, [Candidate(owed.action, None, after)])
    return None if begun is None else _say(table, Waiting(begun.todo))


def _late_card(table: Table) -> Turned | None:
    """Take a new card for the last move's, where that was accepted without seeing one.

    Only while the table shows just that move; a card that cannot have led to it is this turn's.
    """
    card = card_now(table)
    guessed = table.past and table.past[-1].laid.how in (How.INFERRED, How.SAME)
    if not guessed or card.how is not How.SEEN or table.reading is None:
        return None
    moment, now = table.past[-1], table.game.placement(table.state)
    if Evidence(table.reading, table.areas).gap(now) > AGREES:
        return None
    for candidate in candidates(table.game, moment.state):
        if candidate.card == card.card and candidate.after == now:
            if table.game.judge(moment.state, candidate.action):
                continue  # not in the hand, as far as that is known
            if candidate.action == moment.action:
                past = (*table.past[:-1], replace(moment, laid=card))
                return table.but(past=past, pile=table.reading.card), ()
            table, effects = record.undo(table, 1)
            table, more = record.act(table, candidate.action, card)
            return table, effects + more
    return None


def _late_discard(table: Table) -> Turned | None:
    """Take a new card on the pile for the one that was thrown away by touch just before."""
    game, card = table.game, card_now(table)
    last = next((one for one in reversed(table.past) if game.actor(one.state) != CHANCE), None)
    if last is None or table.reading is None or card.how is not How.SEEN:
        return None
    named = last.laid.how is How.NAMED and last.laid.card == card.card
    if not named or last.action not in passes(game, last.state) or not _agrees(table):
        return None
    return table.but(pile=table.reading.card), ()


# --- what is left to do, and what is wrong --------------------------------------------------------


def _under_way(table: Table, under: UnderWay, held: float) -> Turned:
    if under.wrong and held >= ACCUSE_S and table.looks >= LOOKS:
        return _object(table, _left(table, under), _shown(table))
    if under.begun and held >= UNDONE_S and table.looks >= LOOKS:
        return _object(table, _unfinished(table, under), _shown(table))
    if under.begun and held >= ASK_S:
        return _say(table, Waiting(under.todo))
    if held >= UNDONE_S and table.looks >= LOOKS and _all_there(table):
        # Nothing is in a hand, and yet nothing arrived: silence would leave people alone.
        return _say(table, Disagreeing(_shown(table)))
    return table, ()


def _all_there(table: Table) -> bool:
    """Say whether as many pieces are seen as there are."""
    return len(_shown(table).pieces) == len(table.game.placement(table.state).pieces)


def _unfinished(table: Table, under: UnderWay) -> tuple[Breach, ...]:
    """Return why an action left as it is breaks the rules."""
    card = table.game.card_of(under.action)
    public = in_public(table.game, table.state)
    named = table.game.diagnose(public, card, _shown(table)) if card is not None else ()
    return named or _left(table, under)


def _left(table: Table, under: UnderWay) -> tuple[Breach, ...]:
    return tuple(steps_left(under, table.game.card_of(under.action)))


def _shown(table: Table) -> Placement:
    before = table.game.placement(table.state)
    if table.reading is None:
        return before
    return Evidence(table.reading, table.areas).shown(before)


def _object(
    table: Table, breaches: tuple[Breach, ...], shown: Placement, *, secret: bool = False
) -> Turned:
    secret = secret or is_private(table.game, breaches)
    verdict = Objecting(breaches, shown, card_now(table), secret)
    table, effects = _say(table, verdict)
    return table.but(objected=True), effects


# --- saying it -----------------------------------------------------------------------------------


def _say(table: Table, verdict: Verdict) -> Turned:
    """Change the verdict, with its cue and its line in the log; nothing if it stands already."""
    old = table.verdict
    if old == verdict:
        return table, ()
    if _same_objection(old, verdict):
        return table.but(verdict=verdict), ()
    judged, cue = _announced(table, verdict)
    table = table.but(verdict=verdict)
    return table, (*([judged] if judged else []), Signal(cue))


def _same_objection(old: Verdict, new: Verdict) -> bool:
    """Compare objections by what everybody is told of them."""
    if not (isinstance(old, Objecting) and isinstance(new, Objecting)):
        return False
    return old.secret == new.secret and old.told == new.told


def _announced(table: Table, verdict: Verdict) -> tuple[Judged | None, Cue]:
    seat = table.turn
    match verdict:
        case Objecting():
            places = tuple(dict.fromkeys(p for b in verdict.told for p in b.places))
            objected = Judged(Kind.OBJECTED, seat, places, "", verdict.card.card, verdict.told)
            return objected, Cue.OBJECTION
        case Waiting():
            return Judged(Kind.WAITING, seat, describe.places(verdict.todo)), Cue.CALM
        case Asking():
            return Judged(Kind.ASKED, seat, _marked(verdict)), Cue.QUESTION
        case AskingCard():
            return Judged(Kind.ASKED, seat, ()), Cue.QUESTION
        case Disagreeing():
            return Judged(Kind.OUT_OF_STEP, seat, differing(table)), Cue.QUESTION
    return None, Cue.CALM


def _marked(asking: Asking) -> tuple[Place, ...]:
    marks = [mark.place for choice in asking.question.choices for mark in choice.marks]
    return tuple(dict.fromkeys(marks))


def differing(table: Table) -> tuple[Place, ...]:
    """Return the areas at which table and record differ, sorted."""
    seen, wanted = _shown(table).pieces, table.game.placement(table.state).pieces
    return tuple(sorted({place for place, _ in set(seen) ^ set(wanted)}))
