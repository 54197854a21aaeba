"""What the spy touches: keys that the page offers, and what may be touched at any time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import TABLE, UNKNOWN_CARD, Seat, Viewer
from tablet_companion.referee.model import events, panels, sayings
from tablet_companion.referee.model.notes import Hint
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tests.conformance.spy.acts import Touch
from tests.conformance.spy.truths import playing, spots

_PAIRS: Final = 6
"""So many pairs of touches are tried that others cannot tell apart."""
Tables = tuple[Table, Table]
"""One table in each truth."""
_ANYTIME: Final[tuple[events.Intent, ...]] = (
    events.OpenBoard(),
    events.OpenCardKeys(),
    events.Pause(),
    events.GiveUp(),
    events.TakeBack(),
    events.Learnt(),
    events.AskAdvice(),
    events.OpenSeats(),
    events.OpenLevels(),
    events.AskHand(),
    events.AskHelp(),
    events.AskWhy(),
    events.Wonder(),
    events.Wonder(asking=True),
    events.Recall(),
    events.GoOn(),
    events.Reveal(),
    events.Hide(),
    events.TableIsRight(),
    events.RecordIsRight(),
    events.Say(),
    events.Say((), moves=True),
    events.Answer(0),
    events.Answer(1),
    events.Answer(2),
)


_BESIDE: Final[tuple[events.Intent, ...]] = (
    events.AskHelp(),
    events.AskWhy(),
    events.Wonder(),
    events.Recall(),
    events.Pause(),
    events.OpenSeats(),
    events.OpenLevels(),
    events.OpenBoard(),
    *(events.Choose("language", language) for language in ("en", "fr", "de")),
)
"""What others may touch while somebody looks alone, or before the tablet has reached him."""


def touch(tables: Tables, rng: random.Random, viewer: Viewer) -> Touch:
    """Return a random touch on what the page offers, or of what may be touched at any time.

    Who looks alone touches only what he could have touched in either truth.
    """
    if rng.random() < 0.2:
        return confide(tables, rng, viewer)
    if rng.random() < 0.1:
        beside = rng.choice((*_BESIDE, *map(events.Whisper, playing(tables[0]))))
        return Touch((beside, beside))
    pages = build_panel(tables[0]), build_panel(tables[1])
    if (
        isinstance(pages[0], panels.HandPanel)
        and isinstance(pages[1], panels.HandPanel)
        and rng.random() < 0.7
    ):
        return _hand(tables, pages[0], rng)
    mine = list(_offered(pages[0], rng, tables[0]))
    if pages[0] != pages[1]:
        theirs = set(_keys(pages[1]))
        mine = [intent for intent in mine if intent in theirs]
    if pages[0] == pages[1] and rng.random() < 0.2:
        mine = [
            *_ANYTIME,
            *_points(tables[0], rng),
            *map(events.Whisper, playing(tables[0])),
            *map(events.NameCard, tables[0].game.cards),
        ]
    if not mine:
        return Touch((events.GoOn(), events.GoOn()))
    intent = rng.choice(mine)
    if _alone(pages[0]) and not _plausible(tables, intent):
        intent = events.Hide()
    return Touch((intent, intent))


def _points(table: Table, rng: random.Random) -> list[events.Intent]:
    """Return touches of the drawn board: of pieces, and of any place."""
    places = [place for places in table.areas.values() for place in places]
    return [events.Point(rng.choice(sorted(spots(table)))), events.Point(rng.choice(places))]


def confide(tables: Tables, rng: random.Random, viewer: Viewer) -> Touch:
    """Touch keys on a seat's own telephone, that are there or were a moment ago.

    The viewer touches what is there, and does as much, in either truth; whoever may not be looked
    at touches another key in each, as long as the viewer may know no more of it than before.
    """
    turn = tables[0].turn
    seats = playing(tables[0])
    seat = turn if turn in seats and rng.random() < 0.85 else rng.choice(seats)
    mine, theirs = (_list_own(table, seat) for table in tables)
    if seat != viewer and rng.random() < 0.6:
        for _ in range(_PAIRS if mine and theirs else 0):
            pair = _any_path(rng.choice(mine), rng), _any_path(rng.choice(theirs), rng)
            if _unseen(tables, pair, viewer):
                return Touch(pair)
    shared = [intent for intent in mine if intent in theirs and _plausible(tables, intent)]
    intent = rng.choice(shared) if shared else events.GoOn()
    return Touch((intent, intent))


def _list_own(table: Table, seat: Seat) -> tuple[events.Intent, ...]:
    """Return the keys of a seat's own page, also those that wait until another page is closed.

    The last of several touches is among them, too, as if the others had been made.
    """
    pages = build_own(table, seat), build_own(table.but(dialogue=None), seat)
    keys = [intent for page in pages if page is not None for intent in _keys(page)]
    entries = sayings.offer_private(table.position, seat)
    return (*keys, *(events.Confide(seat, one.saying.labels) for one in entries))


def _any_path(intent: events.Intent, rng: random.Random) -> events.Intent:
    """Return a touch, now and then as a page that is no longer right would send it."""
    if isinstance(intent, events.Confide) and rng.random() < 0.1:
        return events.Confide(
            intent.seat, intent.path[:-1] if rng.random() < 0.5 else intent.path * 2
        )
    return intent


def _unseen(tables: Tables, pair: tuple[events.Intent, events.Intent], viewer: Viewer) -> bool:
    """Whether the game itself lets nobody else know which of two touches was made.

    Everybody sees pieces move, also where turned-over ones leave the table as it was.
    """
    if not all(isinstance(one, events.Confide) for one in pair):
        return False
    known = []
    for table, one in zip(tables, pair, strict=True):
        after = step(table, events.Touched(table.now_s, one))[0]
        done = [each for moment in after.past[len(table.past) :] for each in moment.steps]
        known.append((after.stage, after.turn, after.view(TABLE), after.view(viewer), done))
    return known[0] == known[1]


def _alone(page: panels.Panel) -> bool:
    return isinstance(page, panels.HandPanel) or (
        isinstance(page, panels.MenuPanel) and page.private is not None
    )


def _plausible(tables: Tables, intent: events.Intent) -> bool:
    """Whether a touch made alone is accepted in both truths, or in neither."""
    after = [step(table, events.Touched(table.now_s, intent))[0] for table in tables]
    return len(after[0].past) == len(after[1].past)


def _hand(tables: Tables, page: panels.HandPanel, rng: random.Random) -> Touch:
    """Enter the hand, in each truth one that may be held there."""
    seats = [
        next(one for one in table.game.view(table.state, page.seat).seats if one.seat == page.seat)
        for table in tables
    ]
    held = [entry.hand or () for entry in seats]
    if any(UNKNOWN_CARD in hand or not hand for hand in held):
        some = tuple(sorted(rng.choices(page.cards, k=page.size)))
        held = [some, some]
    return Touch((events.ShowHand(held[0]), events.ShowHand(held[1])))


def _keys(page: panels.Panel) -> Iterator[events.Intent]:
    yield from (button.intent for button in page.buttons)
    if isinstance(page, panels.MenuPanel):
        yield from (key.intent for key in page.keys)


def _offered(page: panels.Panel, rng: random.Random, table: Table) -> Iterator[events.Intent]:
    yield from _keys(page)
    match page:
        case panels.HelpPanel():
            yield from (key.intent for key in page.keys)
        case panels.WonderPanel() | panels.PlayPanel(hint=Hint()):
            yield from (*_points(table, rng), events.Learnt())
        case panels.MenuPanel():
            yield from (key.intent for key in page.keys)
        case panels.QuestionPanel():
            yield from map(events.Answer, range(len(page.choices)))
        case panels.CardKeysPanel():
            yield from map(events.NameCard, page.cards)
        case panels.BoardPanel():
            places = [place for places in table.areas.values() for place in places]
            likely = [place for place in spots(table) if rng.random() < 0.5]
            for _ in range(4):
                yield events.Put(rng.choice(likely or places), rng.choice(page.pieces))
            yield events.Put(rng.choice(places), rng.choice(page.pieces))
