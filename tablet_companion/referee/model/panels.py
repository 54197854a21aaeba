"""What the referee asks the screen to show. Values only; everything in them may be seen.

A panel says *what* to show, in message keys; the screen decides how, in which language and where.
Buttons carry the intent that a touch on them means, so a screen never invents one, save for the
keys of the set-up, the card keys and the board correction, whose panels say which are possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import (
    Card,
    Message,
    Option,
    OptionValue,
    Piece,
    Place,
    Placement,
    Seat,
    View,
)
from tablet_companion.players.levels import USUAL
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.events import Intent


class MarkKind(StrEnum):
    """Why a place is marked on the drawn board; every kind has its own shape, not only colour."""

    FROM = "from"
    TO = "to"
    WRONG = "wrong"
    BACK = "back"
    DOUBT = "doubt"
    MAY = "may"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked place (a game's name for it: ``red.nest`` is the whole nest).

    ``count`` is how many spaces lead to a GOAL, 0 where nobody counts them; ``turned``: the piece
    that goes there is turned up, or over.
    """

    place: Place
    kind: MarkKind
    count: int = 0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """The way of a piece on the drawn board, from place to place."""

    source: Place
    target: Place


class Weight(StrEnum):
    """How much a button matters."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to touch: its label and the intent that a touch means.

    ``place`` is where a key of a game's own words stands among such keys, always the same.
    """

    label: Message
    intent: Intent
    weight: Weight = Weight.PLAIN
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where table and record differ: what stands there, and what should."""

    place: Place
    seen: Piece
    expected: Piece


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One option of the set-up and the value chosen so far."""

    option: Option
    value: OptionValue


@dataclass(frozen=True, slots=True)
class SetUpPanel:
    """Seats, colours, teams and options before a game.

    ``seats`` in turn order; ``teams`` groups them (one seat each where all play for themselves).
    ``dealer`` (who begins, where nobody deals) is None while it is left to the lot. ``counts`` are
    the numbers of players to choose from, ``seatings`` who may sit there with as many as chosen;
    ``circle`` names all seats round the table in turn order, taken or not. ``level`` is how much is
    taught, ``levels`` the same of every seat. ``trouble`` says why no
    game can begin with what was chosen; there is then no key to begin. ``played`` are the seats
    that the table plays, as well as ``skill`` says.
    """

    title: str
    pile: bool
    counts: tuple[int, ...]
    seatings: tuple[tuple[Seat, ...], ...]
    circle: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    teams: tuple[tuple[Seat, ...], ...]
    dealer: Seat | None
    options: tuple[OptionChoice, ...]
    languages: tuple[str, ...]
    language: str
    level: str
    levels: tuple[tuple[Seat, str], ...]
    trouble: Message | None
    buttons: tuple[Button, ...]
    played: tuple[Seat, ...] = ()
    skill: str = USUAL


@dataclass(frozen=True, slots=True)
class CheckPanel:
    """The starting position: what should stand where, and what differs on the table."""

    view: View
    say: Message
    differences: tuple[Difference, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class CardNote:
    """The card of this turn and how it is known: ``seen``, ``named`` or ``inferred``."""

    card: Card
    source: str


@dataclass(frozen=True, slots=True)
class Hint:
    """One line of teaching, and the rule that its picture is of; ``read``: it can be put away."""

    say: Message
    rule: str
    read: bool = False


@dataclass(frozen=True, slots=True)
class PlayPanel:
    """A game under way: whose turn, what happened, what is still to do, how it stands.

    ``left``: a step is left to do before the game goes on; ``arrows`` are the ways to go then, and
    ``seen`` is what the table shows, where it is not what the record has. ``countdown`` is how many
    twentieths of the time to object are left, 0 where nothing is waited for. ``hint`` is what is
    taught meanwhile; ``picks`` are the areas whose pieces can be touched to see where they may go;
    ``playable`` says which cards lead anywhere before one is laid, in any hand.
    """

    view: View
    say: Message
    happened: tuple[Message, ...]
    todo: tuple[Message, ...]
    marks: tuple[Mark, ...]
    card: CardNote | None
    facts: tuple[Message, ...]
    buttons: tuple[Button, ...]
    left: bool = False
    arrows: tuple[Arrow, ...] = ()
    seen: Placement | None = None
    countdown: int = 0
    hint: Hint | None = None
    picks: tuple[Place, ...] = ()
    playable: Message | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """A broken rule in words: the rule, how to put it right, the booklet's section.

    ``name`` is the rule's; empty where it must not be told.
    """

    rule: Message
    mend: Message
    section: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ObjectionPanel:
    """Something is not allowed: why, where, and how to put it right.

    ``arrows`` lead from where pieces stand to where they belong.
    """

    view: View
    say: Message
    breaches: tuple[Explained, ...]
    seen: Placement
    marks: tuple[Mark, ...]
    card: CardNote | None
    buttons: tuple[Button, ...]
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: in words (``more`` are further sentences), and its marks.

    ``shows`` is what the table should show if this is the answer, where that tells it apart.
    """

    label: Message
    marks: tuple[Mark, ...] = ()
    more: tuple[Message, ...] = ()
    shows: Placement | None = None


@dataclass(frozen=True, slots=True)
class QuestionPanel:
    """A question with only the possible answers; touching one is ``Answer(number)``.

    ``more`` are further sentences before the answers. ``for_all``: it is not the player on turn
    who is asked.
    """

    view: View
    say: Message
    choices: tuple[Choice, ...]
    buttons: tuple[Button, ...]
    more: tuple[Message, ...] = ()
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class CardKeysPanel:
    """Every card that can have been laid; touching one is ``NameCard(card)``.

    ``more`` are further sentences, such as which move is meant; ``none``: there is a key ``NoCard``
    for when none was laid.
    """

    view: View
    say: Message
    cards: tuple[Card, ...]
    buttons: tuple[Button, ...]
    more: tuple[Message, ...] = ()
    none: bool = False


@dataclass(frozen=True, slots=True)
class MenuPanel:
    """What may be said next, a key each; ``facts`` are what the viewer wants to know.

    ``private`` is the seat that looks alone; ``view`` is then its own. ``said`` is what was said so
    far of what is being said.
    """

    view: View
    say: Message
    keys: tuple[Button, ...]
    facts: tuple[Message, ...]
    private: Seat | None
    buttons: tuple[Button, ...]
    said: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPanel:
    """The table and the record disagree, or somebody corrects the board.

    ``pieces`` is what can be put at a touched place with ``Put``; ``seen`` what the table shows as
    far as it is known, by physical place; EMPTY where nothing stands. ``arrows`` lead from there to
    what is on record.
    """

    view: View
    say: Message
    seen: tuple[tuple[Place, Piece], ...]
    differences: tuple[Difference, ...]
    pieces: tuple[Piece, ...]
    buttons: tuple[Button, ...]
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class HandOverPanel:
    """Something private follows: the tablet goes to ``seat``, who touches to look (``Reveal``).

    Nothing of what follows is in this panel.
    """

    seat: Seat
    say: Message
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class HandPanel:
    """Private to one seat: its hand is typed in or shown.

    ``cards`` are the keys to choose from; ``size`` is how many it holds;
    ``verdict`` is what the referee found, once it was typed.
    """

    seat: Seat
    say: Message
    cards: tuple[Card, ...]
    size: int
    verdict: Message | None
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class PausePanel:
    """Nothing is judged until somebody goes on."""

    view: View
    say: Message
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class HelpPanel:
    """What can be asked: the aim, what may be done, why, what happened, all rules.

    ``aim`` names the rule of how the game is won, empty where nothing is taught. ``why`` is open
    once somebody asked for the rules behind the last verdict.
    """

    view: View
    say: Message
    keys: tuple[Button, ...]
    aim: str
    why: tuple[Explained, ...] | None
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class WonderPanel:
    """What may be done now, or whether a piece may go where somebody touched; and the reasons.

    ``picks`` are the areas that can be touched next: with pieces, or all to which one may be meant
    to go.
    """

    view: View
    say: Message
    told: tuple[Message, ...]
    breaches: tuple[Explained, ...]
    marks: tuple[Mark, ...]
    card: CardNote | None
    picks: tuple[Place, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class EndPanel:
    """The game is over; ``story`` tells how it went, if somebody has looked back."""

    view: View
    say: Message
    facts: tuple[Message, ...]
    buttons: tuple[Button, ...]
    story: Story | None = None


Panel = (
    SetUpPanel
    | CheckPanel
    | PlayPanel
    | ObjectionPanel
    | QuestionPanel
    | CardKeysPanel
    | MenuPanel
    | BoardPanel
    | HandOverPanel
    | HandPanel
    | PausePanel
    | HelpPanel
    | WonderPanel
    | EndPanel
)
