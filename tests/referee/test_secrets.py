"""Nothing the referee shows, says or signals differs between truths the table cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, HIDDEN, TABLE, Breach, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.dialogues import HandingOver, Purpose, Whispering
from tablet_companion.referee.model.effects import Effect, Judged, Kind, Record
from tablet_companion.referee.model.events import (
    Answer,
    Blind,
    GiveUp,
    Intent,
    LetBe,
    OpenBoard,
    OpenCardKeys,
    Pause,
    Reveal,
    Say,
    TakeBack,
    Ticked,
    Touched,
    Whisper,
)
from tablet_companion.referee.model.history import is_unfinished
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.alone import add_spoken_keys, build_own, leave_own_keys
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step as stepped
from tests.amounts import count
from tests.conformance.walk import GAMES, walk
from tests.games.wink import by_people, play
from tests.referee.bench import GAME, Bench
from tests.referee.turned_over import states


def told(state: Any, shown: list[tuple[Placement, str]], intents: list[Intent]) -> list[Effect]:
    """Return everything but records that a referee says to looks and touches in a state."""
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.effects.clear()
    for placement, card in shown:
        bench.see(placement, card=card)
        bench.event(Ticked(bench.now_s + 3))
        bench.event(Ticked(bench.now_s + 10))
    for intent in intents:
        bench.event(Touched(bench.now_s, intent))
    return [effect for effect in bench.effects if not isinstance(effect, Record)]


def halfway(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return a legal move under way: the mover has arrived, what it captured is in the hand."""
    candidate = rng.choice(list_candidates(Position(GAME, state)))
    steps = GAME.steps(state, candidate.action)
    before = dict(GAME.placement(state).pieces)
    pieces = list(GAME.placement(state).pieces)
    for step in steps:
        piece = before.get(step.source)
        if piece is not None and (step.source, piece) in pieces:
            pieces.remove((step.source, piece))
    first = next(step for step in steps if step.target is not None)
    pieces.append((Place(first.target or ""), first.piece))
    return Placement(tuple(sorted(pieces))), candidate.card or ""


def lifted(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return the table with a piece, maybe a hidden one, taken off."""
    pieces = list(GAME.placement(state).pieces)
    pieces.remove(rng.choice(pieces))
    return Placement(tuple(pieces)), "5"


def strewn(state: Any, rng: random.Random) -> tuple[Placement, str]:
    """Return the table with a visible piece moved to a free space: mostly against the rules."""
    pieces = list(GAME.placement(state).pieces)
    place, piece = rng.choice([entry for entry in pieces if entry[1] != HIDDEN])
    taken = {place for place, _ in pieces}
    free = [Place(f"T{n}") for n in range(64) if f"T{n}" not in taken and n % 4 != 2]
    pieces.remove((place, piece))
    return Placement(tuple(sorted([*pieces, (rng.choice(free), piece)]))), "7"


def test_looks_and_touches_are_answered_alike_in_every_truth() -> None:
    """Moves under way, lifted pawns, broken rules, every open panel: byte for byte the same."""
    rng = random.Random(11)
    touches: list[Intent] = [OpenBoard(), OpenCardKeys(), Pause(), GiveUp(), TakeBack()]
    for state in rng.sample([s for s in states(seed=2) if not s.setting.seen_deal], count(5, 12)):
        other = GAME.resample(state, TABLE, rng)
        for scene in (halfway, lifted, strewn):
            shown = [scene(state, rng)]
            assert repr(told(other, shown, touches)) == repr(told(state, shown, touches))


def test_open_panels_hide_hands_that_the_tablet_dealt() -> None:
    """With dealt hands too, what the table's screen shows without a card is the same.

    So is which cards it says may have been laid, where a pawn was moved.
    """
    rng = random.Random(12)
    dealt = [state for state in states(seed=3) if state.setting.seen_deal]
    for state in rng.sample(dealt, count(5, 12)):
        other = GAME.resample(state, TABLE, rng)
        touches: list[Intent] = [OpenBoard(), OpenCardKeys(), Pause(), GiveUp()]
        for shown in (GAME.placement(state), strewn(state, rng)[0]):
            here = [(shown, "")]
            assert repr(told(other, here, touches)) == repr(told(state, here, touches))


def blind_pages(game: AnyGame, state: Any) -> list[str]:
    """Return every page that touches lead to without a camera, before anything is on record.

    A key that says a move in full is left out: whether the card is held shows when it is laid.
    """
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
    blind, _ = stepped(table, Blind(1.0, "camera"))
    touches: list[Intent] = [OpenBoard(), OpenCardKeys(), Pause(), GiveUp()]
    touches += [Whisper(seat) for seat in sayings.find_whisperers(Position(game, state))]
    found, pages = sayings.find_moves(Position(game, state)), [build_panel(blind)]
    ways = [Say((), moves=True), *(Say((one,), moves=True) for one in sayings.list_next(found, ()))]
    for way in ways:
        path = sayings.follow(found, way.path)
        if sayings.choose(found, path) is None:
            touches.append(way)
    pages += [build_panel(stepped(blind, Touched(2.0, touch))[0]) for touch in touches]
    return list(map(repr, pages))


@pytest.mark.parametrize("game", [game for game in GAMES if game.pile], ids=lambda g: g.name)
def test_without_a_camera_dealt_hands_stay_hidden(game: AnyGame) -> None:
    """What can be said before everybody, and every page on the way, tells nothing of any hand."""
    rng, compared = random.Random(13), 0
    first = game.setup({"dealing": "tablet"}, game.seats)
    played = [s for s, _ in walk(game, first, 4, most=1500) if game.actor(s) not in (None, CHANCE)]
    for state in rng.sample(played, 15):
        other = game.resample(state, TABLE, rng)
        compared += other != state
        assert blind_pages(game, other) == blind_pages(game, state)
    assert compared > 10


def every_entry(position: Position) -> tuple[sayings.Entry, ...]:
    """Return everything that can be said in a position, with the plays of every card."""
    plays = sayings.find_plays(position) if position.game.pile else ()
    return (*sayings.find_entries(position), *plays)


def refused(game: AnyGame, state: Any, action: Any) -> list[Effect]:
    """Return everything but records that comes of an action, said in public, that is refused."""
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
    table, _ = stepped(table, Blind(1.0, "camera"))
    entry = next(e for e in every_entry(Position(game, state)) if e.action == action)
    say = Say(entry.saying.labels, moves=entry.saying.shown)
    after, effects = stepped(table, Touched(2.0, say))
    assert after.state == state
    other, more = stepped(after, Touched(3.0, say))
    assert other.verdict == after.verdict
    return [effect for effect in (*effects, *more) if not isinstance(effect, Record)]


def secret_refusals(game: AnyGame, seed: int) -> Iterator[tuple[Any, Any, tuple[Breach, ...]]]:
    """Yield states from all over games, each with an action that only its player sees broken.

    The action is offered in public.
    """
    played = []
    for dealing in ("people", "tablet"):
        options = {"dealing": dealing} if any(o.name == "dealing" for o in game.options) else {}
        played += [s for s, _ in walk(game, game.setup(options, game.seats), seed, most=600)]
    for state in random.Random(seed).sample(played, len(played)):
        for entry in every_entry(Position(game, state)):
            breaches = game.judge(state, entry.action)
            if breaches and not entry.saying.private:
                yield state, entry.action, breaches
                break


SECRETIVE = [game for game in GAMES if game.name in ("agent", "agent_dog", "dog", "wink")]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda g: g.name)
def test_effects_of_a_secret_refusal_name_no_rule(game: AnyGame) -> None:
    """Log, lamps and page say that something was refused, and the same whatever the reason is.

    Where in another truth the same action is refused too, every effect is the same.
    """
    rng, compared = random.Random(17), 0
    for tried, (state, action, breaches) in enumerate(secret_refusals(game, 6)):
        if compared and tried >= 25:
            break
        effects = refused(game, state, action)
        judged = [effect for effect in effects if isinstance(effect, Judged)]
        assert [one.kind for one in judged] == [Kind.OBJECTED]
        assert not judged[0].breaches
        assert not judged[0].places
        for breach in breaches:
            assert game.rules[breach.rule].text not in repr(effects)
            assert f"rule='{breach.rule}'" not in repr(effects)
        other = game.resample(state, TABLE, rng)
        if other != state and game.judge(other, action):
            compared += 1
            assert repr(refused(game, other, action)) == repr(effects)
    assert compared > 0


def test_a_secret_refusal_is_read_by_nobody_else() -> None:
    """Who was not refused and looks at something alone meanwhile reads nothing of it."""
    game = next(game for game in GAMES if game.name == "agent")
    state, action, breaches = next(secret_refusals(game, 6))
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
    table, _ = stepped(table, Blind(1.0, "camera"))
    entry = next(e for e in sayings.find_entries(Position(game, state)) if e.action == action)
    table, _ = stepped(table, Touched(2.0, Say(entry.saying.labels, moves=entry.saying.shown)))
    reasons = [game.rules[breach.rule].text for breach in breaches]
    for seat in game.seats:
        alone = table.but(dialogue=HandingOver(seat, Purpose.WHISPER))
        shown = repr(build_panel(stepped(alone, Touched(3.0, Reveal()))[0]))
        assert all((reason in shown) == (seat == table.turn) for reason in reasons)


def test_who_was_refused_alone_reads_what_to_do_at_a_telephone() -> None:
    """The table says “there it says what to do”: so it does, with the key to go on."""
    game: Any = next(game for game in GAMES if game.name == "wink")
    calls = [f"call {number}" for number in (8, 10, 9)]
    state = play(by_people("zwinkern", 3), *calls, "accuse blue green 8", "has not", "name green")
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
    entry = next(
        e
        for e in sayings.find_entries(table.position)
        if game.write_action(state, e.action) == "has it"
    )
    table, _ = stepped(table, Touched(2.0, Say(entry.saying.labels)))
    seat = table.turn
    assert seat is not None
    own, page = build_own(table, seat), build_panel(table)
    assert isinstance(own, MenuPanel)
    mine = add_spoken_keys(own, leave_own_keys(page, table, seat))
    rules = {rule.text: rule.mend for rule in game.rules.values()}
    assert rules[mine.say.text] in [one.text for one in mine.facts]
    assert LetBe() in [one.intent for one in mine.keys]


def whispered(game: AnyGame) -> list[tuple[Any, sayings.Entry]]:
    """Return states, each with a legal action that its player says where nobody else looks."""
    found = []
    for state, _ in walk(game, game.setup({}, game.seats), 8, most=600):
        private = [e for e in sayings.find_entries(Position(game, state)) if e.saying.private]
        legal = set(game.legal(state)) if private else set()
        found += [(state, entry) for entry in private if entry.action in legal][:1]
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_the_log_names_no_private_action(game: AnyGame) -> None:
    """That something was finished is logged, and which action it was is not."""
    rng = random.Random(19)
    found = whispered(game)
    tried = game.name in ("agent", "pocket_ops")
    assert bool(found) == tried, "stakes and kept specialists are all there is to try"
    for state, entry in rng.sample(found, min(len(found), 20)):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        alone = table.but(dialogue=Whispering(entry.saying.seat, 0.0))
        after, effects = stepped(alone, Touched(1.0, Say(entry.saying.labels)))
        judged = [effect for effect in effects if isinstance(effect, Judged)]
        if is_unfinished(after.past[-1], after.position):
            assert not judged
            continue
        assert [one.kind for one in judged] == [Kind.ACCEPTED]
        assert (judged[0].action, judged[0].card) == ("", None)
        # Once both have chosen, the specialists go to their reserves, whichever they are.
        assert {place.partition(".")[2] for place in judged[0].places} <= {"stack", "nest"}


def test_a_refusal_of_what_is_whispered_stays_where_it_was_said() -> None:
    """The player reads the rule; nobody hears an objection, and nothing is logged."""
    game = next(game for game in GAMES if game.name == "agent")
    for state, _ in walk(game, game.setup({}, game.seats), 6, most=600):
        said = [e for e in sayings.find_entries(Position(game, state)) if e.saying.private]
        wrong = next((e for e in said if game.judge(state, e.action)), None)
        if wrong is None:
            continue
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        alone = table.but(dialogue=Whispering(wrong.saying.seat, 0.0))
        after, effects = stepped(alone, Touched(1.0, Say(wrong.saying.labels)))
        assert [type(effect).__name__ for effect in effects] == ["Show"]
        assert isinstance(after.dialogue, Whispering)
        assert after.dialogue.refusal == game.judge(state, wrong.action)
        assert after.verdict == table.verdict
        return
    raise AssertionError("nothing private can be wrong")


@pytest.mark.parametrize("paper", [False, True])
def test_only_secrets_are_said_alone(paper: bool) -> None:
    """With stakes on paper the tablet knows none: it is not passed round for nothing."""
    game = next(game for game in GAMES if game.name == "agent")
    rng, hidden, alone = random.Random(3), False, False
    for state, _ in walk(game, game.setup({"paper_sheets": paper}, game.seats), 8, most=300):
        hidden |= game.resample(state, TABLE, rng) != state
        said = sayings.find_entries(Position(game, state))
        alone |= any(entry.saying.private for entry in said)
    assert alone == hidden == (not paper)


def test_a_private_panel_shows_nothing_before_it_is_revealed() -> None:
    """The hand-over panel holds no card; the hand panel appears only after a touch."""
    bench = Bench()
    bench.touch(GiveUp())
    bench.touch(Answer(1))
    assert "cards" not in repr(bench.panel)
    assert type(bench.panel).__name__ == "HandOverPanel"
    bench.touch(Reveal())
    assert type(bench.panel).__name__ == "HandPanel"
