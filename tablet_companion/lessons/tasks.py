"""Judging the answers to a task, with the game's ``legal``, ``judge`` and ``diagnose``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tablet_companion.games.core import (
    Breach,
    Card,
    Message,
    Place,
    Placement,
    PositionError,
    Saying,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import positions
from tablet_companion.games.text import N_
from tablet_companion.lessons.chapters import LessonStep, Task
from tablet_companion.lessons.events import Answer, Tone
from tablet_companion.referee.model.panels import Arrow
from tablet_companion.referee.model.steps_in_words import draw_arrows, list_places

ALLOWED = N_("That is allowed.")
BUT_ASKED = N_("That is allowed, but something else was asked.")
MORE = N_("Yes. {count} more to find.")
BEGIN_AT = N_("Begin {place:at}.")
BEGIN_WITH = N_("First take {piece:the}.")
LIKE_THIS = N_("Like this.")
LIKE_CARD = N_("Like this, with {card:the}.")
CARD = "{card}"
"""The label of a key that bears nothing but a card."""


# --- doing and breaking ---------------------------------------------------------------------------


def judge_action(game: AnyGame, state: Any, step: LessonStep, action: Any) -> Answer:
    """Judge an action as the answer to a DO or a BREAK."""
    if breaches := game.judge(state, action):
        return _refuse(game, step, breaches)
    if step.task is Task.BREAK:
        return Answer(Tone.NOTE, (Message(ALLOWED), _state_rule(game, step)))
    if action in _actions(game, state, step.solution):
        return Answer(Tone.PRAISE, ())
    return Answer(Tone.NOTE, (Message(BUT_ASKED), Message(step.ask)))


def judge_taking_back(game: AnyGame, state: Any, step: LessonStep, action: Any) -> Answer:
    """Judge taking an action back."""
    breaches = game.annulled(state, action)
    return _refuse(game, step, breaches) if breaches else judge_action(game, state, step, action)


def judge_table(
    game: AnyGame, state: Any, step: LessonStep, card: Card, placement: Placement
) -> Answer | None:
    """Judge what the table shows after a card; None if it makes no sense yet."""
    turned_up = game.open_cards(state).get(card)
    if turned_up is not None and turned_up.breaches:
        return _refuse(game, step, turned_up.breaches)
    matching = list(_find_actions_shown(game, state, card, placement))
    if matching:  # an ambiguous table counts as the right answer
        wanted = _actions(game, state, step.solution)
        return judge_action(
            game, state, step, next((a for a in matching if a in wanted), matching[0])
        )
    try:
        breaches = _diagnose(game, state, card, placement)
    except PositionError:
        return None  # impossible pieces: most likely a hand or a cup
    return _refuse(game, step, breaches) if breaches else None


def _diagnose(game: AnyGame, state: Any, card: Card, placement: Placement) -> tuple[Breach, ...]:
    """Return the rules that a table breaks; none if a card belongs to the move, but none is known.

    Raises PositionError for impossible pieces.
    """
    if game.pile and card not in game.cards:
        return ()
    return game.diagnose(state, card, placement)


def _find_actions_shown(
    game: AnyGame, state: Any, card: Card, placement: Placement
) -> Iterator[Any]:
    """Yield the legal actions that lead to what the table shows."""
    for action in game.legal(state):
        named = game.card_of(action)
        laid = named == card if game.pile else not card or named in (None, card)
        if laid and game.attempted(state, action) == placement:
            yield action


def _refuse(game: AnyGame, step: LessonStep, breaches: Sequence[Breach]) -> Answer:
    """Return the referee's explanation; breaking the step's rule may be the task.

    Of several rules only the first is told: the next one follows when this is mended. Who only
    touched places, or an answer, has nothing to put back.
    """
    moved = step.task not in (Task.FIND, Task.WHICH)
    meant = step.task is Task.BREAK and {breach.rule for breach in breaches} == {step.rule}
    told = [one for one in breaches if one.rule == breaches[0].rule]
    rules = [(game.rules[breach.rule], breach.details) for breach in told]
    says = tuple(
        Message(text, details)
        for rule, details in rules
        for text in ((rule.text, rule.mend) if moved and not meant else (rule.text,))
    )
    places = tuple(dict.fromkeys(place for breach in told for place in breach.places))
    return Answer(Tone.PRAISE if meant else Tone.REFUSAL, says, places)


def _state_rule(game: AnyGame, step: LessonStep) -> Message:
    known = game.rules.get(step.rule)
    return Message(known.says if known else step.say)


def _actions(game: AnyGame, state: Any, texts: Iterable[str]) -> list[Any]:
    return [game.read_action(state, text) for text in texts]


# --- finding --------------------------------------------------------------------------------------


def find_reachable(game: AnyGame, state: Any, step: LessonStep) -> frozenset[Place]:
    """Return every place that the piece of a FIND may reach."""
    return frozenset(
        one.target
        for action in game.legal(state)
        if step.card in ("", game.card_of(action))
        for one in game.steps(state, action)
        if one.source == step.of and one.target not in (None, step.of)
    )


def judge_place(
    game: AnyGame, state: Any, step: LessonStep, place: Place, before: frozenset[Place]
) -> Answer:
    """Judge a place touched for a FIND."""
    wanted = find_reachable(game, state, step)
    if place in wanted:
        left = wanted - before - {place}
        if not left:
            return Answer(Tone.PRAISE, (), tuple(sorted(wanted)))
        more = Message(MORE, (("count", len(left)),))
        return Answer(Tone.NOTE, (more,), (place,))
    breaches = _why_not_there(game, state, step, place)
    if not breaches:
        return Answer(Tone.REFUSAL, (_state_rule(game, step),))
    return _refuse(game, step, breaches)


def _why_not_there(game: AnyGame, state: Any, step: LessonStep, place: Place) -> tuple[Breach, ...]:
    """Return the rules that the piece would break by going to a place."""
    placement = game.placement(state)
    pieces = [pair for pair in placement.pieces if pair[0] == step.of]
    if not pieces or place == step.of:
        return ()
    piece = pieces[0][1]
    ways = iter((f"{piece} {step.of} > {piece} {place}",))
    try:
        return _diagnose(game, state, step.card, positions.rearrange(placement, ways))
    except PositionError:
        return ()


# --- choosing -------------------------------------------------------------------------------------


def judge_choice(game: AnyGame, state: Any, step: LessonStep, number: int) -> Answer:
    """Judge which action was chosen as illegal."""
    text = step.choices[number]
    breaches = game.judge(state, game.read_action(state, text))
    if not breaches:
        return Answer(Tone.NOTE, (Message(ALLOWED), _state_rule(game, step)))
    return replace(_refuse(game, step, breaches), tone=Tone.PRAISE)


# --- hints ----------------------------------------------------------------------------------------


def list_hints(
    game: AnyGame, state: Any, step: LessonStep, before: frozenset[Place]
) -> tuple[Answer, ...]:
    """Return the hints of a step, the last of which shows the solution."""
    own = [Answer(Tone.HINT, (Message(text),)) for text in step.hints]
    return (*own, *_compute_hints(game, state, step, before))


def _compute_hints(
    game: AnyGame, state: Any, step: LessonStep, before: frozenset[Place]
) -> Iterator[Answer]:
    match step.task:
        case Task.FIND:
            left = sorted(find_reachable(game, state, step) - before)
            yield Answer(Tone.HINT, (Message(LIKE_THIS),), tuple(left))
        case Task.READ:
            yield Answer(Tone.HINT, (Message(step.ask),))
        case Task.WHICH:
            yield Answer(Tone.HINT, (_state_rule(game, step),))
            action = game.read_action(state, step.solution[0])
            touched = list_places(game.steps(state, action))
            yield Answer(Tone.HINT, (Message(LIKE_THIS),), touched)
        case Task.DO | Task.BREAK:
            yield from _hint_towards(game, state, step)


def _hint_towards(game: AnyGame, state: Any, step: LessonStep) -> Iterator[Answer]:
    """Yield where the solution begins, then all of it."""
    places, card = find_example(game, state, step)
    if places:
        yield Answer(Tone.HINT, (_begin_at(places[0], game.placement(state)),), places[:1])
    said = _announce(game, state, step)
    if said and said[0].text == CARD:  # “Like this. 5” of a card to give away
        card, said = Card(str(dict(said[0].details)["card"])), said[1:]
    like = Message(LIKE_CARD, (("card", card),)) if card else Message(LIKE_THIS)
    yield Answer(Tone.HINT, (like, *said), places, _find_arrows(game, state, step))


def _begin_at(place: Place, placement: Placement) -> Message:
    """Return where to begin: at a place, or with the piece that lies before its player.

    Nothing is printed there, so the place has no name that people could find.
    """
    pieces = [piece for at, piece in placement.pieces if at == place]
    if len(pieces) == 1 and place.startswith(f"{pieces[0]}."):
        return Message(BEGIN_WITH, (("piece", pieces[0]),))
    return Message(BEGIN_AT, (("place", place),))


def find_example(game: AnyGame, state: Any, step: LessonStep) -> tuple[tuple[Place, ...], Card]:
    """Return the places and the card of the solution of a DO or a BREAK."""
    if text := _find_solution(step):
        action = game.read_action(state, text)
        return list_places(game.steps(state, action)), game.card_of(action) or Card("")
    assert step.wrong is not None
    sides = [side.split() for way in step.wrong.hands for side in way.split(">")]
    places = [Place(side[1]) for side in sides if side]
    return tuple(dict.fromkeys(places)), Card(step.wrong.card)


def _find_arrows(game: AnyGame, state: Any, step: LessonStep) -> tuple[Arrow, ...]:
    """Return the way of each piece: of several, nobody saw which of the places was whose."""
    if text := _find_solution(step):
        return draw_arrows(game.steps(state, game.read_action(state, text)))
    hands = step.wrong.hands if step.wrong else ()
    ways = [[side.split() for side in way.split(">")] for way in hands]
    return tuple(Arrow(Place(a[1]), Place(b[1])) for a, b in ways if a and b)


def _find_solution(step: LessonStep) -> str:
    """Return the solution of a DO or a BREAK in text form, empty if only hands carry it out."""
    told = (step.wrong.action or step.wrong.take_back) if step.wrong else ""
    return step.solution[0] if step.solution else told


def _announce(game: AnyGame, state: Any, step: LessonStep) -> tuple[Message, ...]:
    if not (text := _find_solution(step)):
        return ()
    action, seat = game.read_action(state, text), game.actor(state)
    if saying := find_saying(game, state, action):
        return saying.labels
    if game.steps(state, action):
        return ()
    return (Message(game.told(state, action), (("seat", seat),) if seat else ()),)


def find_saying(game: AnyGame, state: Any, action: Any) -> Saying | None:
    """Return the words of an action at a table that knows no hand.

    There somebody can answer untruly, and both answers have words.
    """
    asked = state if game.open_cards(state) else game.veiled(state)
    return game.saying(asked, action) or game.saying(state, action)
