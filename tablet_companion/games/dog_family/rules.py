"""The rules that DOG and Agent DOG share: their identifiers, and the words where these agree, too.

Every booklet has its own sections; each game says where in its own a rule stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.core import Rule, RuleText
from tablet_companion.games.dog_family.actions import Deal, Give, GiveUp, Lot
from tablet_companion.games.text import N_

WRONG_MOMENT: Final = Rule("wrong_moment")
CARD_NOT_HELD: Final = Rule("card_not_held")
MUST_PLAY: Final = Rule("must_play")
GIVING_UP_MOVES: Final = Rule("giving_up_moves")
CARD_WHOLLY: Final = Rule("card_wholly")
UNPLAYABLE: Final = Rule("unplayable")
ONE_PAWN: Final = Rule("one_pawn")
EXACT_COUNT: Final = Rule("exact_count")
FORWARDS: Final = Rule("forwards")
WHOSE_PAWN: Final = Rule("whose_pawn")
PROTECTED: Final = Rule("protected")
START_CARD: Final = Rule("start_card")
START_SPACE: Final = Rule("start_space")
FINISH_COLOUR: Final = Rule("finish_colour")
FINISH_JUMP: Final = Rule("finish_jump")
FINISH_STAYS: Final = Rule("finish_stays")
CAPTURED_HOME: Final = Rule("captured_home")
NOT_CAPTURED: Final = Rule("not_captured")
WRONG_NEST: Final = Rule("wrong_nest")
WHOSE_TURN: Final = Rule("whose_turn")
MUST_PLAY_ONE: Final = Rule("must_play_one")
NO_PAWN: Final = Rule("no_pawn")
ONE_FORM: Final = Rule("one_form")

_WORDS: Final = {
    WRONG_MOMENT: (
        N_("This is not what the game waits for now."),
        N_("Do first what the screen asks for."),
    ),
    CARD_NOT_HELD: (
        N_("The {card} cannot be in this hand."),
        N_("Look at the card again, or correct it on the screen."),
    ),
    WHOSE_TURN: (
        N_("It is {seat}’s turn, and this pawn is not {seat}’s to move."),
        N_("Put the pawn back and wait for your turn."),
    ),
    MUST_PLAY: (
        N_("A hand is given up only when none of its cards can be played; the {card} can."),
        N_("Play a card."),
    ),
    MUST_PLAY_ONE: (
        N_("A hand is given up only when none of its cards can be played; one of these can."),
        N_("Play a card."),
    ),
    NO_PAWN: (
        N_("No pawn stands in {place} that could be moved."),
        N_("Move a pawn that is there."),
    ),
    ONE_FORM: (
        N_("This move may be made, but the list of moves writes it in another way."),
        N_("Write the move as the list of moves has it."),
    ),
    GIVING_UP_MOVES: (
        N_("Whoever gives up the hand moves no pawn."),
        N_("Put the pawns back."),
    ),
    CARD_WHOLLY: (
        N_("A card is carried out wholly or not at all; this was not all of the {card}."),
        N_("Carry the card out, or take it back and play another."),
    ),
    UNPLAYABLE: (
        N_("The {card} cannot be carried out completely here, so it may not be played."),
        N_("Take the card back and play another; if none can be played, give up the hand."),
    ),
    ONE_PAWN: (
        N_("The {card} moves one pawn; here {count} were moved."),
        N_("Put the others back."),
    ),
    EXACT_COUNT: (
        N_("The {card} moves a pawn by exactly that number of spaces; this one went {count}."),
        N_("Put the pawn where the card leads."),
    ),
    START_SPACE: (
        N_("A new pawn goes from its nest to its own start space, and to no other."),
        N_("Put it on {place}, or back into its nest."),
    ),
    FINISH_JUMP: (
        N_("Inside a finish no pawn is jumped and none is captured."),
        N_("Put the pawn back."),
    ),
    FINISH_STAYS: (
        N_("A pawn in its finish stays there; it may only go deeper."),
        N_("Put the pawn back into its finish."),
    ),
    NOT_CAPTURED: (
        N_("The pawn of {place} was taken off, though nothing captured it."),
        N_("Put it back on {place}."),
    ),
    WRONG_NEST: (
        N_("A {piece} pawn does not belong in {place}."),
        N_("Put it into the nest of its own colour."),
    ),
}


TOLD: Final[Mapping[type, str]] = {
    Lot: N_("{seat} deals first."),
    Deal: N_("The cards are dealt."),
    Give: N_("{seat} gives a card to the partner."),
    GiveUp: N_("{seat} gives up the hand."),
}
"""What is told of an action that moves no pawn."""
LEFT_TOLD: Final = N_("{seat} gives a card to the left.")
"""What is told of a gift where everybody plays for himself."""
PLAY_TOLD: Final = N_("{seat} plays a card.")


def text(rule: Rule, section: str) -> RuleText:
    """Return a shared rule in words, with the section of a game's booklet that states it."""
    words, mend = _WORDS[rule]
    return RuleText(words, mend, section)
