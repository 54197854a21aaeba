"""Every rule of Pocket Ops that can be broken: its identifier, its words, its section.

The sections are those of the booklet (French edition). The words are ours.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Card, Rule, RuleText
from tablet_companion.games.pocket_ops.actions import (
    Action,
    Enrol,
    Gather,
    Guessed,
    Look,
    Lot,
    Place,
    Reveal,
    Use,
)
from tablet_companion.games.pocket_ops.state import (
    ASSASSIN,
    BURGLAR,
    COMMANDO,
    COURIER,
    MOLE,
    NINJA,
    SNIPER,
)
from tablet_companion.games.text import N_

WRONG_MOMENT: Final = Rule("wrong_moment")
NOT_LOOKED_AT: Final = Rule("not_looked_at")
SHOWN_TOGETHER: Final = Rule("shown_together")
HOW_MANY_CARDS: Final = Rule("how_many_cards")
MUST_PLACE: Final = Rule("must_place")
ACTIVE_SPECIALIST: Final = Rule("active_specialist")
NO_SPY_LEFT: Final = Rule("no_spy_left")
EMPTY_ROOM: Final = Rule("empty_room")
AS_GUESSED: Final = Rule("as_guessed")
SAME_CARD: Final = Rule("same_card")
FOILED_LEAVES: Final = Rule("foiled_leaves")
POWER_MUST: Final = Rule("power_must")
SPECIALISTS_STAY: Final = Rule("specialists_stay")
SPIES_RETURN: Final = Rule("spies_return")
NOTHING_ELSE: Final = Rule("nothing_else")
GATHERED: Final = Rule("gathered")

OWN_RULE: Final = {
    card: Rule(card) for card in (ASSASSIN, BURGLAR, COMMANDO, COURIER, MOLE, NINJA, SNIPER)
}
"""The rule of each specialist whose power moves or removes somebody, named like it."""

_ENROL = "ENROLEMENT DES SPECIALISTES"
_PLAY = "DEROULEMENT DU JEU"
_POWERS = "LES SPÉCIALISTES"

RULES: Final = {
    WRONG_MOMENT: RuleText(
        N_("This is not what the game waits for now."),
        N_("Do first what the screen asks for."),
        _PLAY,
    ),
    NOT_LOOKED_AT: RuleText(
        N_("One of the two specialists looked at is kept; the {card} is none of them."),
        N_("Keep one of the two."),
        _ENROL,
    ),
    SHOWN_TOGETHER: RuleText(
        N_("The specialists kept are shown together and join the reserves."),
        N_("Put the specialist beside the spies of its colour."),
        _ENROL,
    ),
    HOW_MANY_CARDS: RuleText(
        N_("One card is laid, or one or two as long as a hacker helps; here it were {count}."),
        N_("Take cards back until the number is right."),
        _PLAY,
    ),
    MUST_PLACE: RuleText(
        N_("In every turn one agent is placed, a spy or the active specialist."),
        N_("Place an agent."),
        _PLAY,
    ),
    ACTIVE_SPECIALIST: RuleText(
        N_("Only this round’s specialist is placed, and only once; the {card} cannot be."),
        N_("Take the specialist back and place another agent."),
        _PLAY,
    ),
    NO_SPY_LEFT: RuleText(
        N_("All seven spies of this colour are in the base already."),
        N_("Take the spy back and place the specialist."),
        _PLAY,
    ),
    EMPTY_ROOM: RuleText(
        N_("The {card} needs an empty room, and {place} is not empty."),
        N_("Take the agent back and place it elsewhere."),
        _PLAY,
    ),
    AS_GUESSED: RuleText(
        N_("An agent is foiled when a card laid names its room, and only then."),
        N_("Turn the cards up and look again."),
        _PLAY,
    ),
    SAME_CARD: RuleText(
        N_("The card turned up is the one that was laid; this is another one."),
        N_("Take the card back and turn up the one that was laid."),
        _PLAY,
    ),
    FOILED_LEAVES: RuleText(
        N_("A foiled spy goes back to its reserve; a foiled specialist leaves the game."),
        N_("Take the foiled agent out of {place}."),
        _PLAY,
    ),
    POWER_MUST: RuleText(
        N_("The {card} has to use its power, and can."),
        N_("Choose how, and carry it out."),
        _POWERS,
    ),
    SPECIALISTS_STAY: RuleText(
        N_("Powers act on spies only, never on another specialist."),
        N_("Put the specialist back into {place}, and choose again."),
        _POWERS,
    ),
    SPIES_RETURN: RuleText(
        N_("A spy that leaves the base goes back to its reserve."),
        N_("Put the spy into the reserve of its colour."),
        _POWERS,
    ),
    NOTHING_ELSE: RuleText(
        N_("Nothing else in the base is touched."),
        N_("Put {place} back as it was."),
        _PLAY,
    ),
    GATHERED: RuleText(
        N_("After a round all spies go back to their reserves; its specialists leave the game."),
        N_("Take {place} back."),
        "FIN DE MANCHE",
    ),
    OWN_RULE[ASSASSIN]: RuleText(
        N_("The assassin is put on an enemy spy, and removes that spy and no other."),
        N_("Take the assassin back, or remove the spy under it."),
        "ASSASSIN",
    ),
    OWN_RULE[BURGLAR]: RuleText(
        N_("The burglar changes places with an enemy spy beside it, not diagonally."),
        N_("Put the pieces back and choose a spy beside, or none."),
        "CAMBRIOLEUR",
    ),
    OWN_RULE[COMMANDO]: RuleText(
        N_("The commando slides into a spy’s room beside it and pushes whoever is in the way on."),
        N_("Put the pieces back and slide one room, towards a spy."),
        "COMMANDO",
    ),
    OWN_RULE[COURIER]: RuleText(
        N_("The courier is put on an own spy beside an empty room, and sends that spy there."),
        N_("Take the courier back, or send the spy into an empty room beside, not diagonally."),
        "MESSAGER",
    ),
    OWN_RULE[MOLE]: RuleText(
        N_("The mole swaps an own spy and an enemy spy, both around it."),
        N_("Put the pieces back and choose two spies around the mole, or none."),
        "TAUPE",
    ),
    OWN_RULE[NINJA]: RuleText(
        N_("The ninja removes one enemy spy around it."),
        N_("Put the pieces back and choose an enemy spy around the ninja, or none."),
        "NINJA",
    ),
    OWN_RULE[SNIPER]: RuleText(
        N_("The sniper removes one enemy spy of its row or column, one or two rooms away."),
        N_("Put the pieces back and choose such a spy, or none."),
        "SNIPER",
    ),
}

TOLD: Final[dict[type, str]] = {
    Lot: N_("{seat} guesses first."),
    Look: N_("Everybody looks at two specialists."),
    Enrol: N_("{seat} keeps a specialist."),
    Guessed: N_("{seat} lays a counter-espionage card face down."),
    Place: N_("{seat} places an agent."),
    Use: N_("{seat} leaves the power unused."),
    Gather: N_("The round is over; everybody takes the agents back."),
}
FOILED: Final = N_("Foiled! The agent leaves the base.")
THROUGH: Final = N_("The agent is through.")


def told(action: Action) -> str:
    """Return what is told of an action that moves no piece, or of a reveal."""
    if isinstance(action, Reveal):
        return FOILED if action.foiled else THROUGH
    return TOLD[type(action)]


def rule_of(agent: Card) -> Rule:
    """Return the rule that says on which rooms an agent may be put."""
    return OWN_RULE[agent] if agent in (ASSASSIN, COURIER) else EMPTY_ROOM
