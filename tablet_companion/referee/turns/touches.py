"""What the referee does for each intent of a touch or a button: a table of handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.turns import (
    answering,
    coaching,
    consent,
    correcting,
    foreign_objects,
    giving_up,
    naming_cards,
    open_pages,
    private_pages,
    setting_up,
    showing,
    spoken,
    table_played,
)


def handle_touch(table: Table, intent: events.Intent) -> Transition:
    """Carry out a touch; an intent that is impossible now changes nothing."""
    handler = _HANDLERS.get(type(intent))
    return handler(table, intent) if handler is not None else (table, ())


def _open(dialogue: dialogues.Dialogue) -> Callable[[Table, Any], Transition]:
    """Return the handler that opens this page during a game."""
    return lambda table, _: (
        table.but(dialogue=dialogue) if table.stage is Stage.PLAY else table,
        (),
    )


_HANDLERS: Final[dict[type, Callable[[Table, Any], Transition]]] = {
    events.Answer: answering.answer,
    events.AskAdvice: table_played.ask_advice,
    events.AskHand: table_played.ask_hand,
    events.AskHelp: coaching.ask_for_help,
    events.AskWhy: coaching.ask_why,
    events.Begin: setting_up.begin,
    events.CheckShown: showing.check_shown,
    events.Choose: setting_up.choose,
    events.Confide: spoken.confide,
    events.Consent: consent.record_consent,
    events.CorrectCard: naming_cards.correct_card,
    events.EnterCards: showing.enter_cards,
    events.GiveUp: giving_up.give_up,
    events.GoOn: open_pages.go_on,
    events.HandSeat: table_played.hand_seat,
    events.Hide: private_pages.hide,
    events.LetBe: correcting.trust_record,
    events.Learnt: coaching.put_away,
    events.Misread: showing.ask_for_face,
    events.NameCard: naming_cards.name_card,
    events.NewGame: setting_up.ask_for_new_game,
    events.NoCard: naming_cards.name_no_card,
    events.NoHand: foreign_objects.pass_over,
    events.OpenBoard: _open(dialogues.FixingBoard()),
    events.OpenCardKeys: naming_cards.open_card_keys,
    events.OpenLevels: _open(dialogues.Levelling()),
    events.OpenSeats: _open(dialogues.Seating()),
    events.Pause: open_pages.pause,
    events.Point: coaching.point,
    events.Put: correcting.put_piece,
    events.Recall: coaching.recall,
    events.RecordIsRight: correcting.trust_record,
    events.Remember: coaching.remember,
    events.Reveal: private_pages.reveal,
    events.Say: spoken.say,
    events.ShowAgain: showing.show_again,
    events.ShowCards: showing.begin,
    events.ShowHand: private_pages.show_hand,
    events.SpeakUp: consent.speak_up,
    events.SwitchOff: open_pages.switch_off,
    events.TableIsRight: correcting.trust_table,
    events.TakeBack: correcting.take_back,
    events.Whisper: spoken.whisper,
    events.Wonder: coaching.wonder,
}
