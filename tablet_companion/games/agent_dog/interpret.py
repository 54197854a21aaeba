"""From what a table shows after a move to the plays, legal or not, that may have been meant.

The inverse of carrying a play out. It lets an objection say "this pawn went one space too far"
instead of "the board is wrong".
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent_dog import rules
from tablet_companion.games.agent_dog.judge import judge
from tablet_companion.games.agent_dog.legal import plays_of
from tablet_companion.games.agent_dog.partner import POINTS
from tablet_companion.games.agent_dog.predicates import may_move, meet_as_due, resolve_copy
from tablet_companion.games.agent_dog.state import EXCHANGE, NUMBERS, PARTNER
from tablet_companion.games.core import Breach, Card, Place, Placement
from tablet_companion.games.dog_family import matching, track
from tablet_companion.games.dog_family import rules as shared
from tablet_companion.games.dog_family.actions import Legs, Play
from tablet_companion.games.dog_family.board import carry, showings
from tablet_companion.games.dog_family.state import Phase, State, colour_played
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN, Shown, impossible, read_shown


def diagnose(state: State, card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows."""
    if never := impossible(state.setting, shown):
        return never
    return explain(state, card, read_shown(state.setting, shown), open_eyed=False)


def explain(state: State, card: Card, shown: Shown, *, open_eyed: bool) -> tuple[Breach, ...]:
    """Return the smallest set of broken rules that explains what the table shows.

    Empty if too much differs for it to be a move. Meant for tables that no legal play leads to:
    it does not consider pawns that were revealed in the finish and put where they belong.

    ``open_eyed`` allows to use the colours of face-down pawns; without it the answer depends only
    on what the players can see.
    """
    if not open_eyed and (peeked := _peeked(state, shown)):
        return peeked
    if aside := _put_aside(state, card, shown):
        return (Breach(rules.FINISH_REVEAL, (aside,)),)
    tables = [shown] if open_eyed else [shown, _without_peeks(state, shown)]
    answers = [
        (breaches, play)
        for table in dict.fromkeys(tables)
        for play in interpretations(state, card, table, open_eyed=open_eyed)
        for breaches in (
            judge(state, play)
            or (not open_eyed and _left_up(state, shown))
            or _unrevealed(state, play, table),
        )
    ]
    if not answers:
        moved = not same(state, Shown(state.board, state.nests), shown)
        return () if moved else (_nothing_done(state, card),)
    ranked = ((_rank(state, breaches, play, shown), play, breaches) for breaches, play in answers)
    return min(ranked)[-1]


def _rank(state: State, breaches: tuple[Breach, ...], play: Play, shown: Shown) -> tuple[int, ...]:
    """Return the sort key of an answer; see ``matching.rank_answer``."""
    move, broken = (play.legs, play.captured), {breach.rule for breach in breaches}
    card = resolve_copy(state, play.card)
    untold = 0 if card in (PARTNER, EXCHANGE) else matching.count_uncaused(breaches, move)
    if rules.NO_MEETING in broken:  # a pawn that went as far as the card says was not called
        untold += sum(_may_be_moved(state, card, *way) for way in play.called)
    elif not broken & {rules.MEETING, rules.MEETING_NEAREST}:
        untold += len(meet_as_due(state, play))
    return matching.rank_answer((state.board, shown.board), breaches, move, untold)


def _may_be_moved(state: State, card: Card | None, origin: int, target: int) -> bool:
    """Whether the player may have moved a pawn there by the card, or by one point too many."""
    steps = track.distance(origin, target)
    if card == PARTNER:
        return steps <= POINTS + 1
    own = may_move(state, colour_played(state, state.turn), origin) is None
    return own and steps in NUMBERS.get(card or Card(""), ())


def _put_aside(state: State, card: Card, shown: Shown) -> Place | None:
    """Return the wrong place of a pawn turned up in the mover's finish, if that explains all."""
    before = Shown(state.board, state.nests)
    left, came = matching.differences(state.setting, before, shown, open_eyed=False)
    if len(left) != 1 or len(came) != 1 or left[0].square not in state.setting.hole_squares:
        return None
    if came[0].square < track.LAP or came[0].colour == colour_played(state, state.turn):
        return None
    entered = (play.legs for play in plays_of(state, card) if len(play.legs) == 1)
    enters = any(a == left[0].square and b >= track.LAP for ((a, b),) in entered)
    return state.setting.names[came[0].square] if enters else None


def _without_peeks(state: State, shown: Shown) -> Shown:
    """Return a table with the pawns face down again that may have been turned up in their holes."""
    board = bytearray(shown.board)
    for square in state.setting.hole_squares:
        if state.board[square] and shown.board[square]:
            board[square] = state.board[square]
    return Shown(bytes(board), shown.nests)


def _peeked(state: State, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of turning pawns up in their holes, if nothing else changed."""
    done = same(state, Shown(state.board, state.nests), _without_peeks(state, shown))
    return _left_up(state, shown) if done else ()


def _left_up(state: State, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of pawns that show their colour in holes."""
    names = state.setting.names
    return tuple(
        Breach(rules.TURN_DOWN, (names[square],), (), (("place", names[square]),))
        for square in state.setting.hole_squares
        if shown.board[square] not in (track.EMPTY, UNKNOWN_PAWN)
    )


def _nothing_done(state: State, card: Card) -> Breach:
    """Return why it is wrong to lay this card and move nothing that makes sense."""
    if state.phase is not Phase.PLAY:
        return Breach(shared.WRONG_MOMENT)
    if plays_of(state, card):
        return Breach(shared.CARD_WHOLLY, details=(("card", card),))
    if resolve_copy(state, card) is None:
        return Breach(rules.COPY_FIRST)
    return Breach(shared.UNPLAYABLE, details=(("card", card),))


def _unrevealed(state: State, play: Play, shown: Shown) -> tuple[Breach, ...]:
    """Return the breach of a move into a finish without the reveal that it requires."""
    carried, where = carry(state, play), state.setting
    if same(state, Shown(carried.board, carried.nests), shown):
        return ()
    hidden = [to for origin, to in play.legs if to >= track.LAP and where.is_hole[origin]]
    places = tuple(where.names[square] for square in hidden)
    return (Breach(rules.FINISH_REVEAL, places),) if places else ()


def same(state: State, one: Shown, other: Shown) -> bool:
    """Whether two tables agree on every square known in both."""
    return one.nests == other.nests and all(
        a == b or (UNKNOWN_PAWN in (a, b) and a and b and state.setting.is_hole[square])
        for square, (a, b) in enumerate(zip(one.board, other.board, strict=True))
    )


def interpretations(state: State, card: Card, shown: Shown, *, open_eyed: bool) -> Iterator[Play]:
    """Yield the plays of a card that may have led to what is shown; none if nothing moved.

    Pawns may be missing (still in a hand), but none may have come from nowhere.
    """
    before = Shown(state.board, state.nests)
    left, came = matching.differences(state.setting, before, shown, open_eyed=open_eyed)
    if not matching.is_believable(left, came):
        return
    found = dict.fromkeys(_matched(state, card, left, came))
    # A pawn may have captured one of its own colour, and now stands in its place.
    for pawn in matching.find_replaced(before, shown):
        if open_eyed or not state.setting.is_hole[pawn.square]:
            found |= dict.fromkeys(_matched(state, card, [*left, pawn], [*came, pawn]))
    if not open_eyed:
        for pawn, points in _find_hidden_again(state, shown, left, came, anywhere=not found):
            again = _matched(state, card, [*left, pawn], [*came, pawn])
            found |= dict.fromkeys(
                play for play in again if not points or play.legs == ((pawn.square, *points),)
            )
    yield from found


def _find_hidden_again(
    state: State,
    shown: Shown,
    left: list[matching.Pawn],
    came: list[matching.Pawn],
    *,
    anywhere: bool,
) -> Iterator[tuple[matching.Pawn, tuple[int, ...]]]:
    """Yield the face-down pawns in whose holes other face-down pawns may lie now.

    They were captured there, or moved on to the meeting point that is told with them.
    """
    captured = anywhere or any(pawn.square >= track.SQUARES for pawn in came)
    arrived = {pawn.square for pawn in came} & state.setting.meeting_squares
    gone = {pawn.square for pawn in left}
    for square in state.setting.hole_squares:
        point = (square + 1) % track.LAP
        stays = state.board[square] and shown.board[square] and square not in gone
        if stays and (captured or point in arrived):
            yield matching.Pawn(square, None), () if captured else (point,)


def _matched(
    state: State, card: Card, left: list[matching.Pawn], came: list[matching.Pawn]
) -> Iterator[Play]:
    """Yield the plays that take the pawns that left to the squares where pawns came."""
    for pairs in matching.list_pairings(left, came):
        yield from _plays(state, card, *matching.split_pairs(pairs))


def _plays(state: State, card: Card, ways: Legs, captured: tuple[int, ...]) -> Iterator[Play]:
    """Yield the plays that move these pawns, with and without a called pawn."""
    for called in _callings(state, ways):
        legs = tuple(sorted(way for way in ways if way not in called))
        if ways and not legs:
            continue
        for shown in showings(state, legs, captured):
            yield Play(card, legs, captured, called, shown)


def _callings(state: State, ways: Legs) -> Iterator[Legs]:
    """Yield which of the pawns may have been called to a meeting, perhaps to a wrong place."""
    points = state.setting.meeting_squares
    on_track = [way for way in ways if max(way) < track.LAP]
    yield tuple(way for way in on_track if (way[1] + 1) % track.LAP in points)
    if len(ways) > 1 and any(target in points for _, target in ways):
        yield from ((way,) for way in on_track if way[1] not in points)
    yield ()
