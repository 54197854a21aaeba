"""The questions the referee asks, each with only the possible answers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from tablet_companion.games.core import HIDDEN, Breach, Card, Message, Place, Placement, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import Broke, DidOneOf, Overtaken, Unclear
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.explaining.public import find_secretive_seat
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model import answers
from tablet_companion.referee.model.history import is_by_itself, list_last, list_last_plays
from tablet_companion.referee.model.panels import Choice, Mark, MarkKind
from tablet_companion.referee.model.steps_in_words import (
    describe_action,
    list_places,
    mark_steps,
    tell_action,
)
from tablet_companion.referee.model.table import Moment, Table


def ask_which(table: Table, one_of: DidOneOf, card: Laid) -> answers.Question:
    """Ask which of several actions that look alike was done.

    If only words tell them apart, equal pictures would help nobody: the answers are the words in
    which they differ. If these are one word each, the game asks its own question.
    """
    choices, worded = [], _differ_in_words_only(table, one_of.actions)
    described = [_describe(table, action) for action in one_of.actions]
    single = worded and all(len(labels) == 1 for labels in described)
    for action, labels in zip(one_of.actions, described, strict=True):
        first, *more = _drop_shared(labels, described) if worded else labels
        marks = mark_steps(table.position.steps(action))
        shows = None if worded else _imagine(table, action)
        choices.append(Choice(first, marks, tuple(more), shows))
    acts: list[answers.Consequence] = [
        answers.Act(one, _tell_card(table, one, card)) for one in one_of.actions
    ]
    say = Message(N_("Which of these was it?") if acts[1:] else N_("Is this what happened?"))
    say = table.game.prompt(table.view()) if single else say
    # People who did none of it must be able to say so, or would confirm what never happened.
    no = Choice(Message(N_("No, something else happened")))
    return answers.Question(say, (*choices, no), (*acts, answers.Leave()))


def _drop_shared(
    labels: tuple[Message, ...], described: Sequence[tuple[Message, ...]]
) -> tuple[Message, ...]:
    """Return the labels of an action that not all the described ones have, if it has any."""
    own = tuple(one for one in labels if not all(one in other for other in described))
    return own or labels


def _differ_in_words_only(table: Table, actions: Sequence[Action]) -> bool:
    """Whether several actions look alike on the board, and the game has a word for each.

    A picture of it shows no more than the camera sees: not whether an agent is on the case.
    """
    public = table.position.public
    seen = {
        tuple(one for one in by_area(_imagine(table, action)).pieces if one[0] in table.areas)
        for action in actions
    }
    said = all(public.saying(action) is not None for action in actions)
    return len(actions) > 1 and said and len(seen) == 1


def _tell_card(table: Table, action: Action, card: Laid) -> Laid:
    """Return how the card of an action that people confirm is known: from the action at least."""
    played = table.game.card_of(action) if table.game.pile else None
    return card if card.card is not None or played is None else Laid(played, How.INFERRED)


def _imagine(table: Table, action: Action) -> Placement:
    """Return what the table shows after an action, by public knowledge."""
    public = table.position.public
    shown: Placement = public.game.attempted(public.state, action)
    return shown


def _describe(table: Table, action: Action) -> tuple[Message, ...]:
    """Return a description that distinguishes an action from similar ones."""
    saying = table.position.public.saying(action)
    if saying is None:
        return describe_action(table.position.public, action)
    return saying.labels


def _tell_apart(
    public: Position, actions: Sequence[Action], described: Sequence[tuple[Message, ...]]
) -> list[tuple[Message, ...]]:
    """Return descriptions of actions, or what people say for them if some are described alike."""
    said = [saying.labels for one in actions if (saying := public.saying(one)) is not None]
    alike = len(set(described)) < len(described)
    return said if alike and len(said) == len(actions) else [*described]


def ask_to_take_back_as_shown(table: Table, count: int) -> answers.Question:
    """Ask whether to take actions back, as the table shows an earlier position."""
    plays = len(list_last_plays(table, count))
    text = N_("The table shows an earlier position. Take back {count} {count:move|moves}?")
    no = N_("No, we will put the pieces right"), answers.Leave()
    return _ask(Message(text, (("count", plays),)), (_YES, answers.Undo(count)), no)


_YES: Final = N_("Yes, take back")
_NO: Final = (N_("No, go on"), answers.Leave())
_OTHER: Final = N_("Something else")
_MAX_UNDONE: Final = 1
"""How many sentences tell which move is meant: on small screens more of them have no room."""


def _ask(
    say: Message,
    *given: tuple[str | Message, answers.Consequence],
    more: tuple[Message, ...] = (),
    for_all: bool = False,
) -> answers.Question:
    """Return a question with its answers, each with what follows from it."""
    labels = (Message(label) if isinstance(label, str) else label for label, _ in given)
    consequences = tuple(consequence for _, consequence in given)
    return answers.Question(say, tuple(map(Choice, labels)), consequences, more, for_all=for_all)


def ask_whether_replaced(
    last: Moment, actions: Sequence[Action], *, laid: bool
) -> answers.Question:
    """Ask whether the player before put the last move back and did one of these instead."""
    public = last.position.public
    choices = []
    described = _tell_apart(public, actions, [describe_action(public, one) for one in actions])
    for action, (first, *more) in zip(actions, described, strict=True):
        shows = public.game.attempted(public.state, action)
        choices.append(Choice(first, mark_steps(public.steps(action)), tuple(more), shows))
    return answers.Question(
        Message(N_("Has {seat} changed the last move?"), (("seat", last.actor or ""),)),
        (*choices, Choice(Message(N_("No, we will put the pieces right")))),
        (*(answers.Relabel(action, laid) for action in actions), answers.Leave()),
    )


def ask_about_surprise(
    table: Table, action: Action, proof: answers.Rectify | None
) -> answers.Question:
    """Ask whether the record was wrong about a face-down piece.

    ``proof`` corrects it; None if no correction is possible.
    """
    places = list_places(table.position.steps(action))
    marks = tuple(Mark(place, MarkKind.DOUBT) for place in places)
    say = N_("You turned up a pawn that I have on record elsewhere. Were pawns swapped?")
    put_right = Choice(Message(N_("We will put the table right")))
    if proof is None:  # too many pawns of a colour: something else is wrong
        return answers.Question(Message(say), (put_right,), (answers.Leave(),))
    return answers.Question(
        Message(say),
        (Choice(Message(N_("The table is right: correct the record")), marks), put_right),
        (proof, answers.Leave()),
    )


def ask_for_first(table: Table, several: Overtaken) -> answers.Question:
    """Ask whether and how this turn was played, as the next player has played already.

    Equal pictures are left out: then only the words tell the answers apart.
    """
    seat = table.turn or ""
    choices = []
    shown = [_imagine(table, action) for action, _ in several.options]
    described = _tell_apart(
        table.position.public,
        [action for action, _ in several.options],
        [_describe_with_card(table, *one) for one in several.options],
    )
    alike = len(shown) > 1 and len(set(shown)) == 1
    for (action, _), labels, picture in zip(several.options, described, shown, strict=True):
        first, *more = _drop_shared(labels, described) if alike else labels
        marks = mark_steps(table.position.steps(action))
        choices.append(Choice(first, marks, tuple(more), None if alike else picture))
    no = Choice(Message(N_("No, something else happened")))
    two = Message(N_("Two turns at once? What did {seat} do?"), (("seat", seat),))
    # One player may have laid both cards, if any of these moves is all that the table shows.
    whole = {seen == table.shown for seen in shown} == {True}
    return answers.Question(
        Message(N_("Which of these was it?")) if whole else two,
        (*choices, no),
        (*(_act_first(one, card, several.first) for one, card in several.options), answers.Leave()),
    )


def _describe_with_card(table: Table, action: Action, card: Laid) -> tuple[Message, ...]:
    """Return the card of an action, if it is known, and what was done with it.

    Without a pile the card is the place where the piece stands, which is named already.
    """
    done = tuple(describe_action(table.position, action))
    if card.card is None or not table.game.pile:
        return done
    return (Message("{card}", (("card", card.card),)), *done)


def _act_first(action: Action, card: Laid, first: Card | None) -> answers.Act:
    """Return the action that the next player overtook, whose card may be the ``first`` or not."""
    beneath = first if card.card != first else None
    return answers.Act(action, card, overtaken=True, beneath=beneath)


def ask_what_stands(table: Table, unclear: Unclear) -> answers.Question:
    """Ask what stands on a place that matters but cannot be seen."""
    area, *_ = unclear.places
    mark = (Mark(area, MarkKind.DOUBT),)
    choices = (
        Choice(_name_content(area, told), mark, (), _replace_content(table.shown, area, one))
        for told, one in zip(_leave_out_cards(unclear.options), unclear.options, strict=True)
    )
    return answers.Question(
        Message(N_("What stands {place:at}? I cannot see it well."), (("place", area),)),
        (*choices, Choice(Message(_OTHER))),
        (
            *(answers.Vouch(((area, content),)) for content in unclear.options),
            answers.Correct(area),
        ),
    )


def ask_what_was_done(table: Table, unclear: Unclear) -> answers.Question:
    """Ask which of several actions was done, if the place of each is doubtful."""
    which = ask_which(table, DidOneOf(unclear.actions), table.card)
    acts = [
        answers.Act(action, _tell_card(table, action, table.card), doubted=unclear.places)
        for action in unclear.actions
    ]
    held = table.position.contents
    nothing = answers.Vouch(tuple((area, held.get(area, ())) for area in unclear.places))
    return answers.Question(
        Message(N_("What was done? I cannot see the marked places well.")),
        (*which.choices[:-1], Choice(Message(N_("Nothing yet"))), Choice(Message(_OTHER))),
        (*acts, nothing, answers.Correct(unclear.places[0])),
    )


def _replace_content(shown: Placement, area: Place, content: Content) -> Placement:
    """Return a placement with the content of one area replaced."""
    others = (one for one in shown.pieces if one[0] != area)
    return Placement(tuple(sorted((*others, *((area, piece) for piece in content)))))


def _leave_out_cards(options: tuple[Content, ...]) -> tuple[Content, ...]:
    """Return the possible contents, without the card that lies there anyway."""
    cards = {tuple(piece for piece in one if piece.isdigit()) for one in options}
    if len(cards) > 1:
        return options
    return tuple(tuple(piece for piece in one if not piece.isdigit()) for one in options)


def _name_content(area: Place, content: Content) -> Message:
    match sorted(content, key=lambda piece: (piece.isalpha(), piece != HIDDEN)):
        case []:
            return Message(N_("Nothing"))
        case [card] if card.isdigit():
            return Message(N_("Only {card:the}"), (("card", card),))
        case [piece]:
            return Message(N_("{piece:the}"), (("piece", piece),))
        case [card, piece] if card.isdigit():
            details = (("card", card), ("piece", piece))
            return Message(N_("{card:the} and {piece:the}"), details)
        case [first, piece] if first == HIDDEN != piece and area.isdigit():  # a card in its place
            down = N_("{card_down:the} face down and {piece:the}")
            return Message(down, (("card_down", area), ("piece", piece)))
        case [first, other] if first.isalpha() and HIDDEN not in (first, other) and first != other:
            details = (("piece", first), ("piece_other", other))  # such as an agent and the case
            return Message(N_("{piece:the} and {piece_other:the}"), details)
    return Message(N_("{count} {count:piece|pieces}"), (("count", len(content)),))


def ask_to_pass(table: Table, action: Action, card: Laid) -> answers.Question:
    """Ask whether the player on turn passes, or wants the hand checked first.

    If a card is discarded instead, ``card`` says which.
    """
    seat = table.turn or ""
    right = Message(N_("Right: give up the hand"))
    if card.card is not None:
        right = Message(N_("Right: discard {card:the}"), (("card", card.card),))
    say = Message(N_("{seat} cannot play any card?"), (("seat", seat),))
    check = N_("Check the hand first, in private"), answers.CheckHand()
    return _ask(say, (right, answers.Act(action, card)), check, _NO)


def ask_whether_laid(broke: Broke) -> answers.Question:
    """Ask whether the card that cannot be played was laid in this turn, or lay there before."""
    return _ask(
        Message(N_("Was {card:the} laid just now?"), (("card", broke.card or ""),)),
        (N_("Yes, just now"), answers.Refuse(broke)),
        (N_("No, it lay there before"), answers.Refuse(None)),
    )


def ask_for_other_card(table: Table, last: Moment, action: Action) -> answers.Question:
    """Ask whether the last move was made with another card than the one on record."""
    seat, card = last.actor or "", table.game.card_of(action) or ""
    say = Message(N_("So {seat} played {card:the}?"), (("seat", seat), ("card", card)))
    told = describe_action(last.position, last.action)
    return _ask(say, (N_("Yes, correct it"), answers.Relabel(action)), _NO, more=told)


def ask_about_wrong_card(
    table: Table, last: Moment, card: Card, why: tuple[Breach, ...]
) -> answers.Question:
    """Ask whether to take the last move back, as the named card does not allow it."""
    rules = (Message(table.game.rules[one.rule].text, one.details) for one in why)
    return _ask(
        Message(N_("That is not allowed with {card:the}. Take the move back?"), (("card", card),)),
        (_YES, answers.Undo(1)),
        (N_("No, leave it as it is"), answers.Leave()),
        more=(*describe_action(last.position, last.action), *rules),
    )


def ask_to_take_back(table: Table, count: int, *, agreed: bool) -> answers.Question:
    """Ask whether to take the last play back; ``agreed``: only if everybody agrees.

    It is named, for an answer or a call since a move is one, too: what everybody knows of it.
    """
    undone = list_last(table, count)
    say = N_("Take the last move back?")
    if undone[0].position.placement != table.placement:
        say = N_("Take the last move back? Then put the pieces where they were.")
    if agreed:
        say = N_("You play strictly. Does everybody agree to take the last move back?")
    return _ask(Message(say), (_YES, answers.Undo(count)), _NO, more=_tell_undone(undone))


def _tell_undone(moments: Sequence[Moment]) -> tuple[Message, ...]:
    """Return what everybody knows of what people did first in these moments: it tells which."""
    told = (
        tell_action(one.position.public, one.action)
        for one in moments
        if not is_by_itself(one) and find_secretive_seat(one.position, one.action) is None
    )
    return tuple(dict.fromkeys(itertools.chain.from_iterable(told)))[:_MAX_UNDONE]


def tell_of_cover(seat: Seat) -> answers.Question:
    """Say that a seat's private page is covered; the seat opens it again by its key."""
    covered = N_("{seat}’s page is covered: something has changed on the table.")
    go_on = N_("Go on"), answers.Leave()
    return _ask(Message(covered, (("seat", seat),)), go_on, for_all=True)


def say_that_it_stands(table: Table, final: tuple[Breach, ...]) -> answers.Question:
    """Say that the last move is final; a wrong record can be corrected."""
    rule = table.game.rules[final[0].rule]
    correct, go_on = (N_("Correct the board"), answers.Correct()), (N_("Go on"), answers.Leave())
    return _ask(Message(rule.text, final[0].details), correct, go_on)


def ask_for_new_game() -> answers.Question:
    """Ask whether to leave the game in progress for another."""
    kept = Message(N_("This game is kept, and you can continue it later."))
    yes = N_("Yes, another game"), answers.Renew()
    return _ask(Message(N_("Begin another game?")), yes, _NO, more=(kept,), for_all=True)


def ask_to_hand_on(seat: Seat, *, by_table: bool) -> answers.Question:
    """Ask whether the table plays a seat from now on, or a person again."""
    now = N_("Shall the table play {seat} from now on?")
    again = N_("Shall a person play {seat} again?")
    say = Message(now if by_table else again, (("seat", seat),))
    return _ask(say, (N_("Yes"), answers.HandOn(seat)), _NO, for_all=True)


def ask_to_switch_off(*, under_way: bool) -> answers.Question:
    """Ask whether to switch the machine off; only a game under way goes on from there."""
    goes_on = N_("Switch off? The game goes on from here next time.")
    say = Message(goes_on if under_way else N_("Switch off?"))
    return _ask(say, (N_("Yes, switch off"), answers.End()), _NO, for_all=True)
