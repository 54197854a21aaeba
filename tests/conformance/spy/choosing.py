"""What the spy does next: random looks, most of which a move could have begun, and touches.

A session knows both truths, for the sake of one rule: nobody turns up what they disagree about.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import (
    EMPTY,
    HIDDEN,
    Card,
    Piece,
    Place,
    Placement,
    Rule,
    Seat,
    Step,
    StepKind,
    Viewer,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons import rulebook
from tablet_companion.lessons.chapters import read_chapters
from tablet_companion.players.seen import WAIT, knows_its_hand, own_actions
from tablet_companion.referee.explaining.public import list_legal
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.panels import ObjectionPanel
from tablet_companion.referee.model.sayings import is_secret_due
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import (
    find_due,
    find_in_stack,
    find_thought,
    shows_cards,
)
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.toolkit.orders import AskTutor, ReadRule, TakeChapter, TurnStep
from tests.conformance.spy import acts
from tests.conformance.spy.touching import Tables, confide, touch
from tests.conformance.spy.truths import agreed, card_agreed, spots

Shown = dict[Place, Piece]
BLIND: Final = ("camera", "dark", "glare", "board")


def choose(tables: Tables, rng: random.Random, viewer: Viewer) -> acts.Act:
    """Return what happens next."""
    if rng.random() < 0.5 and (chosen := _choose_for_seat(tables, rng)):
        return chosen
    due = not tables[0].game.pile and is_secret_due(tables[0].position)
    if due and rng.random() < 0.4:
        return confide(tables, rng, viewer)
    if tables[0].dialogue is not None and rng.random() < 0.8:
        return touch(tables, rng, viewer)
    if (shown := _list_shown(tables)) and rng.random() < 0.2:
        return rng.choice(shown)
    what = rng.random()
    if what < 0.72:
        return look(tables, rng)
    if what < 0.92:
        return touch(tables, rng, viewer)
    if what < 0.95 and (study := _study(tables, rng)):
        return study
    if what < 0.97:
        return acts.Cut()
    if what < 0.98:
        return acts.Fail(rng.choice(BLIND))
    if what < 0.99:
        return acts.Rest(rng.choice((1.0, 9.0)))
    places = [place for places in tables[0].areas.values() for place in places]
    return acts.Feel(tuple(sorted(rng.sample(places, rng.choice((0, 0, 1, 2))))))


def _study(tables: Tables, rng: random.Random) -> acts.Study | None:
    """Return the lesson of a rule: of one that is broken, if any is, and looks meanwhile.

    None in a game without lessons.
    """
    game, page = tables[0].game, build_panel(tables[0])
    broken = [one.name for one in page.breaches] if isinstance(page, ObjectionPanel) else []
    rules = [Rule(name) for name in broken if name] or rulebook.list_rules(
        games.handbook(game.name)
    )
    rule = rng.choice(rules)
    opens = rulebook.build_rule(game, ReadRule(rule), 0.0, tables[0].chosen).lesson
    keys = AskTutor(), TurnStep(), TurnStep(back=True)
    answers = tuple(rng.choices(keys, k=rng.randint(0, 3)))
    chapters = [TakeChapter(chapter.name) for chapter in read_chapters(game.name)]
    if opens is None and not chapters:
        return None
    chapter = opens or chapters[0]
    return acts.Study(rule, chapter, answers, look(tables, rng))


def _choose_for_seat(tables: Tables, rng: random.Random) -> acts.Choose | None:
    """Return what the table may choose for a seat in both truths, where it is asked to in both."""
    seats = {find_due(table) for table in tables}
    seat = seats.pop()
    if seat is None or seats:
        return None
    texts = ({*_write_own(table, seat)} for table in tables)
    both = sorted(set.intersection(*texts))
    return acts.Choose(seat, rng.choice(both)[0]) if both else None


def _list_shown(tables: Tables) -> list[acts.ShowHand]:
    """Return the hands that people showed the table in both truths, to be shown again."""
    found = []
    for seat in tables[0].setup.played if shows_cards(tables[0]) else ():
        one, other = (_find_hand(table, seat) for table in tables)
        if one is not None and other is not None and len(one) == len(other):
            found.append(acts.ShowHand(seat, (one, other)))
    return found


def _find_hand(table: Table, seat: Seat) -> tuple[Card, ...] | None:
    """Return the cards that the table knows a seat to hold; None if it does not."""
    if not knows_its_hand(table.game, table.state, seat):
        return None
    return next(one.hand for one in table.view(seat).seats if one.seat == seat) or None


def _write_own(table: Table, seat: Seat) -> Iterator[tuple[str, int]]:
    """Yield what a seat may do, with where the card lies in its stack, where all see it counted."""
    game, state = table.game, find_thought(table)
    for action in own_actions(game, state, seat):
        if action is not WAIT:
            # A gift lays nothing on the pile.
            card = game.card_of(action) or getattr(action, "card", None) if game.pile else None
            number = 0 if card is None else find_in_stack(table, seat, card)
            yield game.write_action(state, action), number


# --- looks ----------------------------------------------------------------------------------------


def look(tables: Tables, rng: random.Random) -> acts.Look:
    """Return a random look."""
    if rng.random() < 0.06:
        return _put_on_record(tables, rng)
    if rng.random() < 0.1 and (again := _do_last_differently(tables, rng)):
        return again
    before = spots(tables[0])
    shown, card = dict(before), None
    if rng.random() < 0.85:
        shown, card = _begun(tables, shown, rng)
    strays: list[tuple[Piece, Place]] = []
    fallen: list[tuple[Piece | None, Place]] = []
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2))):
        _disturb(tables, shown, strays, fallen, rng)
    changes = tuple(
        (place, shown.get(place, EMPTY))
        for place in sorted({*before, *shown})
        if shown.get(place, EMPTY) != before.get(place, EMPTY)
    )
    return acts.Look(
        changes,
        covered=_covered(tables[0], [place for place, _ in changes], rng),
        doubts=_doubts(tables[0], [place for place, _ in changes], rng),
        strays=tuple(strays),
        fallen=tuple(fallen),
        card=_card(tables, card, rng),
        early=rng.random() < 0.2,
        seconds=rng.choice((0.3, 0.8, 1.0, 3.0, 9.0)),
    )


def _put_on_record(tables: Tables, rng: random.Random) -> acts.Look:
    """Return a piece that was taken away, turned, or moved, which people then call right."""
    table, shown = tables[0], spots(tables[0])
    place, piece = rng.choice(sorted(shown.items()))
    turned = agreed(tables, place) if piece == HIDDEN else HIDDEN
    everywhere = (one for places in table.areas.values() for one in places)
    free = [one for one in everywhere if one not in shown and piece in acts.fitting(table, one)]
    ways: list[tuple[tuple[Place, Piece], ...]] = [((place, EMPTY),)]
    if turned in acts.fitting(table, place):
        ways.append(((place, turned),))
    if free:
        ways.append(((place, EMPTY), (rng.choice(free), piece)))
    return acts.Look(rng.choice(ways), trusted=True, seconds=0.3)


def _do_last_differently(tables: Tables, rng: random.Random) -> acts.Look | None:
    """Return the last move put back and done in another way with its card, if both know one."""
    if not all(table.past for table in tables):
        return None
    game, lasts = tables[0].game, [table.past[-1] for table in tables]
    legal = [{*list_legal(one.position.public)} for one in lasts]
    alike = sorted(one for one in set.intersection(*legal) if game.card_of(one) == lasts[0].card)
    if not alike or lasts[0].action != lasts[1].action:
        return None
    action = rng.choice(alike)
    after = _after({one.state for one in lasts}, game, action)
    shown = {} if after is None else lay_out(after, tables[0].areas, tables[0].holds)
    before = spots(tables[0])
    changes = tuple(
        (place, shown.get(place, EMPTY))
        for place in sorted({*before, *shown})
        if shown.get(place, EMPTY) != before.get(place, EMPTY)
    )
    return acts.Look(changes, seconds=rng.choice((0.8, 3.0))) if shown and changes else None


def _begun(tables: Tables, shown: Shown, rng: random.Random) -> tuple[Shown, Card | None]:
    """Return the table with some of an action's steps done, and the action's card."""
    game, state = tables[0].game, tables[0].state
    actions = _actions(tables)
    lies = _lies(tables[0])
    if lies is not None and rng.random() < 0.97:
        actions = [action for action in actions if game.card_of(action) == lies]
    if not actions:
        return shown, None
    action = rng.choice(actions)
    if rng.random() < 0.6:  # what takes many steps can be left unfinished in many ways
        some = rng.sample(actions, min(5, len(actions)))
        action = max(some, key=lambda one: len(game.steps(state, one)))
    after = _afterwards(tables, action)
    if after is not None and rng.random() < 0.3:
        return lay_out(after, tables[0].areas, tables[0].holds), game.card_of(action)
    for one in game.steps(state, action):
        _do(tables, shown, one, rng)
    return shown, game.card_of(action)


def _lies(table: Table) -> Card | None:
    """Return the card of this turn, where it lies there already or was named."""
    glimpsed = None if table.glimpsed is None else table.glimpsed.best
    return table.named or glimpsed


def _afterwards(tables: Tables, action: Any) -> Placement | None:
    """Return the table after an action, None where it turns up what the truths disagree about."""
    return _after([table.state for table in tables], tables[0].game, action)


def _after(states: Iterable[Any], game: AnyGame, action: Any) -> Placement | None:
    """Return what an action leads to in all these states, None where that differs."""
    known = [(state, game.recorded(state, action)) for state in states]
    if any(done is None for _, done in known):
        return None
    found = {game.attempted(state, done) for state, done in known}
    return found.pop() if len(found) == 1 else None


def _actions(tables: Tables) -> Sequence[Any]:
    """Return what may be done as far as everybody knows: in either truth."""
    mine, yours = (list_legal(table.position.public) for table in tables)
    return mine if mine == yours else sorted({*mine} & {*yours})


def _do(tables: Tables, shown: Shown, one: Step, rng: random.Random) -> None:
    """Leave a step undone, do it by half, or do it."""
    how = rng.choice(("undone", "lifted", "done", "done"))
    source = _spot(tables[0], shown, one.source, one.piece)
    if how == "undone":
        return
    piece = one.piece
    if one.kind is StepKind.TURNED_UP and source is not None:
        piece = agreed(tables, source) if rng.random() < 0.5 else piece
    if one.kind is StepKind.TURNED_DOWN and rng.random() < 0.7:
        piece = HIDDEN
    if source is not None:
        del shown[source]
    target = None if one.target is None else _spot(tables[0], shown, one.target, EMPTY)
    if how == "done" and target is not None and piece in acts.fitting(tables[0], target):
        shown[target] = piece


def _spot(table: Table, shown: Shown, area: Place, piece: Piece) -> Place | None:
    """Return a physical place of an area that shows a piece, or nothing of it is seen."""
    places = table.areas.get(area, ())
    return next((place for place in places if shown.get(place, EMPTY) == piece), None)


def _disturb(
    tables: Tables,
    shown: Shown,
    strays: list[tuple[Piece, Place]],
    fallen: list[tuple[Piece | None, Place]],
    rng: random.Random,
) -> None:
    """Do something with one piece that need not mean anything."""
    everywhere = [place for places in tables[0].areas.values() for place in places]
    hidden = [place for place, piece in shown.items() if piece == HIDDEN]
    place = rng.choice(hidden if hidden and rng.random() < 0.6 else [*shown] or everywhere)
    piece = shown.pop(place, rng.choice(acts.kinds(tables[0])))
    beneath = agreed(tables, place) if piece == HIDDEN else piece
    somewhere = rng.choice((place, rng.choice(everywhere)))
    match rng.randrange(7):
        case 0 | 1:
            pass  # in a hand
        case 2:
            shown[somewhere] = piece
        case 3:
            shown[place] = beneath if piece == HIDDEN else HIDDEN
        case 4:
            strays.append((rng.choice((piece, beneath)), somewhere))
        case 5:
            fallen.append((None if beneath == HIDDEN else beneath, somewhere))
        case 6:
            shown[place] = beneath if piece == HIDDEN else rng.choice(acts.kinds(tables[0]))
    for one in (place, somewhere):
        if one in shown and shown[one] not in acts.fitting(tables[0], one):
            del shown[one]


def _covered(table: Table, changed: Sequence[Place], rng: random.Random) -> tuple[Place, ...]:
    """Return places under an arm: a nest, what was touched, or anything."""
    if rng.random() < 0.55:
        return ()
    wide = [spots for spots in table.areas.values() if len(spots) > 1]
    found: set[Place] = set()
    if wide and rng.random() < 0.7:
        for area in rng.sample(wide, rng.choice((1, 1, 2, len(wide)))):
            found.update(area if rng.random() < 0.8 else area[:2])
    if changed and rng.random() < 0.25:
        found.add(rng.choice(list(changed)))
    everywhere = [place for places in table.areas.values() for place in places]
    found.update(rng.sample(everywhere, rng.choice((0, 0, 1, 4))))
    return tuple(sorted(found))


def _doubts(
    table: Table, changed: Sequence[Place], rng: random.Random
) -> tuple[tuple[Place, Piece], ...]:
    if rng.random() < 0.85:
        return ()
    everywhere = [place for places in table.areas.values() for place in places]
    place = rng.choice(list(changed) if changed and rng.random() < 0.6 else everywhere)
    return ((place, rng.choice((EMPTY, *acts.fitting(table, place)))),)


def _card(tables: Tables, card: Card | None, rng: random.Random) -> Card | None:
    """Return the card that is laid now, or turned up beside the pieces."""
    game = tables[0].game
    if game.pile:
        if _lies(tables[0]) is not None and rng.random() < 0.99:
            return None  # another one upon it is a rare sight
        return card if rng.random() < 0.8 else rng.choice((None, rng.choice(game.cards)))
    if rng.random() < 0.5:
        return None
    cards = [card for card in game.open_cards(tables[0].state) if card_agreed(tables, card)]
    return rng.choice(cards) if cards else None
