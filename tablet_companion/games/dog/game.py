"""DOG as a Game: the record of functions that the other rooms use."""

from __future__ import annotations

import functools

from tablet_companion.games.advice import Depth
from tablet_companion.games.dog import (
    attempts,
    flow,
    interpret,
    judge,
    knowledge,
    legal,
    listing,
    rules,
    setup,
    table,
    unfinished,
)
from tablet_companion.games.dog.exchange import POSITIONS
from tablet_companion.games.dog.knowledge import DogView
from tablet_companion.games.dog.state import CARDS, POWERS, Powers, Setting
from tablet_companion.games.dog_family import board, gift_reasons, hands, rounds, words, worth
from tablet_companion.games.dog_family.actions import Action, Lot, read_action, write_action
from tablet_companion.games.dog_family.attempts import count_spaces
from tablet_companion.games.dog_family.legal import list_holdable, list_legal
from tablet_companion.games.dog_family.listing import list_actions
from tablet_companion.games.dog_family.state import (
    SEATS,
    State,
    actor,
    outcome,
    read_state,
    sides,
    write_state,
)
from tablet_companion.games.dog_family.table import placement
from tablet_companion.games.protocol import Exchange, Game
from tablet_companion.games.shared.teaching import read_sentences

_find_sentence = read_sentences(__package__, "tablet_companion.games.dog_family")


GAME = Game[
    State, Action, DogView
](
    name="dog",
    title="DOG",
    pile=True,
    family="dog_family",
    options=setup.OPTIONS,
    seats=SEATS,
    cards=CARDS,
    rules=rules.RULES,
    players=setup.players,
    setup=setup.setup,
    teams=sides,
    lot=lambda state, seat: Lot(state.setting.seats.index(seat)),  # the first dealer
    actor=actor,
    legal=functools.partial(list_legal, legal.plays),
    listing=functools.partial(list_actions, listing.legs_of),
    judge=judge.judge,
    conceivable=attempts.conceivable,
    successor=flow.successor,
    outcome=outcome,
    worth=worth.estimate,
    depth=Depth(least=4, far=40, blind=True),
    reasons=gift_reasons.list_reasons(
        frozenset(card for card, one in POWERS.items() if one.starts),
        frozenset(card for card, one in POWERS.items() if one == Powers(forwards=one.forwards[:1])),
    ),
    weight=rounds.weigh,
    unseen=rounds.deal_unseen,
    placement=placement,
    attempted=board.attempted,
    steps=table.steps,
    diagnose=interpret.diagnose,
    go_on=unfinished.go_on,
    amend=table.amend,
    card_of=words.find_card,
    tries=attempts.tries,
    allowed_by=attempts.allow,
    bidden=hands.list_bidden,
    spaces=count_spaces,
    told=functools.partial(words.tell, _find_sentence),
    saying=words.saying,
    prompt=words.prompt,
    view=knowledge.view,
    resample=hands.redeal,
    veiled=hands.hide,
    holdable=list_holdable,
    learn=hands.learn,
    forget=hands.forget,
    exchanging=hands.exchanging,
    receiver=rounds.name_receiver,
    imagine=hands.imagine,
    write=write_state,
    read=lambda written: read_state(Setting, written),
    write_action=lambda state, action: write_action(action, state.setting),
    read_action=lambda state, written: read_action(written, state.setting),
    exchange=Exchange(moves=POSITIONS.moves, attempt=POSITIONS.attempt),
)
