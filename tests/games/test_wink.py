"""Wink beyond the booklet: unknown hands, and what is said."""

from __future__ import annotations

import itertools
import random

import pytest

from tablet_companion.games.core import TABLE, UNKNOWN_CARD, Card, PositionError
from tablet_companion.games.text import LANGUAGES
from tablet_companion.games.wink import holding
from tablet_companion.games.wink.actions import Accuse, Lot, Say
from tablet_companion.games.wink.state import SEATS, CardSide, Phase, State
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.sayings import find_entries, list_next
from tablet_companion.referee.model.steps_in_words import tell_action
from tablet_companion.screen.words.wording import words
from tests.games.wink import BLUE, GAME, RED, by_people, every_edition, legal, one_round, play

# --- hands that nobody has shown ----------------------------------------------------------------


@every_edition
def test_unknown_hands_allow_what_some_hand_allows(edition: str) -> None:
    """Every free card may be called, and the player asked may have the card or not."""
    state = by_people(edition)
    assert len(legal(state, "call")) == 36
    state = one_round(state, red="25")
    assert legal(play(state, "name blue")) == {"has it", "has not"}


@every_edition
def test_who_called_a_card_does_not_hold_it(edition: str) -> None:
    """Named or accused about a card he called himself once, a player cannot have it."""
    state = one_round(by_people(edition), red="25", blue="3")
    state = play(state, "name blue", "has it", "call 1")
    state = play(state, "accuse red blue 3")
    assert legal(state) == {"has not"}


def test_the_last_who_can_have_it_has_it() -> None:
    """With all cards dealt, three who lack a card leave it to the fourth."""
    state = one_round(by_people("agents"), red="25")
    state = state._replace(barred=state.barred | {(1, Card("25")), (2, Card("25"))})
    assert legal(play(state, "name yellow")) == {"has it"}


@pytest.mark.parametrize("seed", range(30))
def test_counting_agrees_with_trying_every_deal(seed: int) -> None:
    """What a hand may hold, may lack and must hold is what all deals of a few cards say."""
    rng = random.Random(seed)
    state = _few_cards(rng)
    deals = list(_deals(state))
    for seat, card in itertools.product(range(4), holding.loose(state)):
        inside = [card in deal[seat] for deal in deals]
        assert holding.may_hold(state, seat, card) == any(inside)
        if deals:
            assert holding.holds_surely(state, seat, card) == all(inside)
        boxed = [all(card not in hand for hand in deal) for deal in deals]
        assert holding.may_be_boxed(state, card) == any(boxed)
    pair = holding.loose(state)[:2]
    both = any(set(pair) <= set(deal[0]) for deal in deals)
    assert holding.may_hold_all(state, 0, pair) == both


def _few_cards(rng: random.Random) -> State:
    """Return a table with six cards left, some hands known in part, and chance conclusions."""
    state = by_people("zwinkern")
    left = [Card(str(number)) for number in range(1, 7)]
    sizes = rng.choice([(1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1), (1, 2, 1, 1)])
    hands = [[UNKNOWN_CARD] * size for size in sizes]
    hands[3][0] = rng.choice([left[5], UNKNOWN_CARD])
    barred = {(rng.randrange(-1, 4), rng.choice(left[:5])) for _ in range(rng.randrange(9))}
    return state._replace(
        lies=tuple(CardSide.UP if c in left else CardSide.WON for c in state.setting.cards),
        hands=tuple(map(tuple, hands)),
        barred=frozenset(barred),
    )


def _deals(state: State) -> list[list[tuple[Card, ...]]]:
    """Return every way to give the loose cards to the unknown places of hands."""
    room = [hand.count(UNKNOWN_CARD) for hand in state.hands]
    deals = []
    for order in itertools.permutations(holding.loose(state)):
        cards = list(order)
        deal = [tuple(cards.pop() for _ in range(count)) for count in room]
        places = [(seat, card) for seat, hand in enumerate(deal) for card in hand]
        places += [(-1, card) for card in cards]
        if not state.barred & set(places):
            deal = [
                (*new, *(c for c in old if c != UNKNOWN_CARD))
                for new, old in zip(deal, state.hands, strict=True)
            ]
            deals.append(deal)
    return deals


def test_a_hand_is_learnt_only_where_it_can_be() -> None:
    """A shown hand has the right size, no card twice, none laid or known elsewhere or excluded."""
    state = play(by_people("wink"), "call 25")
    fine = tuple(Card(str(number)) for number in range(1, 9))
    known = GAME.learn(state, RED, fine)
    assert known.hands[0] == tuple(sorted(fine))
    assert GAME.learn(known, RED, fine) == known
    for wrong in (
        fine[:7],
        (*fine[:7], Card("1")),
        (*fine[:7], Card("25")),
        (*fine[:7], Card("x")),
    ):
        with pytest.raises(PositionError, match="red cannot hold"):
            GAME.learn(state, RED, wrong)
    with pytest.raises(PositionError, match="blue cannot hold"):
        GAME.learn(known, BLUE, (*fine[:1], *(Card(str(number)) for number in range(9, 16))))


def test_only_a_player_begins_and_only_two_answers_are_given() -> None:
    """A lot for a stranger, or an answer in other words, was legal and ended in a crash."""
    assert GAME.judge(GAME.setup({}, SEATS[:4]), Lot(SEATS[7]))
    asked = play(one_round(by_people("agents"), red="25"), "name blue")
    assert GAME.judge(asked, Say("perhaps"))


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_score_begins_with_a_lonely_word(language: str) -> None:
    """What is left of the accusations stays with its number in every language."""
    spoken = words(language, printed.board(GAME.name))
    told = [spoken.say(one) for one in GAME.facts(GAME.view(by_people("wink"), TABLE))]
    assert told
    assert not [text for text in told if " " in text.partition(", ")[2]]


def test_a_game_that_is_over_counts_no_accusations_left() -> None:
    """They decide nothing any more; beside the points they cut the last players' lines."""
    before = by_people("wink")
    over = before._replace(phase=Phase.OVER)
    for state, told in ((before, True), (over, False)):
        facts = [dict(one.details) for one in GAME.facts(GAME.view(state, TABLE))]
        assert any("count_left" in one for one in facts if "seat" in one) == told
        assert sum("count" in one and "seat" in one for one in facts) == len(state.setting.seats)


@pytest.mark.parametrize("players", range(4, 9))
def test_whoever_accuses_reads_a_dozen_keys_at_most(players: int) -> None:
    """With eight players all called cards, each with all who may hold it, were 49 keys."""
    calls = (f"call {number}" for number in range(1, players + 1))
    state = play(by_people("agents", players), *calls)
    found = [one for one in find_entries(Position(GAME, state)) if isinstance(one.action, Accuse)]
    pages = {one.saying.labels[:size] for one in found for size in range(len(one.saying.labels))}
    assert found
    assert all(len(list_next(found, path)) <= 12 for path in pages)


@pytest.mark.parametrize("players", [4, 8])
def test_an_accusation_is_told_alike_however_it_is_entered(players: int) -> None:
    """Who accuses, and who is to hold which card; the keys on the way are not repeated."""
    calls = (f"call {number}" for number in range(1, players + 1))
    state = play(by_people("agents", players), *calls)
    told = tell_action(Position(GAME, state), GAME.read_action(state, "accuse red green 2"))
    assert [one.text for one in told] == ["{seat} accuses", "{seat} holds the {card}"]
