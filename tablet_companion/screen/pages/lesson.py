"""A step of a lesson, whose task is done at the table or by touching the screen."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tablet_companion.games.core import Message, Place, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Arrow, Difference, Mark, Weight
from tablet_companion.screen.pages import rules
from tablet_companion.screen.pages.rules import Showing
from tablet_companion.screen.toolkit import (
    bands,
    controls,
    differing,
    framing,
    grids,
    keysigns,
    layout,
    orders,
    parts,
    picking,
    slots,
    stages,
)
from tablet_companion.screen.toolkit.controls import Key
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, Role, join_parts
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.slots import Slot

NUMBER: Final = "{count}"
"""The label of the key that answers with the board."""
_FOOT: Final = 4
"""How many keys a step has below it: two rows of them on a lying screen, one on an upright one."""
_BESIDE: Final = 3
"""The number of keys that have room beside the board; more keys replace it."""
_KEY_MM: Final = 10
_CELL_MM: Final = (28, 18)
"""The least width and the usual height of keys that replace the board."""
_BROAD_MM: Final = 28
"""A key this wide has another beside it."""
_LEFT: Final = 4
"""The number of pieces that are named at once; the others are marked."""


class Mood(StrEnum):
    """How a page answers: not yet, with praise, with a refusal, with something else."""

    ASKING = "asking"
    PRAISE = "praise"
    REFUSAL = "refusal"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class LessonPanel:
    """A step of a chapter.

    ``say`` is what it teaches, ``ask`` the task, ``answer`` the reaction to the last attempt.
    ``picks`` are the areas of the board that can be touched, ``keys`` the possible entries;
    ``lit`` is the one that is being shown. ``may_finish`` and ``may_undo`` offer keys for a move
    in progress, of the words ``said`` so far if there are any. ``number`` counts the ``steps`` from
    1. ``on_table``: it is done with the real pieces; while it ``sets_out``, ``differences`` are
    still to be corrected: ``todo`` and ``arrows`` say which piece goes where, if it stands
    somewhere, and ``others`` are those that this does not put right.
    """

    number: int
    steps: int
    say: Message
    ask: Message
    showing: Showing
    turn: Seat | None = None
    mood: Mood = Mood.ASKING
    answer: tuple[Message, ...] = ()
    picks: tuple[Place, ...] = ()
    keys: tuple[tuple[Message, ...], ...] = ()
    lit: int | None = None
    may_finish: bool = False
    may_undo: bool = False
    said: tuple[Message, ...] = ()
    has_task: bool = True
    on_table: bool = False
    sets_out: bool = False
    differences: tuple[Difference, ...] = ()
    others: tuple[Difference, ...] = ()
    todo: tuple[Message, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return the marks on the board, which its lights show, too."""
        return (*self.showing.marks, *differing.marks(self.differences))

    @property
    def question(self) -> tuple[object, ...]:
        """Return the identity of a question, however the pieces move meanwhile."""
        return self.number, self.picks, self.keys, self.answer, self.marks


# --- a step ---------------------------------------------------------------------------------------


def page(panel: LessonPanel, look: Look, local: Local) -> Page:
    """Return the page of a step."""
    panel = _tell_first(panel, look)
    sentences = _sentences(panel, look)
    stage = _lay_out(sentences, panel, look, local)
    told, below = _split(panel, stage.told, look, local)
    keys = Part()
    if _fills_board(panel):
        signed = keysigns.names_any(_name(panel).values(), look)
        answers = _answers(panel, look)
        keys = grids.key_grid(answers, stage.body, look, local, _CELL_MM, signed=signed)
        keys = keysigns.add_signs(keys, _name(panel), look)
    room = parts.find_room_below(keys, stage.body, look) if keys.touches else stage.body
    board = _board(panel, room, look, local) if room else Part()
    return parts.page(
        look,
        _head(panel, stage.head, look),
        keys,
        board,
        parts.column(sentences, told, look),
        _side_keys(panel, below, look, local),
        controls.order_keys(_foot(panel), stage.foot, look),
    )


def _tell_first(panel: LessonPanel, look: Look) -> LessonPanel:
    """Return a step that is only read with its first sentence as the headline, if it has room.

    That is what it teaches; to go on there is a bright key.
    """
    if panel.has_task:
        return panel
    first, stop, rest = look.words.say(panel.say).partition(". ")
    head = stages.stage(look, (), stages.LARGE_MM[0], rows=_count_rows(look)).head
    _, head = bands.help_key(head, look, orders.OpenSettings(), "settings")
    room = head if panel.turn is None else bands.room_of_turn(head, look)
    if not bands.has_room(first + stop.rstrip(), room, look):
        return panel
    ask, say = (Message("{text}", (("text", one),)) for one in (first + stop.rstrip(), rest))
    return replace(panel, ask=ask, say=say)


def _lay_out(
    sentences: Sequence[parts.Sentence], panel: LessonPanel, look: Look, local: Local
) -> stages.Regions:
    """Return the rooms: all text fits beside the board, and no key below it breaks a word.

    Letters shrink to the size of those on keys before the board does: learners sit at the screen.
    """

    def has_room(stage: stages.Regions, size: int = look.theme.body) -> bool:
        told, below = _split(panel, stage.told, look, local)
        whole = _labels_fit(panel, below, look, local)
        return whole and parts.has_room(sentences, told, look, size)

    rows = _count_rows(look)
    large = stages.with_room(look, (), has_room, rows=rows, sides_mm=stages.LARGE_MM)
    if has_room(large):
        return large
    return stages.with_room(look, (), lambda one: has_room(one, look.theme.small), rows=rows)


def _count_rows(look: Look) -> int:
    return -(-_FOOT // slots.count_across(look.theme))


def _labels_fit(panel: LessonPanel, below: Box, look: Look, local: Local) -> bool:
    """Whether no key below the text breaks a word."""
    labels = [label for label, _, _ in _list_keys(panel, look, local)]
    cell = layout.columns(below, [0] * _across(panel, below, look), look.theme.gap // 2)[0]
    return controls.least_height(labels, cell, look, look.theme.small) is not None


def _fills_board(panel: LessonPanel) -> bool:
    """Whether there are so many keys that they replace the board."""
    return len(panel.keys) > _BESIDE and not panel.picks


def _head(panel: LessonPanel, box: Box, look: Look) -> Part:
    """Return the task; or praise, or the reason why something is not allowed.

    Beside it is the key to language and loudness, unless that would cut the sentence.
    """
    colours, tells = look.colours, panel.mood in (Mood.PRAISE, Mood.REFUSAL)
    text = look.words.say(panel.answer[0] if tells else panel.ask)
    settings, head = bands.help_key(box, look, orders.OpenSettings(), "settings")
    room = head if tells or panel.turn is None else bands.room_of_turn(head, look)
    if not bands.has_room(text, room, look, look.theme.small):
        settings, head = Part(), box
    if not tells:
        room = bands.room_of_turn(head, look)
        turn = panel.turn if bands.has_room(text, room, look, look.theme.small) else None
        return join_parts(bands.turn_band(text, turn, head, look), settings)
    good = panel.mood is Mood.PRAISE
    inks = (colours.good, colours.ink) if good else (colours.alarm, colours.on_alarm)
    return join_parts(bands.plain_band(text, head, look, inks), settings)


def _sentences(panel: LessonPanel, look: Look) -> tuple[parts.Sentence, ...]:
    """Return the text beside the board: the rule, or the reaction to the last attempt."""
    body, colours, say = look.theme.body, look.colours, look.words.say
    rule = parts.Sentence(say(panel.say), body, colours.text, Role.BOLD)
    if panel.sets_out:
        return _sets_out(panel, look)
    answers = panel.answer if panel.mood is Mood.NOTE else panel.answer[1:]
    answers = tuple(one for one in answers if one != panel.ask)  # the headline has it already
    said = (*_tell_chosen(panel, look), *_join_path([say(one) for one in answers]))
    answered = tuple(parts.Sentence(one, body, colours.main) for one in said)
    where = _where(panel, look)
    if panel.mood is Mood.REFUSAL:
        return (*answered, parts.Sentence(say(panel.ask), body, colours.text), where)
    if panel.mood is Mood.NOTE or not rule.text or answers:  # the reason is the rule once more
        return (*answered, where)
    return (*answered, rule, where)


def _tell_chosen(panel: LessonPanel, look: Look) -> tuple[str, ...]:
    """Return the words that somebody chose as one path, and that what follows is on the board."""
    if not (panel.said and panel.may_undo):
        return ()
    path = " → ".join(map(look.words.say, panel.said))
    return (path, look.words.text(N_("Now touch the board."))) if panel.picks else (path,)


def _join_path(said: Sequence[str]) -> tuple[str, ...]:
    """Return sentences unchanged, and the labels of keys after them joined as one path."""
    sentences = tuple(itertools.takewhile(lambda one: one.endswith((".", "!", "?")), said))
    path = " → ".join(said[len(sentences) :])
    return (*sentences, *((path,) if path else ()))


def _sets_out(panel: LessonPanel, look: Look) -> tuple[parts.Sentence, ...]:
    """Return what is still to be corrected; after a wrong answer also its reason."""
    body, colours = look.theme.body, look.colours
    answers = panel.answer[1:] if panel.mood is Mood.REFUSAL else panel.answer
    told = [parts.Sentence(look.words.say(one), body, colours.main) for one in answers]
    others = [differing.say(one, look.board) for one in panel.others]
    left = list(dict.fromkeys(map(look.words.say, (*panel.todo, *others))))
    if len(left) > _LEFT:
        more = Message(stages.MORE, (("count", len(left) - _LEFT),))
        left = [*left[:_LEFT], look.words.say(more)]
    told += [parts.Sentence(text, body, colours.text) for text in left]
    return (*told, _where(panel, look))


def _where(panel: LessonPanel, look: Look) -> parts.Sentence:
    details = (("count_done", panel.number), ("count", panel.steps))
    said = look.words.say(Message(N_("Step {count_done} of {count}"), details))
    return parts.Sentence(said, look.theme.small, look.colours.soft)


def _foot(panel: LessonPanel) -> dict[Slot, Key]:
    go_on = panel.mood is Mood.PRAISE or not panel.has_task
    weight = Weight.MAIN if go_on else Weight.PLAIN
    found = {
        (0, 0): Key("Leave", orders.LeaveLessons()),
        (0, 1): Key("Next", orders.TurnStep(), weight),
    }
    if panel.number > 1:
        found[1, 0] = Key("Back", orders.TurnStep(back=True))
    if panel.sets_out:
        found[1, 1] = Key("Screen", orders.StayOnScreen())
    elif panel.has_task and panel.mood is not Mood.PRAISE:
        found[1, 1] = Key("Hint", orders.AskTutor())
    return found


def _extra(panel: LessonPanel, local: Local) -> Iterator[Key]:
    """Yield the keys of a move under way, their texts still to be translated."""
    if local.near is not None:
        yield Key(N_("Whole board"), NOTHING)
    if panel.may_finish:
        yield Key(N_("Done"), orders.FinishMove())
    if panel.may_undo:
        back = N_("Choose again") if panel.said else N_("Put back")
        yield Key(back, orders.PutBack())


def _split(panel: LessonPanel, box: Box, look: Look, local: Local) -> tuple[Box, Box]:
    """Return the rooms of the text and of the keys below it."""
    beside = 0 if _fills_board(panel) else len(panel.keys)
    count, gap = beside + len([*_extra(panel, local)]), look.theme.gap // 2
    across = _across(panel, box, look)
    count = -(-count // across)
    if not count:
        return box, Box(box.x, box.bottom, box.w, 0)
    labels = [_label(one, look) for one in panel.keys] if beside else [""]
    cell = layout.columns(box, [0] * across, gap)[0]
    least = controls.least_height(labels, cell, look, look.theme.small) or 0
    high = count * (max(look.theme.px(_KEY_MM), least) + gap) - gap
    told, below = layout.rows(box, (0, high), look.theme.gap)
    return told, below


def _side_keys(panel: LessonPanel, box: Box, look: Look, local: Local) -> Part:
    """Return the few keys of the task, and those of a move under way."""
    keys = _list_keys(panel, look, local)
    if not keys:
        return Part()
    across = _across(panel, box, look)
    cells = layout.grid(box, across, -(-len(keys) // across), look.theme.gap // 2)
    return keysigns.add_signs(controls.draw_keys(cells, keys, look), _name(panel), look)


def _list_keys(panel: LessonPanel, look: Look, local: Local) -> list[Key]:
    own = [] if _fills_board(panel) else _answers(panel, look)
    extra = (one._replace(label=look.words.text(one.label)) for one in _extra(panel, local))
    return [*own, *extra]


def _answers(panel: LessonPanel, look: Look) -> list[Key]:
    """Return the keys of the possible entries; the one that is being shown stands out."""
    return [
        Key(_label(one, look), orders.TouchKey(n), Weight.MAIN if panel.lit == n else Weight.PLAIN)
        for n, one in enumerate(panel.keys)
    ]


def _name(panel: LessonPanel) -> dict[orders.TouchKey, Message]:
    """Return the labels of the keys of single words, by the keys' meanings."""
    return {orders.TouchKey(n): said[0] for n, said in enumerate(panel.keys) if len(said) == 1}


def _across(panel: LessonPanel, box: Box, look: Look) -> int:
    """Return how many keys stand side by side: numbers, and pieces beside the board, are short."""
    if panel.lit is not None and all(one[0].text == NUMBER for one in panel.keys):
        return len(panel.keys)
    if panel.keys and panel.picks:
        return 2
    return min(max(1, box.w // look.theme.px(_BROAD_MM)), max(1, len(panel.keys)))


def _label(said: Sequence[Message], look: Look) -> str:
    """Return the text of a key: the short word used on the page of play, if there is one."""
    if len(said) == 1 and said[0].text in controls.SYMBOLS:
        return look.words.text(controls.word(said[0].text))
    return ", ".join(map(look.words.say, said))


# --- the board ------------------------------------------------------------------------------------


def _board(panel: LessonPanel, box: Box, look: Look, local: Local) -> Part:
    """Return the drawn board, with its touch area if it can be touched."""
    frame = framing.frame_near(look.board, box, local.near, look.theme.finger, look.turns)
    showing = replace(panel.showing, marks=panel.marks)
    # Beside keys that come first a touch of any place is answered, and looks at nothing closely.
    keyed = bool(panel.keys and not panel.picks)
    areas = look.board.areas if keyed else panel.picks
    close_up = keyed or local.near is not None
    touches = picking.pick_areas(frame, set(map(Place, areas)), look, close_up=close_up)
    drawn = rules.board(showing, frame.box, look, frame, panel.arrows)
    return join_parts(drawn, Part(touches=touches))
