"""A game's story as text: readable lines that contain enough to be read back.

After a head of tags, as PGN has them, each line is a turn::

    12. blue 8 | T10-blue T18+blue | Blue pawn: Blue's space 10 to Blue's space 18

with its number, seat and card (``-`` for none), the pieces that left a place and came to one, and
the words. ``x2`` after the card: two pieces were sent home. A line that begins with ``*`` is a
correction by hand. It contains only what everybody saw.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import quote, unquote

from hardware.errors import CompanionError
from hardware.formats import shorten
from tablet_companion.games.core import Card, Message, Piece, Place, Placement, Seat
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.screen.words.wording import Words, capitalise

_TAG: Final = re.compile(r'\[(\w+) "([^"]*)"\]')
_TURN: Final = re.compile(r"(\d{1,6})\. (\S+) (\S+)(?: x(\d{1,3}))? \|((?: [^\s|]+)*) \| (.*)")
_CHANGE: Final = re.compile(r"([^\s+-]+)([+-])([^\s+-]+)")
_NO_CARD: Final = "-"
_MAX_TURNS: Final = 20_000
_MAX_PIECES: Final = 300
"""Most pieces on a board at once. Every turn keeps its own: without a limit a small text fills the
memory."""

Stock = Counter[tuple[Place, Piece]]
"""The pieces at each place, counted."""


class StoryError(CompanionError):
    """A text that is not a game; the sentence names the line and the error."""


def in_words(story: Story, words: Words) -> Story:
    """Return a story whose turns are fixed in the words of one language."""
    texts = ("; ".join(map(capitalise, words.tell(turn.says))) for turn in story.turns)
    turns = (replace(turn, says=_fix(text)) for turn, text in zip(story.turns, texts, strict=True))
    facts = _fix(join_facts(story, words).replace('"', "'")) if story.facts else ()
    return replace(story, turns=tuple(turns), facts=facts)


def _fix(text: str) -> tuple[Message, ...]:
    return (Message("{text}", (("text", " ".join(text.split())),)),)


def join_facts(story: Story, words: Words) -> str:
    """Return what the table was told at the end, such as everybody's points, on one line."""
    return "; ".join(words.say(fact).rstrip(".") for fact in story.facts)


# --- writing --------------------------------------------------------------------------------------


def write_story(story: Story, words: Words) -> str:
    """Return a story as text; ``read_story`` returns it as ``in_words`` has it."""
    told = in_words(story, words)
    return "\n".join((*_write_head(told, words.language), "", *_write_turns(told), ""))


def _write_head(story: Story, language: str) -> Iterator[str]:
    yield f'[Game "{story.game}"]'
    yield f'[Language "{language}"]'
    yield f'[Seats "{_join(story.seats)}"]'
    if story.winners is not None:
        yield f'[Winners "{_join(story.winners)}"]'
    for fact in story.facts:
        yield f'[Facts "{dict(fact.details)["text"]}"]'
    if story.left_out:
        yield f'[LeftOut "{story.left_out}"]'
    start = story.turns[0].before.pieces if story.turns else ()
    yield f'[Start "{" ".join(f"{_code(place)}+{_code(piece)}" for place, piece in start)}"]'


def _write_turns(story: Story) -> Iterator[str]:
    now = story.turns[0].before if story.turns else Placement(())
    for turn in story.turns:
        if turn.before != now:
            yield "*" + _write_changes(now, turn.before)
        card = _NO_CARD if turn.card is None else _code(turn.card)
        captured = f" x{turn.captured}" if turn.captured else ""
        changes = _write_changes(turn.before, turn.after)
        (said,) = turn.says
        text = dict(said.details)["text"]
        yield f"{turn.number}. {_code(turn.seat)} {card}{captured} |{changes} | {text}"
        now = turn.after


def _write_changes(before: Placement, after: Placement) -> str:
    one, other = Counter(before.pieces), Counter(after.pieces)
    gone = (f" {_code(place)}-{_code(piece)}" for place, piece in (one - other).elements())
    came = (f" {_code(place)}+{_code(piece)}" for place, piece in (other - one).elements())
    return "".join((*gone, *came))


def _join(names: tuple[Seat, ...]) -> str:
    return " ".join(map(_code, names))


def _code(name: str) -> str:
    """Return a name with this format's separators quoted; ``unquote`` undoes it."""
    return re.sub(r"[^\w./?]", lambda found: quote(found[0], safe="").replace("-", "%2D"), name)


# --- reading --------------------------------------------------------------------------------------


def read_story(text: str) -> Story:
    """Return the story of a text; raises StoryError."""
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) > _MAX_TURNS:
        raise StoryError(f"The text has {len(lines)} lines; no game takes that many turns.")
    tags = _read_tags(lines)
    seats = _names(_need(tags, "Seats"))
    if not seats or len(set(seats)) < len(seats):
        raise StoryError("Seats must name every player once.")
    winners = None if "Winners" not in tags else _names(tags["Winners"])
    start: Stock = Counter()
    _change(start, _need(tags, "Start"), "Start")
    body = [one for one in enumerate(lines, start=1) if one[1].strip() and one[1][0] != "["]
    left_out = tags.get("LeftOut", "0")
    if not re.fullmatch(r"\d{1,6}", left_out):
        raise StoryError("LeftOut must be a number.")
    turns = tuple(_read_turns(body, start, seats))
    facts = (Message("{text}", (("text", tags["Facts"]),)),) if "Facts" in tags else ()
    return Story(_need(tags, "Game"), seats, turns, int(left_out), winners, facts)


def _read_tags(lines: list[str]) -> dict[str, str]:
    """Return the tags; raises StoryError for a line that is no tag, or a repeated one."""
    tags: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.startswith("["):
            continue
        found = _TAG.fullmatch(line.strip())
        if found is None or found[1] in tags:
            raise StoryError(f'Line {number}: expected a tag such as [Game "dog"], each once.')
        tags[found[1]] = found[2]
    return tags


def _need(tags: Mapping[str, str], name: str) -> str:
    if name not in tags:
        raise StoryError(f'There is no line [{name} "…"]: this is not an exported game.')
    return tags[name]


def _names(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(unquote(one)) for one in text.split())


def _read_turns(
    lines: list[tuple[int, str]], stock: Stock, seats: tuple[Seat, ...]
) -> Iterator[Turn]:
    for number, line in lines:
        where = f"Line {number}"
        if line.startswith("*"):
            _change(stock, line[1:], where)
            continue
        found = _TURN.fullmatch(line.rstrip())
        if found is None:
            shown = shorten(line)
            raise StoryError(f"{where}: expected “12. blue 8 | T10-blue T18+blue | …”, not {shown}")
        seat = Seat(unquote(found[2]))
        if seat not in seats:
            raise StoryError(f"{where}: {shorten(seat)} is not one of the players.")
        before = _placement(stock)
        _change(stock, found[5], where)
        card = None if found[3] == _NO_CARD else Card(unquote(found[3]))
        says = (Message("{text}", (("text", found[6]),)),)
        yield Turn(int(found[1]), seat, card, says, before, _placement(stock), int(found[4] or 0))


def _change(stock: Stock, text: str, where: str) -> None:
    """Apply a change to the stock; raises StoryError for a missing piece."""
    for word in text.split():
        found = _CHANGE.fullmatch(word)
        if found is None:
            raise StoryError(f"{where}: expected a change such as T10-blue, not {shorten(word)}.")
        entry = Place(unquote(found[1])), Piece(unquote(found[3]))
        if found[2] == "-" and not stock[entry]:
            raise StoryError(f"{where}: there is no {shorten(entry[1])} at {shorten(entry[0])}.")
        stock[entry] += 1 if found[2] == "+" else -1
    if stock.total() > _MAX_PIECES:
        raise StoryError(f"{where}: no board has more than {_MAX_PIECES} pieces.")


def _placement(stock: Stock) -> Placement:
    return Placement(tuple(sorted(stock.elements())))
