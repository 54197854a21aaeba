"""The pages for people's questions: the aim, what they may do, why, what happened."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import TABLE, Breach, Card, Message, Rule, Viewer, list_names
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.explanations import Displaced, Displacement
from tablet_companion.referee.model import coaching, events, panels, sayings
from tablet_companion.referee.model.confiding import list_refusals
from tablet_companion.referee.model.dialogues import Helping, Recalling, Wondering
from tablet_companion.referee.model.held_cards import sort_cards
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.notes import Explained
from tablet_companion.referee.model.passing import may_ask_for_hand, tell_hand
from tablet_companion.referee.model.steps_in_words import mark_steps, tell_action
from tablet_companion.referee.model.table import Moment, Stage, Table
from tablet_companion.referee.model.table_seats import may_be_advised
from tablet_companion.referee.model.verdicts import AskingCard, Misplaced, Objecting, Waiting
from tablet_companion.referee.pages.buttons import ADVICE, CONTINUE, HAND, WHAT_HAPPENED
from tablet_companion.referee.pages.hints import mark_ways
from tablet_companion.referee.pages.objection import explain_breach
from tablet_companion.referee.pages.play import build_play, note_card, view_with_pile
from tablet_companion.referee.pages.speaking import sort_colours

AIM: Final = Rule("aim")
APPLY: Final = N_("{count:This rule applies|These rules apply}:")
MAX_SAID: Final = 6
"""Up to this many announcements are listed; more have a page of their own."""
MAX_STEPS: Final = 4
"""The next steps of those left to do: more would be too small to read at seven inches."""


def build_help(table: Table, now: Helping) -> panels.HelpPanel:
    """Return the help page, or the page with the rules behind the last verdict."""
    playing = (
        panels.Button(Message(N_("What may I do now?")), events.Wonder()),
        panels.Button(Message(N_("May I …?")), events.Wonder(asking=True)),
    )
    keys = (
        *(playing if table.stage is Stage.PLAY else ()),
        panels.Button(Message(N_("Why?")), events.AskWhy()),
        *((HAND,) if may_ask_for_hand(table) else ()),
        *((ADVICE,) if may_be_advised(table) else ()),
        *((WHAT_HAPPENED,) if list_finished_plays(table) else ()),
    )
    aim = AIM if AIM in coaching.list_rules(table.game) else ""
    why = _explain_verdict(table, now.viewer) if now.why else None
    say = Message(N_("What do you want to know?"))
    if why is not None:
        say = Message(APPLY, (("count", len(why)),)) if why else Message(_tell_no_rule(table))
    view = view_with_pile(table, now.viewer)
    return panels.HelpPanel(view, say, keys, aim, why, (CONTINUE,))


def _tell_no_rule(table: Table) -> str:
    """Return the answer to “Why?” where no rule answers it."""
    if table.back is not None:
        return N_("The last move was taken back, so everything goes where it was before it.")
    if isinstance(table.verdict, Misplaced):
        return N_("No move that is allowed now leaves the pieces like this, so they go back.")
    return N_("No move was judged yet.")


def _explain_verdict(table: Table, viewer: Viewer) -> tuple[Explained, ...]:
    """Return every rule behind what the page says, else behind the last verdict.

    These are the rules of what is left to do, those that were broken, or those of the last move.
    What was refused to the viewer alone comes first.
    """
    if viewer != TABLE and (refused := list_refusals(table, viewer)):
        return tuple(explain_breach(table, breach) for breach in refused)
    match table.verdict:
        case _ if table.back is not None:
            return ()
        case Waiting(todo=todo) if todo:
            return tuple(_explain_rules(table, {step.rule for step in todo}))
        case Misplaced(pieces):
            return _explain_turns(table) or tuple(_explain_displaced(table, pieces))
        case Waiting() | AskingCard():
            return _explain_turns(table)
    if isinstance(table.verdict, Objecting) or table.objected:
        return tuple(explain_breach(table, breach) for breach in table.coach.refused)
    used = map(_find_used, reversed(list_finished_plays(table)))  # nobody's words need a rule
    told = (tuple(_explain_rules(table, rules)) for rules in used if rules)
    return next(filter(None, told), ())


def _explain_turns(table: Table) -> tuple[Explained, ...]:
    """Return the rules that always apply: in some games they say who acts when."""
    return tuple(_explain_rules(table, _list_always(table.game) - {AIM}))


def _explain_displaced(table: Table, pieces: Iterable[Displaced]) -> Iterable[Explained]:
    """Return the rules that forbid pieces to be where they are, for those that were moved there."""
    moved = [(one.home, one.at) for one in pieces if one.how is Displacement.ELSEWHERE and one.at]
    for source, target in moved:
        reasons = coaching.find_reasons(table.position, table.card.known, source, target)
        yield from (explain_breach(table, one) for one in reasons)


def _explain_rules(table: Table, used: Collection[Rule]) -> Iterable[Explained]:
    for name, rule in coaching.list_played(table).items():
        if name in used and rule.says:
            yield Explained(Message(rule.says), Message(""), rule.cite(table.chosen), name)


def _find_used(moment: Moment) -> frozenset[Rule]:
    """Return the rules that an action used, without those that always apply."""
    always = _list_always(moment.position.game)
    return coaching.find_uses(moment.position.public, moment.action) - always


def _list_always(game: AnyGame) -> frozenset[Rule]:
    return frozenset(
        n for n, rule in coaching.list_rules(game).items() if coaching.ANY in rule.when
    )


def build_wondering(table: Table, now: Wondering) -> panels.WonderPanel:
    """Return the page on what may be done now, or whether a piece may go somewhere."""
    told: tuple[Message, ...] = ()
    breaches: tuple[Breach, ...] = ()
    if now.source is None and not now.asking:
        say, told, marks = _tell_now(table, now.viewer)
    else:
        say, breaches = _answer(table, now)
        marks = mark_ways(table, now.source)
    if now.target is not None and now.source is not None:
        kind = panels.MarkKind.WRONG if breaches else panels.MarkKind.TO
        marks = (panels.Mark(now.source, panels.MarkKind.FROM), panels.Mark(now.target, kind))
    # Nothing was moved, so there is nothing to put right.
    reasons = (replace(explain_breach(table, breach), mend=Message("")) for breach in breaches)
    explained = tuple(dict.fromkeys(reasons))
    card = note_card(table, past=False)
    stands = (coaching.find_area(table, place) for place, _ in table.placement.pieces)
    picks = tuple(dict.fromkeys(stands))
    if now.source is not None and now.target is None:
        picks = tuple(table.areas)
    view = table.view(now.viewer)
    return panels.WonderPanel(view, say, told, explained, marks, card, picks, (CONTINUE,))


def _tell_now(
    table: Table, viewer: Viewer
) -> tuple[Message, tuple[Message, ...], tuple[panels.Mark, ...]]:
    """Return what may be done now: the steps that are left, or all that the turn allows.

    A seat's own page says what only it may do; the pieces are for the player on turn.
    """
    page = build_play(table)
    if page.left:
        return page.say, page.todo[:MAX_STEPS], page.marks
    ways, marks = _tell_ways(table), mark_ways(table, None)
    if viewer not in (TABLE, table.turn):
        ways, marks = (), ()
    hand = () if viewer == TABLE else tell_hand(table, viewer)
    told = (*page.todo, *hand, *ways, *_list_sayings(table, viewer))
    return table.game.prompt(table.view(viewer)), told, marks


def _answer(table: Table, now: Wondering) -> tuple[Message, tuple[Breach, ...]]:
    """Return the answer to whether a piece may go somewhere, and the rules that forbid it."""
    if now.source is None:
        piece = N_("Touch a piece, then the place where it would go.")
        return Message(N_("Touch the card in question.") if _lies_open(table) else piece), ()
    card = table.card.known
    if now.target is None:
        ways = coaching.find_ways(table.position, card).get(now.source, ())
        text = N_("Here it may go; or touch any other place.")
        return Message(text if ways else N_("This piece cannot move now. Touch a place.")), ()
    cards = coaching.find_cards(table.position, now.source, now.target)
    if cards and card in (None, *cards):
        return _say_yes(table, (card,) if card else cards), ()
    reasons = coaching.find_reasons(table.position, card, now.source, now.target)
    if not reasons:
        return Message(N_("No: that is not a move of this game.")), ()
    return Message(N_("No, that is not allowed.")), reasons


def _lies_open(table: Table) -> bool:
    """Whether the board is made of cards, one of which is touched alone."""
    return any(piece.isdigit() for place, piece in table.placement.pieces if place in table.areas)


def _say_yes(table: Table, cards: tuple[Card, ...]) -> Message:
    named = list_names("card", filter(None, sort_cards(table.game, cards)))
    if not (named and table.game.pile):
        return Message(N_("Yes, you may."))
    return Message(N_("Yes, with: {text}."), (("text", named),))


def _list_sayings(table: Table, viewer: Viewer) -> tuple[Message, ...]:
    """Return the actions to announce now, if they are few, and who enters something in secret.

    A seat's own page names those of that seat, aloud and in secret.
    """
    said = sayings.find_spoken(table.position)
    whisperers = sayings.find_whisperers(table.position)
    if viewer != TABLE:
        mine = (one for one in said if one.saying.seat == viewer)
        said, whisperers = (*mine, *sayings.offer_private(table.position, viewer)), ()
    alone = N_("Touch “In secret”: only {seat} looks at what comes then.")
    asides = (Message(alone, (("seat", seat),)) for seat in whisperers)
    keys = sort_colours(table, sayings.list_next(said, ()))[:MAX_SAID]
    return (*asides, *((Message(N_("There are keys for this:")), *keys) if keys else ()))


def _tell_ways(table: Table) -> tuple[Message, ...]:
    """Say what the glowing pieces are for, if some may move."""
    ways = coaching.find_ways(table.position, table.card.known)
    text = N_("The glowing pieces may move. Touch one to see where it may go.")
    seen = any(coaching.find_area(table, source) in table.areas for source in ways)
    return (Message(text),) if seen else ()


def build_recall(table: Table, now: Recalling) -> panels.PlayPanel:
    """Return the page of a turn, as it was after one of the last moves, for whoever made it."""
    moment = list_finished_plays(table)[-now.left]
    before, seat, card = moment.position, moment.actor, moment.card
    plays = Message(N_("{seat} plays {card:the}."), (("seat", seat or ""), ("card", card or "")))
    after: Any = before.follow(moment.action).view(table.view().viewer)
    return panels.PlayPanel(
        view=replace(after, turn=seat),
        say=plays if card and moment.steps and table.game.pile else Message(N_("What happened?")),
        happened=tell_action(before.public, moment.action),
        todo=(),
        marks=mark_steps(moment.steps),
        card=None,
        facts=(),
        buttons=(CONTINUE,),
    )
