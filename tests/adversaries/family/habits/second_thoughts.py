"""Wrong answers mended, moves met by one taken back, powers cut twice, two cards, long rests."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model import events
from tablet_companion.referee.model.levels import LEVEL, Level
from tablet_companion.referee.model.panels import HelpPanel, MenuPanel, QuestionPanel
from tests.adversaries.family import answering
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts

_ENDING: Final = (
    events.NewGame,
    events.SwitchOff,
    events.TableIsRight,
    events.Put,
    events.HandSeat,
    events.Say,
    events.Whisper,
)
"""What a child that plays with the tablet does not touch: nobody could say what was true then."""
_LANGUAGES: Final = ("de", "fr", "en")


def _be_asked(family: Family, plan: Plan) -> bool:
    """Play two turns under a hand, or one without its card; whether the page asks about it."""
    room = family.room
    parts.provoke_question(family, plan, 0.7)
    return room.look(9.0, until=lambda: isinstance(room.panel, QuestionPanel))


def _answer(family: Family, *, truly: bool) -> bool:
    """Answer the question that is asked, truly or not; whether there was such an answer."""
    panel = family.room.panel
    if not isinstance(panel, QuestionPanel):
        return False
    right = answering.choose(family, panel)
    wrong = [number for number in range(len(panel.choices)) if number != right]
    number = right if truly else family.pick(wrong)
    if number is not None:
        family.account.note(f"they answer {number}" + " which is not so" * (not truly))
        family.account.slips += not truly
        family.room.touch(events.Answer(number))
    return number is not None


@habit(191, "answers wrongly, and corrects it", 0.0, unruly=SHARE)
@parts.planned
def corrects_an_answer(family: Family, plan: Plan) -> None:
    """Be asked, answer what is not so, take that back with the key, and put all back."""
    room, top, state = family.room, family.room.tabletop, family.room.table.state
    spread, cards = top.spread(), len(top.pile)
    if not _be_asked(family, plan) or not _answer(family, truly=False):
        return
    family.account.slips += 1
    room.look(family.rng.choice(parts.MOMENTS_S))
    for _ in range(3):
        if room.table.state != state and not family.over:
            family.take_back()
    if room.table.state != state:
        return
    family.hand(0.3)
    top.restore(spread)
    del top.pile[cards:]
    family.account.played = min(family.account.played, cards)
    family.account.note("and put everything back")
    family.hand(0.3)
    room.look(3.0)
    family.account.slips = 0
    if family.rng.random() < 0.6:
        parts.play_next(family)


@habit(192, "moves while another takes its move back", 0.0, unruly=SHARE)
@parts.planned
def moves_beside_taking_back(family: Family, plan: Plan) -> None:
    """Play; the mover puts the move back under the same hands under which the next one moves."""
    top, spread = family.room.tabletop, family.room.tabletop.spread()
    after = parts.next_to(family, plan)
    if not parts.play_until_accepted(family, plan) or after is None:
        return
    family.hand(0.2)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note(f"{plan.seat} puts it back")
    if top.pile and family.rng.random() < 0.5:
        top.pile.pop()
        family.account.note("and takes its card up")
    family.room.busy(0.2)
    parts.lay(family, after)
    family.carry(after)
    family.intend(after)  # as far as the record goes it is this player's turn
    family.account.wrong_card = after.seat
    family.taking_back = True
    family.hand(0.3)


@habit(193, "undoes a capture after the answer", 0.0, unruly=SHARE)
@parts.planned
def undoes_a_capture(family: Family, plan: Plan) -> None:
    """Capture, be asked and answer truly; then the owner takes the piece back to its place."""
    room, top = family.room, family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    spread = top.spread()
    taken = [one for one in plan.steps if one.kind is StepKind.CAPTURED]
    if not taken or not _be_asked(family, plan):
        parts.carry_out(family, plan)
        return
    _answer(family, truly=True)
    room.look(family.rng.choice((0.07, 0.5, 2.0)))
    family.hand(0.2)
    parts.by_nobody(family)
    stood = {spot for spot, one in spread.standing if one.colour == taken[0].piece}
    before = next((spot for spot in stood if top.area_of[spot] == taken[0].source), None)
    home = next((spot for spot in top.standing if spot not in stood), None)
    if before is None or home is None or before in top.standing:
        top.restore(spread)
        family.taking_back = True
    else:
        figure = top.standing.pop(home)
        top.touched(top.area_of[home])
        top.put(figure, top.area_of[before])
    family.account.note("what was captured is put where it stood")
    family.hand(0.3)


@habit(194, "touches keys under a hand", 0.0, unruly=SHARE)
@parts.planned
def keys_under_a_hand(family: Family, plan: Plan) -> None:
    """Move, with another's finger on the screen while the hand is still over the board."""
    room = family.room
    touches: tuple[tuple[events.Intent, ...], ...] = (
        (events.TakeBack(), events.Answer(1)),
        (events.TakeBack(), events.Answer(0)),
        (events.AskHelp(), events.GoOn()),
        (events.Choose("language", family.rng.choice(_LANGUAGES)),),
        (events.OpenLevels(), events.Choose(LEVEL, family.rng.choice([*Level])), events.GoOn()),
    )
    parts.begin_move(family, plan)
    for intent in family.rng.choice(touches):
        room.busy(0.1)
        room.touch(intent)
    room.busy(0.1)
    family.account.note("keys are touched under the hand")
    if room.table.state != plan.state:  # the move that was begun is nobody's turn any more
        family.account.forget()
        family.account.wrong_card = plan.seat
    room.look(family.rng.choice(parts.MOMENTS_S))
    parts.finish_what_is_open(family, plan)


@habit(195, "takes back twice after a power cut", 0.0, unruly=SHARE)
def takes_back_after_a_cut(family: Family) -> None:
    """Play two turns, cut the power once or twice, take both back in haste, put the pieces so."""
    room, top = family.room, family.room.tabletop
    spread, state, cards = top.spread(), room.table.state, len(top.pile)
    if not parts.play_two(family):
        return
    for _ in range(family.rng.randint(1, 2)):
        room.now_s += family.rng.choice((1.0, 30.0))
        room.restart()
    family.account.note("the power is cut; they take back twice")
    for _ in range(2):
        if room.table.state != state:
            family.take_back()
    if room.table.state != state:
        return
    if family.rng.random() < 0.7:
        family.hand(0.3)
        family.by(None)
        top.restore(spread)
        del top.pile[cards:]
        family.account.played = min(family.account.played, cards)
        family.account.note("and put the pieces so")
        family.hand(0.3)
        room.look(family.rng.choice(parts.MOMENTS_S))
        parts.play_next(family)


@habit(196, "two lay at once, then both move", 0.0, unruly=SHARE)
@parts.with_next
def two_lay_at_once(family: Family, plan: Plan, after: Plan) -> None:
    """Lay two players' cards in one movement; then one moves, and the other some time later."""
    family.hand(0.2)
    family.lay(plan)
    parts.lay(family, after)
    family.intend(plan)
    parts.pause(family, parts.MOMENTS_S)
    for one in (plan, after):
        if family.room.table.state not in (plan.state, one.state) or family.over:
            return
        family.hand(0.2)
        family.carry(one)
        if one is after:
            family.intend(after)
        parts.pause(family, parts.MOMENTS_S)


@habit(197, "puts it one on, and corrects that", 0.0, unruly=SHARE)
@parts.planned
def corrects_the_hole(family: Family, plan: Plan) -> None:
    """Put the piece on the next space, see it some seconds later, and put it right."""
    top, room = family.room.tabletop, family.room
    parts.carry_out(family, plan)
    target = next((one.target for one in plan.steps if one.kind is StepKind.MOVED), None)
    near = None if target is None else parts.count_on(family, target, family.rng.choice((1, -1)))
    if target is None or near is None:
        return
    figure = top.lift(target)
    if figure is None or not top.put(figure, near):
        return
    family.account.note(f"but puts it on {near}")
    family.hand(0.3)
    room.look(family.rng.choice((0.3, 1.0, 5.0, 9.0)))
    if room.table.state != plan.state:
        return
    family.hand(0.2)
    family.by(plan.seat)
    if (figure := top.lift(near)) is not None:
        top.put(figure, target)
        family.account.note("and then where it belongs")
    family.hand(0.2)
    if family.rng.random() < 0.5:
        room.look(family.rng.choice((0.07, 0.3)))
        if (after := parts.next_to(family, plan)) is not None and room.table.state == plan.state:
            parts.carry_out(family, after)


@habit(198, "long silence, then three moves", 0.0, unruly=SHARE)
@parts.planned
def three_after_silence(family: Family, plan: Plan) -> None:
    """Sit there for ten minutes, and play three turns within a few seconds."""
    room = family.room
    room.look(parts.LONG_S)
    family.account.note("ten minutes go by")
    now: Plan | None = plan
    for _ in range(3):
        if now is None or family.over:
            return
        parts.carry_out(family, now)
        family.hand(0.2)
        room.look(family.rng.choice((0.07, 0.2, 0.5)))
        now = family.plan() if not family.account.deeds else family.next_plan(now)


@habit(199, "changes something in mid-question", 0.0, unruly=SHARE)
@parts.planned
def changes_in_mid_question(family: Family, plan: Plan) -> None:
    """Be asked, change language, level or who plays a seat, and answer what is still asked."""
    room = family.room
    if not _be_asked(family, plan):
        return
    seat = family.pick([*room.table.setup.seats])
    keys: tuple[tuple[events.Intent, ...], ...] = (
        (events.Choose("language", family.rng.choice(_LANGUAGES)),),
        (events.OpenLevels(), events.Choose(LEVEL, family.rng.choice([*Level])), events.GoOn()),
        (
            events.OpenSeats(),
            events.HandSeat(seat),
            events.GoOn(),
            events.OpenSeats(),
            events.HandSeat(seat),
            events.GoOn(),
        ),
    )
    chosen = family.rng.choice(keys)
    family.account.note(f"at a question: {chosen[0]}")
    room.touch(*chosen)
    room.look(family.rng.choice(parts.MOMENTS_S))
    _answer(family, truly=True)


@habit(200, "a child plays with the tablet", 0.0, unruly=SHARE)
@parts.planned
def child_at_the_tablet(family: Family, plan: Plan) -> None:
    """Play two turns while a child touches whatever key is shown, but none that ends the game."""
    room = family.room
    for one in (plan, family.next_plan(plan)):
        if one is None or family.over or room.table.state not in (plan.state, one.state):
            return
        parts.carry_out(family, one)
        family.hand(0.2)
        for _ in range(family.rng.randint(1, 4)):
            _touch_any(family)
            room.look(family.rng.choice((0.1, 0.5, 3.0)))
    room.touch(events.GoOn())


def _touch_any(family: Family) -> None:
    """Touch any key of the page."""
    room, panel = family.room, family.room.panel
    keys = [one.intent for one in getattr(panel, "buttons", ())]
    if isinstance(panel, MenuPanel | HelpPanel):
        keys += [one.intent for one in panel.keys]
    keys = [one for one in keys if not isinstance(one, _ENDING)]
    if isinstance(panel, QuestionPanel):
        keys = [events.Answer(len(panel.choices) - 1)]
    chosen = family.pick(keys)
    if chosen is not None:
        before = len(room.table.past)
        family.account.note(f"a child touches {type(chosen).__name__}")
        room.touch(chosen)
        if len(room.table.past) < before:
            family.account.forget()
            family.undone()


@habit(201, "three pawns are tidied round", 0.0, unruly=SHARE)
@parts.planned
def tidies_round(family: Family, plan: Plan) -> None:
    """Have children exchange three pieces in a circle under the hand of whoever plays."""
    top = family.room.tabletop
    early = family.rng.random() < 0.5
    if not early:
        parts.carry_out(family, plan)
    spots = parts.list_loose(family, plan)
    if len(spots) > 2:
        parts.by_nobody(family)
        three = family.rng.sample(spots, 3)
        figures = [top.standing[spot] for spot in three]
        for spot, figure in zip(three, [*figures[1:], figures[0]], strict=True):
            if top.fits(figure.colour, spot):
                top.standing[spot] = Figure(figure.colour)
                top.touched(top.area_of[spot])
        family.account.note(f"children exchange what stands on {' '.join(three)}")
    family.hand(0.3)
    parts.pause(family, parts.MOMENTS_S)
    if early and family.room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(202, "another steadies a piece in mid-move", 0.0, unruly=SHARE)
@parts.planned
def steadies(family: Family, plan: Plan) -> None:
    """Begin a move; another lifts a piece out of the way, and puts it back, or one off, later."""
    top = family.room.tabletop
    parts.begin_move(family, plan)
    spot = family.pick(parts.list_loose(family, plan))
    if spot is None:
        return
    parts.by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is None:
        return
    family.account.note(f"another holds {figure.colour} from {spot}")
    parts.pause(family, (0.2, 1.0, 5.0, 9.0))
    parts.finish_what_is_open(family, plan)
    parts.pause(family, (0.1, 0.5, 3.0))
    parts.by_nobody(family)
    near = family.pick([one for one in parts.list_free(family, figure) if one != spot])
    area = top.area_of[spot if near is None or family.rng.random() < 0.7 else near]
    top.put(figure, area)
    family.account.note(f"and puts it on {area}")
