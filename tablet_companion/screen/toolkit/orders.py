"""Meanings of touches that do not concern the referee, but the table itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import Place, Seat, Viewer


class OwnMeaning:
    """The base of what a touch means on pages that are not a table's: set-up and labelling."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Order:
    """What a touch asks of the table; without fields it equals every other of its class."""


class OwnOrder(Order):
    """An order on, or for, one of the table's own pages."""


class CameraOrder(OwnOrder):
    """An order on the page of the cameras."""


class TrialOrder(OwnOrder):
    """An order on the pages of the self-test."""


class UnfinishedOrder(OwnOrder):
    """An order on the page of the unfinished games."""


class RulesOrder(OwnOrder):
    """An order on the pages of the rules."""


class LessonOrder(OwnOrder):
    """An order on the pages of the lessons."""


class NameOrder(LessonOrder):
    """An order on the page of who is learning, or who sits where."""


class TelephoneOrder(OwnOrder):
    """An order on the page of the telephones."""


class HistoryOrder(OwnOrder):
    """An order on the page of the history."""


class SavingOrder(OwnOrder):
    """An order on the page of a game that is being saved."""


class OpenCameras(CameraOrder):
    """Look for cameras and show what one of them sees."""


@dataclass(frozen=True, slots=True)
class TryCamera(CameraOrder):
    """Show what the camera of this name sees."""

    name: str


class MeterCamera(CameraOrder):
    """Let the camera that is shown adjust to the light again."""


class KeepCamera(CameraOrder):
    """Use the camera that is shown, now and from now on."""


class LeaveCameras(CameraOrder):
    """Go back to the game; the camera stays as it was."""


@dataclass(frozen=True, slots=True)
class PlayGame(Order):
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


class OpenTrial(TrialOrder):
    """Open the self-test; the game waits."""


@dataclass(frozen=True, slots=True)
class TrySection(TrialOrder):
    """Begin this section of the self-test."""

    section: Section


@dataclass(frozen=True, slots=True)
class TouchCorner(TrialOrder):
    """A finger was felt in this corner."""

    corner: Corner


class LeaveTrial(TrialOrder):
    """Go back to the game, which is as it was."""


class OpenSetUp(Order):
    """Go through the pages of the set-up; the table is closed meanwhile and comes back after it."""


class OpenUnfinished(UnfinishedOrder):
    """Show the unfinished games."""


@dataclass(frozen=True, slots=True)
class GoOnWith(UnfinishedOrder):
    """Continue the unfinished game of this name; the present one stays unfinished."""

    name: str


class LeaveUnfinished(UnfinishedOrder):
    """Go back to the table as it is."""


class OpenRules(RulesOrder):
    """Show all rules of the game."""


@dataclass(frozen=True, slots=True)
class ReadRule(RulesOrder):
    """Show the rule of this name; ``alone`` unless it was chosen from the list.

    ``broken``: somebody asks why something is not allowed, and sees that first.
    """

    name: str
    alone: bool = False
    broken: bool = False


class LeaveRules(RulesOrder):
    """Go back to the list of rules from one of them, else to the page before."""


class OpenLessons(LessonOrder):
    """Show the chapters of the game's lessons."""


@dataclass(frozen=True, slots=True)
class OpenNames(NameOrder):
    """Ask who is learning, or with a seat who sits there."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TypeName(NameOrder):
    """The new name as far as it is typed."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeName(NameOrder):
    """The person of this name is learning from now on, or sits where it was asked."""

    name: str


@dataclass(frozen=True, slots=True)
class ForgetName(NameOrder):
    """Forget somebody and what they have learnt: first it is asked who, then whether for sure."""

    name: str = ""
    sure: bool = False


class LeaveNames(NameOrder):
    """Go back to the page before; nothing has changed."""


@dataclass(frozen=True, slots=True)
class TakeChapter(LessonOrder):
    """Take this chapter, from this step, counted from 0, or from where it was left."""

    name: str
    step: int | None = None


@dataclass(frozen=True, slots=True)
class TouchPlace(LessonOrder):
    """A place of the drawn board was touched, as the board names it."""

    place: Place


@dataclass(frozen=True, slots=True)
class TouchKey(LessonOrder):
    """One of the keys of a task was touched, by its number from 0 on."""

    number: int


class FinishMove(LessonOrder):
    """The pieces are moved: judge the answer."""


class PutBack(LessonOrder):
    """Put back what was moved or said so far of an answer."""


class AskTutor(LessonOrder):
    """Ask the tutor for a hint."""


@dataclass(frozen=True, slots=True)
class TurnStep(LessonOrder):
    """Go on to the next step of a chapter, or back to the one before."""

    back: bool = False


class StayOnScreen(LessonOrder):
    """Take this step on the screen alone, and leave the pieces where they are."""


class OpenSettings(LessonOrder):
    """Show language and loudness beside a lesson, which waits."""


class LeaveSettings(LessonOrder):
    """Go back to the lesson as it was."""


class LeaveLessons(LessonOrder):
    """Leave the chapter for the shelf, where it is remembered; or the shelf for the table."""


class OpenTelephones(TelephoneOrder):
    """Show who may join with a telephone."""


@dataclass(frozen=True, slots=True)
class InviteTelephone(TelephoneOrder):
    """Show an invitation for a seat's telephone, or for one that shows the table's page."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class DismissTelephone(TelephoneOrder):
    """Let no telephone of this viewer's in again without a new invitation."""

    viewer: Viewer


class LeaveTelephones(TelephoneOrder):
    """Go back to the table; an invitation that was shown can still be used for a while."""


class OpenHistory(HistoryOrder):
    """Show every move so far."""


@dataclass(frozen=True, slots=True)
class ShowTurn(HistoryOrder):
    """Show this move of the game, counted from 0."""

    number: int


class Replay(HistoryOrder):
    """Show move after move by itself from here on; or stop doing so."""


class LeaveHistory(HistoryOrder):
    """Go back to the page before."""


class SaveGame(SavingOrder):
    """Save the game that is over on a USB stick."""


class LeaveSaving(SavingOrder):
    """Go back to the page before; what is being written is finished."""


class Knob(StrEnum):
    """The adjustable values; facing the player on turn is 0 or 100."""

    VOLUME = "volume"
    BRIGHTNESS = "brightness"
    FACING = "facing"


@dataclass(frozen=True, slots=True)
class Tune(Order):
    """Set a value, in percent."""

    knob: Knob
    percent: int
