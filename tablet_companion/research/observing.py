"""What a player observes and remembers, as text and as numbers, derived from ``view`` alone.

A view is a frozen dataclass of plain values. It is read field by field, so any field that a game
adds is observed, too.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.core import TABLE, Placement, Seat, View
from tablet_companion.research.sequence import Choice, Moment, begin

FEATURES: Final = 512
"""How many numbers an observation has."""
_MAX_COUNT: Final = 255

Fact = tuple[str, tuple[str, ...]]
"""A named list of words: ``("seats.red.hand", ("10", "13"))``."""


def facts(value: Any, name: str = "") -> Iterator[Fact]:
    """Yield a view's facts in the order of its fields."""
    if isinstance(value, Placement):
        yield from _pieces(value)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name != "seat":  # already in the name
                yield from facts(getattr(value, field.name), f"{name}.{field.name}".lstrip("."))
    elif isinstance(value, tuple) and any(map(dataclasses.is_dataclass, value)):
        for number, entry in enumerate(value):
            yield from facts(entry, f"{name}.{getattr(entry, 'seat', number)}")
    else:
        yield name, tuple(_words(value))


def _pieces(placement: Placement) -> Iterator[Fact]:
    """Yield the places of each kind of piece: ``T5 red.nest*3``."""
    by_piece: dict[str, list[str]] = {}
    for (place, piece), several in sorted(Counter(placement.pieces).items()):
        shown = f"{place}*{several}" if several > 1 else str(place)
        by_piece.setdefault(str(piece), []).append(shown)
    for kind, places in sorted(by_piece.items()):
        yield f"table.{kind}", tuple(places)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, frozenset):
        yield from sorted(map(str, value))
    elif isinstance(value, tuple):
        for entry in value:
            yield "/".join(_words(entry)) if isinstance(entry, tuple) else str(entry)
    elif value is not None:
        yield str(value)


def lines(view: View) -> list[str]:
    """Return a view as text, a line for each fact."""
    return [f"{name}: {' '.join(words)}".rstrip() for name, words in facts(view)]


def observation(moment: Moment, viewer: Seat) -> str:
    """Return what a viewer observes now: who has to decide, and the viewer's view."""
    view = moment.game.view(moment.state, viewer)
    return "\n".join([f"decides: {moment.decider}", *lines(view)])


def private(moment: Moment, viewer: Seat) -> str:
    """Return the part of a seat's observation that the table's view lacks."""
    public = set(lines(moment.game.view(moment.state, TABLE)))
    own = lines(moment.game.view(moment.state, viewer))
    return "\n".join(line for line in own if line not in public)


def features(moment: Moment, viewer: Seat) -> bytes:
    """Return the observation as numbers: how many of its words have each index.

    The index of a word is a checksum of it and its fact's name (feature hashing), equal on every
    machine. Two words may share an index.
    """
    found = bytearray(FEATURES)
    found[_index("decides", str(moment.decider)) % FEATURES] = 1
    for name, words in facts(moment.game.view(moment.state, viewer)):
        ordered = not name.startswith("table.") and not name.endswith(".hand")
        for number, word in enumerate(words):
            index = _index(f"{name}.{number}" if ordered else name, word) % FEATURES
            found[index] = min(found[index] + 1, _MAX_COUNT)
    return bytes(found)


@functools.lru_cache(maxsize=1 << 16)
def _index(name: str, word: str) -> int:
    return zlib.crc32(f"{name}={word}".encode())


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Memory:
    """A moment and its past; what each seat remembers is computed on demand.

    ``chosen`` led here from ``before``; ``digests`` and ``counts`` are caches. A root in another
    truth has a ``twin``: a seat, and the true memory, which that seat shares.
    """

    moment: Moment
    before: Memory | None = None
    chosen: Choice = None
    twin: tuple[Seat, Memory] | None = None
    digests: dict[Seat, str] = dataclasses.field(default_factory=dict)
    counts: dict[Seat, bytes] = dataclasses.field(default_factory=dict)

    def after(self, choice: Choice) -> Memory:
        """Return the memory after one of the moment's choices."""
        return Memory(self.moment.after(choice), self, choice)

    def places(self) -> tuple[int, ...]:
        """Return the index of every choice so far among its moment's choices, in order."""
        found: list[int] = []
        node = self
        while node.before is not None:
            found.append(node.before.moment.choices.index(node.chosen))
            node = node.before
        return tuple(reversed(found))

    def resampled(self, seat: Seat, rng: random.Random) -> Memory:
        """Return a root in another truth that is possible for a seat.

        The seat remembers its true past; the others start there.
        """
        return self._root(seat, self.moment.in_other_truth(seat, rng))

    def imagined(self, seat: Seat, state: Any) -> Memory:
        """Return a root in another state; a seat, for which it is possible, keeps its past."""
        return self._root(seat, self.moment.with_state(state))

    def _root(self, seat: Seat, moment: Moment) -> Memory:
        return Memory(moment, twin=(seat, self), digests={seat: self.recalled(seat)})

    def counted(self, seat: Seat) -> bytes:
        """Return the past as FEATURES numbers: how often each word appeared in a seat's view.

        The seat's own choices count as words, too. Indices are as in ``features``. Unlike
        ``recalled`` it ignores the order of events: two pasts may have the same counts.
        """
        path = self._back_to(lambda one: seat in one.counts)
        if path and (twin := path[0].twin) and twin[0] == seat:
            path[0].counts[seat] = twin[1].counted(seat)
            path = path[1:]
        if not path:
            return self.counts[seat]
        known = path[0].before
        found = bytearray(FEATURES) if known is None else bytearray(known.counts[seat])
        seen = bytes(FEATURES) if known is None else features(known.moment, seat)
        for entry in path:
            seen = entry.count_news(seat, seen, found)
            entry.counts[seat] = bytes(found)
        return bytes(found)

    def count_news(self, seat: Seat, before: bytes, found: bytearray) -> bytes:
        """Add the words that this moment newly shows a seat, and the seat's last choice.

        ``before`` are the features of the previous moment; those of this one are returned.
        """
        if self.before is not None and self.before.moment.decider == seat:
            index = _index("chose", self.before.moment.said(self.chosen)) % FEATURES
            found[index] = min(found[index] + 1, _MAX_COUNT)
        news = features(self.moment, seat)
        for index, (now, then) in enumerate(zip(news, before, strict=True)):
            if now > then:
                found[index] = min(found[index] + now - then, _MAX_COUNT)
        return news

    def _back_to(self, is_known: Callable[[Memory], bool]) -> list[Memory]:
        """Return the memories after the last known one, up to this one, in order."""
        path: list[Memory] = []
        node: Memory | None = self
        while node is not None and not is_known(node):
            path.append(node)
            node = node.before
        return path[::-1]

    def recalled(self, seat: Seat) -> str:
        """Return a digest of everything that a seat has observed and done.

        Equal digests mean equal memories. The whole history as text would grow to megabytes in a
        game of thousands of moves; to get it, observe a replay.
        """
        path = self._back_to(lambda one: seat in one.digests)
        known = path[0].before if path else self
        digest = "" if known is None else known.digests[seat]
        for entry in path:
            digest = entry.digests[seat] = entry.digested(seat, digest)
        return digest

    def digested(self, seat: Seat, earlier: str) -> str:
        """Return the digest of a seat's memory, given the one before the last choice."""
        own = ""
        if self.before is not None and self.before.moment.decider == seat:
            own = self.before.moment.said(self.chosen)
        text = "\n".join((earlier, own, observation(self.moment, seat)))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __deepcopy__(self, memo: object) -> Memory:
        """Return itself: a memory never changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Memory], tuple[Any, ...]]:
        """Pickle as the first state, its twin, and the choices taken, however long the past is."""
        node = self
        while node.before is not None:
            node = node.before
        game = node.moment.game
        return replay, (game.name, game.write(node.moment.state), self.places(), node.twin)


def replay(
    name: str, first: str, places: tuple[int, ...], twin: tuple[Seat, Memory] | None = None
) -> Memory:
    """Return the memory after some choices in a game from a state, given as text.

    With a twin, a seat and its true memory, the state is another truth of that moment.
    """
    game = games.load(name)
    state = game.read(first)
    memory = Memory(begin(game, state)) if twin is None else twin[1].imagined(twin[0], state)
    for place in places:
        memory = memory.after(memory.moment.choices[place])
    return memory
