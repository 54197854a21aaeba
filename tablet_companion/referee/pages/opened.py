"""The pages that people open: pause, card keys, correction of the board, what is private."""

from __future__ import annotations

from tablet_companion.games.core import EMPTY, HIDDEN, Piece
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.public import passes
from tablet_companion.referee.model.answers import Question
from tablet_companion.referee.model.events import GoOn, Hide, RecordIsRight, Reveal, TableIsRight
from tablet_companion.referee.model.panels import (
    BoardPanel,
    Button,
    CardKeysPanel,
    HandOverPanel,
    HandPanel,
    Message,
    Panel,
    PausePanel,
    QuestionPanel,
    Weight,
)
from tablet_companion.referee.model.table import (
    Confirming,
    EnteringHand,
    FixingBoard,
    HandingOver,
    NamingCard,
    Paused,
    Speaking,
    Table,
    Whispering,
)
from tablet_companion.referee.pages import sayable
from tablet_companion.referee.pages.keys import (
    BOARD,
    CONTINUE,
    CORRECT_CARD,
    GIVE_UP,
    NEW_GAME,
    SWITCH_OFF,
    TAKE_BACK,
    public_view,
)
from tablet_companion.referee.pages.seen import differences, seen_spots
from tablet_companion.referee.turns import questions
from tablet_companion.referee.turns.naming import last_play
from tablet_companion.referee.turns.talk import knows_of_pass


def dialogue(table: Table) -> Panel | None:
    """Return the page that somebody opened, or None while nothing is open."""
    match table.dialogue:
        case Paused():
            say = Message(N_("Paused. Nothing is judged."))
            return PausePanel(public_view(table), say, (CONTINUE, BOARD, NEW_GAME, SWITCH_OFF))
        case NamingCard() as naming:
            return _card_keys(table, naming)
        case FixingBoard() as fixing:
            return disagreement(table, fixing, fixing.note or Message(N_("What stands where?")))
        case Confirming(question):
            return question_page(table, question)
        case Speaking() as speaking:
            return sayable.speaking(table, speaking)
        case Whispering() as whispering:
            return sayable.whispering(table, whispering)
        case HandingOver(seat):
            say = Message(N_("Pass the tablet to {seat}. Only {seat} looks."), (("seat", seat),))
            look = Button(Message(N_("Touch to look")), Reveal(), Weight.MAIN)
            return HandOverPanel(seat, say, (look, Button(Message(N_("Cancel")), Hide())))
        case EnteringHand() as entering:
            return _hand(table, entering)
    return None


def question_page(table: Table, question: Question) -> QuestionPanel:
    """Return the page of a question."""
    return QuestionPanel(public_view(table), question.say, question.choices, (), question.more)


def _card_keys(table: Table, naming: NamingCard) -> CardKeysPanel:
    game, last = table.game, last_play(table)
    cancel = Button(Message(N_("Cancel")), GoOn())
    if naming.again and last is not None:
        mover = (("seat", game.actor(last.state) or ""),)
        say = Message(N_("Which card did {seat} play last?"), mover)
        return CardKeysPanel(
            public_view(table), say, tuple(game.cards), (cancel,), questions.of_move(table, last)
        )
    say, cards = Message(N_("Which card was laid?")), tuple(game.cards)
    if naming.unused:
        say = Message(N_("No card can be played? Which one is discarded?"))
        thrown = {game.card_of(action) for action in passes(game, table.state)}
        cards = tuple(card for card in cards if card in thrown)
    correct = (CORRECT_CARD,) if last is not None and not naming.unused else ()
    return CardKeysPanel(public_view(table), say, cards, (*correct, cancel))


def disagreement(table: Table, fixing: FixingBoard, say: Message) -> BoardPanel:
    """Return the page that lists where table and record differ, and lets people correct either."""
    wanted = table.game.placement(table.state)
    return BoardPanel(
        view=public_view(table),
        say=say,
        seen=tuple(sorted(seen_spots(table, fixing.puts).items())),
        differences=differences(table, wanted, fixing.puts),
        pieces=_to_put(table),
        buttons=(
            Button(Message(N_("The table is right")), TableIsRight(), Weight.MAIN),
            Button(Message(N_("The record is right")), RecordIsRight()),
            TAKE_BACK,
            Button(Message(N_("Cancel")), GoOn(), Weight.QUIET),
        ),
    )


def _to_put(table: Table) -> tuple[Piece, ...]:
    """Return what can be put on a place by hand: nothing, the pieces there are, one turned over."""
    if table.game.pile:
        seats = tuple(Piece(entry.seat) for entry in public_view(table).seats)
        return (EMPTY, *seats, HIDDEN)
    pieces = table.game.placement(table.state).pieces
    # A card is put where it lies, and nowhere else.
    movable = (piece for place, piece in pieces if piece not in (place, HIDDEN))
    return (EMPTY, *dict.fromkeys(sorted(movable)))


def _hand(table: Table, entering: EnteringHand) -> HandPanel:
    size = next(s.cards for s in public_view(table).seats if s.seat == entering.seat)
    done = () if entering.verdict is None or not knows_of_pass(table) else (GIVE_UP,)
    return HandPanel(
        seat=entering.seat,
        say=Message(N_("{seat}: enter your cards."), (("seat", entering.seat),)),
        cards=tuple(table.game.cards),
        size=size,
        verdict=entering.verdict,
        buttons=(*done, Button(Message(N_("Hide")), Hide())),
    )
