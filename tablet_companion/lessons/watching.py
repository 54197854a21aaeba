"""A lesson on the real table: translates what the camera sees into the learner's actions.

There is no second referee. A step is one of the referee's own tables at the step's position; what
its ``step`` makes of the looks is passed to the tutor. The lesson answers the referee's questions:
it knows the intended card and the action it asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import HIDDEN, Card, Message, Piece, Place, Placement, Step
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.attempts import placements
from tablet_companion.lessons.chapters import LessonStep, Task
from tablet_companion.lessons.events import NO_CARD, Did, Event, Shows, TookBack, Touched
from tablet_companion.lessons.tasks import judge_table
from tablet_companion.lessons.trials import list_trials
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.referee.explaining.explanations import Unchanged
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import events as seen
from tablet_companion.referee.model import table as tables
from tablet_companion.referee.model.answers import Act, Rectify
from tablet_companion.referee.model.panels import CheckPanel, Difference
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import (
    Asking,
    Disagreeing,
    Misplaced,
    Objecting,
    Waiting,
)
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.referee.pages.play import build_play
from tablet_companion.referee.pages.set_up import ALMOST, PUT, build_check
from tablet_companion.referee.pages.warnings import warn_of_blindness, warn_of_unrest
from tablet_companion.referee.step import step as referee

SET_OUT_S: Final = 0.6
"""The pieces of a step must stand for this long (s) before its task opens: hands may return."""

NEXT_PIECE_S: Final = 8.0
"""If the table shows part of the answer, wait this long (s) for the next piece to be moved. Judged
sooner, an agent ahead of its case would count as a wrong move of its own."""

_BY_HAND: Final = (Task.DO, Task.BREAK, Task.FIND)
"""The tasks that pieces on the table answer."""

Looked = seen.Saw | seen.Busy | seen.Blind | seen.Switched | seen.Ticked
"""The events of the table itself."""


@dataclass(frozen=True)
class Watch:
    """The real table in a lesson: the referee's table at the step's position.

    ``check`` and ``ways`` are what had to be put right when the table was last seen. ``since_s`` is
    since when the pieces have stood as the step wants them, None while they do not. ``heard`` is
    what the table showed at the last event for the tutor, so that nothing is reported twice.
    ``part`` is the part of the answer that is shown already, and since when.
    """

    table: Table
    check: CheckPanel | None = None
    ways: tuple[Step, ...] = ()
    since_s: float | None = None
    heard: Placement | None = None
    part: tuple[Placement, float] | None = None

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the table differed from the step's position when it was last seen."""
        return self.check.differences if self.check else ()

    @property
    def others(self) -> tuple[Difference, ...]:
        """The differences that moving pieces along the ``ways`` does not put right."""
        area_of = {place: area for area, places in self.table.areas.items() for place in places}
        ends = {(end, step.piece) for step in self.ways for end in (step.source, step.target)}
        left = []
        for one in self.differences:
            pieces = (one.seen, one.expected, HIDDEN)  # one that lies turned over may be any
            if ends.isdisjoint((area_of[one.place], piece) for piece in pieces):
                left.append(one)
        return tuple(left)

    @property
    def say(self) -> Message:
        """What to ask while pieces are set out, or why they cannot be seen."""
        hindered = self.check is not None and self.check.say.text not in (PUT, ALMOST)
        usual = self.check.say if self.check and hindered else Message(PUT)
        return warn_of_blindness(self.table) or usual


def begin(lesson: Lesson, table: Table) -> Watch:
    """Begin to watch a free table for the open step of a lesson."""
    return follow(Watch(table), lesson)


def follow(watch: Watch, lesson: Lesson) -> Watch:
    """Watch for the step that a lesson has open now, starting afresh."""
    before = watch.table
    table = tables.new_table(lesson.game, before.areas, "en").but(
        holds=before.holds,
        state=lesson.state,
        now_s=before.now_s,
        switches=before.switches,
        pile=before.pile,
    )
    if before.reading is not None:
        table = table.but(reading=before.reading)
    return _check(Watch(table))


def _check(watch: Watch) -> Watch:
    """Note what is still to be put right."""
    table = watch.table
    ways = find_way_back(table.shown, table.placement) if table.reading is not None else ()
    return replace(watch, check=build_check(table), ways=ways)


def list_left(watch: Watch, lesson: Lesson) -> tuple[Message, ...]:
    """Return what the referee reports as left to do, or hard to see, while a task is open."""
    if lesson.phase is not StepPhase.OPEN or watch.table.stage is not tables.Stage.PLAY:
        return ()
    warned = warn_of_blindness(watch.table) or warn_of_unrest(watch.table)
    told = (warned,) if warned is not None and lesson.step.task in _BY_HAND else ()
    return (*told, *build_play(watch.table).todo)


def hear(watch: Watch, lesson: Lesson, event: Looked, card: Card) -> tuple[Watch, Event | None]:
    """Return the watch after an event, and the learner's action, if any.

    ``card`` is the one that was named as laid, empty for none.
    """
    if lesson.phase is StepPhase.SETTING_OUT:
        return _set_out(watch, lesson, event)
    if lesson.phase is not StepPhase.OPEN or lesson.step.task not in _BY_HAND:
        return replace(watch, table=_look(watch.table, event)), None
    return _judge(watch, lesson, event, card)


def _look(table: Table, event: seen.Event) -> Table:
    return referee(table, event)[0]


# --- setting out ----------------------------------------------------------------------------------


def _set_out(watch: Watch, lesson: Lesson, event: Looked) -> tuple[Watch, Event | None]:
    """Check the pieces against the position; once all are right, the task opens.

    Pieces that were moved from a wrong answer straight to the right one need not go back first.
    """
    table = _look(watch.table, event)
    watch = replace(watch, table=table)
    if not isinstance(event, seen.Saw):
        return watch, None
    watch = _check(watch)
    corrected = None if table.agrees else _find_correction(table, lesson)
    if not table.agrees and corrected is None:
        return replace(watch, since_s=None), None
    if watch.since_s is None:
        return replace(watch, since_s=table.now_s), None
    if table.now_s - watch.since_s < SET_OUT_S:
        return watch, None
    if corrected is not None:
        return watch, corrected
    pile = table.reading.card if table.reading is not None else None
    table = table.but(stage=tables.Stage.PLAY, pile=pile)
    return Watch(table, heard=by_area(lesson.wanted)), Shows(lesson.wanted)


def _find_correction(table: Table, lesson: Lesson) -> Did | None:
    """Return the right answer if the table shows it after a wrong one, None otherwise."""
    if lesson.answer is None or lesson.step.task is not Task.DO:
        return None
    game, state, shown = lesson.game, lesson.state, _count_on_board(table, table.shown)
    seen_card = table.card.card if table.card.how is How.SEEN else None
    for action in list_trials(lesson).wanted:
        card = game.card_of(action)
        laid = not game.pile or (card == _only_card(lesson) and seen_card in (card, None))
        if laid and _count_on_board(table, game.attempted(state, action)) == shown:
            return Did(action)
    return None


def _count_on_board(table: Table, placement: Placement) -> Counter[tuple[Place, Piece]]:
    """Return the pieces where the camera sees them; what lies beside the board cannot differ."""
    return Counter(one for one in by_area(placement).pieces if one[0] in table.areas)


# --- judging --------------------------------------------------------------------------------------


def _judge(watch: Watch, lesson: Lesson, event: Looked, card: Card) -> tuple[Watch, Event | None]:
    """Let the referee judge a look; return its conclusion once that is settled."""
    start = watch.table.but(now_s=max(watch.table.now_s, event.at_s))
    table = _answer(_look(start, event), lesson, card)
    done = [moment.action for moment in table.past[len(start.past) :]]
    if done:
        shown = by_area(table.placement)
        otherwise: Event = Did(done[0])
        if shown == watch.heard and table.evidence is not None and not table.agrees:
            # “No objection” was only concluded from a piece that was moved on.
            shown, otherwise = by_area(table.shown), Shows(table.shown, card)
        if _is_told_by_card(lesson, table, done[0]):
            told = start.forgetful().but(pile=table.reading and table.reading.card)
            return replace(watch, table=told), Did(done[0])
        table = start.forgetful()
    elif table.evidence is not None and _is_settled(table):
        shown = by_area(table.shown)
        if wrong := _find_wrong_card(table):
            return replace(watch, table=table, heard=shown), Shows(table.shown, wrong)
        otherwise = Shows(table.shown, table.card.card or card)
    else:
        # What was moved may be back: then it is waited for afresh.
        return replace(watch, table=table, part=None if table.agrees else watch.part), None
    if shown == watch.heard:
        return replace(watch, table=table), None
    if _is_part(lesson, shown):
        part = watch.part if watch.part and watch.part[0] == shown else (shown, table.now_s)
        if table.now_s - part[1] < NEXT_PIECE_S:
            return replace(watch, table=table, part=part), None
    if _is_in_hand(lesson, shown, otherwise):
        return replace(watch, table=table), None
    return replace(watch, table=table, heard=shown), _interpret(lesson, shown, otherwise)


def _is_told_by_card(lesson: Lesson, table: Table, action: Any) -> bool:
    """Whether a card that was turned up beside the pieces tells an action, which moves none."""
    game, state = lesson.game, lesson.state
    card = table.reading.card if table.reading is not None else None
    said = game.open_cards(state).get(card.best or NO_CARD) if card is not None else None
    return said is not None and said.action == action


def _find_wrong_card(table: Table) -> Card:
    """Return the card turned up beside the pieces that may not be, as the referee says."""
    card = table.reading.card if table.reading is not None else None
    name = NO_CARD if card is None or card.best is None else card.best
    said = table.game.open_cards(table.state).get(name)
    wrong = said is not None and said.breaches and isinstance(table.verdict, Objecting)
    return name if wrong else NO_CARD


def _is_part(lesson: Lesson, shown: Placement) -> bool:
    """Whether some pieces of the answer are moved or lifted, and nothing else."""
    before, now = Counter(by_area(lesson.wanted).pieces), Counter(shown.pieces)
    for answer in _list_answers(lesson):
        after = Counter(by_area(answer).pieces)
        if now != after and now - before <= after - before and before - now <= before - after:
            return True
    return False


def _is_in_hand(lesson: Lesson, shown: Placement, event: Event) -> bool:
    """Whether pieces are only lifted, which is no answer yet: the page says that they are missing.

    A card tells what is to be moved, not that nothing will be. Where nothing is laid, taking a
    piece away may be all that somebody means to do.
    """
    if not isinstance(event, Shows):
        return False
    game, step = lesson.game, lesson.step
    if not Counter(shown.pieces) < Counter(by_area(lesson.wanted).pieces):
        return False
    idle = step.task is Task.FIND or game.pile
    return idle or judge_table(game, lesson.state, step, event.card, event.placement) is None


def _list_answers(lesson: Lesson) -> tuple[Placement, ...]:
    """Return the tables that solve a task by hand."""
    game, state, wrong = lesson.game, lesson.state, lesson.step.wrong
    if lesson.step.task is Task.BREAK:
        return (placements(game, state, wrong)[1],) if wrong else ()
    return tuple(game.attempted(state, action) for action in list_trials(lesson).wanted)


def _is_settled(table: Table) -> bool:
    """Whether the referee has concluded that the table shows something other than one move."""
    match table.verdict:
        case Objecting() | Misplaced() | Disagreeing() | Asking() | Waiting(reminded=True):
            return True
    return False


def _answer(table: Table, lesson: Lesson, card: Card) -> Table:
    """Answer the referee's present or imminent question as the learner would."""
    known = card or _only_card(lesson)
    happens = not isinstance(table.explanation, Unchanged | None)
    if known and happens and table.named is None and table.card.how is not How.SEEN:
        # Not a name for what lies there: that may be the card of the step before, or untaught.
        table = _touch(table, seen.NameCard(known)).but(named_lies=False)
    match table.verdict:
        case Asking(question):
            wanted = list_trials(lesson).wanted
            acts = [
                (one.action not in wanted, number)
                for number, one in enumerate(question.consequences)
                if isinstance(one, Rectify) or (isinstance(one, Act) and not one.overtaken)
            ]
            if acts:
                return _touch(table, seen.Answer(min(acts)[1]))
    return table


def _touch(table: Table, intent: seen.Intent) -> Table:
    return _look(table, seen.Touched(table.now_s, intent))


def _only_card(lesson: Lesson) -> Card:
    cards = list_trials(lesson).cards
    return lesson.step.card or (cards[0] if len(cards) == 1 else NO_CARD)


def _interpret(lesson: Lesson, shown: Placement, otherwise: Event) -> Event:
    """Return the action in the lesson's terms.

    An ambiguous table counts as what was asked for: the place of a FIND to which its piece was
    moved, or the error of a BREAK.
    """
    step = lesson.step
    if step.task is Task.FIND:
        return _find_target(lesson, shown) or otherwise
    if (
        step.task is Task.BREAK
        and step.wrong is not None
        and not _is_another_card(lesson, otherwise)
    ):
        after = placements(lesson.game, lesson.state, step.wrong)[1]
        if by_area(after) == shown:
            return _find_offence(lesson.game, lesson.state, step)
    return otherwise


def _is_another_card(lesson: Lesson, event: Event) -> bool:
    """Whether a card was played that allows what the card of a BREAK forbids."""
    wrong, game = lesson.step.wrong, lesson.game
    return (
        wrong is not None
        and game.pile
        and isinstance(event, Did)
        and game.card_of(event.action) != wrong.card
    )


def _find_target(lesson: Lesson, shown: Placement) -> Touched | None:
    """Return the place that the piece of a FIND was moved to, None if it stands where it was."""
    of, wanted = lesson.step.of, Counter(by_area(lesson.wanted).pieces)
    came = [*(Counter(shown.pieces) - wanted)]
    pieces = {piece for place, piece in wanted - Counter(shown.pieces) if place == of}
    found = next((place for place, piece in came if piece in pieces), None)
    return None if found is None else Touched(Place(found))


def _find_offence(game: AnyGame, state: Any, step: LessonStep) -> Event:
    """Return the action that breaks the rule of a BREAK."""
    wrong = step.wrong
    assert wrong is not None
    if wrong.action:
        return Did(game.read_action(state, wrong.action))
    if wrong.take_back:
        return TookBack(game.read_action(state, wrong.take_back))
    return Shows(placements(game, state, wrong)[1], Card(wrong.card))
