"""What a seat's own screen shows, and which pages no other screen may show."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import Breach, Message, Seat, Viewer
from tablet_companion.games.text import N_
from tablet_companion.referee.model import answers, dialogues, events, sayings
from tablet_companion.referee.model.confiding import find_confiding, list_refusals, may_confide
from tablet_companion.referee.model.history import count_undone, find_doer, find_start_of_last_play
from tablet_companion.referee.model.levels import LEVEL, Level
from tablet_companion.referee.model.panels import (
    Audience,
    Button,
    HandOverPanel,
    HandPanel,
    HelpPanel,
    MenuPanel,
    ObjectionPanel,
    Panel,
    PlayPanel,
    QuestionPanel,
    Weight,
)
from tablet_companion.referee.model.silence import find_objectors
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import list_people
from tablet_companion.referee.model.verdicts import Asking
from tablet_companion.referee.pages.buttons import CANCEL, offer_entering_again
from tablet_companion.referee.pages.speaking import (
    list_facts,
    offer_retracting,
    place_labels,
    sort_colours,
    tell_held,
)

FOR_YOU: Final = N_("{seat}: this is for you alone.")
OTHERS_TURN: Final = N_("{seat}: it is somebody else’s turn.")
AT_THE_TABLE: Final = Message(N_("This is answered at the table."))
BY_ANOTHER: Final = Message(N_("Another player answers this."))


def find_private_seat(panel: object) -> Seat | None:
    """Return the only seat that may see a page, or None for a public page."""
    match panel:
        case HandOverPanel(seat=seat) | HandPanel(seat=seat) | MenuPanel(private=seat):
            return seat
    return None


def build_panel_for(
    shown: Panel, viewer: Viewer, own_screens: Collection[Seat], *, shared: bool
) -> Panel:
    """Return the current page as this viewer's screen may show it.

    ``own_screens`` are the seats with screens of their own: their private pages go there and
    nowhere else. Private pages of other seats go to the one screen that is passed round, the
    ``shared`` one.
    """
    seat = find_private_seat(shown)
    if seat is None:
        return _without_whispers(shown, own_screens)
    if seat in own_screens:
        if seat != viewer:
            return _stand_in(seat, N_("{seat} looks at a telephone."), may_end=shared)
        return _without_passing(shown)
    return _without_whispers(shown, own_screens) if shared else _stand_in(seat, N_("{seat}, alone"))


def _without_whispers(shown: Panel, own_screens: Collection[Seat] | None = None) -> Panel:
    """Return a page without keys that hand it over: to anybody, or to these seats."""
    if not isinstance(shown, PlayPanel | ObjectionPanel | MenuPanel):
        return shown
    whispers = [key.intent for key in shown.buttons if isinstance(key.intent, events.Whisper)]
    gone = [one for one in whispers if own_screens is None or one.seat in own_screens]
    return replace(shown, buttons=tuple(key for key in shown.buttons if key.intent not in gone))


@dataclass(frozen=True, slots=True)
class Deciding:
    """Who decides for everybody: the table's page, or with ``no_table`` any seat's own screen.

    What would end or undo the game is then confirmed by another seat than the ``asker``.
    """

    no_table: bool = False
    asker: Viewer | None = None


_AT_TABLE: Final = Deciding()


def leave_own_keys(shown: Panel, table: Table, seat: Seat, deciding: Deciding = _AT_TABLE) -> Panel:
    """Return everybody's page for a seat's own screen: nobody speaks for another there.

    Keys that are of no one seat stay, such as that to pause; the others are at the table. So is
    what would end everybody's game, or undo it: one child with a telephone could do so unnoticed.
    """
    buttons = _leave(shown.buttons, table, seat, deciding)
    match shown:
        case MenuPanel() | HelpPanel():
            keys = _leave(shown.keys, table, seat, deciding)
            if shown.keys and not keys:
                shown = _name_who_enters(shown, table)  # only that player ends it
                buttons = tuple(one for one in buttons if one != CANCEL)
            return replace(shown, keys=keys, buttons=buttons)
        case QuestionPanel() if _is_for_the_table(table, seat):
            if deciding.no_table and deciding.asker != seat:
                return replace(shown, buttons=buttons)
            where = BY_ANOTHER if deciding.no_table else AT_THE_TABLE
            return replace(shown, choices=(), more=(*shown.more, where), buttons=buttons)
        case QuestionPanel() if table.turn != seat and _is_about_a_hand(table):
            if not deciding.no_table:  # else nobody could answer for a player without a telephone
                shown = replace(shown, choices=(), more=(*shown.more, BY_ANOTHER))
            return replace(shown, buttons=buttons)
    return replace(shown, buttons=buttons)


def _name_who_enters(shown: MenuPanel | HelpPanel, table: Table) -> MenuPanel | HelpPanel:
    """Return a page on which another player enters something: it asks nothing of who reads it.

    What only helps to choose is left out, and the board is larger.
    """
    if not isinstance(shown, MenuPanel) or len(shown.asked) != 1 or not shown.said:
        return shown
    known = list_facts(table)
    facts = tuple(one for one in shown.facts if one not in known)
    entered = (Message("{seat}", (("seat", shown.asked[0]),)), *shown.said)
    return replace(shown, said=entered, facts=facts)


def _is_for_the_table(table: Table, seat: Seat) -> bool:
    """Whether a question is whether to end the game, or speaks of others' moves and seats.

    With strict players everybody has to agree to take anything back.
    """
    if not isinstance(table.dialogue, dialogues.Confirming):
        return False
    asked = table.dialogue.question.consequences
    if any(isinstance(one, answers.End | answers.Renew | answers.HandOn) for one in asked):
        return True
    mine = _did_last(table, seat) and table.level_of(seat) is not Level.STRICT
    undone = [one.count for one in asked if isinstance(one, answers.Undo)]
    return any(not mine or count > count_undone(table) for count in undone)


def _is_about_a_hand(table: Table) -> bool:
    """Whether it is asked whether the player on turn can play any card."""
    asking = table.dialogue or table.verdict
    if not isinstance(asking, dialogues.Confirming | Asking):
        return False
    return any(isinstance(one, answers.CheckHand) for one in asking.question.consequences)


def _did_last(table: Table, seat: Seat) -> bool:
    last = find_start_of_last_play(table)
    return last is not None and find_doer(last) == seat


def add_spoken_keys(own: MenuPanel, page: Panel) -> MenuPanel:
    """Return a seat's own page with what it may say aloud, unless it is entering something.

    ``page`` is everybody's page with the keys of this seat only: what is left to be done, or has
    just happened to the player who answers, comes first. What another still has to move comes
    before what the player on turn can enter.
    """
    if isinstance(page, ObjectionPanel):
        keys = tuple(one for one in page.buttons if isinstance(one.intent, events.LetBe))
        return own if own.buttons else replace(own, keys=(*own.keys, *keys))
    if own.buttons or not isinstance(page, PlayPanel):
        return own
    spoken = events.Say | events.SpeakUp | events.Consent | events.GiveUp
    said = (one for one in page.buttons if isinstance(one.intent, spoken))
    keys = tuple(sorted(said, key=_rank))
    seat = own.private
    if page.left and seat is not None and own.view.turn == seat and not _names(page.say, seat):
        own = replace(own, keys=())
    if any(isinstance(one.intent, events.Confide) for one in own.keys):
        return replace(own, keys=(*own.keys, *keys))
    told = (page.say, *page.todo) if page.left else page.happened if keys else ()
    return replace(own, keys=(*keys, *own.keys), facts=(*told, *own.facts))


def _rank(key: Button) -> tuple[bool, bool, int]:
    """Return where a key stands, however the game sorts its actions: the same for every seat."""
    return key.weight is Weight.QUIET, key.place is None, key.place or 0


def _leave(
    keys: tuple[Button, ...], table: Table, seat: Seat, deciding: Deciding
) -> tuple[Button, ...]:
    if deciding.no_table:
        keys = tuple(_ask_first(one, table, seat) for one in keys)
    own = tuple(_lead_on(one, table, seat) for one in keys if _may_touch(one, table, seat))
    if deciding.no_table:
        return own
    return tuple(one for one in own if not _is_for_all(one, table, seat))


def _ask_first(key: Button, table: Table, seat: Seat) -> Button:
    """Let another's move be taken back, or seat be given away, only after a question."""
    match key.intent:
        case events.TakeBack() if not _did_last(table, seat):
            return replace(key, intent=events.TakeBack(asking=True))
        case events.HandSeat(other) if other != seat:
            return replace(key, intent=events.HandSeat(other, asking=True))
    return key


def _is_for_all(key: Button, table: Table, seat: Seat) -> bool:
    """Whether a key ends or undoes the game, corrects it, or changes how others are refereed."""
    match key.intent:
        case events.TakeBack():
            return not _did_last(table, seat)
        case events.NewGame():
            return table.stage is Stage.PLAY
        case events.Choose(name=name):
            others = name.startswith(LEVEL) and name != f"{LEVEL} {seat}"
            return others and table.stage is Stage.PLAY
        case events.SwitchOff() | events.TableIsRight():
            return True
    return False


def _lead_on(key: Button, table: Table, seat: Seat) -> Button:
    """Return a key that leads on to this seat's next choice: only it could say the one label.

    A key still says no more than it did where that would announce a whole action.
    """
    if not isinstance(key.intent, events.Say):
        return key
    mine = _list_own_sayings(key.intent, table, seat)
    further = sayings.follow(mine, key.intent.path)
    whole = sayings.choose(mine, further) is not None
    return key if whole else replace(key, intent=replace(key.intent, path=further))


def _list_own_sayings(said: events.Say, table: Table, seat: Seat) -> sayings.Entries:
    """Return what this seat may announce that begins with the labels touched so far."""
    position, size = table.position, len(said.path)
    spoken = sayings.find_said(position, said)
    return tuple(
        one for one in spoken if one.saying.seat == seat and one.saying.labels[:size] == said.path
    )


def _may_touch(key: Button, table: Table, seat: Seat) -> bool:
    """Whether a key speaks for this seat, or for nobody in particular."""
    match key.intent:
        case events.Say() as said:
            return bool(_list_own_sayings(said, table, seat))
        case events.SpeakUp(other) | events.Whisper(other) | events.HandSeat(other, asking=False):
            return other == seat
        case events.Consent():
            return find_objectors(table) == (seat,)
        case events.GiveUp() | events.AskAdvice() | events.AskHand():
            return table.turn == seat
    return True


def _stand_in(seat: Seat, text: str, *, may_end: bool = False) -> HandOverPanel:
    end = (Button(Message(N_("Cancel")), events.Hide()),) if may_end else ()
    return HandOverPanel(seat, Message(text, (("seat", seat),)), end, Audience.TELEPHONE)


def _without_passing(shown: Panel) -> Panel:
    """Return a page for a seat's own screen, without keys to pass it on."""
    if isinstance(shown, HandOverPanel):
        return replace(shown, say=Message(FOR_YOU, (("seat", shown.seat),)))
    return _without_whispers(shown) if isinstance(shown, MenuPanel) else shown


def build_own(table: Table, seat: Seat) -> MenuPanel | None:
    """Return what a seat may see and announce on its own screen.

    None outside a game, and while the table plays the seat: then nobody may see its cards.
    """
    if table.stage is not Stage.PLAY or seat not in list_people(table):
        return None
    view, now = table.view(seat), find_confiding(table, seat)
    found = sayings.offer_private(table.position, seat) if may_confide(table, seat) else ()
    path = sayings.find_choice(table.position, seat, now.path)
    back = (Button(Message(N_("Back")), events.Confide(seat)),) if now.path else ()
    asked = table.game.prompt(view)
    others = () if _names(asked, seat) else (asked,)
    change = offer_retracting(table, seat) if found and not now.path else ()
    refused = next(iter(list_refusals(table, seat)), None)
    idle = table.dialogue is None and not now.path
    again = offer_entering_again(table, seat) if idle else ()
    mine = (*tell_held(table, seat, sayings.list_next(found, path)), *list_facts(table, seat))
    return MenuPanel(
        view=view,
        say=_choose_headline(table, seat, refused, secret=bool(found or mine)),
        keys=tuple(
            Button(label, events.Confide(seat, (*path, label)))
            for label in sort_colours(table, sayings.list_next(found, path))
        )
        + tuple(Button(label, events.Confide(seat, (label,))) for label in change)
        + tuple(replace(one, intent=events.EnterCards(seat)) for one in again),
        facts=(*_tell_mend(table, refused), *mine, *others),
        private=seat,
        buttons=back,
        places=place_labels(table, seat, path) if found else (),
    )


def _tell_mend(table: Table, refused: Breach | None) -> tuple[Message, ...]:
    mend = "" if refused is None else table.game.rules[refused.rule].mend
    return (Message(mend, refused.details),) if refused is not None and mend else ()


def _choose_headline(table: Table, seat: Seat, refused: Breach | None, secret: bool) -> Message:
    """Return why the seat was refused, what it has entered so far, or what the game asks."""
    if refused is not None:
        return Message(table.game.rules[refused.rule].text, refused.details)
    if path := find_confiding(table, seat).path:
        return path[-1]
    asked = table.game.prompt(table.view(seat))
    if _names(asked, seat):
        return asked
    # Another's name would stand above this seat's secrets as if they were theirs.
    return Message(FOR_YOU if secret else OTHERS_TURN, (("seat", seat),))


def _names(asked: Message, seat: Seat) -> bool:
    """Whether what the game asks is asked of this seat, or of everybody."""
    return dict(asked.details).get("seat", seat) == seat
