"""Every rule of DOG that can be broken: its identifier, its words, its section.

The sections are those of the sheet of rules (French edition). The words are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.core import Rule, RuleText
from tablet_companion.games.dog.actions import Play
from tablet_companion.games.dog.state import FINISH_FRESH
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.text import N_

FINISH_BACKWARDS: Final = Rule("finish_backwards")
JOKER_COUNT: Final = Rule("joker_count")
SEVEN_STEPS: Final = Rule("seven_steps")
SEVEN_OVERTAKEN: Final = Rule("seven_overtaken")
SEVEN_PARTNER: Final = Rule("seven_partner")
SWAP_TWO: Final = Rule("swap_two")
SWAP_TRACK: Final = Rule("swap_track")

_ROUND = "Déroulement"
_START = "Départ"
_HOME = "Renvoyer au nid"
_PASSING = "Dépasser"
_DUTY = "Obligation d’avancer"
_FINISH = "Champ d’arrivée"
_CARDS = "Valeur des cartes"

RULES: Final = {
    shared.WRONG_MOMENT: shared.text(shared.WRONG_MOMENT, _ROUND),
    shared.CARD_NOT_HELD: shared.text(shared.CARD_NOT_HELD, _ROUND),
    shared.WHOSE_TURN: shared.text(shared.WHOSE_TURN, _ROUND),
    shared.MUST_PLAY_ONE: shared.text(shared.MUST_PLAY_ONE, _ROUND),
    shared.NO_PAWN: shared.text(shared.NO_PAWN, _ROUND),
    shared.ONE_FORM: shared.text(shared.ONE_FORM, _ROUND),
    shared.MUST_PLAY: shared.text(shared.MUST_PLAY, _ROUND),
    shared.GIVING_UP_MOVES: shared.text(shared.GIVING_UP_MOVES, _ROUND),
    shared.CARD_WHOLLY: shared.text(shared.CARD_WHOLLY, _DUTY),
    shared.UNPLAYABLE: shared.text(shared.UNPLAYABLE, _ROUND),
    shared.ONE_PAWN: shared.text(shared.ONE_PAWN, _CARDS),
    shared.EXACT_COUNT: shared.text(shared.EXACT_COUNT, _DUTY),
    shared.FORWARDS: RuleText(
        N_("Pawns move forwards, anticlockwise; only a 4 may take one back."),
        N_("Put the pawn back and move it forwards."),
        _ROUND,
    ),
    shared.WHOSE_PAWN: RuleText(
        N_(
            "Not {seat}’s to move: one moves one’s own pawns, and the partner’s once they are home."
        ),
        N_("Put it back and move another pawn."),
        _ROUND,
    ),
    shared.PROTECTED: RuleText(
        N_("The pawn on {place} is protected: nobody may pass it, land on it or swap it."),
        N_("Put the moved pawn back and choose another move."),
        _START,
    ),
    shared.START_CARD: RuleText(
        N_("Only an ace, a king or a joker brings a pawn out of its nest."),
        N_("Put the pawn back into its nest."),
        _START,
    ),
    shared.START_SPACE: shared.text(shared.START_SPACE, _START),
    FINISH_FRESH: RuleText(
        N_(
            "A pawn that has just come out of its nest must leave its start space before it enters."
        ),
        N_("Put the pawn back; it has to touch the start space once more."),
        _FINISH,
    ),
    FINISH_BACKWARDS: RuleText(
        N_("No pawn enters its finish backwards, nor goes backwards inside it."),
        N_("Put the pawn back, or move it backwards along the track."),
        _FINISH,
    ),
    shared.FINISH_COLOUR: RuleText(
        N_("A pawn enters only the finish of its own colour."),
        N_("Put the pawn back and move it along the track."),
        _FINISH,
    ),
    shared.FINISH_JUMP: shared.text(shared.FINISH_JUMP, _FINISH),
    shared.FINISH_STAYS: shared.text(shared.FINISH_STAYS, _FINISH),
    shared.CAPTURED_HOME: RuleText(
        N_("A pawn that is landed on goes back to its nest, one’s own too."),
        N_("Put the pawn into the nest of its colour."),
        _HOME,
    ),
    shared.NOT_CAPTURED: shared.text(shared.NOT_CAPTURED, _HOME),
    shared.WRONG_NEST: shared.text(shared.WRONG_NEST, _HOME),
    JOKER_COUNT: RuleText(
        N_("No card moves a pawn by {count} spaces, so a joker does not either."),
        N_("Put the pawn where some card would lead it."),
        _CARDS,
    ),
    SEVEN_STEPS: RuleText(
        N_("A 7 has seven steps and all are used; here it were {count}."),
        N_("Move on, or back, until the seven steps are used up."),
        _DUTY,
    ),
    SEVEN_OVERTAKEN: RuleText(
        N_("Every pawn that a 7 overtakes or lands on goes home, one’s own too."),
        N_("Put the overtaken pawn into the nest of its colour."),
        _HOME,
    ),
    SEVEN_PARTNER: RuleText(
        N_("The partner’s pawns share in a 7 only once all four of one’s own are home."),
        N_("Put the partner’s pawn back and use the steps with your own."),
        _DUTY,
    ),
    SWAP_TWO: RuleText(
        N_("A jack swaps one’s own pawn with one of another player and moves nothing else."),
        N_("Put everything back; swap one pawn of yours with somebody else’s."),
        _CARDS,
    ),
    SWAP_TRACK: RuleText(
        N_("Only pawns on the track are swapped: none in a nest and none in a finish."),
        N_("Put both pawns back and choose others."),
        _CARDS,
    ),
}

TOLD: Final[Mapping[type, str]] = {**shared.TOLD, Play: shared.PLAY_TOLD}
"""What is told of an action that moves no pawn."""
