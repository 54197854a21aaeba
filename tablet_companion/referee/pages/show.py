"""From the table to the panel the screen shows. Only a View ever leaves this room."""

from __future__ import annotations

from tablet_companion.games.core import (
    CHANCE,
    TABLE,
    Breach,
    Place,
    Placement,
    PositionError,
    Seat,
    Step,
    StepKind,
)
from tablet_companion.games.text import LANGUAGES, N_
from tablet_companion.referee.explaining.cases import candidates
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.model import describe
from tablet_companion.referee.model.events import Begin, LetBe, NewGame, Whisper
from tablet_companion.referee.model.panels import (
    Button,
    CardKeysPanel,
    CardNote,
    CheckPanel,
    EndPanel,
    Explained,
    Mark,
    MarkKind,
    Message,
    ObjectionPanel,
    OptionChoice,
    Panel,
    PlayPanel,
    SetUpPanel,
    Weight,
)
from tablet_companion.referee.model.table import (
    Asking,
    AskingCard,
    Disagreeing,
    Doubting,
    FixingBoard,
    Misplaced,
    Objecting,
    PuttingBack,
    Stage,
    Table,
    Waiting,
    state_to_show,
)
from tablet_companion.referee.pages import opened, sayable
from tablet_companion.referee.pages.blindness import why_unseeing
from tablet_companion.referee.pages.keys import (
    BOARD,
    GIVE_UP,
    NEW_GAME,
    PAUSE,
    SWITCH_OFF,
    TAKE_BACK,
    in_order,
    name_the_card,
    public_view,
)
from tablet_companion.referee.pages.seen import differences
from tablet_companion.referee.turns import lying, putting_back, record, silence
from tablet_companion.referee.turns.looks import card_now
from tablet_companion.referee.turns.talk import may_pass
from tablet_companion.referee.turns.verdicts import shown_now

Seats = tuple[Seat, ...]
_PRIVATELY = Explained(
    Message(N_("Why is for the player’s own eyes.")),
    Message(N_("Look alone, and take it back.")),
    "",
)
_LET_BE = (Button(Message(N_("Go on")), LetBe()),)


def panel(table: Table) -> Panel:
    """Return what the screen shows now."""
    page = opened.dialogue(table.but(state=state_to_show(table)))
    if page is not None:
        return page
    if table.stage is Stage.SETUP:
        return _set_up(table)
    if table.stage is Stage.CHECK:
        return _check(table)
    if table.stage is Stage.ENDED:
        return _end(table)
    match table.verdict:
        case Objecting() as objecting:
            return _objection(table, objecting)
        case Asking(question):
            return opened.question_page(table, question)
        case AskingCard(cards) if not table.no_card:
            say = Message(N_("Which card was laid?"))
            cards = in_order(table.game, cards)
            buttons = (GIVE_UP, BOARD, PAUSE)
            return CardKeysPanel(
                public_view(table), say, cards, buttons, _moved(table)[:2], none=True
            )
        case Disagreeing():
            say = Message(N_("The table and I disagree. Which of us is right?"))
            return opened.disagreement(table, FixingBoard(), say)
    return _play(table)


def _moved(table: Table) -> tuple[Message, ...]:
    """Say what was moved, as far as pieces are seen to have left one place for another."""
    wanted = table.game.placement(table.state)
    ways = putting_back.steps_back(shown_now(table), wanted)
    moves = (one for one in ways if one.kind is StepKind.MOVED and one.target is not None)
    return describe.moved((one.target or one.source, one.source, one.piece) for one in moves)


# --- before a game ----------------------------------------------------------------------------


def _set_up(table: Table) -> SetUpPanel:
    setup = table.setup
    chosen = dict(setup.options)
    seats, teams, trouble = _sitting(table)
    counts = table.game.players(chosen)
    begin = Button(Message(N_("Set up the board")), Begin(), Weight.MAIN)
    return SetUpPanel(
        title=table.game.title,
        pile=table.game.pile,
        counts=counts,
        seatings=table.game.seatings(chosen, len(seats)),
        circle=table.game.seatings(chosen, counts[-1])[0],
        seats=seats,
        teams=teams,
        dealer=setup.dealer,
        options=tuple(
            OptionChoice(option, chosen.get(option.name, option.default))
            for option in table.game.options
            if option.text and (option.choices or option.members or option.counted)
        ),
        languages=tuple(LANGUAGES),
        language=setup.language,
        trouble=trouble,
        buttons=(*(() if trouble else (begin,)), SWITCH_OFF),
    )


def _sitting(table: Table) -> tuple[Seats, tuple[Seats, ...], Message | None]:
    """Return who plays and in which teams; or who was to, and why the options cannot be."""
    game, setup = table.game, table.setup
    try:
        state = game.setup(dict(setup.options), setup.seats)
    except PositionError as error:
        alone = tuple((seat,) for seat in setup.seats)
        return setup.seats, alone, Message("{text}", (("text", str(error)),))
    seats = tuple(entry.seat for entry in game.view(state, TABLE).seats)
    return seats, game.teams(state), None


def _check(table: Table) -> CheckPanel:
    wrong = differences(table, table.game.placement(table.state)) if table.reading else ()
    unseeing = why_unseeing(table)
    if unseeing is not None:
        say = unseeing
    elif table.reading is None:
        say = Message(N_("Put the pieces where the picture shows them."))
    elif in_the_way := lying.said(table):
        say = in_the_way[0]
    elif wrong:
        say = Message(N_("Almost: the marked places differ."))
    else:
        say = Message(N_("All is in its place."))
    return CheckPanel(
        public_view(table),
        say,
        wrong,
        (Button(Message(N_("Begin all the same")), Begin()), NEW_GAME),
    )


# --- play ---------------------------------------------------------------------------------------


def _play(table: Table) -> PlayPanel:
    left = bool(table.back or table.no_card or _steps(table))
    return PlayPanel(
        view=public_view(table),
        say=_headline(table),
        happened=() if left else table.happened,
        todo=_todo(table),
        marks=_marks(table),
        card=_card(table, past=not left),
        facts=sayable.facts(table),
        buttons=_play_buttons(table),
        left=left,
        arrows=describe.arrows(_steps(table)),
        seen=_seen(table),
        countdown=silence.left(table),
    )


def _steps(table: Table) -> tuple[Step, ...]:
    """Return the steps that are left to do before the game goes on."""
    if table.back is not None:
        return table.back.steps
    return table.verdict.todo if isinstance(table.verdict, Waiting) else ()


def _seen(table: Table) -> Placement | None:
    """Return what the table shows, while steps are left to do."""
    if table.back is not None:
        return table.back.shown
    return table.verdict.shown if isinstance(table.verdict, Waiting) else None


def _play_buttons(table: Table) -> tuple[Button, ...]:
    passing = (GIVE_UP,) if may_pass(table) else ()
    back = (TAKE_BACK,) if record.can_undo(table) else ()
    return (*passing, *name_the_card(table), *sayable.keys(table), *back, BOARD, PAUSE)


def _headline(table: Table) -> Message:
    unseeing = why_unseeing(table)
    if unseeing is not None:
        return unseeing
    if table.back is not None:
        return Message(N_("Taken back: put everything where it was."))
    if table.no_card or _steps(table):
        return Message(N_("{seat}, this is left to do."), (("seat", table.turn or ""),))
    if silence.expected(table) is not None:
        return Message(N_("Does anybody object?"))
    card = card_now(table)
    if card.card is not None and card.how in (How.SEEN, How.NAMED):
        details = (("seat", table.turn or ""), ("card", card.card))
        return Message(N_("{seat} plays the {card}."), details)
    return sayable.message(table.game.prompt(table.game.view(table.state, TABLE)))


def _todo(table: Table) -> tuple[Message, ...]:
    if table.back is not None:
        return (*_notes(table), *_to_put_back(table, table.back))
    match table.verdict:
        case Waiting(todo, card):
            lay = (Message(N_("Lay the card on the pile.")),) if card else ()
            return (*_notes(table), *lay, *describe.todo(todo))
        case AskingCard():
            either = Message(N_("Lay the card on the pile, or put the pieces back."))
            return (*_notes(table), either)
        case Misplaced(pieces):
            return (*_notes(table), *(describe.out_of_place(one) for one in pieces))
        case Doubting():
            return (*_notes(table), Message(N_("I cannot see the marked places well.")))
    return _notes(table)


def _to_put_back(table: Table, back: PuttingBack) -> tuple[Message, ...]:
    """Say what is to be put back; where the pieces are in a hand there is nothing more to say."""
    card = card_now(table).card or (back.card.best if back.card else None)
    text = N_("Take the {card} off the pile.") if table.game.pile else N_("Take the {card} away.")
    off = (Message(text, (("card", card),)),) if back.off and card else ()
    return (*describe.todo_back(back.steps), *off)


def _notes(table: Table) -> tuple[Message, ...]:
    """Say what makes the table hard to read, whatever is played."""
    return (*_disputes(table), *lying.said(table))


def _disputes(table: Table) -> tuple[Message, ...]:
    """Say where the camera and the switch in a hole contradict each other."""
    text = N_("Camera and switch disagree about {place}. Is a pawn in it?")
    return tuple(Message(text, (("place", place),)) for place in _disputed(table))


def _disputed(table: Table) -> tuple[Place, ...]:
    return table.reading.disputed if table.reading else ()


def _marks(table: Table) -> tuple[Mark, ...]:
    disputed = tuple(Mark(place, MarkKind.DOUBT) for place in _disputed(table))
    if table.back is not None:
        return (*describe.marks(table.back.steps), *disputed)
    match table.verdict:
        case Waiting(todo):
            return (*describe.marks(todo), *disputed)
        case Misplaced(pieces):
            return (*describe.marks_out_of_place(pieces), *disputed)
        case Doubting(places):
            doubts = (Mark(place, MarkKind.DOUBT) for place in places)
            return tuple(dict.fromkeys((*doubts, *disputed)))
    return disputed or (() if table.no_card else _last_move(table))


def _last_move(table: Table) -> tuple[Mark, ...]:
    if not table.past or table.game.actor(table.past[-1].state) == CHANCE:
        return ()
    moment = table.past[-1]
    return describe.marks(table.game.steps(moment.state, moment.action))


def _card(table: Table, *, past: bool = True) -> CardNote | None:
    """Return the card of this turn, or with ``past`` that of the last while there is none."""
    card = card_now(table)
    if card.card is not None and card.how in (How.SEEN, How.NAMED):
        return CardNote(card.card, str(card.how))
    last = table.past[-1].laid if table.past and past else None
    if last is not None and last.card is not None:
        return CardNote(last.card, str(last.how))
    return None


def _objection(table: Table, objecting: Objecting) -> ObjectionPanel:
    told, private = objecting.told, objecting.secret
    explained = [_PRIVATELY] if private else [_explained(table, breach) for breach in told]
    wanted, shown = table.game.placement(table.state).pieces, objecting.shown.pieces
    marks = [Mark(place, MarkKind.WRONG) for breach in told for place in breach.places]
    if told and not marks:
        marks = [
            Mark(place, MarkKind.WRONG) for place, piece in shown if (place, piece) not in wanted
        ]
    back = [Mark(place, MarkKind.BACK) for place, piece in wanted if (place, piece) not in shown]
    turn = table.turn or Seat("")
    say = Message(N_("One moment: something was moved that should not have been."))
    if objecting.seat is not None:
        details = (("seat", objecting.seat),)
        say = Message(N_("{seat}, one moment: that is not allowed."), details)
    elif table.game.pile and objecting.shown == table.game.placement(table.state):
        say = Message(N_("One moment: this card cannot be played now."))
    if objecting.stands:
        say = Message(N_("One moment: that move stands."))
    passing = (GIVE_UP,) if may_pass(table) else ()
    alone = (Button(Message(N_("{seat}, alone"), (("seat", turn),)), Whisper(turn), Weight.MAIN),)
    return ObjectionPanel(
        view=public_view(table),
        say=why_unseeing(table) or say,
        breaches=tuple(dict.fromkeys(explained)),
        seen=objecting.shown,
        marks=tuple(dict.fromkeys([*marks, *back, *_where_it_leads(table, objecting)])),
        card=_card(table),
        buttons=(
            *(alone if private else ()),
            *name_the_card(table),
            *passing,
            *(_LET_BE if private else ()),
            BOARD,
            PAUSE,
        ),
        arrows=() if private else describe.arrows(_way_back(table, objecting)),
    )


def _where_it_leads(table: Table, objecting: Objecting) -> tuple[Mark, ...]:
    """Mark where the card leads the one piece that was moved wrongly, if it leads anywhere."""
    steps = () if objecting.secret or objecting.stands else _way_back(table, objecting)
    card = objecting.card.card
    if len(steps) != 1 or card is None:
        return ()
    led = (
        step.target
        for one in candidates(table.game, table.state)
        if one.card == card
        for step in one.steps
        if step.source == steps[0].target and step.target not in (None, step.source)
    )
    return tuple(Mark(place, MarkKind.TO) for place in dict.fromkeys(led) if place is not None)


def _way_back(table: Table, objecting: Objecting) -> tuple[Step, ...]:
    """Return the steps from what the table shows to what the record has."""
    if objecting.stands:
        return objecting.stands
    return putting_back.steps_back(objecting.shown, table.game.placement(table.state))


def _explained(table: Table, breach: Breach) -> Explained:
    text = table.game.rules[breach.rule]
    return Explained(
        Message(text.text, breach.details), Message(text.mend, breach.details), text.section
    )


def _end(table: Table) -> EndPanel:
    outcome = table.game.outcome(table.state)
    say = _won(outcome.winners if outcome else ())
    again = Button(Message(N_("New game")), NewGame(), Weight.MAIN)
    return EndPanel(public_view(table), say, sayable.facts(table), (again, TAKE_BACK, SWITCH_OFF))


def _won(winners: tuple[Seat, ...]) -> Message:
    match winners:
        case ():
            return Message(N_("Nobody has won."))
        case (one,):
            return Message(N_("{seat} has won!"), (("seat", one),))
        case (one, two):
            details = (("seat_one", one), ("seat_two", two))
            return Message(N_("{seat_one} and {seat_two} have won!"), details)
    names = ", ".join(seat.capitalize() for seat in winners)
    return Message(N_("They share the win: {text}."), (("text", names),))
