"""What the referee asks the screen to show: values without secrets.

A panel says *what* to show, as message keys; the screen decides how, where and in which language.
Buttons carry the intent of a touch, so a screen never invents one, except for the keys of the
set-up, the card keys and the board correction, whose panels list what is possible.
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
from tablet_companion.referee.model.notes import CardNote, Explained, Hint


class MarkKind(StrEnum):
    """Why a place is marked on the drawn board; each kind differs in shape, not only colour."""

    FROM = "from"
    TO = "to"
    WRONG = "wrong"
    BACK = "back"
    DOUBT = "doubt"
    MAY = "may"
    GOAL = "goal"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked area, by its name in the game (``red.nest`` is the whole nest).

    ``count`` is the number of spaces to a GOAL, 0 if nobody counts them; ``turned``: the piece that
    goes there is turned over or up. ``piece`` is the only kind that is meant of several there.
    """

    place: Place
    kind: MarkKind
    count: int = 0
    turned: bool = False
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """The path of a piece on the drawn board."""

    source: Place
    target: Place


class Weight(StrEnum):
    """How much a button matters; one for LATER keeps its place, and cannot be touched yet."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to touch: its label, and the intent of a touch.

    ``place`` is the fixed position of a game's own key among such keys.
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
    """The set-up: seats, colours, teams and options.

    ``seats`` in turn order; ``teams`` groups them (one seat each where all play for themselves).
    ``dealer`` (who begins, in games without dealing) is None until the lot decides. ``counts`` are
    the possible numbers of players, some with other choices of the options ``limiting`` them;
    ``seatings`` are the possible seats for the chosen number;
    ``circle`` is every seat round the table in turn order, taken or not. ``level`` is how much is
    taught, ``levels`` the same by seat. ``trouble`` says why no game can begin with these choices;
    then there is no key to begin. The table plays the seats ``played`` with ``skill``; ``needs``
    says what that changes for real cards.
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
    needs: tuple[Message, ...] = ()
    limiting: tuple[OptionChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckPanel:
    """The starting position: what should stand where, and what differs on the table."""

    view: View
    say: Message
    differences: tuple[Difference, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class PlayPanel:
    """A game under way: whose turn, what happened, what is left to do, the score.

    ``left``: steps are left to do before the game goes on; ``arrows`` show them, and ``seen`` is
    what the table shows if it differs from the record. ``amiss`` is what of ``todo`` speaks of
    pieces out of place and of things that lie about. ``countdown`` counts the time left to
    object, in twentieths; 0 if nobody is waited for. ``hint`` is the current line of teaching;
    ``picks`` are the areas whose pieces can be touched to see where they may go; ``playable`` says,
    before a card is laid, which cards can be played from any hand, or that a touched piece is to be
    moved on the table. ``unseen`` is why the camera sees nothing, while the game waits for a turn
    that can be entered by touch; beside steps in ``todo`` it is the main sentence instead.
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
    amiss: tuple[Message, ...] = ()
    unseen: Message | None = None


@dataclass(frozen=True, slots=True)
class ObjectionPanel:
    """An objection: why, where, and how to put it right.

    ``arrows`` lead from where pieces stand to where they belong; ``playable`` says, if the card
    leads nowhere, which do.
    """

    view: View
    say: Message
    breaches: tuple[Explained, ...]
    seen: Placement
    marks: tuple[Mark, ...]
    card: CardNote | None
    buttons: tuple[Button, ...]
    arrows: tuple[Arrow, ...] = ()
    playable: Message | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer, with its marks; ``more`` are further sentences.

    ``shows`` is the table that this answer means, if it distinguishes the answers.
    """

    label: Message
    marks: tuple[Mark, ...] = ()
    more: tuple[Message, ...] = ()
    shows: Placement | None = None


@dataclass(frozen=True, slots=True)
class QuestionPanel:
    """A question with the possible answers; touching one is ``Answer(number)``.

    ``more`` are further sentences before the answers. ``for_all``: everybody is asked, not only the
    player on turn.
    """

    view: View
    say: Message
    choices: tuple[Choice, ...]
    buttons: tuple[Button, ...]
    more: tuple[Message, ...] = ()
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class CardKeysPanel:
    """Every card that may have been laid; touching one is ``NameCard(card)``.

    ``more`` are further sentences, such as which move is meant; ``none``: there is a key ``NoCard``
    for "no card was laid".
    """

    view: View
    say: Message
    cards: tuple[Card, ...]
    buttons: tuple[Button, ...]
    more: tuple[Message, ...] = ()
    none: bool = False


@dataclass(frozen=True, slots=True)
class MenuPanel:
    """Actions to announce, one key each; ``facts`` is further information for the viewer.

    ``private`` is the seat that looks alone; ``view`` is then its own. ``said`` are the labels
    touched so far, and ``asked`` whoever may announce what follows them, nobody if it does not
    depend on the labels; ``arrows`` show on the board what the facts say. ``for_all``: it is of
    no one turn. ``places`` are labels in the order of their keys, those of keys that come later
    among them.
    """

    view: View
    say: Message
    keys: tuple[Button, ...]
    facts: tuple[Message, ...]
    private: Seat | None
    buttons: tuple[Button, ...]
    said: tuple[Message, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    asked: tuple[Seat, ...] = ()
    for_all: bool = False
    places: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPanel:
    """Table and record differ, or somebody corrects the board.

    ``pieces`` can be put on a touched place with ``Put``; ``seen`` is what the table shows by
    physical place, EMPTY if nothing. ``arrows`` lead from there to the position on record.
    """

    view: View
    say: Message
    seen: tuple[tuple[Place, Piece], ...]
    differences: tuple[Difference, ...]
    pieces: tuple[Piece, ...]
    buttons: tuple[Button, ...]
    arrows: tuple[Arrow, ...] = ()


class Audience(StrEnum):
    """Who reads a private page that follows, and where."""

    SEAT = "seat"
    ANYBODY = "anybody"
    CHECKER = "checker"
    TELEPHONE = "telephone"


@dataclass(frozen=True, slots=True)
class HandOverPanel:
    """A private page of ``seat`` follows, opened with ``Reveal``; nothing of it is here.

    It is for the seat, or on its telephone, or for anybody who enters or checks a hand of
    the table's.
    """

    seat: Seat
    say: Message
    buttons: tuple[Button, ...]
    audience: Audience = Audience.SEAT


@dataclass(frozen=True, slots=True)
class HandPanel:
    """Private to one seat: it enters or reads its hand of ``size`` cards.

    ``cards`` are the keys to choose from; ``verdict`` is the answer once the hand is entered.
    """

    seat: Seat
    say: Message
    cards: tuple[Card, ...]
    size: int
    verdict: Message | None
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class PausePanel:
    """Nothing is judged until somebody resumes."""

    view: View
    say: Message
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class HelpPanel:
    """The help page: the aim, what may be done, why, what happened, all rules.

    ``aim`` names the rule on winning, empty if nothing is taught. ``why`` lists the rules behind
    the last verdict, once somebody asked.
    """

    view: View
    say: Message
    keys: tuple[Button, ...]
    aim: str
    why: tuple[Explained, ...] | None
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class WonderPanel:
    """What may be done now, or whether a piece may go to a touched place, with reasons.

    ``picks`` are the areas that can be touched next: those with pieces, or all possible targets.
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
    """The game is over: ``story`` is how it went, ``marks`` are on what decided it."""

    view: View
    say: Message
    facts: tuple[Message, ...]
    buttons: tuple[Button, ...]
    story: Story | None = None
    marks: tuple[Mark, ...] = ()


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
