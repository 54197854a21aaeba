"""The pages that people open: pause, card keys, correction of the board, what is private."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.public import list_passes
from tablet_companion.referee.model import dialogues, panels
from tablet_companion.referee.model.answers import Question
from tablet_companion.referee.model.events import Hide, Reveal
from tablet_companion.referee.model.history import find_correctable_play
from tablet_companion.referee.model.passing import must_pass
from tablet_companion.referee.model.steps_in_words import describe_action
from tablet_companion.referee.model.table import Table, state_to_show
from tablet_companion.referee.model.table_seats import is_played
from tablet_companion.referee.pages import asking, buttons, levels, seats, showing, speaking
from tablet_companion.referee.pages.board import build_board_page
from tablet_companion.referee.pages.play import view_with_pile
from tablet_companion.referee.pages.warnings import warn_of_waiting


def build_dialogue(table: Table, dialogue: dialogues.Dialogue) -> panels.Panel:
    """Return the page that somebody opened."""
    if table.state is None:
        table = table.but(state=state_to_show(table))
    return _PAGES[type(dialogue)](table, dialogue)


def _build_pause(table: Table, _: dialogues.Paused) -> panels.PausePanel:
    say = Message(N_("Paused. Nothing is judged."))
    keys = (
        buttons.CONTINUE,
        *seats.offer_seats(table),
        buttons.BOARD,
        buttons.NEW_GAME,
        buttons.LEVELS,
        buttons.SWITCH_OFF,
    )
    return panels.PausePanel(table.view(), say, keys)


def _build_hand_over(table: Table, handing: dialogues.HandingOver) -> panels.HandOverPanel:
    seat = handing.seat
    text, audience = N_("Pass the tablet to {seat}. Nobody else may look."), panels.Audience.SEAT
    if seat in table.setup.played:
        text = N_("Somebody enters {seat}’s cards alone. Nobody else may look.")
        audience = panels.Audience.ANYBODY
    if handing.purpose is dialogues.Purpose.CHECK_SHOWN:
        text = N_("Somebody checks {seat}’s cards alone. Nobody else may look.")
        audience = panels.Audience.CHECKER
    look = panels.Button(Message(N_("Touch to look")), Reveal(), panels.Weight.MAIN)
    cancel = panels.Button(Message(N_("Cancel")), Hide())
    return panels.HandOverPanel(seat, Message(text, (("seat", seat),)), (look, cancel), audience)


def build_question(table: Table, question: Question) -> panels.QuestionPanel:
    """Return the page of a question."""
    say, choices, more = question.say, question.choices, question.more
    return panels.QuestionPanel(
        view_with_pile(table), say, choices, (), more, for_all=question.for_all
    )


def _build_confirming(table: Table, confirming: dialogues.Confirming) -> panels.QuestionPanel:
    """Return the page of a question that was asked for: meanwhile nothing is judged."""
    question = confirming.question
    return build_question(table, replace(question, more=(*question.more, *warn_of_waiting(table))))


def _build_card_keys(table: Table, naming: dialogues.NamingCard) -> panels.CardKeysPanel:
    game, last = table.game, find_correctable_play(table)
    if naming.card_of is dialogues.CardOf.LAST_MOVE and last is not None:
        say = Message(N_("Which card did {seat} play last?"), (("seat", last.actor or ""),))
        move = describe_action(last.position, last.action)
        return panels.CardKeysPanel(table.view(), say, tuple(game.cards), (buttons.CANCEL,), move)
    say, cards = Message(N_("Which card was laid?")), tuple(game.cards)
    passes = naming.card_of is dialogues.CardOf.PASS
    if passes:
        say = Message(N_("No card can be played? Which one do you discard?"))
        thrown = {game.card_of(action) for action in list_passes(table.position)}
        cards = tuple(card for card in cards if card in thrown)
    correct = (buttons.CORRECT_CARD,) if last is not None and not passes else ()
    more = warn_of_waiting(table)
    return panels.CardKeysPanel(table.view(), say, cards, (*correct, buttons.CANCEL), more)


def _build_hand(table: Table, entering: dialogues.EnteringHand) -> panels.HandPanel:
    size = next(one.cards for one in table.view().seats if one.seat == entering.seat)
    # Whoever enters another hand than that of the player on turn may learn nothing of that one.
    own = entering.seat == table.turn and not is_played(table)
    give_up = replace(buttons.GIVE_UP, weight=panels.Weight.MAIN)
    done = (give_up,) if own and entering.verdict is not None and must_pass(table) else ()
    return panels.HandPanel(
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
        buttons=(*done, buttons.HIDE),
    )


_PAGES: Final[Mapping[type[dialogues.Dialogue], Callable[[Table, Any], panels.Panel]]] = {
    dialogues.Helping: asking.build_help,
    dialogues.Wondering: asking.build_wondering,
    dialogues.Recalling: asking.build_recall,
    dialogues.Paused: _build_pause,
    dialogues.NamingCard: _build_card_keys,
    dialogues.FixingBoard: build_board_page,
    dialogues.Confirming: _build_confirming,
    dialogues.Speaking: speaking.build_speaking,
    dialogues.Whispering: speaking.build_whispering,
    dialogues.Seating: lambda table, _: seats.build_seats(table),
    dialogues.Levelling: lambda table, _: levels.build_levels(table),
    dialogues.Advised: seats.build_advice,
    dialogues.CheckingShown: showing.build_checking,
    dialogues.HandingOver: _build_hand_over,
    dialogues.EnteringHand: _build_hand,
}
"""What each dialogue shows."""
