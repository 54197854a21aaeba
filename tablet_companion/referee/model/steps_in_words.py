"""Actions and steps in words. Everything said here may be heard by everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tablet_companion.games.core import HIDDEN, Message, Piece, Place, Rule, Step, StepKind
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.explanations import Displaced, Displacement
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.panels import Arrow, Mark, MarkKind

OWN_NAMES: Final = ("case", "accusation")
"""Pieces that no colour tells."""
DONE: Final = {
    StepKind.MOVED: N_("{piece} pawn: {place_from} to {place_to}"),
    StepKind.CAPTURED: N_("captured on {place_from}: {piece} pawn"),
    StepKind.CALLED: N_("called from {place_from} to {place_to}: {piece} pawn"),
    StepKind.SWAPPED: N_("swapped, turned over: {place_from} and {place_to}"),
}
DONE_OTHERS: Final = {
    StepKind.MOVED: N_("{piece}: {place_from} to {place_to}"),
    StepKind.CAPTURED: N_("{piece}: away from {place_from}"),
}
"""What is said of pieces that are no pawns: they have names of their own."""
TODO_OTHERS: Final = {
    StepKind.MOVED: N_("Move {piece} from {place_from} to {place_to}."),
    StepKind.CAPTURED: N_("Put away what stood on {place_from}: {piece}."),
}
DONE_CARD: Final = N_("Card: {place_from} to {place_to}")
DONE_NUMBER: Final = N_("Card {piece}: {place_from} to {place_to}")
TODO_CARD: Final = N_("Move the card from {place_from} to {place_to}.")
TODO: Final = {
    StepKind.MOVED: N_("Move the {piece} pawn from {place_from} to {place_to}."),
    StepKind.CAPTURED: N_("Put the captured {piece} pawn back: {place_to}."),
    StepKind.CALLED: N_("Turn the {piece} pawn from {place_from} over and put it into {place_to}."),
    StepKind.SWAPPED: N_("Swap the turned-over pawns in {place_from} and {place_to}."),
    StepKind.TURNED_DOWN: N_("Turn the pawn in {place_to} over."),
    StepKind.TURNED_UP: N_("Turn the pawn on {place_to} up and look at its colour."),
}
TURN_UP_AGAIN: Final = N_("Turn the pawn on {place_to} up again.")


def describe_action(position: Position, action: Action) -> tuple[Message, ...]:
    """Say what an action does to the pieces."""
    said = ((_done(step), step) for step in position.steps(action))
    return tuple(_say(text, step) for text, step in said if text)


def tell_action(position: Position, action: Action) -> tuple[Message, ...]:
    """Say what an action did: to the pieces, or in words if it moves none.

    What was said of it before everybody is told, too.
    """
    if told := describe_action(position, action):
        return told
    game, state = position.game, position.state
    saying = game.saying(state, action)
    seat = saying.seat if saying is not None else game.actor(state) or ""
    more = () if saying is None or saying.private else saying.labels[1:]
    done = Message(game.told(state, action), (("seat", seat),))
    return (done, *more)


def describe_moves(ways: Iterable[tuple[Place, Place, Piece]]) -> tuple[Message, ...]:
    """Say which pieces went from where to where."""
    return tuple(
        _say(
            (DONE if is_pawn(piece) else DONE_OTHERS)[StepKind.MOVED],
            Step(StepKind.MOVED, piece, source, target, Rule("")),
        )
        for source, target, piece in ways
    )


def ask_for(steps: Iterable[Step]) -> tuple[Message, ...]:
    """Say what is still to be done."""
    return tuple(
        _say(TODO_CARD if _is_card(step) else _text(TODO, TODO_OTHERS, step), step)
        for step in steps
    )


def ask_to_put_back(steps: Iterable[Step]) -> tuple[Message, ...]:
    """Say what is to be put back."""
    return tuple(
        _say(TURN_UP_AGAIN, step) if step.kind is StepKind.TURNED_UP else ask_for((step,))[0]
        for step in steps
    )


def draw_arrows(steps: Iterable[Step]) -> tuple[Arrow, ...]:
    """Return the ways of pieces that are to go somewhere."""
    ways = (
        Arrow(step.source, step.target)
        for step in steps
        if step.target is not None and step.target != step.source
    )
    return tuple(dict.fromkeys(ways))


def _text(pawns: Mapping[StepKind, str], others: Mapping[StepKind, str], step: Step) -> str:
    """Return the text for a step, empty where there is none."""
    known = pawns if is_pawn(step.piece) else {**pawns, **others}
    return known.get(step.kind, "")


def _done(step: Step) -> str:
    """Return the text for a step that is done, empty where there is none."""
    if _is_card(step):
        return DONE_CARD if step.piece == HIDDEN else DONE_NUMBER
    return _text(DONE, DONE_OTHERS, step)


def is_pawn(piece: Piece) -> bool:
    """Whether a piece is called by its colour alone."""
    return piece == HIDDEN or (piece.isalpha() and piece not in OWN_NAMES)


def _is_card(step: Step) -> bool:
    """Whether what is moved is a card: one that is called by its number, or out of a hand."""
    return step.piece.isdigit() or (step.piece == HIDDEN and step.source.endswith(".hand"))


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
    Displacement.BESIDE: N_("The {piece} pawn of {place_to} stands beside its place. Put it back."),
    Displacement.ELSEWHERE: N_(
        "It is not the {piece} pawn’s turn. Put it back from {place_from} to {place_to}."
    ),
    Displacement.MISSING: N_("The {piece} pawn of {place_to} is missing. Put it back, or move it."),
    Displacement.TURNED: N_("The pawn of {place_to} was turned up. Turn it over again."),
}
OUT_OF_PLACE_OTHERS: Final = {
    Displacement.BESIDE: N_("Beside its place, {place_to}: {piece}. Put it back."),
    Displacement.ELSEWHERE: N_(
        "Not on the move: {piece}. Put it back from {place_from} to {place_to}."
    ),
    Displacement.MISSING: N_("Missing from {place_to}: {piece}. Put it back, or move it."),
    Displacement.TURNED: N_("Turn what lies on {place_to} over again."),
}
"""What is said of pieces that are no pawns."""


def name_displaced(one: Displaced) -> Message:
    """Say which piece is out of place and where it belongs, and nothing of who did it."""
    texts = OUT_OF_PLACE if is_pawn(one.piece) else OUT_OF_PLACE_OTHERS
    details = (("piece", one.piece), ("place_from", one.at or one.home), ("place_to", one.home))
    return Message(texts[one.how], details)


def mark_displaced(pieces: Iterable[Displaced]) -> tuple[Mark, ...]:
    """Mark where pieces out of place stand, and where they belong."""
    found = [Mark(arrow.source, MarkKind.FROM) for arrow in point_home(pieces)]
    return (*found, *(Mark(one.home, MarkKind.BACK) for one in pieces))


def point_home(pieces: Iterable[Displaced]) -> tuple[Arrow, ...]:
    """Return the ways of pieces that stand elsewhere to where they belong."""
    return tuple(
        Arrow(one.at, one.home) for one in pieces if one.at is not None and one.at != one.home
    )
