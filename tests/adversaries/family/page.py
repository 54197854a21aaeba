"""What people read off a page: what it speaks of, whom it names and which places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablet_companion.games.core import Message, Place, Seat
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.model import panels
from tablet_companion.referee.model.events import LetBe
from tablet_companion.referee.model.steps_in_words import OR_PUT_BACK

_TELLING = (panels.MarkKind.WRONG, panels.MarkKind.BACK, panels.MarkKind.DOUBT)
_CARD = "Lay the card"
_CARD_OFF = "Take {card:the}"
_DOUBT = "I cannot see the marked places well."
_MISSING = "is missing"
_BACK = "ut it back"
_THING = "Something lies"
_ALONE = "may see why"
_TURNED = "board turned round"
_UNDER = "look under the turned-over pawns"
_STANDS = ("move stands", "made stands")
_EXAMPLE = "for example like this"
_COVERED = "page is covered: something has changed"
_ALL_BACK = ("put the pieces back", "put everything back where it was")
FRAGMENTS = (
    _UNDER,
    _CARD,
    _CARD_OFF,
    _DOUBT,
    _MISSING,
    _BACK,
    _THING,
    _ALONE,
    _TURNED,
    _EXAMPLE,
    _COVERED,
    *_STANDS,
    *_ALL_BACK,
)
"""What people go by on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, as people read it."""

    panel: panels.Panel
    areas: Areas

    @property
    def objects(self) -> bool:
        """Whether it says that something is not allowed."""
        return isinstance(self.panel, panels.ObjectionPanel)

    @property
    def tells_all(self) -> bool:
        """Whether it says that something is not allowed, and to everybody what it is."""
        if not isinstance(self.panel, panels.ObjectionPanel):
            return False
        return not any(_ALONE in breach.rule.text for breach in self.panel.breaches)

    @property
    def lets_be(self) -> bool:
        """Whether it refuses what was said or laid, and offers to go on, as no piece was moved."""
        panel = self.panel
        return isinstance(panel, panels.ObjectionPanel) and any(
            isinstance(button.intent, LetBe) for button in panel.buttons
        )

    @property
    def asks(self) -> bool:
        """Whether only an answer leads on."""
        return isinstance(
            self.panel, panels.QuestionPanel | panels.CardKeysPanel | panels.BoardPanel
        )

    @property
    def calm(self) -> bool:
        """Whether it asks for nothing but the next turn."""
        if not isinstance(self.panel, panels.PlayPanel):
            return False
        told = any(mark.kind in _TELLING for mark in self.panel.marks)
        return not (self.panel.todo or self.panel.left or told)

    @property
    def doubts(self) -> bool:
        """Whether it says no more than that places cannot be seen well."""
        if not isinstance(self.panel, panels.PlayPanel):
            return False
        return [one.text for one in self.panel.todo] == [_DOUBT]

    @property
    def wants_all_back(self) -> bool:
        """Whether it asks for the pieces to be put as they were."""
        if not isinstance(self.panel, panels.PlayPanel):
            return False
        said = (self.panel.say, *self.panel.todo)
        return any(any(words in one.text for words in _ALL_BACK) for one in said)

    @property
    def or_put_back(self) -> bool:
        """Whether it leaves it to people to finish something, or to put the pieces back."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(one.text == OR_PUT_BACK for one in todo)

    @property
    def is_example(self) -> bool:
        """Whether what it asks people to finish may be another move than the one it shows."""
        return isinstance(self.panel, panels.PlayPanel) and _EXAMPLE in self.panel.say.text

    @property
    def wants_card_off(self) -> bool:
        """Whether it asks for a card to be taken off the pile."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(one.text.startswith(_CARD_OFF) for one in todo)

    @property
    def wants_back(self) -> bool:
        """Whether it asks for pieces to be put back that it names."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(_BACK in one.text for one in todo)

    @property
    def sees_a_thing(self) -> bool:
        """Whether it asks for something to be taken away; people see by themselves what it is."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(one.text.startswith(_THING) for one in todo)

    @property
    def looks_under(self) -> bool:
        """Whether it says that a missing piece may lie turned over, in place of another."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(_UNDER in one.text for one in todo)

    @property
    def sees_it_turned(self) -> bool:
        """Whether it asks if the board was turned."""
        return isinstance(self.panel, panels.BoardPanel) and _TURNED in self.panel.say.text

    @property
    def covers_private(self) -> bool:
        """Whether it says that it covers a private page, as the table has changed."""
        return isinstance(self.panel, panels.QuestionPanel) and _COVERED in self.panel.say.text

    @property
    def misses(self) -> bool:
        """Whether it says that a piece is gone, and may be put back or moved."""
        todo = self.panel.todo if isinstance(self.panel, panels.PlayPanel) else ()
        return any(_MISSING in one.text for one in todo)

    @property
    def blamed(self) -> frozenset[Seat]:
        """Whom it accuses: whoever is named where it says that something is not allowed."""
        if not isinstance(self.panel, panels.ObjectionPanel):
            return frozenset()
        if any(part in self.panel.say.text for part in _STANDS):
            return frozenset()
        return frozenset(
            Seat(str(value)) for key, value in self.panel.say.details if key.startswith("seat")
        )

    @property
    def wants_card(self) -> bool:
        """Whether it asks for a card, or for its name."""
        if isinstance(self.panel, panels.CardKeysPanel):
            return True
        return isinstance(self.panel, panels.PlayPanel) and any(
            message.text.startswith(_CARD) for message in self.panel.todo
        )

    def ways_back(self) -> Iterator[tuple[Place, Place]]:
        """Yield from which area to which its arrows lead, where it shows the way back."""
        area_of = {spot: area for area, spots in self.areas.items() for spot in spots}
        panel = self.panel
        if not isinstance(panel, panels.ObjectionPanel | panels.BoardPanel | panels.PlayPanel):
            return
        drawn = not isinstance(panel, panels.PlayPanel) or panel.left
        for arrow in panel.arrows if drawn else ():
            yield area_of.get(arrow.source, arrow.source), area_of.get(arrow.target, arrow.target)

    def places(self) -> frozenset[Place]:
        """Return the areas that it speaks of."""
        area_of = {spot: area for area, spots in self.areas.items() for spot in spots}
        return frozenset(area_of.get(place, place) for place in self._places())

    def _places(self) -> Iterator[Place]:
        panel = self.panel
        if isinstance(panel, panels.PlayPanel):
            yield from named(panel.todo)
            yield from (mark.place for mark in panel.marks if mark.kind in _TELLING)
        elif isinstance(panel, panels.ObjectionPanel):
            yield from (mark.place for mark in panel.marks)
            for breach in panel.breaches:
                yield from named((breach.rule, breach.mend))
        elif isinstance(panel, panels.CardKeysPanel):
            yield from named((panel.say, *panel.more))
        elif isinstance(panel, panels.BoardPanel):
            yield from (difference.place for difference in panel.differences)
        elif isinstance(panel, panels.QuestionPanel):
            yield from named((panel.say, *panel.more))
            for choice in panel.choices:
                yield from (mark.place for mark in choice.marks)
                yield from named((choice.label, *choice.more))

    def words(self) -> str:
        """Return what it says, for people who look for a fault."""
        panel = self.panel
        parts = [type(panel).__name__]
        say = getattr(panel, "say", None)
        parts += [spelt(say)] if isinstance(say, Message) else []
        if isinstance(panel, panels.PlayPanel):
            parts += [f"todo: {spelt(message)}" for message in panel.todo]
        if isinstance(panel, panels.QuestionPanel | panels.CardKeysPanel):
            parts += [spelt(message) for message in panel.more]
        if isinstance(panel, panels.ObjectionPanel):
            parts += [f"rule: {spelt(breach.rule)}" for breach in panel.breaches]
        if isinstance(panel, panels.QuestionPanel):
            parts += [f"choice: {spelt(choice.label)}" for choice in panel.choices]
        places = sorted(self.places())
        return "; ".join([*parts, *([f"places: {' '.join(places)}"] if places else [])])


def named(messages: Iterable[Message]) -> Iterator[Place]:
    """Yield the places that messages name."""
    for message in messages:
        for key, value in message.details:
            if key.startswith("place"):
                yield Place(str(value))


def spelt(message: Message) -> str:
    """Return a message in English, its details as the game writes them."""
    text = message.text
    for key, value in message.details:
        text = text.replace("{" + key + "}", str(value))
    return text
