"""The figures and the chart of a game, computed from its story and its board. Pure."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import HIDDEN, Placement, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.referee.model.steps_in_words import SENT_AWAY, STACK, SWAPPED, WENT
from tablet_companion.screen.toolkit.boardview import fill_places
from tablet_companion.screen.toolkit.motion import find_slides

SIX: Final = 6
_POINTS: Final = 40
"""The most points of a line; no screen shows more."""

Figure = tuple[str, int]
"""What is counted, as a translation's key, and how often it was."""


@dataclass(frozen=True, slots=True)
class Line:
    """How one player went through the game: a share of the way, 0 to 1, from turn to turn."""

    seat: Seat
    shares: tuple[float, ...]


_SAID: Final = {
    N_("Objections"): "{seat} objects.",
    N_("Bids"): "{seat} names a sum.",
    N_("Let stand"): "{seat} lets it stand.",
    N_("Given up"): "{seat} gives up.",
    N_("Bribes"): "{seat} bribes.",
    N_("Agents through"): "The agent is through.",
    N_("Accusations"): "{seat} accuses",
    N_("Partners named"): "{seat} names a partner.",
}
"""Figures for games whose moves say little: how often this was entered in public."""
_WON: Final = ".won"
_RESERVE: Final = ".nest"
"""The ends of the names of places for won cards, and for pieces that are not in play."""


def list_figures(story: Story, board: Board) -> tuple[Figure, ...]:
    """Return up to six figures about the game; what never happened is not told."""
    turns, lines = story.turns, draw_lines(story, board)
    rounds = sum(map(_ends_round, turns))
    found: tuple[Figure, ...] = (
        # Without a track some turns move nothing, or are taken back: the rules count those, too.
        (N_("Moves"), len(turns)) if lines else (N_("Pieces moved"), _count_moves(turns)),
        *_count_said(turns),
        (N_("Sent home"), sum(turn.captured for turn in turns if not _ends_round(turn))),
        (N_("Longest way"), _find_longest(turns, board)),
        (N_("Turned over"), sum(_hidden(turn.after) > _hidden(turn.before) for turn in turns)),
        (N_("Changes of lead"), _count_changes(lines)),
        (N_("Without a move"), sum(turn.before == turn.after for turn in turns) if lines else 0),
        (N_("Rounds"), 1 + rounds if rounds else 0),
        (N_("Different cards"), _count_cards(turns) if lines else 0),
        (N_("Players"), len(story.seats)),
    )
    return tuple(figure for figure in found if figure[1])[:SIX]


def _count_said(turns: Sequence[Turn]) -> Iterator[Figure]:
    """Yield how often the telling things were said, and how many cards were won."""
    said = [message for turn in turns for message in turn.says]
    counts = Counter(message.text for message in said)
    yield from ((label, counts[text]) for label, text in _SAID.items() if counts[text])
    # After a round, unused specialists leave the reserve, too.
    played = (message for turn in turns if not _ends_round(turn) for message in turn.says)
    ways = (dict(message.details) for message in played if message.text == WENT)
    used = (str(way["piece"]) for way in ways if str(way["place_from"]).endswith(_RESERVE))
    if specialists := sum("." in piece for piece in used):
        yield N_("Specialists used"), specialists
    targets = (str(dict(message.details).get("place_to", "")) for message in said)
    won = sum(target.endswith(_WON) for target in targets)
    if won:
        yield N_("Cards won"), won


def _count_cards(turns: Sequence[Turn]) -> int:
    """Return how many kinds of cards were laid; where none are, agents are entered as cards."""
    return len({turn.card for turn in turns if turn.card is not None})


def _count_moves(turns: Sequence[Turn]) -> int:
    """Return how many moves of pieces were made and not taken back by those who made them."""
    count, stood = 0, None
    for turn in turns:
        if _is_move(turn):
            count, stood = count + 1, turn.before
        elif turn.after == stood != turn.before and not turn.captured:
            count -= 1
    return count


def _is_move(turn: Turn) -> bool:
    """Whether a piece was moved, not just something answered, entered, or cleared away.

    What an answer does to the pieces is told after the answer.
    """
    if not turn.says or _ends_round(turn):
        return False
    source = str(dict(turn.says[0].details).get("place_from", ""))
    return turn.says[0].text in (WENT, SENT_AWAY, SWAPPED) and not source.endswith(f".{STACK}")


def _ends_round(turn: Turn) -> bool:
    """Whether everybody's pieces were gathered, which sends nobody home."""
    return turn.captured > 1 and all(at.endswith(_RESERVE) for at, _ in turn.after.pieces)


def _find_longest(turns: Sequence[Turn], board: Board) -> int:
    """Return the longest way of a turn in spaces; 0 where all go one space at a time."""
    longest = max((_find_way(turn, board) for turn in turns), default=0)
    return longest if longest > 1 else 0


def _find_way(turn: Turn, board: Board) -> int:
    """Return how many spaces the piece passed that went farthest."""
    before, after = (fill_places(board, one) for one in (turn.before, turn.after))
    return max((len(one.path_mm) - 1 for one in find_slides(board, before, after)), default=0)


def _hidden(placement: Placement) -> int:
    return sum(piece == HIDDEN for _, piece in placement.pieces)


def _count_changes(lines: Sequence[Line]) -> int:
    """Return how often another player came to lead alone."""
    if not lines:
        return 0
    leaders = []
    for shares in zip(*(line.shares for line in lines), strict=True):
        first = [
            line.seat for line, share in zip(lines, shares, strict=True) if share == max(shares)
        ]
        leaders += first if len(first) == 1 else []
    return sum(one != other for one, other in itertools.pairwise(leaders))


def draw_lines(story: Story, board: Board) -> tuple[Line, ...]:
    """Return how far everybody's pieces had come after each turn, as shares of the whole way.

    There is nothing to draw on a board without a track: all play as much as the others.
    """
    track = _Track.find(board)
    if not story.turns or track is None:
        return ()
    tallies = tuple(_follow(story, track))
    highest = max(1, *(max(tally.values()) for tally in tallies))
    return tuple(
        Line(seat, tuple(tally[seat] / highest for tally in tallies)) for seat in story.seats
    )


def _follow(story: Story, track: _Track) -> Iterator[Mapping[Seat, int]]:
    """Yield how far everybody is; pawns turned over count as what they were when they were."""
    known = dict.fromkeys(story.seats, 0)
    for turn in story.turns:
        now = track.measure(turn.after)
        dark = _hidden(turn.after)
        known = {seat: max(now.get(seat, 0), known[seat] if dark else 0) for seat in story.seats}
        yield known


@dataclass(frozen=True, slots=True)
class _Track:
    """A closed track: where each colour begins on it, its length, and how deep finishes are."""

    homes: Mapping[str, int]
    length: int
    depths: Mapping[str, int]

    @classmethod
    def find(cls, board: Board) -> _Track | None:
        """Return a board's track; None for one on which nobody goes round."""
        numbered = [one for one in board.places if re.fullmatch(r"T\d+", one.name)]
        homes = {one.colour: int(one.name[1:]) for one in numbered if one.kind == "start"}
        if not numbered or not homes:
            return None
        finishes = [one for one in board.places if one.kind == "finish"]
        depths = {one.name: int(re.sub(r"\D", "", one.name) or 0) for one in finishes}
        named = {colour: home for colour, home in homes.items() if colour}
        return cls(named, len(numbered), depths)

    def measure(self, placement: Placement) -> dict[Seat, int]:
        """Return how many spaces every colour's pieces have come, all together."""
        found: dict[Seat, int] = {}
        for place, piece in placement.pieces:
            if piece not in self.homes:
                continue
            gone = 0
            if re.fullmatch(r"T\d+", place):
                gone = (int(place[1:]) - self.homes[piece]) % self.length + 1
            elif place in self.depths:
                gone = self.length + self.depths[place]
            found[Seat(piece)] = found.get(Seat(piece), 0) + gone
        return found


def thin(shares: Sequence[float]) -> tuple[float, ...]:
    """Return some of the points of a line, the last among them."""
    step = -(-len(shares) // _POINTS)
    return (0.0, *shares[step - 1 :: step], *(shares[-1:] if len(shares) % step else ()))
