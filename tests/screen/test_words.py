"""Everything the program says can be said in every language."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Final

import polib
import pytest

from hardware.boardfile import read_board
from tablet_companion import games, screen
from tablet_companion.games.core import EMPTY, HIDDEN, Card, Message, Piece, Place, Seat
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.words.names import ELIDED, FORMS
from tablet_companion.screen.words.wording import (
    KEYS,
    LOCALE,
    Words,
    WordsError,
    placeholders,
    read_catalogue,
    words,
)
from tests.screen.checks import problems
from tests.screen.looks import SIZES, look, turns_of
from tests.screen.marked_texts import SOURCE, said
from tests.screen.situations import situations
from tools.messages import collect_marked, merge

GAME: Final = games.load("agent_dog")
BOARD: Final = read_board(SOURCE / "games" / "agent_dog" / "board.toml")
TRANSLATED: Final = sorted(set(LANGUAGES) - {KEYS})
CITED: Final = ("Watch whose pawns you capture!",)
KINDS: Final = {"place", "piece", "seat", "colour", "card", "count", "text", "all"}


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> Words:
    """Return the words of each language in turn, for Agent DOG's board."""
    return words(request.param, BOARD)


# --- sentences ------------------------------------------------------------------------------------


def test_only_words_are_capitalised(spoken: Words) -> None:
    """A piece's name that begins a sentence begins large; a path and a device never change."""
    path = Message("{text}", (("text", "boards/my-board-1"),))
    device = Message("{text} is there; all: {text_ports}", (("text", "usb:0"), ("text_ports", "")))
    piece = Message("{piece} pawn", (("piece", "red"),))
    assert spoken.say(path) == "boards/my-board-1"
    assert spoken.say(device).startswith("usb:0")
    assert spoken.say(piece)[0].isupper()


# --- catalogues -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_marked_text_is_translated(language: str) -> None:
    """No text is missing, empty, fuzzy or obsolete; ``make messages`` shows which are."""
    entries = polib.pofile(LOCALE / f"{language}.po")
    assert sorted(entry.msgid for entry in entries.translated_entries()) == list(said())
    assert len(entries) == len(said())


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_to_their_keys(language: str) -> None:
    """Placeholders and the final stop agree, and no text grows much longer than its key."""
    for key, text in read_catalogue(LOCALE / f"{language}.po").items():
        assert placeholders(text) == placeholders(key), key
        assert (key[-1] in ".?!") == (text[-1] in ".?!"), (key, text)
        alone, plain = (re.split(r"\|(?![^{]*\})", one)[0] for one in (text, key))
        assert len(alone) <= max(20, 1.5 * len(plain) + 10), (key, text)


def test_french_marks_never_begin_a_line() -> None:
    """French double marks are held to their word by a space that does not break."""
    for text in read_catalogue(LOCALE / "fr.po").values():
        sentence = re.sub(r"\{.*?\}", "", text)  # a colon in braces is none of the sentence
        for at, mark in enumerate(sentence):
            assert mark not in ":;?!" or sentence[at - 1] == "\N{NO-BREAK SPACE}", text


@pytest.mark.parametrize(
    ("language", "other_address"),
    [("de", r"\w(en|ern) Sie\b"), ("fr", r"\b(tu|toi|ton|ta|tes)\b")],
)
def test_people_are_addressed_in_one_way(language: str, other_address: str) -> None:
    """As "du" in German and "vous" in French; a cited heading keeps the booklet's own."""
    for key, text in read_catalogue(LOCALE / f"{language}.po").items():
        assert key in CITED or not re.search(other_address, text), text


@pytest.mark.parametrize(
    ("language", "others"),
    [
        ("en", {"face down": r"turned down", "pawn": r"\bmeeples?\b|\bmarbles?\b"}),
        (
            "fr",
            {
                "pion": r"\bjeton|\bfigurine",
                "zone de départ": r"\bnids?\b",
                "s’opposer": r"\bprotest",
                "exil": r"\bbanni",
                "valise": r"\bmallette",
                "repéré": r"\bdémasqué|\bdéjoué",
                "messager": r"\bcoursier|\bcourrier",
                "assassin": r"\btueur",
                "sniper": r"\btireur",
            },
        ),
        (
            "de",
            {
                "Figur": r"\bpion\b|spielstein|spielfigur",
                "beschuldigen": r"anschuld|angeschuld",
                "Verbannung": r"\bexil",
                "Koffer": r"\btasche\b",
                "enttarnt": r"\baufgeflogen|\bvereitelt",
                "Kurier": r"\bbote\b|\bboten\b",
                "Attentäter": r"\bassassine|\bmörder",
                "Scharfschütze": r"\bsniper",
                "vorrücken": r"\brutsch",
            },
        ),
    ],
)
def test_a_thing_has_one_name(language: str, others: dict[str, str]) -> None:
    """In rules, lessons and prints the same word; the table names it and its rivals."""
    catalogue = read_catalogue(LOCALE / f"{language}.po") if language != KEYS else {}
    texts = catalogue.values() if catalogue else said()
    for word, rivals in others.items():
        found = [text for text in texts if re.search(rivals, text, re.IGNORECASE)]
        assert not found, (word, found)


BARE: Final = re.compile(r"\{(place|piece|card)(_\w+)?\}")
NOUN: Final = re.compile(r"\b(card|whole|number|carte|numéro|karte|die) \{card\}", re.IGNORECASE)
LISTED: Final = re.compile(r"[:(]\s?\{|^\{\w+\}:|^Pion \{|\b[Bb]ei \{")
"""What is only read, a name behind a colon as on a key; and "bei", which takes any name."""


def test_names_in_sentences_stand_as_sentences_need_them(spoken: Words) -> None:
    """A place, piece or card has its article or preposition, or a noun beside it."""
    for text in map(spoken.text, said()):
        if text[-1] in ".?!" and not LISTED.search(text):
            assert not BARE.search(NOUN.sub("", text)), text


def test_placeholders_ask_for_forms_that_exist(spoken: Words) -> None:
    """After a colon stands a form of a name, or for a count the words for one and several."""
    for key in said():
        for _, name, form, _ in string.Formatter().parse(spoken.text(key)):
            if form:
                assert ("|" in form) if name and name.startswith("count") else form in FORMS, key


def test_a_name_brings_its_preposition_and_article(spoken: Words) -> None:
    """Where a sentence asks for it: on a space, in a nest, in front of somebody; d’Orange."""
    message = Message(
        "{piece:the} {place_from:from} {place_to:to}: {count} {count:space|spaces}.",
        (("piece", "red"), ("place_from", "red.nest"), ("place_to", "T6"), ("count", 1)),
    )
    said = {
        "en": "The red pawn from Red’s nest to Red’s space 6 (hole): 1 space.",
        "fr": "Le pion rouge de la zone de départ Rouge à la case Rouge 6 (trou): 1 space.",
        "de": "Die rote Figur aus dem Nest von Rot auf Feld Rot 6 (Loch): 1 space.",
    }
    assert spoken.say(message) == said[spoken.language]


def test_a_number_picks_its_word(spoken: Words) -> None:
    """One thing is not several; in French nothing is not several, either."""
    said = [spoken.say(Message("{count:one|more}", (("count", n),))) for n in (0, 1, 2)]
    assert said == ["One" if spoken.language == "fr" else "More", "One", "More"]


def test_a_name_is_drawn_together_with_what_is_before_it() -> None:
    """In French, before a vowel: of Orange, but of Red."""
    wink = words("fr", printed.board("wink"))
    assert wink.place(Place("orange.hand")) == "main d’Orange"
    assert wink.place(Place("red.hand")) == "main de Rouge"


def test_nothing_but_names_is_drawn_together() -> None:
    """French translations are elided as they stand; only what is filled in changes."""
    pattern, joined = ELIDED["fr"]
    for text in read_catalogue(LOCALE / "fr.po").values():
        assert pattern.sub(joined, text) == text


def test_details_say_what_they_are() -> None:
    """Every placeholder of every text begins with a kind that can be put into words."""
    kinds = {name.split("_")[0] for key in said() for name in placeholders(key)}
    assert kinds == KINDS


def test_the_extractor_finds_what_is_marked() -> None:
    """What ``make messages`` extracts is what stands in the source."""
    pytest.importorskip("babel")
    assert sorted(collect_marked()) == list(said())


def test_merging_keeps_what_was_translated() -> None:
    """A known text keeps its translation, a new one comes empty, a lost one becomes obsolete.

    A lost text that is marked again has its translation back.
    """
    catalogue = polib.POFile()
    merge(catalogue, {"Yes": ["a.py"], "{count} left": ["a.py"]})
    catalogue.find("Yes").msgstr = "Oui"
    merge(catalogue, {"{count} left": ["b.py"], "No": ["b.py"]})
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == ["{count} left", "No"]
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == ["Yes"]
    merge(catalogue, {"Yes": ["c.py"]})
    assert [(e.msgid, e.msgstr) for e in catalogue.translated_entries()] == [("Yes", "Oui")]


# --- words ----------------------------------------------------------------------------------------


def test_every_place_has_a_name_of_its_own(spoken: Words) -> None:
    """No two areas of the board are called the same, and none by the game's own name for it."""
    names = {area: spoken.place(Place(area)) for area in BOARD.areas}
    assert len(set(names.values())) == len(names) == 64 + 4 * 4 + 4
    assert not any(area in name for area, name in names.items())


def test_places_are_counted_from_the_start_of_their_quarter() -> None:
    """The last space before blue's start belongs to red; a spot of a nest is called by its nest."""
    named = words("en", BOARD).place
    assert named(Place("T0")) == "Red’s start space"
    assert named(Place("T7")) == "Red’s space 7"
    assert named(Place("T15")) == "Red’s space 15"
    assert named(Place("T18")) == "Blue’s space 2 (hole)"
    assert named(Place("yellow.F4")) == "Yellow’s finish space 4"
    assert named(Place("red.N3")) == named(Place("red.nest")) == "Red’s nest"


@pytest.mark.parametrize("language", TRANSLATED)
def test_pieces_seats_and_cards_have_words(language: str) -> None:
    """Colours, seats and faces that are words are called something else than in English."""
    spoken, english = words(language, BOARD), words("en", BOARD)
    for seat in GAME.seats:
        assert spoken.seat(seat) != english.seat(seat)
    for piece in (*map(Piece, GAME.seats), HIDDEN, EMPTY):
        assert spoken.piece(piece) != english.piece(piece)
    for card in GAME.cards:
        number = card[0] in string.digits
        assert (spoken.card(card) == card) == number


def test_a_message_of_every_kind_of_detail() -> None:
    """Each detail is put into words by its own kind, and a list of texts one by one."""
    text = "{place_a} {piece} {seat} {card} {count} {text}"
    message = Message(
        text,
        (
            ("place_a", "T6"),
            ("piece", "hidden"),
            ("seat", "blue"),
            ("card", "copy"),
            ("count", 3),
            ("text", "7, partner"),
        ),
    )
    said = "Case Rouge 6 (trou) infiltré Bleu Copie 3 7, Partenaire"
    assert words("fr", BOARD).say(message) == said


def test_what_is_unknown_is_said_in_english() -> None:
    """Without a translation the key is said; without a board a place keeps the game's name."""
    french = words("fr")
    assert french.say(Message("Well done, {seat}!", (("seat", "purple"),))) == "Well done, Purple!"
    assert french.place(Place("e4")) == "case e4"
    assert french.piece(Piece("purple")) == "purple"
    assert french.card(Card("tarot")) == "tarot"
    assert french.seat(Seat("")) == ""


# --- what people can break ------------------------------------------------------------------------


def test_an_unknown_language_is_one_sentence() -> None:
    """The sentence names the languages there are."""
    with pytest.raises(WordsError, match=r"language 'xx'; known: en, fr, de\.$"):
        words("xx")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file"),
        (b'msgid "a"\nmsgstr "b"\nrubbish\n', r"line 3"),
        (b'msgid "a"\nmsgstr "\xff"\n', "codec"),
        (b'msgid "{seat} won"\nmsgstr "{sieger} gewinnt"\n', r"exactly {seat} in braces"),
        (b'msgid "{seat} won"\nmsgstr "{seat gewinnt"\n', r"exactly {seat} in braces"),
        (b'msgid "Pause"\nmsgstr "{0}"\n', "exactly nothing in braces"),
    ],
)
def test_a_broken_catalogue_is_one_sentence(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    """The sentence names the file and the reason."""
    path = tmp_path / "xx.po"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WordsError, match=reason) as caught:
        read_catalogue(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


# --- on the screen --------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SIZES)
def test_nothing_is_cut_short_in_any_language(screen: str, spoken: Words) -> None:
    """On every page every text has room: none is cut, broken or too small, and all can be touched.

    Upright on seven inches a file's name made its sentence too small to be read from a metre.
    """
    given = look(screen, spoken, turns_of(BOARD, screen))
    for name, (panel, local) in situations().items():
        assert not problems(scenes.page(panel, given, local), panel, given), name


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red, Orange and Blue share the win."),
        ("fr", "Victoire partagée de Rouge, Orange et Bleu."),
        ("de", "Rot, Orange und Blau teilen sich den Sieg."),
    ],
)
def test_a_list_within_a_sentence_ends_as_people_end_it(language: str, said: str) -> None:
    """Nobody says “Red, Orange, Blue share”; a list after a colon needs no such word."""
    names = tuple(Message("{seat}", (("seat", seat),)) for seat in ("red", "orange", "blue"))
    assert words(language).say(Message("{all} share the win.", (("all", names),))) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Yellow names a partner: Red",)),
        ("fr", ("Jaune désigne un partenaire : Rouge",)),
        ("de", ("Gelb nennt einen Partner: Rot",)),
    ],
)
def test_what_was_said_stands_beside_who_said_it(language: str, said: tuple[str, ...]) -> None:
    """A name on a line of its own would be nobody's; sentences keep their lines."""
    named = Message("{seat} names a partner.", (("seat", "yellow"),))
    answer = Message("{seat} has the card.", (("seat", "red"),))
    spoken = words(language)
    told = spoken.tell((named, Message("{seat}", (("seat", "red"),))))
    assert tuple(re.sub(r"\s", " ", line) for line in told) == said
    assert spoken.tell((named, answer)) == (spoken.fill(named), spoken.fill(answer))


def test_no_page_sets_a_colon_itself() -> None:
    """French sets a space before it: “Agents : la première du livret”, once “Agents: …”."""
    pages = (Path(screen.__file__).parent / "pages").glob("*.py")
    found = [path.name for path in pages if re.search(r'f"\{[^"]*\}: ', path.read_text("utf-8"))]
    assert not found
    assert words("fr").join("Agents", "la première") == "Agents\u00a0: la première"
