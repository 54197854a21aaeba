"""Every rule of Agent DOG that can be broken: its identifier, its words, its section.

The sections are those of the booklet (French edition). The words are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.agent_dog.actions import Discard, Play, Redraw
from tablet_companion.games.core import Rule, RuleText
from tablet_companion.games.dog_family import rules as _dog_rules
from tablet_companion.games.dog_family.rules import (
    CAPTURED_HOME,
    CARD_NOT_HELD,
    CARD_WHOLLY,
    EXACT_COUNT,
    FINISH_COLOUR,
    FINISH_JUMP,
    FINISH_STAYS,
    FORWARDS,
    GIVING_UP_MOVES,
    MUST_PLAY,
    MUST_PLAY_ONE,
    NO_PAWN,
    NOT_CAPTURED,
    ONE_FORM,
    ONE_PAWN,
    PROTECTED,
    START_CARD,
    START_SPACE,
    UNPLAYABLE,
    WHOSE_PAWN,
    WHOSE_TURN,
    WRONG_MOMENT,
    WRONG_NEST,
    text,
)
from tablet_companion.games.text import N_

COPY_FIRST: Final = Rule("copy_first")
OWN_START_FIRST: Final = Rule("own_start_first")
FINISH_START: Final = Rule("finish_start")
MEETING: Final = Rule("meeting")
NO_MEETING: Final = Rule("no_meeting")
EXCHANGE_TWO: Final = Rule("exchange_two")
PARTNER_POINTS: Final = Rule("partner_points")
PARTNER_WHOSE: Final = Rule("partner_whose")
PARTNER_OVERTAKEN: Final = Rule("partner_overtaken")
TURN_DOWN: Final = Rule("turn_down")
TURN_UP: Final = Rule("turn_up")
FINISH_REVEAL: Final = Rule("finish_reveal")
COLOUR_COUNT: Final = Rule("colour_count")
NO_ANNULLING: Final = Rule("no_annulling")
COPY_COUNT: Final = Rule("copy_count")
MEETING_NEAREST: Final = Rule("meeting_nearest")
CHANGE_CARD: Final = Rule("change_card")
NOBODY_GIVES_UP: Final = Rule("nobody_gives_up")

_PLAY = "DÉROULEMENT DU JEU, 2. Déplacer des pions"
_DUTY = "OBLIGATION"
_START = "METTRE DE NOUVEAUX PIONS EN JEU"
_START_SPACE = "CASE DÉPART OCCUPÉE"
_HIDDEN = "PIONS INFILTRÉS"
_WHICH = "QUELS PIONS PUIS-JE DÉPLACER ?"
_FINISH = "ZONE D’ARRIVÉE"
_JUMP = "SAUTER ET PRENDRE"
_MEET = "LIEU DE RENCONTRE DES ESPIONS"
_OWN_SIDE = "ATTENTION AUX PIONS QUE TU PRENDS !"
_CARDS = "EXPLICATION DES CARTES"
_FEW = "RÈGLES SPÉCIALES POUR UNE PARTIE À 2 OU 3 JOUEURS"

RULES: Final = {
    WRONG_MOMENT: text(WRONG_MOMENT, _PLAY),
    CARD_NOT_HELD: text(CARD_NOT_HELD, _PLAY),
    COPY_FIRST: RuleText(
        N_("A copy repeats the last card of this round, and none has been played yet."),
        N_("Take the copy back and play another card."),
        _CARDS,
    ),
    WHOSE_TURN: text(WHOSE_TURN, _PLAY),
    MUST_PLAY_ONE: text(MUST_PLAY_ONE, _DUTY),
    NO_PAWN: text(NO_PAWN, _PLAY),
    ONE_FORM: text(ONE_FORM, _PLAY),
    COPY_COUNT: RuleText(
        N_("A copy of the {card} moves a pawn exactly as the {card} does; this one went {count}."),
        N_("Put the pawn where the copied card leads."),
        _CARDS,
    ),
    MEETING_NEAREST: RuleText(
        N_("A meeting calls the nearest pawn behind it, which is the one on {place}."),
        N_("Put the pawn that was called back; take the one on {place}."),
        _MEET,
    ),
    CHANGE_CARD: RuleText(
        N_("You change a card only when none of yours can be played; the {card} can."),
        N_("Play a card."),
        _FEW,
    ),
    NOBODY_GIVES_UP: RuleText(
        N_("With two or three players nobody gives up the hand; a card is changed instead."),
        N_("Lay a card on the pile unused and draw another."),
        _FEW,
    ),
    MUST_PLAY: text(MUST_PLAY, _DUTY),
    GIVING_UP_MOVES: text(GIVING_UP_MOVES, _DUTY),
    CARD_WHOLLY: text(CARD_WHOLLY, _DUTY),
    UNPLAYABLE: text(UNPLAYABLE, _DUTY),
    ONE_PAWN: text(ONE_PAWN, _CARDS),
    EXACT_COUNT: text(EXACT_COUNT, _DUTY),
    FORWARDS: RuleText(
        N_("Pawns only move forwards, clockwise."),
        N_("Put the pawn back and move it forwards."),
        _PLAY,
    ),
    WHOSE_PAWN: RuleText(
        N_("Not {seat}’s to move: one moves pawns of one’s own colour and turned-over ones."),
        N_("Put it back and move another pawn."),
        _WHICH,
    ),
    OWN_START_FIRST: RuleText(
        N_("While one’s own pawn stands on its start space, no turned-over pawn may be moved."),
        N_("Put it back; move the pawn away from the start space first."),
        _START_SPACE,
    ),
    PROTECTED: RuleText(
        N_("The pawn on {place} is on its own start space: nobody may jump it or land on it."),
        N_("Put the moved pawn back and choose another move."),
        _START_SPACE,
    ),
    START_CARD: RuleText(
        N_("Only a 1/11 or a 13 brings a pawn out of its nest."),
        N_("Put the pawn back into its nest."),
        _START,
    ),
    START_SPACE: text(START_SPACE, _START),
    FINISH_START: RuleText(
        N_("A finish is entered over its start space, and never by a move that begins there."),
        N_("Put the pawn back; it has to go round once more."),
        _FINISH,
    ),
    FINISH_COLOUR: RuleText(
        N_("A pawn enters only its own finish; a turned-over one only that of whoever moves it."),
        N_("Put the pawn back and move it along the track."),
        _FINISH,
    ),
    FINISH_JUMP: text(FINISH_JUMP, _FINISH),
    FINISH_STAYS: text(FINISH_STAYS, _FINISH),
    NO_ANNULLING: RuleText(
        N_("{seat} found a pawn of the own side by capturing it: that move stands."),
        N_("Put everything where that move left it."),
        _OWN_SIDE,
    ),
    CAPTURED_HOME: RuleText(
        N_("A pawn that is landed on is captured and goes to its nest."),
        N_("Put the captured pawn into the nest of its colour, turned up."),
        _JUMP,
    ),
    NOT_CAPTURED: text(NOT_CAPTURED, _JUMP),
    MEETING: RuleText(
        N_("A pawn that ends on the meeting point {place} calls the nearest pawn behind it."),
        N_("Turn the nearest pawn behind over into the hole just behind the meeting point."),
        _MEET,
    ),
    NO_MEETING: RuleText(
        N_("No meeting called the pawn of {place} away."),
        N_("Put it back on {place}."),
        _MEET,
    ),
    EXCHANGE_TWO: RuleText(
        N_("An exchange swaps two turned-over pawns and moves nothing else."),
        N_("Put everything back; swap two turned-over pawns without looking."),
        _CARDS,
    ),
    PARTNER_POINTS: RuleText(
        N_("The partner card has four points and all are used; here it were {count}."),
        N_("Move on, or back, until the four points are used up."),
        _CARDS,
    ),
    PARTNER_WHOSE: RuleText(
        N_("The partner card moves pawns of one’s own team and turned-over ones."),
        N_("Put this pawn back and give its points to another."),
        _CARDS,
    ),
    PARTNER_OVERTAKEN: RuleText(
        N_("With the partner card every pawn overtaken is captured, one’s own too."),
        N_("Put the overtaken pawn into the nest of its colour."),
        _CARDS,
    ),
    TURN_DOWN: RuleText(
        N_("A pawn that ends in a hole is turned over so that its colour is hidden."),
        N_("Turn the pawn in {place} over."),
        _HIDDEN,
    ),
    TURN_UP: RuleText(
        N_("A pawn that ends outside a hole is turned up so that its colour is seen."),
        N_("Turn the pawn on {place} up."),
        _HIDDEN,
    ),
    WRONG_NEST: text(WRONG_NEST, _JUMP),
    FINISH_REVEAL: RuleText(
        N_("A turned-over pawn that enters a finish is turned up; another colour cannot stay."),
        N_("A partner’s pawn goes to its nest, another’s to the deepest free space of its finish."),
        _HIDDEN,
    ),
    COLOUR_COUNT: RuleText(
        N_("The pawns of this colour all stand elsewhere."),
        N_("Look at the pawn again."),
        _HIDDEN,
    ),
}

TOLD: Final[Mapping[type, str]] = {
    **_dog_rules.TOLD,
    Redraw: N_("{seat} changes a card."),
    Discard: N_("{seat} discards a card."),
    Play: _dog_rules.PLAY_TOLD,
}
"""What is told of an action that moves no pawn."""
