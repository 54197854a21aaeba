"""The loop: passes events to the referee and carries out its effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hardware.errors import CompanionError
from hardware.ports import Clock
from tablet_companion.app.inbox import ControllerTrouble, Failed, Inbox, Pushed, drain
from tablet_companion.app.pages import notices
from tablet_companion.app.running.loop_parts import LoopParts, Presentation
from tablet_companion.app.running.ownpages import OwnPages, PageOutcome
from tablet_companion.games.core import Message
from tablet_companion.journal import JournalError
from tablet_companion.referee.model import events, panels
from tablet_companion.referee.model.dialogues import Paused
from tablet_companion.referee.model.effects import Cue, Effect, Language, Show, Signal, TurnOff
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.scenes import OwnPanel
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.look import Art
from tablet_companion.screen.toolkit.window import Closed, Dragged, Happening, Mouse, Pressed
from tablet_companion.screen.words.troubles import UNWRITTEN
from tablet_companion.screen.words.wording import words
from tablet_companion.session.session import Session
from tablet_companion.web.lines import Fingered, FromTelephone, Joined, Left

TICK_S: Final = 0.1
"""Between two ticks for the referee, whose shortest delay is 0.2 s."""
SAVE_S: Final = 5.0
"""Between two tries to write what a full disk refused."""
PICTURE_S: Final = 1 / 15
"""Between two pictures of the simulated table, and two looks at the table's own pages."""

_NOTHING: Final = LoopParts()


class Loop:
    """One table's loop. ``turn`` is one iteration; its caller decides how often.

    ``open`` becomes False once a window is closed; ``chosen`` names the game to be set up instead,
    and ``wants_set_up`` says that the set-up is wanted before the table is opened again.
    """

    def __init__(
        self,
        session: Session,
        shown: Presentation,
        inbox: Inbox,
        clock: Clock,
        parts: LoopParts = _NOTHING,
    ) -> None:
        """Join the parts; nothing is shown before ``begin``."""
        self.session = session
        self.open = True
        self.chosen = ""
        self.wants_set_up = False
        self._display, self._signalling = shown.display, shown.signalling
        self._light_board, self._speak = shown.light_board, shown.speak
        self._inbox, self._clock = inbox, clock
        self._tabletop = parts.tabletop
        self._switch_off, self._seats, self._knobs = parts.switch_off, parts.seats, parts.knobs
        self._telephones, self._publish = parts.telephones, parts.publish
        self._hear_look, self._misreadings = parts.hear_look, parts.misreadings
        self._show_knobs()
        self._own = OwnPages(session, self._display, clock, parts)
        self._laid_over = self._off = self._lost = False
        self._controller_trouble: Message | None = None
        self._news: tuple[Message, ...] = ()
        self._kind: type[panels.Panel] | None = None
        self._ticked_s = self._pictured_s = self._saved_s = clock.now_s()

    @property
    def language(self) -> str:
        """Return the language of what is shown."""
        return self._display.language

    def begin(self, first: Message | None = None) -> None:
        """Show the present game and continue it, or show ``first`` until somebody touches it."""
        self._show(self._noted(build_panel(self.session.table)))
        self._follow(lambda: self.session.carry_on(self._clock.now_s()))
        if first is not None:
            self._lay_over(notices.make_notice(self.session.table, first))
        else:
            self._go_on(self._own.begin())
        self._show_table()

    def use_art(self, art: Art) -> None:
        """Show the board as it looks from now on."""
        self._display.look = replace(self._display.look, art=art)
        if self._telephones is not None:
            self._telephones.use_art(art)

    def turn(self) -> None:
        """Do what is due: queued events, touches, clock tick, lamps, sounds and pictures.

        Raises the error with which another thread failed.
        """
        self._take_in()
        for at_s, happening in self._display.happenings():
            self._happened(happening, at_s)
        self._display.tick()
        now_s = self._clock.now_s()
        if self._seats is not None and not self._laid_over and self._own.trying is None:
            self._seats.follow(self.session.table)
        self._do_what_is_due(now_s)
        if self._telephones is not None:
            self._telephones.turn()
        # A self-test lights the lamps itself.
        (self._own.trying or self._signalling).step(now_s)
        if now_s - self._pictured_s >= PICTURE_S:
            self._pictured_s = now_s
            self._show_table()
            self._show_own()
        self._speak(self._display.shown, self._display.language, now_s)

    def _do_what_is_due(self, now_s: float) -> None:
        """Tick ten times a second, unless a self-test runs, and see that all is saved."""
        if self._own.trying is None and now_s - self._ticked_s >= TICK_S:
            self._ticked_s = now_s
            self.handle(events.Ticked(now_s))
        if now_s - self._saved_s >= SAVE_S:
            self._saved_s = now_s
            self._save()
            if self._knobs is not None and self._knobs.unkept and self._knobs.save() is None:
                self._show_again()

    def handle(self, event: events.Event) -> None:
        """Give one event to the referee and carry the effects out.

        What cannot be recorded did not happen: the page says so and the game stops, ignoring
        everything but a touch. From then on the game goes on in memory until it can be saved.
        """
        if self._own.trying is not None:
            self._own.trying.hear(event)
            return
        if self._own.trial is not None and isinstance(event, events.Switched):
            self._own.trial.note(event)
        if self._laid_over and isinstance(event, events.Switched | events.Blind):
            self.session.handle(event)  # records nothing, and must not be handled twice
        # A lesson takes what it hears, but the game must learn of switches and a blind camera, too.
        if self._own.teacher.hear(event) and not isinstance(event, events.Switched | events.Blind):
            return
        if self._off or (self._laid_over and not isinstance(event, events.Touched)):
            return
        if self._laid_over:
            self._laid_over = False
            self._carry_out(Signal(Cue.CALM))
            self._follow(lambda: self.session.carry_on(event.at_s))
        before = self.session.table
        self._follow(lambda: self.session.handle(event))
        if isinstance(event, events.Saw):
            for hear in self._hear_look:
                hear(event, self.session.table)
        if self._misreadings is not None:
            self._misreadings.hear(event, before, self.session.table)

    def _follow(self, done: Callable[[], tuple[Effect, ...]]) -> None:
        """Carry out the resulting effects, or say that they cannot be recorded."""
        try:
            effects = done()
        except JournalError as error:
            self._tell_unsaved(error)
            return
        for effect in effects:
            self._carry_out(effect)
        for known in self._own.take_note(effects):
            self.touch(known)

    def _tell_unsaved(self, error: JournalError) -> None:
        """Say that the game cannot be saved; whoever touches that lets it wait in memory."""
        self._lost = True
        self.session.keep_in_memory()
        self._lay_over(notices.make_notice(self.session.table, notices.UNSAVED, error))

    def _lay_over(self, page: panels.Panel) -> None:
        self._laid_over = True
        self._show(page)
        self._carry_out(Signal(Cue.QUESTION))

    def _save(self) -> None:
        """Try again to save what is in memory only, and the whole journal if its file is gone."""
        waited, error = self.session.unsaved > 0, self.session.save()
        if error is None:
            self._lost = False
            if waited:
                self._show_again()
        elif not (waited or self._lost or self._laid_over or self._off):
            self._tell_unsaved(error)

    def _show_again(self) -> None:
        """Show the referee's page with its present notes."""
        if not (self._laid_over or self._off):
            self._show(self._noted(build_panel(self.session.table)))

    def _noted(self, shown: panels.Panel) -> panels.Panel:
        trouble = () if self._controller_trouble is None else (self._controller_trouble,)
        unkept = (UNWRITTEN,) if self._knobs is not None and self._knobs.unkept else ()
        shown = self._own.historian.tell_end(shown)
        unsaved = notices.note_unsaved(self.session.unsaved)
        return notices.add_notes(shown, (*unsaved, *unkept, *trouble, *self._news))

    def touch(self, intent: events.Intent) -> None:
        """Give one intent to the referee."""
        self.handle(events.Touched(self._clock.now_s(), intent))

    def _take_in(self) -> None:
        """Handle the queued items; those added meanwhile wait until touches were handled."""
        for item in drain(self._inbox):
            match item:
                case Failed(error=error):
                    raise error
                case Pushed():
                    self._pushed(item)
                case Joined() | Left() | Fingered():
                    self._heard_from(item)
                case ControllerTrouble(say=say):
                    self._controller_trouble = say
                    self._show_again()
                case _:
                    self.handle(item)

    def _heard_from(self, item: FromTelephone) -> None:
        assert self._telephones is not None
        meant = self._telephones.take(item)
        if meant is not None:
            self._touched(meant)

    def _pushed(self, pushed: Pushed) -> None:
        if self._own.trying is not None:
            self._own.trying.push(pushed.button)
            return
        intent = self._display.interpret_button(pushed.button, pushed.at_s)
        if intent is not None:
            self.touch(intent)

    def _happened(self, happening: Happening, at_s: float) -> None:
        match happening:
            case Closed():
                self.open = False
            case Pressed(x=x, y=y):
                self._touched(self._display.interpret_touch(x, y, at_s=at_s))
            case Dragged(x=x, y=y):
                self._touched(self._display.interpret_touch(x, y, moved=True, at_s=at_s))
            case Mouse() if self._tabletop is not None:
                self._tabletop.mouse(happening)

    def _touched(self, meant: events.Intent | orders.Order | None) -> None:
        if isinstance(meant, orders.PlayGame):
            self.chosen, self.open = meant.name, False
        elif isinstance(meant, orders.OpenSetUp):
            self.chosen, self.wants_set_up, self.open = self.session.table.game.name, True, False
        elif isinstance(meant, orders.TouchPlace) and self._display.panel is not None:
            self.touch(events.Point(meant.place))
        elif isinstance(meant, orders.Tune):
            self._tune(meant)
        elif isinstance(meant, orders.OwnOrder):
            self._obey(meant)
        elif isinstance(meant, events.Intent):
            self.touch(meant)

    def _tune(self, order: orders.Tune) -> None:
        if self._knobs is not None:
            self._knobs.obey(order)
            self._show_knobs()

    def _show_knobs(self) -> None:
        if self._knobs is not None:
            values = self._knobs.values
            self._display.look = replace(
                self._display.look,
                volume=values[orders.Knob.VOLUME],
                brightness=values[orders.Knob.BRIGHTNESS],
                facing=bool(values[orders.Knob.FACING]),
            )
            if self._telephones is not None:
                self._telephones.use_levels(
                    values[orders.Knob.VOLUME], values[orders.Knob.BRIGHTNESS]
                )

    def _obey(self, order: orders.OwnOrder) -> None:
        """Obey a touch on one of the table's own pages; note rules that were read."""
        before = self._display.over
        self._go_on(self._own.obey(order))
        self._light_lesson(before)

    def _go_on(self, outcome: PageOutcome) -> None:
        """Let the game follow from what was done on one of the table's own pages."""
        match outcome:
            case PageOutcome.RULE_READ:
                self.touch(events.Learnt())
            case PageOutcome.LESSON_OPENED:
                self.touch(events.Pause())
            case PageOutcome.LESSON_LEFT if isinstance(self.session.table.dialogue, Paused):
                self.touch(events.GoOn())
            case PageOutcome.OTHER_GAME:
                self._show(build_panel(self.session.table))
                self._follow(lambda: self.session.carry_on(self._clock.now_s()))
            case PageOutcome.DEVICES_BACK:
                self._resume()
            case _:
                pass

    def _resume(self) -> None:
        """Give the devices back to the game, and tell the referee what it missed."""
        self._signalling.resend()
        if self._display.panel is not None:
            self._light_board(self._display.panel)
        if self._own.trial is not None:
            for event in self._own.trial.take_kept():
                self.handle(event)

    def _show_own(self) -> None:
        """Lay the table's own page over the referee's, if one is open."""
        before = self._display.over
        self._own.show()
        self._light_lesson(before)
        if (news := self._own.list_news()) != self._news:
            self._news = news
            self._show_again()

    def _light_lesson(self, before: OwnPanel | None) -> None:
        """Light the board for a lesson on it, and for the game again after the lesson."""
        if self._display.over == before:
            return
        if isinstance(self._display.over, LessonPanel):
            self._light_board(self._display.over)
        elif isinstance(before, LessonPanel) and self._display.panel is not None:
            self._light_board(self._display.panel)

    def _show_table(self) -> None:
        if self._tabletop is not None:
            self._tabletop.follow(self.session.table)
            self._display.window.show_picture(self._tabletop.picture(), self._tabletop.title)

    def _turn_off(self) -> None:
        """Switch the machine off, which ends the program, too; without a switch only end."""
        table = self.session.table
        # What is only in memory would go with the power.
        if self.session.save() is not None:
            self._lay_over(notices.make_notice(table, notices.UNSAVED))
            return
        try:
            if self._switch_off is not None:
                self._switch_off()
        except CompanionError as error:
            self._lay_over(notices.make_notice(table, notices.UNMOVED, error))
            return
        self._off, self.open = True, self._switch_off is not None
        self._show(notices.make_farewell(table))

    def _show(self, shown: panels.Panel) -> None:
        if type(shown) is not self._kind:
            self._kind = type(shown)
            if isinstance(shown, panels.SetUpPanel | panels.PausePanel):
                unfinished = self._own.unfinished.has_any
                self._display.look = replace(self._display.look, unfinished=unfinished)
        public = shown
        if self._telephones is not None:
            public = self._telephones.show(shown, self.session.table)
        self._display.show(public)
        if self._own.trying is None and not isinstance(self._display.over, LessonPanel):
            self._light_board(shown)

    def _carry_out(self, effect: Effect) -> None:
        if self._publish is not None:
            self._publish(effect, self.session.table)
        match effect:
            case Show() if self._laid_over or self._off:
                pass  # what was laid over stays until somebody touches it
            case Show(panel=shown):
                self._show(self._noted(shown))
                if isinstance(shown, panels.ObjectionPanel | panels.QuestionPanel):
                    self._own.end_lesson()  # a telephone may have ended the pause around it
            case TurnOff():
                self._turn_off()
            case Signal():
                self._signalling.hear(effect, self._clock.now_s())
                if effect.cue in (Cue.OBJECTION, Cue.QUESTION):
                    self._own.give_way()
            case Language(code=code):
                look = self._display.look
                self._display.look = replace(look, words=words(code, look.board))
                if self._telephones is not None:
                    self._telephones.use_language(code)
                if self._knobs is not None:
                    self._knobs.keep("language", code)
            case _:
                pass  # records are saved already, verdicts are for logs, lots are drawn
