"""What the referee owes a family, whatever it does: judged from effects and pages alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import Place, PositionError
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.dialogues import FixingBoard, Paused
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.effects import Effect, Judged, Kind
from tablet_companion.referee.model.events import Busy, Event, Saw, Touched
from tablet_companion.referee.model.history import is_by_itself
from tablet_companion.referee.model.panels import CardKeysPanel, PlayPanel
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.vision.reading import SURE
from tests.adversaries.family.account import Account, follow
from tests.adversaries.family.figures import LaidCard, flat, on_board
from tests.adversaries.family.following import Incident
from tests.adversaries.family.in_sight import is_in_sight
from tests.adversaries.family.page import Page
from tests.adversaries.family.room import Room

SILENCE_S: Final = 8.5
"""A table that differs is spoken of within eight seconds, and half a one to look."""
STANDING_S: Final = 2.0
"""An objection that still stands so long after the last hand is meant."""
_LAG_S: Final = 2.0
"""So long after a hand an objection that stood before need not mark what is newer."""
STEPS: Final = 3
"""This many steps lead back into the game."""

BLAMES: Final = "blames the innocent"
UNDONE: Final = "accepts what nobody did"
ILLEGAL: Final = "accepts what is not allowed"
SILENT: Final = "is silent"
STAYS_LOST: Final = "does not find back"
UNTOUCHED: Final = "forgets what was taken back"
NO_WAY_OUT: Final = "leaves no way out"
OBJECTS: Final = "objects to what is right"
NAMES: Final = (BLAMES, UNDONE, ILLEGAL, SILENT, STAYS_LOST, UNTOUCHED, NO_WAY_OUT, OBJECTS)

ASKED: Final = "asked: "
NEEDLESS: Final = "asked although all is seen: "
"""So begins what the story tells of a question, and of one that the look itself answers."""
_ACCEPTED: Final = (Kind.ACCEPTED, Kind.CORRECTED)


@dataclass(frozen=True, slots=True)
class Broken:
    """A property that was broken, and what the page said."""

    name: str
    what: str


class Properties:
    """Hears every step of an evening and tells what was broken, each at most once a turn."""

    def __init__(self, room: Room, account: Account) -> None:
        """Judge by what is true in a room."""
        self._room = room
        self._account = account
        self._earlier: list[Any] = []
        self._untouched: tuple[frozenset[Place], object] | None = None
        self._opened_at = 0
        self._read: list[LaidCard] = []
        self._after: Table | None = None
        self._cut = False
        self.broken: dict[str, Broken] = {}

    def begin_turn(self) -> None:
        """Forget what was broken in the turn before."""
        self.broken.clear()
        self._cut = False

    def end_turn(self, incident: Incident) -> None:
        """Judge how people found back."""
        allowed = STEPS + 2 * incident.slips
        if not incident.back or incident.steps > allowed or incident.helpless > 1:
            how = f"{incident.steps} steps" if incident.back else "never"
            how += ", by themselves" if incident.helpless > 1 else ""
            self._add(STAYS_LOST, f"{how}; at last: {incident.last}")

    def hear(self, before: Table, event: Event, after: Table, effects: tuple[Effect, ...]) -> None:
        """Judge one step."""
        page = self._room.page
        if isinstance(event, Touched):
            self._opened_at = self._room.tabletop.changes
        self._cut |= before is not self._after  # the power was: what was seen before is forgotten
        self._read_pile(event)
        self._after = after
        for judged in (one for one in effects if isinstance(one, Judged)):
            self._account.note(f"judged: {judged.kind} {judged.seat} {judged.action}".rstrip())
        for found in self._broken(before, event, after, effects, page):
            self._add(found.name, found.what)
        self._take_note(before, event, after)

    def _broken(
        self, before: Table, event: Event, after: Table, effects: tuple[Effect, ...], page: Page
    ) -> Iterator[Broken]:
        state = _changed(before, after) if isinstance(event, Touched) else None
        yield from self._acceptances(before, state or before.state, event, effects)
        if before.stage is Stage.PLAY:
            yield from self._blame(event, effects, page)
            yield from self._silence(event, page)
            self._question(effects, page)

    def _add(self, name: str, what: str) -> None:
        if name not in self.broken:
            self.broken[name] = Broken(name, what)
            self._account.note(f"*** {name}: {what}")

    # --- safety ----------------------------------------------------------------------------------

    def _acceptances(
        self, before: Table, state: Any, event: Event, effects: tuple[Effect, ...]
    ) -> Iterator[Broken]:
        """Look whether what is accepted is allowed, and was done."""
        game = before.game
        for judged in effects:
            if not (isinstance(judged, Judged) and judged.kind in _ACCEPTED and judged.action):
                continue
            told = game.read_action(state, judged.action)
            if isinstance(event, Touched):  # what people say they turned up corrects the record
                state = _correct(game, state, told)
            action = game.recorded(state, told) or told
            if breaches := game.judge(state, action):
                rules = ", ".join(breach.rule for breach in breaches)
                yield Broken(ILLEGAL, f"{judged.action} breaks {rules}")
                return
            yield from self._doing(state, action, judged, event)
            state = follow(game, state, action)
            if state is None:
                return

    def _doing(self, state: Any, action: Any, judged: Judged, event: Event) -> Iterator[Broken]:
        account = self._account
        excused = isinstance(event, Touched) or account.misnamed
        shows = self._shows(state, action, judged)  # with what is laid for nothing on record yet
        done = account.settled(action, judged.card)
        if self._is_untouched() and not isinstance(event, Touched):
            yield Broken(UNTOUCHED, f"{judged.action} accepted again")
        elif not (done or excused or shows):
            yield Broken(UNDONE, f"{judged.seat} {judged.action} ({judged.card})")

    def _shows(self, state: Any, action: Any, judged: Judged) -> bool:
        """Whether the table truly shows an action wholly, with its card, whoever meant it."""
        room, top = self._room, self._room.tabletop
        after = on_board(flat(room.game.attempted(state, action)), top.areas)
        card = judged.card
        first = max(0, min(self._account.played, len(top.pile) - 2))
        laid = not room.game.pile or card in {one.face for one in top.pile[first:]}
        # With a pile every piece stands somewhere, so that what lies about is another game's.
        return (room.game.pile or not top.loose) and laid and top.contents() == after

    def _blame(self, event: Event, effects: tuple[Effect, ...], page: Page) -> Iterator[Broken]:
        """Look whether somebody is accused who did nothing wrong, or what is right objected to."""
        if not page.objects or self._account.slips or self._account.misnamed:
            return
        fresh = any(isinstance(one, Judged) and one.kind is Kind.OBJECTED for one in effects)
        stands = isinstance(event, Saw) and event.at_s - self._room.quiet_s >= STANDING_S
        if fresh or stands:
            innocent = page.blamed - self._account.guilty()
            if innocent:
                yield Broken(BLAMES, f"{', '.join(sorted(innocent))}: {page.words()}")
            elif self._is_all_right():
                yield Broken(OBJECTS, page.words())

    def _is_all_right(self) -> bool:
        """Whether the table shows turns played rightly, each with its card, and no more."""
        account, top = self._account, self._room.tabletop
        cards = [one.face for one in top.pile[account.played :]]
        right = not (account.guilty() or account.unexplained() or top.loose or top.cups)
        laid = [one.laid for one in account.deeds]
        in_order = not self._room.game.pile or cards == laid == [one.card for one in account.deeds]
        return bool(account.deeds) and right and in_order

    # --- questions -------------------------------------------------------------------------------

    def _read_pile(self, event: Event) -> None:
        """Remember which cards of the pile were clearly read while they lay on top."""
        top = self._room.tabletop.pile[-1:]
        card = event.reading.card if isinstance(event, Saw) else None
        card = event.card if isinstance(event, Busy) else card
        read = card is not None and card.best is not None and card.probability >= SURE
        if read and not any(one is seen for one in top for seen in self._read):
            self._read = [*self._read[-9:], *top]

    def _question(self, effects: tuple[Effect, ...], page: Page) -> None:
        """Note what a look leads to ask about, and whether it shows the answer."""
        asked = any(isinstance(one, Judged) and one.kind is Kind.ASKED for one in effects)
        if not (asked and page.asks):
            return
        plain = self._is_all_right() and not self._cut
        seen = plain and is_in_sight(self._room, self._account, self._read)
        self._account.note(f"{NEEDLESS if seen else ASKED}{page.words()}")

    # --- liveness --------------------------------------------------------------------------------

    def _silence(self, event: Event, page: Page) -> Iterator[Broken]:
        room = self._room
        waited_s = event.at_s - room.quiet_s if isinstance(event, Saw) else 0.0
        # A private objection tells no place; any other one has to tell all that are seen to differ.
        marked = page.places().union(*page.ways_back()) if page.tells_all else frozenset()
        seen = find_differing_areas(room.table) if marked and waited_s >= _LAG_S else ()
        if not marked.issuperset(seen):
            yield Broken(
                SILENT, f"{page.words()} (not marked: {marked.symmetric_difference(seen)})"
            )
        if waited_s <= SILENCE_S:
            return
        if room.table.vouched:
            return  # people said what stands there, rightly or wrongly
        if not room.tidy and not self._told(page):
            differing = " ".join(sorted(room.differing())) or "things lie about"
            yield Broken(SILENT, f"{page.words()} (differs: {differing})")
        card, pile = self._account.unplayable, room.tabletop.pile
        if page.calm and pile and card is not None and pile[-1].face == card:
            yield Broken(SILENT, f"{page.words()} ({card} lies there, which nobody may play)")

    def _told(self, page: Page) -> bool:
        """Whether a page says what is the matter with the table."""
        if self._is_covered():
            return False
        if page.objects:
            return True
        if isinstance(page.panel, CardKeysPanel):
            return self._account.card_due or bool(page.places() & self._trouble())
        if not isinstance(page.panel, PlayPanel):
            return True
        if page.wants_card and any(deed.laid is None for deed in self._account.deeds):
            return True
        top = self._room.tabletop
        lies = page.sees_a_thing and (top.cups or any(one.fallen for one in top.loose))
        return page.wants_all_back or bool(lies or page.places() & self._trouble())

    def _is_covered(self) -> bool:
        """Whether a page that somebody opened before the table changed still hides the game's."""
        page = self._room.table.dialogue
        return (
            page is not None
            and not isinstance(page, Paused | FixingBoard)
            and not self._room.page.covers_private
            and self._room.tabletop.changes != self._opened_at
        )

    def _trouble(self) -> set[Place]:
        """Return the areas where something is the matter."""
        top = self._room.tabletop
        trouble = set(self._room.differing())
        trouble |= {top.area_of[loose.near] for loose in top.loose}
        return trouble | {top.area_of[spot] for cup in top.cups for spot in cup}

    # --- undo ------------------------------------------------------------------------------------

    def _take_note(self, before: Table, event: Event, after: Table) -> None:
        """Notice that something was taken back, and that the table was touched since."""
        said = isinstance(event, Touched) and len(after.past) > len(before.past)
        if said or not self._is_untouched():
            self._untouched = None
        if after.state is None or before.state is after.state or before.state == after.state:
            return
        fewer = len(after.past) < len(before.past)  # or a seat was only handed to and fro
        if isinstance(event, Touched) and fewer and after.state in self._earlier:
            areas = frozenset(self._room.differing())
            self._untouched = areas, self._show(areas)
            self._earlier = self._earlier[: self._earlier.index(after.state)]
            return
        self._earlier = [*self._earlier[-20:], before.state]

    def _is_untouched(self) -> bool:
        """Whether what was taken back stands as it did; what happens elsewhere is no touch."""
        return self._untouched is not None and self._untouched[1] == self._show(self._untouched[0])

    def _show(self, areas: frozenset[Place]) -> object:
        """Return what these areas and the pile show, or if there are none, whatever changes."""
        top = self._room.tabletop
        shown = top.contents()
        pile = id(top.pile[-1]) if top.pile else 0
        return pile, {area: shown.get(area) for area in areas} or top.changes


def _changed(before: Table, after: Table) -> Any | None:
    """Return the state before the last move if that was replaced by another; else None."""
    if not before.past or len(after.past) > len(before.past) or after.state == before.state:
        return None
    moment = next((one for one in reversed(after.past) if not is_by_itself(one)), None)
    return moment.state if moment is not None and moment not in before.past else None


def _correct(game: AnyGame, state: Any, told: Any) -> Any:
    """Return the state with the colours that an action turns up, if it agrees with no other."""
    if game.recorded(state, told) is not None:
        return state
    try:
        return game.corrected(state, told)
    except PositionError:
        return state
