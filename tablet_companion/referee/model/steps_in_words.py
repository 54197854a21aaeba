"""Actions and steps in words, all of them public."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Message, Piece, Place, Rule, Saying, Step, StepKind
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.explanations import Displaced, Displacement
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.panels import Arrow, Mark, MarkKind

OWN_NAMES: Final = ("case", "accusation")
"""Pieces without a colour."""
PAWN, CARD, HAND, STACK, HOME, WON = "pawn", "card", "hand", "stack", "home", "won"
"""The kinds of thing that a step moves: a card out of a hand is none that the table knows, a piece
that only now joins the game comes from a stack of cards that stand for it, one that waits at home
comes from no place that is worth a word, and a card that was won still counts as on the table
while the camera sees it."""
DONE: Final = {
    PAWN: {
        StepKind.MOVED: N_("{piece:the}: {place_from} to {place_to}"),
        StepKind.CAPTURED: N_("{piece:the} is captured {place_from:at}"),
        StepKind.CALLED: N_("{piece:the} is called {place_from:from} {place_to:to}"),
        StepKind.SWAPPED: N_("the turned-over pawns {place_from:at} and {place_to:at} are swapped"),
    },
    CARD: {
        StepKind.MOVED: N_("{piece:the} {place_to:to}"),
        StepKind.TURNED_DOWN: N_("{piece:the} is turned face down"),
    },
    HAND: {StepKind.MOVED: N_("{piece:the} {place_from:from} {place_to:to}")},
    STACK: {StepKind.MOVED: N_("{piece:the} goes {place_to:to}")},
    HOME: {StepKind.MOVED: N_("{piece:the} goes {place_to:to}")},
}
WENT: Final = DONE[PAWN][StepKind.MOVED]
SENT_AWAY: Final = DONE[STACK][StepKind.MOVED]
"""What happened to a piece whose new place is known. Only DOG calls it captured; elsewhere pieces
are removed."""
TODO: Final = {
    PAWN: {
        StepKind.MOVED: N_("Move {piece:the} {place_from:from} {place_to:to}."),
        StepKind.CAPTURED: N_("{piece:the} has to go {place_to:to}."),
        StepKind.CALLED: N_("Turn {piece:the} {place_from:from} over and put it {place_to:to}."),
        StepKind.SWAPPED: N_("Swap the turned-over pawns {place_from:at} and {place_to:at}."),
        StepKind.TURNED_DOWN: N_("Turn the pawn {place_to:at} over."),
        StepKind.TURNED_UP: N_("Turn the pawn {place_to:at} up and look at its colour."),
    },
    CARD: {
        StepKind.MOVED: N_("Lay {piece:the} {place_to:to}."),
        StepKind.TURNED_DOWN: N_("Turn {piece:the} face down."),
    },
    HAND: {StepKind.MOVED: N_("Lay {piece:the} {place_from:from} {place_to:to}.")},
    STACK: {StepKind.MOVED: N_("Put {piece:the} {place_to:to}.")},
    WON: {StepKind.MOVED: N_("Lay {piece:the} {place_to:to}, where I do not see it.")},
}
SWAP: Final = N_("Swap {piece:the} {place_from:at} and {piece_other:the} {place_to:at}.")
SWAPPED: Final = N_("{piece:the} {place_from:at} and {piece_other:the} {place_to:at} are swapped")
"""What is still to do, and what was done, where two pieces change places."""
TAKE_AWAY: Final = N_("Take {piece:the} away {place:from}.")
"""For a piece whose stack is beside the board: nothing can be put onto it."""
OR_PUT_BACK: Final = N_("Or put the pieces back.")
TURN_UP_AGAIN: Final = N_("Turn the pawn {place_to:at} up again.")


def describe_action(position: Position, action: Action) -> tuple[Message, ...]:
    """Describe what an action does to the pieces, in the order in which people see it."""
    return tuple(_say_each(_order_as_seen(position.steps(action)), _choose_done, SWAPPED))


def _order_as_seen(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps, those that another piece's arrival led to after that."""
    arrivals = {step.target: step for step in steps if step.kind is StepKind.MOVED}
    for step in steps:
        if step.by in arrivals:
            continue
        yield step
        if step is arrivals.get(step.target):
            yield from (one for one in steps if one.by == step.target)


def _choose_done(step: Step) -> str:
    known = step.kind is StepKind.CAPTURED and step.target is not None
    return SENT_AWAY if known else _choose(DONE, step)


def tell_action(position: Position, action: Action) -> tuple[Message, ...]:
    """Describe what an action did: to the pieces, or in the game's words if it moves none.

    What its player announced in public is included, and so is what nobody sees: whether an agent
    was moved beside another or attacks it, or what an answer was of which pieces show the outcome.
    """
    game, state = position.game, position.state
    saying = position.saying(action)
    moved = describe_action(position, action)
    if moved and saying is None:
        return moved
    if moved and saying is not None and not saying.shown and not saying.private:
        return (Message(game.told(state, action), (("seat", saying.seat),)), *moved)
    if moved and saying is not None:
        return (*moved, *_tell_meaning(position, action, saying))
    seat = saying.seat if saying is not None else game.actor(state) or ""
    more = () if saying is None or saying.private else saying.labels[saying.leading :]
    done = Message(game.told(state, action), (("seat", seat),))
    return tuple(dict.fromkeys((done, *more)))


def _tell_meaning(position: Position, action: Action, saying: Saying) -> Iterator[Message]:
    """Yield what was said with a move that others would show on the board in the same way."""
    shown = position.game.attempted(position.state, action)
    others = [one for one in list_candidates(position.public) if one.action != action]
    alike = [position.saying(one.action) for one in others if one.after == shown]
    if not (saying.shown and alike):
        return
    yield Message(position.game.told(position.state, action), (("seat", saying.seat),))
    for label in saying.labels[1:]:
        if any(one is not None and label not in one.labels for one in alike):
            yield label


def describe_moves(ways: Iterable[tuple[Place, Place, Piece]]) -> tuple[Message, ...]:
    """Describe which pieces went from where to where."""
    return tuple(
        _say(DONE[PAWN][StepKind.MOVED], Step(StepKind.MOVED, piece, source, target, Rule("")))
        for source, target, piece in ways
    )


def ask_for(steps: Iterable[Step]) -> tuple[Message, ...]:
    """Ask for the steps that are still to be done."""
    return tuple(_say_each(steps, lambda step: _choose(TODO, step), SWAP))


def ask_to_put_back(steps: Iterable[Step]) -> tuple[Message, ...]:
    """Ask people to put pieces back."""
    return tuple(map(_ask_to_put_back, steps))


def _ask_to_put_back(step: Step) -> Message:
    if step.kind is StepKind.TURNED_UP:
        return _say(TURN_UP_AGAIN, step)
    if step.target is not None and step.target.endswith(f".{STACK}") and not step.piece.isdigit():
        return Message(TAKE_AWAY, (("piece", step.piece), ("place", step.source)))
    return ask_for((step,))[0]


def draw_arrows(steps: Iterable[Step]) -> tuple[Arrow, ...]:
    """Return the paths of pieces that have to go somewhere."""
    ways = (
        Arrow(step.source, step.target)
        for step in steps
        if step.target is not None and step.target != step.source
    )
    return tuple(dict.fromkeys(ways))


def _choose(texts: Mapping[str, Mapping[StepKind, str]], step: Step) -> str:
    """Return the text for a step, or "" if there is none.

    Of a card that somebody lays in front of themselves, it is plain whose hand it comes from.
    """
    owner, _, place = step.source.rpartition(".")
    if place == HAND and step.target is not None and step.target.startswith(f"{owner}."):
        return texts[CARD].get(step.kind, "")
    card = CARD if step.piece.isdigit() else PAWN
    if card == CARD and (step.target or "").endswith(f".{WON}"):
        card = WON if WON in texts else CARD
    return texts[place if place in {HAND, STACK, HOME} & texts.keys() else card].get(step.kind, "")


def _say_each(steps: Iterable[Step], choose: Callable[[Step], str], swap: str) -> Iterator[Message]:
    """Yield steps in words, those that have any; two pieces that change places in one sentence."""
    left = list(steps)
    while left:
        step = left.pop(0)
        other = next((one for one in left if _change_places(step, one)), None)
        if other is not None:
            left.remove(other)
            told = _say(swap, step)
            yield replace(told, details=(*told.details, ("piece_other", other.piece)))
        elif text := choose(step):
            yield _say(text, step)


def _change_places(one: Step, other: Step) -> bool:
    moved = one.kind is StepKind.MOVED is other.kind
    return moved and (one.source, one.target) == (other.target, other.source)


def _say(text: str, step: Step) -> Message:
    return Message(
        text,
        (
            ("piece", step.piece),
            ("place_from", step.source),
            ("place_to", step.target or step.source),
        ),
    )


def mark_steps(steps: Iterable[Step]) -> tuple[Mark, ...]:
    """Mark where pieces come from and where they go."""
    found = []
    for step in steps:
        found.append(Mark(step.source, MarkKind.FROM))
        if step.target is not None:
            found.append(Mark(step.target, MarkKind.TO))
    return tuple(dict.fromkeys(found))


def list_places(steps: Iterable[Step]) -> tuple[Place, ...]:
    """Return every place that the steps touch, each once."""
    touched = [p for step in steps for p in (step.source, step.target) if p is not None]
    return tuple(dict.fromkeys(touched))


OUT_OF_PLACE: Final = {
    Displacement.BESIDE: N_("{piece:the} stands beside its place. Put it back {place_to:to}."),
    Displacement.ALMOST: N_(
        "{piece:the} stands beside the places. Put it properly {place_from:to}, or back "
        "{place_to:to}."
    ),
    Displacement.ELSEWHERE: N_(
        "{piece:the} may not be moved now. Put it back {place_from:from} {place_to:to}."
    ),
    Displacement.MISSING: N_("{piece:the} is missing {place_to:from}. Put it back, or move it."),
    Displacement.TURNED: N_("Something {place_to:at} was turned over. Turn it back."),
    Displacement.MIXED_UP: N_(
        "{piece:the} belongs {place_to:at}. It probably lies face down elsewhere: look under the "
        "turned-over pawns, and exchange the two."
    ),
    Displacement.SOUGHT: N_(
        "{piece:the} is missing {place_to:from}. Put it back, or move it. If nobody has it, look "
        "under the turned-over pawns, and exchange the two."
    ),
    Displacement.EXTRA: N_("{piece:the} {place_to:at} is one too many. Take it away."),
}


BESIDE_ANOTHER: Final = N_(
    "{piece:the} is missing {place_to:from} and stands beside {place_from:the}. Put it back."
)
"""Said of a piece that stands far from its place, such as one in its nest but on none of the spots:
“its place” would be understood as the nest."""


CARD_SURPLUS: Final = N_("Take {place:the} away.")
"""Said of a card that does not belong where cards lie, such as one that somebody has won."""


def name_displaced(one: Displaced) -> Message:
    """Say which piece is out of place and where it belongs, but not who moved it."""
    if str(one.at) == str(one.piece) and one.home.endswith(f".{WON}"):
        return Message(CARD_SURPLUS, (("place", str(one.at)),))
    details = (("piece", one.piece), ("place_from", one.at or one.home), ("place_to", one.home))
    far = one.how is Displacement.BESIDE and one.at not in (None, one.home)
    return Message(BESIDE_ANOTHER if far else OUT_OF_PLACE[one.how], details)


def mark_displaced(pieces: Iterable[Displaced]) -> tuple[Mark, ...]:
    """Mark where pieces out of place stand, and where they belong or may go."""
    found = [Mark(arrow.source, MarkKind.FROM) for arrow in point_home(pieces)]
    almost = (one.at for one in pieces if one.how is Displacement.ALMOST)
    return (
        *found,
        *(Mark(one.home, MarkKind.BACK) for one in pieces),
        *(Mark(at, MarkKind.TO) for at in almost if at is not None),
    )


def point_home(pieces: Iterable[Displaced]) -> tuple[Arrow, ...]:
    """Return the paths from where pieces out of place stand to where they belong."""
    return tuple(
        Arrow(one.at, one.home)
        for one in pieces
        if one.at not in (None, one.home) and one.how is not Displacement.ALMOST
    )
