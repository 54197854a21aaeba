"""The pages that people open: pause, card keys, correction of the board, what is private."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.public import list_passes
from tablet_companion.referee.model.answers import Question
from tablet_companion.referee.model.dialogues import (
    Advised,
    CheckingShown,
    Confirming,
    Dialogue,
    EnteringHand,
    FixingBoard,
    HandingOver,
    Helping,
    NamingCard,
    Paused,
    Recalling,
    Seating,
    Speaking,
    Whispering,
    Wondering,
)
from tablet_companion.referee.model.events import Hide, Reveal
from tablet_companion.referee.model.history import find_last_play
from tablet_companion.referee.model.panels import (
    Button,
    CardKeysPanel,
    HandOverPanel,
    HandPanel,
    Panel,
    PausePanel,
    QuestionPanel,
    Reader,
    Weight,
)
from tablet_companion.referee.model.passing import must_pass
from tablet_companion.referee.model.steps_in_words import describe_action
from tablet_companion.referee.model.table import Table, state_to_show
from tablet_companion.referee.pages.asking import build_asked
from tablet_companion.referee.pages.board import build_board_page
from tablet_companion.referee.pages.buttons import (
    BOARD,
    CANCEL,
    CONTINUE,
    CORRECT_CARD,
    GIVE_UP,
    NEW_GAME,
    SWITCH_OFF,
)
from tablet_companion.referee.pages.seats import build_played, offer_seats
from tablet_companion.referee.pages.speaking import build_speaking, build_whispering


def build_dialogue(table: Table, dialogue: Dialogue) -> Panel:
    """Return the page that somebody opened."""
    if table.state is None:
        table = table.but(state=state_to_show(table))
    match dialogue:
        case Helping() | Wondering() | Recalling():
            return build_asked(table, dialogue)
        case Paused():
            say = Message(N_("Paused. Nothing is judged."))
            keys = (CONTINUE, *offer_seats(table), BOARD, NEW_GAME, SWITCH_OFF)
            return PausePanel(table.view(), say, keys)
        case NamingCard() as naming:
            return _build_card_keys(table, naming)
        case FixingBoard() as fixing:
            say = fixing.note or Message(N_("What stands where?"))
            return build_board_page(table, fixing, say)
        case Confirming(question):
            return build_question(table, question)
        case Speaking() as speaking:
            return build_speaking(table, speaking)
        case Whispering() as whispering:
            return build_whispering(table, whispering)
        case Seating() | Advised() | CheckingShown():
            return build_played(table, dialogue)
        case HandingOver(seat, check=check):
            return _build_hand_over(table, seat, check=check)
        case EnteringHand() as entering:
            return _build_hand(table, entering)


def _build_hand_over(table: Table, seat: Seat, *, check: bool) -> HandOverPanel:
    text, reader = N_("Pass the tablet to {seat}. Nobody else may look."), Reader.SEAT
    if seat in table.setup.played:
        text = N_("Somebody enters {seat}’s cards alone. Nobody else may look.")
        reader = Reader.ANYBODY
    if check:
        text = N_("Somebody checks {seat}’s cards alone. Nobody else may look.")
        reader = Reader.CHECKER
    look = Button(Message(N_("Touch to look")), Reveal(), Weight.MAIN)
    cancel = Button(Message(N_("Cancel")), Hide())
    return HandOverPanel(seat, Message(text, (("seat", seat),)), (look, cancel), reader)


def build_question(table: Table, question: Question) -> QuestionPanel:
    """Return the page of a question."""
    given = question
    return QuestionPanel(
        table.view(), given.say, given.choices, (), given.more, for_all=given.for_all
    )


def _build_card_keys(table: Table, naming: NamingCard) -> CardKeysPanel:
    game, last = table.game, find_last_play(table)
    if naming.again and last is not None:
        say = Message(N_("Which card did {seat} play last?"), (("seat", last.actor or ""),))
        move = describe_action(last.position, last.action)
        return CardKeysPanel(table.view(), say, tuple(game.cards), (CANCEL,), move)
    say, cards = Message(N_("Which card was laid?")), tuple(game.cards)
    if naming.unused:
        say = Message(N_("No card can be played? Which one do you discard?"))
        thrown = {game.card_of(action) for action in list_passes(table.position)}
        cards = tuple(card for card in cards if card in thrown)
    correct = (CORRECT_CARD,) if last is not None and not naming.unused else ()
    return CardKeysPanel(table.view(), say, cards, (*correct, CANCEL))


def _build_hand(table: Table, entering: EnteringHand) -> HandPanel:
    size = next(one.cards for one in table.view().seats if one.seat == entering.seat)
    give_up = replace(GIVE_UP, weight=Weight.MAIN)
    done = () if entering.verdict is None or not must_pass(table) else (give_up,)
    return HandPanel(
        seat=entering.seat,
        say=Message(
            N_("Enter the cards that the table holds for {seat}.")
            if entering.seat in table.setup.played
            else N_("{seat}: enter your cards."),
            (("seat", entering.seat),),
        ),
        cards=tuple(table.game.cards),
        size=size,
        verdict=entering.verdict,
        buttons=(*done, Button(Message(N_("Hide")), Hide())),
    )
