"""People do what the page says, and a little of what they see themselves; sometimes wrongly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Place
from tablet_companion.referee.model import answers, events, panels
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.turns.answering import find_question
from tests.adversaries.family import answering
from tests.adversaries.family.answering import Temper, answer_by_temper
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Contents, flat
from tests.adversaries.family.page import Page, spelt

PATIENCE_S: Final = 9.0
"""So long people wait for the page; it owes them a word within eight seconds."""
_MOST: Final = 6
"""After so much that was done for nothing people begin again; each slip may cost two more."""


@dataclass(frozen=True, slots=True)
class Incident:
    """How people found back into the game.

    ``steps`` counts what they did because of the page, not how often they only waited for its
    question; ``slips`` how much of that was wrong, ``helpless`` how often nothing could be done.
    """

    steps: int
    slips: int
    back: bool
    last: str
    helpless: int = 0


class Follower:
    """Follows the page after a turn until the game goes on."""

    def __init__(self, family: Family, slips: float, temper: Temper = Temper.HONEST) -> None:
        """Follow with a family; ``slips`` is the share of what it does wrong."""
        self._family = family
        self._slips = slips
        self._temper = temper
        self._read: Page | None = None
        self._helpless = 0
        self._waits = 0

    def settle(self) -> Incident:
        """Wait for the page and follow it until table and record agree, or nothing helps."""
        family, room = self._family, self._family.room
        steps = slips = self._helpless = self._waits = 0
        last = ""
        room.look(PATIENCE_S, until=self._reacted)
        while not self.at_rest() and steps < _MOST + 2 * slips:
            self._read = room.page
            before, last = last, self._page.words()
            family.account.note(f"the page: {last}")
            steps += 1
            if answer_by_temper(family, self._page, self._temper):
                slips += last != before  # a page that asks the same again is the page's fault
            elif family.rng.random() < self._slips:
                slips += 1
                family.account.slips += 1
                self._slip()
            else:
                self._follow()
            room.look(1.0)
            room.look(PATIENCE_S, until=self._reacted)
        back = self.at_rest()
        if back:
            family.account.forget()
            self._think_of_the_card()
            family.remember()
        return Incident(steps - self._waits, slips, back, last, self._helpless)

    def _think_of_the_card(self) -> None:
        """Take a card back that led to nothing, or let it lie and play it after all."""
        family = self._family
        unplayed = len(family.room.tabletop.pile) - family.account.played
        if unplayed > 1 or (unplayed == 1 and family.rng.random() < 0.5):
            family.hand(0.3)
            family.take_card_back()
            family.hand(0.3)
            family.room.look(0.5)

    def at_rest(self) -> bool:
        """Whether the next turn can be played."""
        room = self._family.room
        if room.table.stage is Stage.ENDED:
            return True
        return room.tidy and room.page.calm

    def _reacted(self) -> bool:
        """Whether the page has said something, or all is done; an exchange cannot be seen."""
        done = self.at_rest() and not self._family.account.deeds
        return done or not self._family.room.page.calm

    # --- one step --------------------------------------------------------------------------------

    def _follow(self) -> None:
        family, room = self._family, self._family.room
        if self._renamed():
            return
        match room.panel:
            case panels.PlayPanel():
                self._do_what_is_left()
            case panels.ObjectionPanel():
                self._put_right()
            case panels.QuestionPanel() as question:
                self._answer(question)
            case panels.CardKeysPanel() as keys:
                self._name(keys)
            case panels.BoardPanel():
                self._agree()
            case panels.PausePanel() | panels.HelpPanel() | panels.WonderPanel():
                room.touch(events.GoOn())
            case panels.HandOverPanel():
                room.touch(events.Reveal())
            case panels.HandPanel():
                room.touch(events.Hide())
            case panels.MenuPanel(private=private):
                room.touch(events.Hide() if private else events.GoOn())
            case _:
                family.put_all_right()

    @property
    def _page(self) -> Page:
        """The page that people go by: the one they read before a hand came over the board."""
        return self._read or self._family.room.page

    def _renamed(self) -> bool:
        """Name the card rightly where the page shows one that was named wrongly."""
        family, panel = self._family, self._family.room.panel
        card = family.account.unplayed
        if not isinstance(panel, panels.PlayPanel | panels.ObjectionPanel) or panel.card is None:
            return False
        # The card of the turn may lie beneath those of others who have played on.
        lying = {one.face for one in family.room.tabletop.pile[family.account.played :]}
        wrong = panel.card.source == "named" and panel.card.card not in lying
        if not (wrong and family.account.misnamed and card is not None):
            return False
        family.account.note(f"they name the card again: {card}")
        family.room.touch(events.OpenCardKeys(), events.NameCard(card))
        family.account.misnamed = False
        return True

    def _slip(self) -> None:
        """Do something that the page did not say."""
        family, room = self._family, self._family.room
        family.account.note("somebody gets it wrong")
        match room.panel:
            case panels.QuestionPanel(choices=choices):
                number, asked = family.rng.randrange(len(choices)), find_question(room.table)
                # “Yes, another game” would end the evening.
                if asked is None or not isinstance(asked.consequences[number], answers.Renew):
                    room.touch(events.Answer(number))
            case panels.CardKeysPanel(cards=cards) if cards:
                family.account.misnamed = True
                room.touch(events.NameCard(family.rng.choice(cards)))
            case panels.BoardPanel():
                room.touch(events.TableIsRight())
            case _:
                family.hand()

    def _do_what_is_left(self) -> None:
        """Do what the play page asks for; where it says nothing, what people see themselves."""
        family = self._family
        page, account = self._page, family.account
        if page.calm:
            # Silence: people look at the table and put it as it was.
            family.account.note("nobody is told anything; they put all back")
            self._change(family.put_all_right)
            account.forget()
        elif (page.wants_card and self._lay_due()) or (
            page.or_put_back and account.deeds and self._change(self._finish_meant)
        ):
            return
        elif page.wants_all_back or page.wants_card_off:
            account.note("they put everything where it was")
            if page.wants_card_off:
                self._change(family.take_card_back)
            self._change(family.put_all_right)
            account.forget()
        elif page.wants_back and not page.misses:
            account.forget_at(page.places())
            if not self._change(lambda: self._make(account.meant)):
                self._wonder()
        elif not self._change(lambda: self._make(account.meant) or self._finish()):
            self._wonder()

    def _finish_meant(self) -> bool:
        """Do what was meant; what the page says only for example leads nobody elsewhere."""
        meant = self._family.account.meant
        if self._page.is_example:
            return self._family.room.tabletop.make(meant, sorted(meant))
        return self._make(meant)

    def _finish(self) -> bool:
        """Take a piece that is missing on to where it was meant to go, or put it back."""
        family = self._family
        if not self._page.wants_back:
            return False
        meant = family.account.meant
        if (
            self._page.misses
            and family.account.deeds
            and family.room.tabletop.make(meant, sorted(meant))
        ):
            return True
        family.account.forget_at(self._page.places())
        return self._make(family.account.meant)

    def _wonder(self) -> None:
        """Wait for another word where the page asks for nothing that could be done, then help.

        A page that cannot see a place for sure asks about it if it is left alone for long enough.
        """
        family = self._family
        doubts = self._page.doubts
        self._helpless += not doubts
        self._waits += doubts
        if self._helpless == 1 or doubts:
            family.account.note("nothing that it asks for can be done; they wait")
            family.room.look(PATIENCE_S)
            return
        if self._page.sees_a_thing and family.room.tidy:
            family.account.note("they find nothing that lies there, and say so")
            family.room.touch(events.NoHand())
            return
        family.account.note("they look at the table themselves and put all back")
        family.account.forget()
        self._change(family.put_all_right)

    def _lay_due(self) -> bool:
        """Lay the card that somebody forgot; False where none was."""
        family = self._family
        deeds = family.account.deeds
        plan = family.plan_in_mind
        for number, deed in enumerate(deeds):
            if deed.card is not None and deed.laid is None and plan is not None:
                family.room.tabletop.lay(deed.card)
                family.account.note(f"{deed.seat} lays {deed.card}, told to")
                deeds[number] = type(deed)(
                    deed.seat, deed.state, deed.action, deed.card, deed.after, deed.card
                )
                family.hand()
                return True
        return False

    def _put_right(self) -> None:
        """Put right what the page marks; or do wholly and rightly what was meant."""
        family, account = self._family, self._family.account
        if self._page.lets_be and not account.deeds and account.unplayed is None:
            account.note("only what was said is refused; they go on")
            family.room.touch(events.LetBe())
            return
        plan = family.plan_in_mind
        first = plan is not None and plan.state == family.room.table.state
        if first and plan is not None and family.rng.random() < 0.4:
            self._do_rightly(plan)
            return
        account.forget_at(self._page.places())
        account.note("they put right what is marked")
        if not self._change(lambda: self._make(account.meant) or family.take_card_back()):
            account.note("but nothing marked is wrong")
            alone = not self._page.tells_all  # its player looks alone, where all of it is shown
            back = alone and self._change(family.put_all_right)
            if not (back or family.take_top_card_off()):
                self._wonder()

    def _do_rightly(self, plan: Plan) -> None:
        """Put right what the page marks and what else the player did, then do what was meant."""
        family, account = self._family, self._family.account
        account.note(f"{plan.seat} does it rightly")
        account.forget()
        if account.unplayed != plan.card:
            family.take_card_back()
            family.lay(plan)
        record = flat(family.room.game.placement(family.room.table.state))
        top = family.room.tabletop
        theirs = sorted(area for area, who in top.author.items() if who == plan.seat)

        def do_rightly() -> bool:
            top.take_back(theirs)
            self._make(record)
            top.make(record, theirs)
            family.perform(plan)
            top.make(account.meant, sorted(account.meant))  # home what may not stay where it came
            return True

        self._change(do_rightly)

    def _make(self, wanted: Contents) -> bool:
        """Let the places that the page speaks of show what they should."""
        room = self._family.room
        top, places = room.tabletop, self._page.places()
        before = top.changes
        top.straighten(places)
        ways = [*self._page.ways_back()]
        came = top.follow(ways, wanted)
        if isinstance(self._page.panel, panels.PlayPanel):
            came |= {source for source, _ in ways}  # a move is led on, not back
        changed = top.changes > before
        near = any(places & {top.area_of[spot] for spot in cup} for cup in top.cups)
        if near or (self._page.sees_a_thing and top.cups):
            top.clear_cups()
            changed = True
        for loose in list(top.loose):
            spoken = loose.fallen and self._page.sees_a_thing
            if loose in top.loose and (spoken or top.area_of[loose.near] in places):
                figure = top.pick_up(loose)
                top.aside.append(figure)
                lacking = [a for a, c in wanted.items() if a in top.areas and self._lacks(a, c)]
                top.make(wanted, sorted(lacking))
                changed = True
        changed |= self._page.looks_under and top.look_under(wanted, sorted(places))
        # Where an arrow led a piece it stays, even if it turns out to be another than is wanted.
        return top.make(wanted, sorted(places - came)) or changed

    def _lacks(self, area: Place, content: tuple[str, ...]) -> bool:
        """Whether a piece is missing in an area, and no other stands there in its place."""
        return Counter(self._family.room.tabletop.contents().get(area, ())) < Counter(content)

    def _change(self, change: object) -> bool:
        """Do something to the table with a hand over it; return whether it changed anything."""
        family = self._family
        family.hand(0.2)
        assert callable(change)
        family.by(None)
        changed = bool(change())
        if changed:
            family.account.note("done")
        family.hand(0.4)
        return changed

    # --- answers ---------------------------------------------------------------------------------

    def _answer(self, question: panels.QuestionPanel) -> None:
        """Answer as somebody who knows what was done."""
        family, choices = self._family, question.choices
        labels = [choice.label.text for choice in choices]
        number = answering.choose(family, question)
        if number is None:
            family.account.note("none of the answers is true; they put all back")
            family.account.forget()
            if not self._change(family.put_all_right):
                family.room.touch(events.Answer(len(choices) - 1))
            return
        family.account.note(f"they answer: {spelt(choices[number].label)}")
        family.room.touch(events.Answer(number))
        if labels[number] == answering.BACK:
            family.undone()
        if labels[number].startswith("No,") and labels[number] != answering.GO_ON:
            family.account.forget()
            self._change(family.put_all_right)

    def _name(self, keys: panels.CardKeysPanel) -> None:
        """Name the card that was laid, where one was."""
        family, account = self._family, self._family.account
        card = next((deed.card for deed in account.deeds if deed.card), account.unplayed)
        if card is not None and card in keys.cards:
            account.note(f"they touch {card}")
            family.room.touch(events.NameCard(card))
            return
        if keys.none and account.unplayed is None:
            account.note("they touch: no card was laid")
            family.room.touch(events.NoCard())
            return
        account.note("they cannot answer; they put all back")
        account.forget()
        if not self._change(family.put_all_right):
            family.room.touch(events.GoOn())

    def _agree(self) -> None:
        """Say who is right, and put the table as the record has it."""
        family, top = self._family, self._family.room.tabletop
        if family.room.page.sees_it_turned and top.turned_round and self._change(top.turn_round):
            family.account.note("they have turned the board back")
            return
        if family.rng.random() < 0.2 and not family.room.tabletop.loose:
            family.account.note("they say: the table is right")
            family.room.touch(events.TableIsRight())
            if not family.room.differing():
                family.account.forget()
                return
        family.account.forget()
        family.account.note("they say: the record is right, and put it so")
        record = flat(family.room.game.placement(family.room.table.state))
        told = self._page.places()  # where none is named, people look at the whole table
        self._change(lambda: self._make(record) if told else family.put_all_right())
        family.room.touch(events.RecordIsRight())
