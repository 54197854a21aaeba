"""Meanings of touches that do not concern the referee, but the table itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import Place, Seat, Viewer


class OwnMeaning:
    """The base of what a touch means on pages that are not a table's: set-up and labelling."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OpenCameras:
    """Look for cameras and show what one of them sees."""


@dataclass(frozen=True, slots=True)
class TryCamera:
    """Show what the camera of this name sees."""

    name: str


@dataclass(frozen=True, slots=True)
class MeterCamera:
    """Let the camera that is shown adjust to the light again."""


@dataclass(frozen=True, slots=True)
class KeepCamera:
    """Use the camera that is shown, now and from now on."""


@dataclass(frozen=True, slots=True)
class LeaveCameras:
    """Go back to the game; the camera stays as it was."""


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Set up another game than this one."""

    name: str


class Section(StrEnum):
    """The sections of a self-test, in this order."""

    LAMPS = "lamps"
    TONES = "tones"
    BUTTONS = "buttons"
    BOARD = "board"
    CAMERA = "camera"
    TOUCH = "touch"


class Corner(StrEnum):
    """Where a finger is asked for, to try the touchscreen."""

    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    MIDDLE = "middle"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"


@dataclass(frozen=True, slots=True)
class OpenTrial:
    """Open the self-test; the game waits."""


@dataclass(frozen=True, slots=True)
class TrySection:
    """Begin this section of the self-test."""

    section: Section


@dataclass(frozen=True, slots=True)
class TouchCorner:
    """A finger was felt in this corner."""

    corner: Corner


@dataclass(frozen=True, slots=True)
class LeaveTrial:
    """Go back to the game, which is as it was."""


@dataclass(frozen=True, slots=True)
class OpenSetUp:
    """Go through the pages of the set-up; the table is closed meanwhile and comes back after it."""


@dataclass(frozen=True, slots=True)
class OpenUnfinished:
    """Show the unfinished games."""


@dataclass(frozen=True, slots=True)
class GoOnWith:
    """Continue the unfinished game of this name; the present one stays unfinished."""

    name: str


@dataclass(frozen=True, slots=True)
class LeaveUnfinished:
    """Go back to the table as it is."""


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Show all rules of the game."""


@dataclass(frozen=True, slots=True)
class ReadRule:
    """Show the rule of this name; ``alone`` unless it was chosen from the list.

    ``broken``: somebody asks why something is not allowed, and sees that first.
    """

    name: str
    alone: bool = False
    broken: bool = False


@dataclass(frozen=True, slots=True)
class LeaveRules:
    """Go back to the list of rules from one of them, else to the page before."""


@dataclass(frozen=True, slots=True)
class OpenLessons:
    """Show the chapters of the game's lessons."""


@dataclass(frozen=True, slots=True)
class OpenNames:
    """Ask who is learning, or with a seat who sits there."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TypeName:
    """The new name as far as it is typed."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeName:
    """The person of this name is learning from now on, or sits where it was asked."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetName:
    """Forget somebody and what they have learnt: first it is asked who, then whether for sure."""

    name: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class LeaveNames:
    """Go back to the page before; nothing has changed."""


@dataclass(frozen=True, slots=True)
class TakeChapter:
    """Take this chapter, from this step, counted from 0, or from where it was left."""

    name: str
    step: int | None = None


@dataclass(frozen=True, slots=True)
class TouchPlace:
    """A place of the drawn board was touched, as the board names it."""

    place: Place


@dataclass(frozen=True, slots=True)
class TouchKey:
    """One of the keys of a task was touched, by its number from 0 on."""

    number: int


@dataclass(frozen=True, slots=True)
class FinishMove:
    """The pieces are moved: judge the answer."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put back what was moved or said so far of an answer."""


@dataclass(frozen=True, slots=True)
class AskTutor:
    """Ask the tutor for a hint."""


@dataclass(frozen=True, slots=True)
class TurnStep:
    """Go on to the next step of a chapter, or back to the one before."""

    back: bool = False


@dataclass(frozen=True, slots=True)
class StayOnScreen:
    """Take this step on the screen alone, and leave the pieces where they are."""


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Show language and loudness beside a lesson, which waits."""


@dataclass(frozen=True, slots=True)
class LeaveSettings:
    """Go back to the lesson as it was."""


@dataclass(frozen=True, slots=True)
class LeaveLessons:
    """Leave the chapter for the shelf, where it is remembered; or the shelf for the table."""


@dataclass(frozen=True, slots=True)
class OpenTelephones:
    """Show who may join with a telephone."""


@dataclass(frozen=True, slots=True)
class InviteTelephone:
    """Show an invitation for a seat's telephone, or for one that shows the table's page."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class DismissTelephone:
    """Let no telephone of this viewer's in again without a new invitation."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class LeaveTelephones:
    """Go back to the table; an invitation that was shown can still be used for a while."""


@dataclass(frozen=True, slots=True)
class OpenHistory:
    """Show every move so far."""


@dataclass(frozen=True, slots=True)
class ShowTurn:
    """Show this move of the game, counted from 0."""

    number: int


@dataclass(frozen=True, slots=True)
class Replay:
    """Show move after move by itself from here on; or stop doing so."""


@dataclass(frozen=True, slots=True)
class LeaveHistory:
    """Go back to the page before."""


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Save the game that is over on a USB stick."""


@dataclass(frozen=True, slots=True)
class LeaveSaving:
    """Go back to the page before; what is being written is finished."""


SavingOrder = SaveGame | LeaveSaving
TelephoneOrder = OpenTelephones | InviteTelephone | DismissTelephone | LeaveTelephones
NameOrder = OpenNames | TypeName | TakeName | ForgetName | LeaveNames
LessonOrder = (
    NameOrder
    | OpenLessons
    | TakeChapter
    | TouchPlace
    | TouchKey
    | FinishMove
    | PutBack
    | AskTutor
    | TurnStep
    | StayOnScreen
    | OpenSettings
    | LeaveSettings
    | LeaveLessons
)
RulesOrder = OpenRules | ReadRule | LeaveRules
UnfinishedOrder = OpenUnfinished | GoOnWith | LeaveUnfinished


class Knob(StrEnum):
    """The adjustable values; facing the player on turn is 0 or 100."""

    VOLUME = "volume"
    BRIGHTNESS = "brightness"
    FACING = "facing"


@dataclass(frozen=True, slots=True)
class Tune:
    """Set a value, in percent."""

    knob: Knob
    percent: int


HistoryOrder = OpenHistory | ShowTurn | Replay | LeaveHistory
TrialOrder = OpenTrial | TrySection | TouchCorner | LeaveTrial
CameraOrder = OpenCameras | TryCamera | MeterCamera | KeepCamera | LeaveCameras
OwnOrder = (
    TrialOrder
    | CameraOrder
    | TelephoneOrder
    | UnfinishedOrder
    | RulesOrder
    | LessonOrder
    | HistoryOrder
    | SavingOrder
)
Order = PlayGame | OpenSetUp | Tune | OwnOrder
