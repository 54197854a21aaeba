"""Every rule of Wink that can be broken or asks for a doing: identifier, words, sections.

The sections are those of the booklet's three texts in the order `agents`, `wink`, `zwinkern`;
where a rule stands in one or two of them only, the others are left out. The words are ours.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule, RuleText
from tablet_companion.games.text import N_
from tablet_companion.games.wink.actions import (
    Accuse,
    Call,
    Deal,
    Lay,
    Lot,
    Name,
    Say,
    Stuck,
)

WRONG_MOMENT: Final = Rule("wrong_moment")
WHOSE_TURN: Final = Rule("whose_turn")
PAWN_FOLLOWS: Final = Rule("pawn_follows")
TWIN_IN_HAND: Final = Rule("twin_in_hand")
OCCUPIED: Final = Rule("occupied")
JUST_LEFT: Final = Rule("just_left")
CARD_GONE: Final = Rule("card_gone")
CARD_TURNED_DOWN: Final = Rule("card_turned_down")
CAN_STILL_CALL: Final = Rule("can_still_call")
NAME_FIRST: Final = Rule("name_first")
NOTHING_TO_NAME: Final = Rule("nothing_to_name")
NAME_ANOTHER: Final = Rule("name_another")
CARD_HELD: Final = Rule("card_held")
CARD_NOT_HELD: Final = Rule("card_not_held")
RIGHT_NAME: Final = Rule("right_name")
WRONG_NAME: Final = Rule("wrong_name")
TWIN_LAID: Final = Rule("twin_laid")
NO_ACCUSATION_LEFT: Final = Rule("no_accusation_left")
OWN_CALL: Final = Rule("own_call")
NOT_CALLED: Final = Rule("not_called")
ACCUSE_ANOTHER: Final = Rule("accuse_another")
ONE_FALSE_ACCUSATION: Final = Rule("one_false_accusation")
RIGHT_ACCUSATION: Final = Rule("right_accusation")
ACCUSATION_PAID: Final = Rule("accusation_paid")
CARDS_STAY: Final = Rule("cards_stay")

_CALL = "APPEL; Appel; Attention les yeux !"
_ROUND = "Déroulement; Déroulement; Attention les yeux !"
_NAME = "PRISE DE CONTACT; Retrouvaille; Attention les yeux !"
_ACCUSE = "CONTRE-ESPIONNAGE; Accusation; Les espions surveillent"
_END = "Fin de la partie; Fin de la partie; Tout a une fin !"

RULES: Final = {
    WRONG_MOMENT: RuleText(
        N_("This is not what the game waits for now."),
        N_("Do first what the screen asks for."),
        _ROUND,
    ),
    WHOSE_TURN: RuleText(
        N_("It is {seat}’s turn; only this pawn moves now."),
        N_("Put the other pawns back."),
        _ROUND,
    ),
    PAWN_FOLLOWS: RuleText(
        N_("Number {card} was called, so the pawn belongs on card {card}."),
        N_("Put the pawn on the card that was called."),
        _CALL,
    ),
    TWIN_IN_HAND: RuleText(
        N_("Nobody calls a card whose twin is in the own hand."),
        N_("Take the pawn back and call another card."),
        _CALL,
        private=True,
    ),
    OCCUPIED: RuleText(
        N_("{seat}’s pawn already stands on card {card}."),
        N_("Take the pawn back and call a card without a pawn."),
        _CALL,
    ),
    JUST_LEFT: RuleText(
        N_("The pawn has to move to another card than {card}."),
        N_("Call another card."),
        "COMPLICE; Partenaire; Attention les yeux !",
    ),
    CARD_GONE: RuleText(
        N_("Card {card} does not lie on the table."),
        N_("Call a card that lies face up."),
        _CALL,
    ),
    CARD_TURNED_DOWN: RuleText(
        N_("Card {card} is turned down; only cards that lie face up are called."),
        N_("Call a card that lies face up."),
        "APPEL; Appel",
    ),
    CAN_STILL_CALL: RuleText(
        N_("The game goes on while the player on turn can call a card; one can be called here."),
        N_("Call a card."),
        _END,
        private=True,
    ),
    NAME_FIRST: RuleText(
        N_("In this edition the partner has to be named before the pawn moves on."),
        N_("Put the pawn back on card {card} and name a player."),
        "Retrouvaille",
    ),
    NOTHING_TO_NAME: RuleText(
        N_("There is no partner to name: no called card of {seat} waits for one."),
        N_("Call a card."),
        _NAME,
    ),
    NAME_ANOTHER: RuleText(
        N_("The partner is always another player."),
        N_("Name somebody else."),
        _NAME,
    ),
    CARD_HELD: RuleText(
        N_("Whoever is asked for card {card} and has it shows it."),
        N_("Show the card."),
        _NAME,
    ),
    CARD_NOT_HELD: RuleText(
        N_("Card {card} cannot be in this hand."),
        N_("Look at the card again."),
        _NAME,
    ),
    RIGHT_NAME: RuleText(
        N_("After a right name both partners lay their card face up in front of them."),
        N_("Take the card from the table; the partner lays down its twin."),
        _NAME,
    ),
    WRONG_NAME: RuleText(
        N_("After a wrong name the card on the table is lost to everybody."),
        N_("Turn the card down or take it away, as this edition says."),
        _NAME,
    ),
    TWIN_LAID: RuleText(
        N_("After a wrong name whoever really has the twin lays it face down, nobody else."),
        N_("Let everybody look again for card {card}."),
        "PRISE DE CONTACT; Retrouvaille",
    ),
    NO_ACCUSATION_LEFT: RuleText(
        N_("{seat} has no accusation card left."),
        N_("Play on; this accusation does not count."),
        _ACCUSE,
    ),
    OWN_CALL: RuleText(
        N_("Card {card} was called by {seat}, who names the partner on turn instead of accusing."),
        N_("Wait for your turn."),
        _ACCUSE,
    ),
    NOT_CALLED: RuleText(
        N_("No call of card {card} is open, so nobody can be accused about it."),
        N_("Play on; this accusation does not count and costs nothing."),
        _ACCUSE,
    ),
    ACCUSE_ANOTHER: RuleText(
        N_("Nobody accuses himself."),
        N_("Play on; this accusation does not count."),
        _ACCUSE,
    ),
    ONE_FALSE_ACCUSATION: RuleText(
        N_("With four players nobody accuses about card {card} again after a false accusation."),
        N_("Play on; this accusation does not count."),
        "CONTRE-ESPIONNAGE",
    ),
    RIGHT_ACCUSATION: RuleText(
        N_("A right accusation wins both cards, face up."),
        N_("Take the card from the table and its twin from the accused."),
        _ACCUSE,
    ),
    ACCUSATION_PAID: RuleText(
        N_("Every accusation costs one accusation card."),
        N_("Lay the accusation card down as this edition says."),
        _ACCUSE,
    ),
    CARDS_STAY: RuleText(
        N_("The cards on the table stay as they lie until a name or an accusation is answered."),
        N_("Put card {card} back as it lay."),
        _CALL,
    ),
}

TOLD: Final[dict[type, str]] = {
    Lot: N_("{seat} begins."),
    Deal: N_("The cards are dealt."),
    Call: N_("{seat} calls a card."),
    Name: N_("{seat} names a partner."),
    Accuse: N_("Somebody is accused."),
    Say: N_("The answer is given."),
    Lay: N_("It was not the partner."),
    Stuck: N_("{seat} can call no card."),
}
"""What is told of an action that moves no piece."""
