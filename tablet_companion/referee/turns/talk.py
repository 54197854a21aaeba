"""What a touch on the screen, or a button, makes the referee do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablet_companion.games.core import EMPTY, Card, Piece, Place, PositionError, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.public import known_passes, passes
from tablet_companion.referee.model.answers import (
    Act,
    CheckHand,
    Consequence,
    Correct,
    End,
    Leave,
    Question,
    Rectify,
    Relabel,
    Renew,
    Undo,
    Vouch,
)
from tablet_companion.referee.model.effects import Judged, Kind, Language, TurnOff
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    Choose,
    Consent,
    CorrectCard,
    GiveUp,
    GoOn,
    Hide,
    Intent,
    LetBe,
    NameCard,
    NewGame,
    NoCard,
    OpenBoard,
    OpenCardKeys,
    Pause,
    Put,
    RecordIsRight,
    Reveal,
    Say,
    ShowHand,
    SpeakUp,
    SwitchOff,
    TableIsRight,
    TakeBack,
    Whisper,
)
from tablet_companion.referee.model.panels import Message
from tablet_companion.referee.model.table import (
    Asking,
    AskingCard,
    Confirming,
    Disagreeing,
    EnteringHand,
    FixingBoard,
    HandingOver,
    NamingCard,
    Paused,
    Quiet,
    Stage,
    Table,
    Whispering,
    new_table,
)
from tablet_companion.referee.pages.keys import in_order
from tablet_companion.referee.pages.seen import seen_placement
from tablet_companion.referee.turns import naming, questions, record, say, silence
from tablet_companion.referee.turns.looks import accept, card_now
from tablet_companion.referee.turns.record import Turned
from tablet_companion.referee.turns.vouching import vouch
from tablet_companion.vision.reading import CardReading

LANGUAGE: Final = "language"
DEALER: Final = "dealer"
PLAYERS: Final = "players"
SEATS: Final = "seats"


def touched(table: Table, intent: Intent) -> Turned:
    """Do what a touch means; an intent that is not possible now changes nothing."""
    handler = _HANDLERS.get(type(intent))
    return handler(table, intent) if handler is not None else (table, ())


# --- set-up and check ----------------------------------------------------------------------------


def _choose(table: Table, choose: Choose) -> Turned:
    if choose.name == LANGUAGE:
        setup = _with(table, language=str(choose.value))
        return setup, (Language(str(choose.value)),)
    if table.stage is not Stage.SETUP:
        return table, ()
    if choose.name == DEALER:
        dealer = Seat(str(choose.value))
        return _with(table, dealer=dealer if dealer in table.setup.seats else None), ()
    if choose.name == PLAYERS:
        return _seated(table, int(choose.value) if isinstance(choose.value, int) else 0), ()
    if choose.name == SEATS:
        return _chosen_seats(table, tuple(map(Seat, str(choose.value).split()))), ()
    if choose.name in {option.name for option in table.game.options}:
        options = dict(table.setup.options) | {choose.name: choose.value}
        return _seated(_with(table, options=tuple(sorted(options.items())))), ()
    return table, ()


def _seated(table: Table, wanted: int = 0) -> Table:
    """Return the table with as many seats as wanted, or as before, as far as the game allows."""
    game, now, options = table.game, len(table.setup.seats), dict(table.setup.options)
    allowed = game.players(options)
    count = min(allowed, key=lambda one: (abs(one - (wanted or now)), one))
    return table if count == now else _taken(table, game.seatings(options, count)[0])


def _chosen_seats(table: Table, wanted: tuple[Seat, ...]) -> Table:
    """Return the table with just these seats, if the game is played like that."""
    options = dict(table.setup.options)
    if len(wanted) not in table.game.players(options):
        return table
    found = table.game.seatings(options, len(wanted))
    return _taken(table, wanted) if wanted in found else table


def _taken(table: Table, seats: tuple[Seat, ...]) -> Table:
    """Return the table with these seats taken; a dealer who has none of them is left to the lot."""
    dealer = table.setup.dealer if table.setup.dealer in seats else None
    return _with(table, seats=seats, dealer=dealer)


def _with(table: Table, **changes: Any) -> Table:
    setup = table.setup
    fields = {
        "seats": setup.seats,
        "dealer": setup.dealer,
        "options": setup.options,
        "language": setup.language,
    }
    return table.but(setup=type(setup)(**fields | changes))


def _begin(table: Table, _: Begin) -> Turned:
    if table.stage is Stage.SETUP:
        try:
            state = table.game.setup(dict(table.setup.options), table.setup.seats)
        except PositionError:
            return table, ()  # the page says why
        return table.but(stage=Stage.CHECK, state=state), ()
    return record.begin(table) if table.stage is Stage.CHECK else (table, ())


def _new_game(table: Table, _: NewGame) -> Turned:
    """Set up another game; a game under way is left only once somebody has confirmed it."""
    if table.stage is Stage.PLAY:
        return table.but(dialogue=Confirming(questions.new_game())), ()
    return _renewed(table)


def _renewed(table: Table) -> Turned:
    fresh = new_table(table.game, table.areas, table.setup.language).but(setup=table.setup)
    known = {"reading": table.reading, "switches": table.switches, "blind": table.blind}
    return fresh.but(now_s=table.now_s, holds=table.holds, **known), ()


# --- answers and cards ---------------------------------------------------------------------------


def _question(table: Table) -> Question | None:
    if isinstance(table.dialogue, Confirming):
        return table.dialogue.question
    return table.verdict.question if isinstance(table.verdict, Asking) else None


def _answer(table: Table, answer: Answer) -> Turned:
    question = _question(table)
    if question is None or not 0 <= answer.number < len(question.consequences):
        return table, ()
    consequence = question.consequences[answer.number]
    return _follow(table.but(dialogue=None), consequence)


def _follow(table: Table, consequence: Consequence) -> Turned:
    match consequence:
        case Act(action, laid, overtaken=True):
            # What lies on the pile is the next player's.
            beneath = CardReading(((laid.card, 1.0),)) if laid.card is not None else table.pile
            return accept(table.but(reading=None, pile=beneath), action, laid)
        case Act(action, laid):
            return accept(table, action, laid)
        case Undo(count):
            final = record.final(table, count)
            return record.undo(table, count) if not final else (table.but(verdict=Quiet()), ())
        case Rectify(state, action, laid):
            table, effects = record.put_state(table.but(objected=True), state)
            table, more = accept(table.but(objected=True), action, laid)
            return table, effects + more
        case Relabel() as relabelling:
            return naming.relabel(table, relabelling)
        case CheckHand():
            seat = table.turn
            return (table.but(dialogue=HandingOver(seat)) if seat else table), ()
        case Renew():
            return _renewed(table)
        case Correct():
            return table.but(dialogue=FixingBoard()), ()
        case Vouch(area, content):
            return vouch(table.but(verdict=Quiet()), area, content), ()
        case Leave():
            return table.but(verdict=Quiet(), declined=table.explanation), ()
        case End():
            return table, (TurnOff(),)


def _name_card(table: Table, named: NameCard) -> Turned:
    playing = table.stage is Stage.PLAY and table.game.pile
    if not playing or named.card not in table.game.cards:
        return table, ()
    if isinstance(table.dialogue, NamingCard) and table.dialogue.unused:
        return _asked_to_pass(table, named.card) or table, ()
    return naming.name_card(table, named)


def _no_card(table: Table, _: NoCard) -> Turned:
    return (table.but(no_card=True) if isinstance(table.verdict, AskingCard) else table), ()


# --- giving up a hand ----------------------------------------------------------------------------


def may_pass(table: Table) -> bool:
    """Say whether the player on turn may have nothing to play, as far as everybody knows."""
    return table.stage is Stage.PLAY and bool(passes(table.game, table.state))


def knows_of_pass(table: Table) -> bool:
    """Say the same given what is known of his hand: for him alone."""
    return table.stage is Stage.PLAY and bool(known_passes(table.game, table.state))


def _give_up(table: Table, _: GiveUp) -> Turned:
    """Ask whether it is so; where a card is thrown away, first which, unless it lies there."""
    if not may_pass(table):
        return table, ()
    now = card_now(table)
    for card in (None, now.card if now.how in (How.SEEN, How.NAMED) else None):
        asked = _asked_to_pass(table, card)
        if asked is not None:
            return asked, ()
    return table.but(dialogue=NamingCard(again=False, unused=True)), ()


def _asked_to_pass(table: Table, card: Card | None) -> Table | None:
    """Return the table with the question whether the player passes with this card, or None.

    A pass that the known hand forbids is asked about, too, and refused later, to him alone.
    """
    game, state = table.game, table.state
    for action in (*known_passes(game, state), *passes(game, state)):
        if game.card_of(action) == card:
            question = questions.give_up(table, action, Laid(card, How.NAMED))
            return table.but(dialogue=Confirming(question))
    return None


def _reveal(table: Table, _: Reveal) -> Turned:
    if not isinstance(table.dialogue, HandingOver):
        return table, ()
    if table.dialogue.whisper:
        return say.alone(table, table.dialogue), ()
    return table.but(dialogue=EnteringHand(table.dialogue.seat, table.now_s)), ()


def _hide(table: Table, _: Hide) -> Turned:
    if isinstance(table.dialogue, EnteringHand | HandingOver | Whispering):
        return table.but(dialogue=None), ()
    return table, ()


def _show_hand(table: Table, shown: ShowHand) -> Turned:
    entering = table.dialogue
    if not isinstance(entering, EnteringHand):
        return table, ()
    try:
        known, effects = record.learn(table, entering.seat, shown.cards)
    except PositionError:
        verdict = Message(N_("That cannot be the whole hand. Count the cards and look again."))
        return table.but(dialogue=_told(entering, verdict)), ()
    if not knows_of_pass(known):
        cards = {c for a in known.game.legal(known.state) if (c := known.game.card_of(a))}
        playable = in_order(known.game, cards)
        verdict = Message(
            N_("One of your cards can be played: {text}"), (("text", ", ".join(playable)),)
        )
        return known.but(dialogue=_told(entering, verdict)), effects
    gives_up = any(known.game.card_of(one) is None for one in passes(known.game, known.state))
    verdict = Message(
        N_("Right: none of these cards can be played. Give up the hand.")
        if gives_up
        else N_("Right: none of these cards can be played. Discard one.")
    )
    return known.but(dialogue=_told(entering, verdict)), effects


def _told(entering: EnteringHand, verdict: Message) -> EnteringHand:
    return EnteringHand(entering.seat, entering.since_s, verdict)


# --- taking back, pausing, correcting ------------------------------------------------------------


def _take_back(table: Table, _: TakeBack) -> Turned:
    if not record.can_undo(table):
        return table, ()
    final = record.final(table, 1)
    question = questions.stands(table, final) if final else questions.take_back(1)
    return table.but(dialogue=Confirming(question)), ()


def _pause(table: Table, _: Pause) -> Turned:
    return (table.but(dialogue=Paused()) if table.stage is Stage.PLAY else table), ()


def _go_on(table: Table, _: GoOn) -> Turned:
    if table.dialogue is None and isinstance(table.verdict, Disagreeing):
        # Neither is right: people mend the table, and are not asked the same at the next look.
        table = table.but(verdict=Quiet(), declined=table.explanation)
    return table.forgetful().but(dialogue=None, asked_s=table.now_s), ()


def _switch_off(table: Table, _: SwitchOff) -> Turned:
    return table.but(dialogue=Confirming(questions.switch_off())), ()


def _open_board(table: Table, _: OpenBoard) -> Turned:
    return (table.but(dialogue=FixingBoard()) if table.stage is Stage.PLAY else table), ()


def _put(table: Table, put: Put) -> Turned:
    fixing = table.dialogue
    if not isinstance(fixing, FixingBoard):
        return table, ()
    places = {place for spots in table.areas.values() for place in spots}
    if put.place not in places:
        return table, ()
    puts: dict[Place, Piece] = dict(fixing.puts) | {put.place: put.piece or EMPTY}
    return table.but(dialogue=FixingBoard(tuple(sorted(puts.items())))), ()


def _table_is_right(table: Table, _: TableIsRight) -> Turned:
    puts = table.dialogue.puts if isinstance(table.dialogue, FixingBoard) else ()
    try:
        state = table.game.amend(table.state, seen_placement(table, puts))
    except PositionError:
        note = Message(N_("This cannot be right: pawns are missing, or there are too many."))
        return table.but(dialogue=FixingBoard(puts, note)), ()
    seat = table.turn
    table, effects = record.put_state(table, state)
    return table, (Judged(Kind.CORRECTED, seat, ()), *effects)


def _record_is_right(table: Table, _: RecordIsRight | LetBe) -> Turned:
    return table.forgetful().but(dialogue=None, verdict=Quiet()), ()


_HANDLERS: Final[dict[type, Callable[[Table, Any], Turned]]] = {
    Answer: _answer,
    Begin: _begin,
    Choose: _choose,
    Consent: silence.consent,
    CorrectCard: naming.correct_card,
    GiveUp: _give_up,
    GoOn: _go_on,
    Hide: _hide,
    NameCard: _name_card,
    NewGame: _new_game,
    NoCard: _no_card,
    OpenBoard: _open_board,
    OpenCardKeys: naming.open_card_keys,
    Pause: _pause,
    Put: _put,
    LetBe: _record_is_right,
    RecordIsRight: _record_is_right,
    Reveal: _reveal,
    Say: say.say,
    ShowHand: _show_hand,
    SpeakUp: silence.speak_up,
    SwitchOff: _switch_off,
    TableIsRight: _table_is_right,
    TakeBack: _take_back,
    Whisper: say.whisper,
}
