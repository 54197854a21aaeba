"""What an answer to a question does, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablet_companion.games.core import Card, Message, Place, Seat
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import Broke
from tablet_companion.referee.explaining.laid import Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.panels import Choice


@dataclass(frozen=True, slots=True)
class Act:
    """Put this action on record; ``overtaken``: the next player's card covers this action's.

    If it lies ``beneath`` instead, that is its face. What the action leaves in ``doubted`` areas is
    believed with it.
    """

    action: Action
    laid: Laid
    overtaken: bool = False
    beneath: Card | None = None
    doubted: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """Take this many actions off the record."""

    count: int


@dataclass(frozen=True, slots=True)
class Rectify:
    """Replace the state on record, then put the action on record."""

    state: Any
    action: Action
    laid: Laid


@dataclass(frozen=True, slots=True)
class Relabel:
    """Replace the last action on record by this one: another card, or another way to move.

    ``laid``: its card lies on the pile in place of the one on record.
    """

    action: Action
    laid: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Object to the card on the pile, or take it for one that lay there before (None)."""

    broke: Broke | None


@dataclass(frozen=True, slots=True)
class CheckHand:
    """Let the player on turn enter the hand in private."""


@dataclass(frozen=True, slots=True)
class Renew:
    """Leave this game (it stays on record) and set up another."""


@dataclass(frozen=True, slots=True)
class HandOn:
    """Let the table play this seat, or a person again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Correct:
    """Let people correct the board; ``area`` is the one that they were asked about."""

    area: Place | None = None


@dataclass(frozen=True, slots=True)
class Vouch:
    """Believe people about what areas hold, each until it looks different."""

    contents: tuple[tuple[Place, Content], ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """Do nothing; the table will be put right."""


@dataclass(frozen=True, slots=True)
class End:
    """Switch the machine off; the game stays on record."""


Consequence = (
    Act
    | Undo
    | Rectify
    | Relabel
    | Renew
    | Refuse
    | CheckHand
    | HandOn
    | Correct
    | Vouch
    | Leave
    | End
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its possible answers and what each does; ``more`` are further sentences.

    ``for_all``: everybody is asked, not only the player on turn.
    """

    say: Message
    choices: tuple[Choice, ...]
    consequences: tuple[Consequence, ...]
    more: tuple[Message, ...] = ()
    for_all: bool = False
