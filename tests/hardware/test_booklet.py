"""Rulebooks and reference cards come out of the printer whole, for every game and language."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pypdfium2
import pytest

from hardware.printing import booklet, booklet_pdf
from hardware.printing.booklet import A5, A6, SHEET, Book
from hardware.printing.diagram import Move, Window, diagram_svg, fit_window
from hardware.printing.outlines import _font
from hardware.printing.setting import (
    BODY,
    HEADING,
    Drawing,
    Ground,
    Line,
    Page,
    break_lines,
    measure,
)
from tablet_companion import cli, games
from tablet_companion.games.core import Rule
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed, rulebook
from tablet_companion.kit.rulebook import Maker
from tests.amounts import draw, sampled

_POINTS: Final = 72 / 25.4
every_book = pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in games.names() for language in LANGUAGES]
)


@functools.cache
def maker(game: str, language: str) -> Maker:
    """Return what a rulebook is made with, once."""
    return rulebook.make(game, printed.board(game), language)


@functools.cache
def book(game: str, language: str) -> Book:
    """Return a rulebook as it is told, once."""
    return rulebook.build_book(maker(game, language))


@functools.cache
def pages(game: str, language: str) -> tuple[Page, ...]:
    """Return a rulebook's pages, once."""
    return booklet.lay_out(book(game, language))


@functools.cache
def sides(game: str, language: str) -> tuple[Page, ...]:
    """Return a reference card's sides, once."""
    return booklet.lay_out_card(rulebook.build_reference(maker(game, language)))


def spoken(game: str) -> Iterator[Rule]:
    """Yield the rules that say how they are."""
    yield from (name for name, rule in games.handbook(game).rules.items() if rule.says)


def squeeze(text: str) -> str:
    """Return a text without anything that a line break may change."""
    return "".join(text.split())


def written(page: Page) -> str:
    """Return the text of a page, squeezed."""
    return squeeze(" ".join(item.text for item in page if isinstance(item, Line)))


def require_inside(page: Page, size: tuple[float, float], rim: float) -> None:
    """Fail if anything on a page comes nearer to an edge than the rim."""
    for item in page:
        rise, fall = (
            (item.style.height_mm * 1.5, item.style.height_mm * 0.6)
            if isinstance(item, Line)
            else (0.0, item.height)
        )
        assert item.x >= rim - 1e-6
        assert item.x + item.width <= size[0] - rim + 1e-6, item
        assert item.y - rise >= rim - 1e-6
        assert item.y + fall <= size[1] - rim + 1e-6, item


def require_written_inside(page: pypdfium2.PdfPage, size: tuple[float, float]) -> None:
    """Fail if the file itself has text nearer than 6 mm to an edge of its page."""
    text, rim = page.get_textpage(), 6.0 * _POINTS
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        assert rim <= left < right <= size[0] * _POINTS - rim
        assert rim <= bottom < top <= size[1] * _POINTS - rim


def require_apart(page: Page) -> None:
    """Fail if two lines of text stand on each other, or one on a picture."""
    lines = [item for item in page if isinstance(item, Line)]
    pictures = [item for item in page if isinstance(item, Ground)]
    boxes = [
        *((one.x, one.y - one.style.height_mm, one.x + one.width, one.y) for one in lines),
        *((one.x, one.y, one.x + one.width, one.y + one.height) for one in pictures),
    ]
    for number, one in enumerate(boxes[: len(lines)]):
        for other in boxes[number + 1 :]:
            beside = one[2] <= other[0] or other[2] <= one[0]
            assert beside or one[3] <= other[1] or other[3] <= one[1], lines[number].text


def require_every_rule(game: str, language: str, texts: Sequence[str]) -> None:
    """Fail if the text of no page, squeezed, has a rule as it is said."""
    for rule in spoken(game):
        says = maker(game, language).words.text(games.handbook(game).rules[rule].says)
        assert any(squeeze(says) in text for text in texts), (rule, says)


@sampled(3)
@every_book
def test_every_rule_stands_on_a_page(game: str, language: str) -> None:
    """Each rule is said as the table says it, on one page, and the pages fill whole sheets."""
    laid = pages(game, language)
    assert len(laid) % SHEET == 0
    require_every_rule(game, language, [written(page) for page in laid])


@sampled(2)
@pytest.mark.parametrize("game", games.names())
def test_every_rule_stands_on_a_page_of_the_opened_file(game: str) -> None:
    """The file opens, has A5 pages, and its text can be searched for every rule, on one page.

    Each run opens every game's book in one language, a thorough one in all.
    """
    for language in draw(LANGUAGES, len(LANGUAGES), games.names().index(game)):
        laid = pages(game, language)
        content = booklet_pdf.pages_pdf(laid, printed.board(game).size_mm, None)
        opened = pypdfium2.PdfDocument(io.BytesIO(content))
        assert len(opened) == len(laid)
        for page in opened:
            assert page.get_size() == pytest.approx([side * _POINTS for side in A5], abs=0.1)
            require_written_inside(page, A5)
        texts = [squeeze(page.get_textpage().get_text_range()) for page in opened]
        require_every_rule(game, language, texts)


@every_book
def test_nothing_is_cut_and_nothing_covers_a_text(game: str, language: str) -> None:
    """All of a page lies 6 mm within its edges; lines are apart, and off the pictures."""
    for page in pages(game, language):
        require_inside(page, A5, 6.0)
        require_apart(page)
    for side in sides(game, language):
        require_inside(side, A6, 6.0)
        require_apart(side)


@sampled(3)
@every_book
def test_the_typefaces_have_every_letter(game: str, language: str) -> None:
    """No rule is printed with an empty box in it."""
    for page in (*pages(game, language), *sides(game, language)):
        for line in (item for item in page if isinstance(item, Line)):
            letters = _font(line.style.font).getBestCmap()
            assert {*map(ord, line.text)} <= letters.keys(), line.text


@pytest.mark.parametrize("game", games.names())
def test_every_example_on_the_board_is_drawn(game: str) -> None:
    """A rule in whose example something on the board changes has a picture of each change."""
    made = maker(game, "en")
    entries = [entry for section in book(game, "en").sections for entry in section.entries]
    rules = [name for chapter in rulebook.group_rules(game) for name in chapter.rules]
    drawn = 0
    for rule, entry in zip(rules, entries, strict=True):
        scenes = tuple(rulebook.scenes_of(made, made.handbook.examples[rule]))
        changing = [scene.allowed for scene in scenes if scene.before != scene.after]
        assert [picture.allowed for picture in entry.pictures] == changing, rule
        drawn += len(entry.pictures)
        for picture in entry.pictures:
            assert is_crossed_out(picture.svg) is not picture.allowed, rule
    grounds = [item for page in pages(game, "en") for item in page if isinstance(item, Ground)]
    assert len(grounds) == drawn + 1, "and the board on the cover"
    assert drawn > len(entries) / 3


def is_crossed_out(svg: str) -> bool:
    """Whether something is crossed out in a diagram."""
    return "#c2281d" in svg


@pytest.mark.parametrize("game", games.names())
def test_the_aim_comes_first_and_every_rule_once(game: str) -> None:
    """Rules stand as they are taught, none twice; what the game is about opens the book."""
    names = [name for chapter in rulebook.group_rules(game) for name in chapter.rules]
    assert sorted(names) == sorted(spoken(game))
    assert names[0] == rulebook.AIM
    says = games.handbook(game).rules[rulebook.AIM].says
    assert squeeze(says) in written(pages(game, "en")[0]), "and stands on the cover"


def read_contents(page: Page) -> Iterator[tuple[str, int]]:
    """Yield the titles that stand on a page of contents, squeezed, each with its page."""
    title = ""
    for line in (item for item in page if isinstance(item, Line) and item.style == BODY):
        if line.x > A5[0] / 2:
            yield title, int(line.text)
            title = ""
        else:
            title += squeeze(line.text)


@sampled(3)
@every_book
def test_the_contents_name_the_page_of_every_section(game: str, language: str) -> None:
    """The number behind a section's title is that of the page on which it is a heading."""
    laid = pages(game, language)
    heads = {
        number: squeeze(
            "".join(one.text for one in page if isinstance(one, Line) and one.style == HEADING)
        )
        for number, page in enumerate(laid[2:], start=3)
    }
    listed = list(read_contents(laid[1]))
    sections = book(game, language).sections
    assert [title for title, _ in listed] == [squeeze(one.title) for one in sections]
    for title, number in listed:
        assert title in heads[number], title


@every_book
def test_no_heading_is_one_of_the_booklet(game: str, language: str) -> None:
    """Who has no booklet is not helped by "7 a)", nor by the headings of three editions."""
    text = maker(game, language).words.text
    theirs = {text(rule.section) for rule in games.handbook(game).rules.values()}
    titles = {one.title for one in book(game, language).sections}
    assert not titles & theirs


@sampled(3)
@every_book
def test_a_reference_explains_every_card_and_no_half_sentence(game: str, language: str) -> None:
    """Each card or specialist once, as it looks; every sentence ends; all on two cards at most."""
    made = maker(game, language)
    reference, drawn = rulebook.build_reference(made), rulebook.draw_faces(made)
    explained = [face.svg for row in reference.cards for face in row.faces]
    assert sorted(explained) == sorted(face.svg for face in drawn.values())
    says = [one for _, sentences in reference.sections for one in sentences]
    assert all(one[-1] in ".!?" for one in (*says, *(row.says for row in reference.cards)))
    laid = sides(game, language)
    assert 1 <= len(laid) <= 4
    said = "".join(map(written, laid))
    assert all(squeeze(one) in said for one in says)
    pictures = [item for side in laid for item in side if isinstance(item, Drawing)]
    assert len(pictures) == len(explained) + len(says), "a face each, and a dot a sentence"


@sampled(2)
@pytest.mark.parametrize("game", games.names())
def test_a_reference_stands_four_times_on_its_sheet(game: str) -> None:
    """The opened file has a sheet for each side, and the game's name on it four times.

    Each run opens every game's cards in one language, a thorough one in all.
    """
    for language in draw(LANGUAGES, len(LANGUAGES), games.names().index(game)):
        laid = sides(game, language)
        opened = pypdfium2.PdfDocument(io.BytesIO(booklet_pdf.cards_pdf(laid)))
        first = squeeze(opened[0].get_textpage().get_text_range())
        assert len(opened) == len(laid)
        assert first.count(squeeze(games.load(game).title)) >= 4


@sampled(3)
@every_book
def test_no_letter_is_smaller_than_seven_points(game: str, language: str) -> None:
    """A child of ten and a grandfather of seventy can read all that is printed."""
    for page in (*pages(game, language), *sides(game, language)):
        for line in (item for item in page if isinstance(item, Line)):
            assert line.style.lettering.size_pt >= 7.0, line.text


def test_folded_sheets_read_in_order() -> None:
    """Laid into each other and folded, the sheets show the pages one after the other."""
    numbered: Sequence[Page] = [(Line(0, 0, str(n), BODY),) for n in range(1, 9)]
    shown = [tuple(page[0].text for page in spread) for spread in booklet_pdf.impose(numbered)]  # type: ignore[union-attr]  # only lines
    assert shown == [("8", "1"), ("2", "7"), ("6", "3"), ("4", "5")]


def test_the_same_book_is_the_same_file() -> None:
    """A file says nothing of when it was made, be it pages, folded sheets or cards."""
    laid, size = pages("wink", "en")[:SHEET], printed.board("wink").size_mm
    for write in (booklet_pdf.pages_pdf, booklet_pdf.folded_pdf):
        assert write(laid, size, None) == write(laid, size, None)
    assert booklet_pdf.cards_pdf(laid[:1]) == booklet_pdf.cards_pdf(laid[:1])


def test_the_command_prints_the_book_and_the_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The book as pages and to be folded, the cards on A4; in German."""
    out = ["--out", str(tmp_path), "--language", "de"]
    assert cli.main(["print", "wink", "rulebook", "--fold", *out]) == 0
    assert cli.main(["print", "wink", "reference", *out]) == 0
    names = [Path(line).name for line in capsys.readouterr().out.splitlines()]
    assert names == ["wink-rulebook.pdf", "wink-rulebook-fold.pdf", "wink-reference.pdf"]
    book, folded, cards = (pypdfium2.PdfDocument(tmp_path / name) for name in names)
    assert len(folded) * 2 == len(book)
    assert folded[0].get_size() == pytest.approx([297 * _POINTS, 210 * _POINTS], abs=0.1)
    assert cards[0].get_size() == pytest.approx([210 * _POINTS, 297 * _POINTS], abs=0.1)
    assert "Regelheft" in book[0].get_textpage().get_text_range()


def test_a_game_that_teaches_nothing_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, status 1, nothing written."""
    monkeypatch.setattr(rulebook, "_teaches", lambda _game: False)
    for part in ("rulebook", "reference"):
        assert cli.main(["print", "dog", part, "--out", str(tmp_path / part)]) == 1
        said = capsys.readouterr().err
        assert "dog has no rules to print" in said
        assert said.count("\n") == 1
        assert not (tmp_path / part).exists()


def test_the_sheet_for_a_lens_has_no_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, status 1."""
    assert cli.main(["print", "charuco", "rulebook"]) == 1
    assert "no rulebook" in capsys.readouterr().err


def test_a_space_that_does_not_break_stays() -> None:
    """French colons stay with their words; no line is wider than it may be."""
    text = "Carte\u00a0: un pion sort du nid et avance de onze cases\u00a0; puis c’est tout"
    lines = list(break_lines(text, 30.0, BODY))
    assert " ".join(lines) == text
    assert all(measure(line, BODY) <= 30.0 for line in lines)


def test_a_diagram_shows_all_of_a_move_within_the_board() -> None:
    """The part that is shown holds every point with its margin, and keeps to the board."""
    points = [(20.0, 30.0), (180.0, 60.0)]
    shown = fit_window(points, (400.0, 280.0), shape=1.5, margin_mm=10.0, least_mm=120.0)
    assert shown == Window(10.0, 0.0, 180.0, 120.0)
    alone = fit_window(points[:1], (400.0, 280.0), shape=1.5, margin_mm=10.0, least_mm=120.0)
    assert alone == Window(0.0, 0.0, 120.0, 80.0)


def test_only_a_forbidden_move_is_crossed_out() -> None:
    """The same arrow, with and without a cross."""
    board = printed.board("dog")
    move, shown = Move(((20.0, 20.0), (80.0, 20.0))), Window(0, 0, 400, 280)
    fine, wrong = (
        diagram_svg(board, {}, [move], shown, paper_mm=57.0, allowed=allowed)
        for allowed in (True, False)
    )
    assert (is_crossed_out(fine), is_crossed_out(wrong)) == (False, True)
    assert wrong.count("<path") > fine.count("<path")
