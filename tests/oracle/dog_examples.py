"""Small DOG positions whose outcomes were worked out by hand from the rulings.

Red (``T0``) is on turn, green (``T32``) its partner, blue (``T16``) and yellow (``T48``) play
against them. In ``red 0* 5 F2 / blue 20`` a number is a space of the track, ``*`` says fresh,
``F2`` is the colour's own finish (``home``: all four there), who is not named is in the nest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

SEATS = ("red", "blue", "green", "yellow")
PROTECTED, CANADIAN = "always_protected", "canadian_seven"


class Example(NamedTuple):
    """A position, the one card in hand, every outcome between bars; none: the hand is given up."""

    ruling: str
    before: str
    card: str
    after: str
    options: tuple[str, ...] = ()


def table(text: str) -> tuple[dict[str, list[str]], list[str]]:
    """Return the pawns and the fresh start spaces that a text stands for."""
    pawns: dict[str, list[str]] = {seat: [] for seat in SEATS}
    fresh: list[str] = []
    for part in filter(None, text.replace("home", "F1 F2 F3 F4").split(" / ")):
        seat, *places = part.split()
        for place in places:
            where = place.rstrip("*")
            pawns[seat].append(f"{seat}.{where}" if where[0] == "F" else f"T{where}")
            fresh += [f"T{where}"] * place.endswith("*")
    full = {seat: sorted(at + [f"{seat}.nest"] * (4 - len(at))) for seat, at in pawns.items()}
    return full, sorted(fresh)


def outcomes(example: Example) -> list[tuple[dict[str, list[str]], list[str]]]:
    """Return pawns and fresh start spaces of an example's outcomes, in the exchange's order."""
    return sorted((table(text) for text in example.after.split(" | ") if text), key=str)


def position(example: Example) -> dict[str, Any]:
    """Return an example's position in the exchange format."""
    pawns, fresh = table(example.before)
    return {
        "game": "dog",
        "options": dict.fromkeys(example.options, True),
        "seats": list(SEATS),
        "turn": "red",
        "hand": [example.card] if example.card else [],
        "last_card": None,
        "left_round": [],
        "pawns": pawns,
        "fresh": fresh,
    }


EXAMPLES = (
    # 2, 11: the cards
    Example("2 no pawn on the board", "", "5", ""),
    Example("2 an empty hand", "red 5", "", ""),
    Example("2 only a jack, and nobody to change with", "red 5 6", "J", ""),
    Example("11 ace starts", "", "A", "red 0*"),
    Example("11 king starts", "", "K", "red 0*"),
    Example("11 a joker starts", "", "X", "red 0*"),
    Example("11 ace", "red 5", "A", "red 0* 5 | red 6 | red 16"),
    Example("11 king", "red 5", "K", "red 0* 5 | red 18"),
    Example("11 queen", "red 5", "Q", "red 17"),
    Example(
        "11 a joker is any card",
        "red 5",
        "X",
        "red 0* 5 | red 1 | red 6 | red 7 | red 8 | red 9 | red 10 | red 11 | red 12 | "
        "red 13 | red 14 | red 15 | red 16 | red 17 | red 18",
    ),
    # 3: protection
    Example("3 a fresh pawn holds up its own side", "red 0* 62", "5", "red 62 5"),
    Example("3 an old one does not", "red 0 62", "5", "red 0 3 | red 0 F3 | red 62 5"),
    Example("3 by the option it does", "red 0 62", "5", "red 62 5", (PROTECTED,)),
    Example("3 no landing on a fresh pawn", "red 14 / blue 16*", "2", ""),
    Example("3 no overtaking of a fresh pawn", "red 14 / blue 16*", "3", ""),
    Example("3 an old one is landed on", "red 14 / blue 16", "2", "red 16"),
    Example("3 an old one is overtaken", "red 14 / blue 16", "3", "red 17 / blue 16"),
    Example("3 by the option not landed on", "red 14 / blue 16", "2", "", (PROTECTED,)),
    Example("3 never on another's start", "red 14 / green 16", "2", "red 16", (PROTECTED,)),
    Example("3 fresh no more once it moved", "red 0*", "5", "red 5"),
    # 4: starting
    Example("4 an old own pawn goes home", "red 0", "A", "red 0* | red 1 | red F1 | red 11"),
    Example("4 a fresh one holds the start", "red 0*", "A", "red 1 | red 11"),
    Example("4 and by the option any", "red 0", "A", "red 1 | red F1 | red 11", (PROTECTED,)),
    Example("4 a foreign pawn goes home", "blue 0", "K", "red 0*"),
    Example("4 by the option too", "blue 0", "K", "red 0*", (PROTECTED,)),
    Example("4 the partner's pawn goes home", "green 0", "K", "red 0*"),
    # 5: landing
    Example("5 own pawns too", "red 5 10", "5", "red 10 | red 5 15"),
    Example("5 an opponent's pawn", "red 5 / yellow 10", "5", "red 10"),
    Example("5 the partner's pawn", "red 5 / green 10", "5", "red 10"),
    Example("5 who is passed stays", "red 5 / yellow 8", "8", "red 13 / yellow 8"),
    # 6: backwards
    Example("6 across the start", "red 2", "4", "red 6 | red 62"),
    Example(
        "6 who is passed stays",
        "red 2 63",
        "4",
        "red 62 63 | red 6 63 | red 2 3 | red 2 F3 | red 2 59",
    ),
    Example("6 not past a fresh pawn", "red 2 0*", "4", "red 0* 6 | red 2 4 | red 2 60"),
    Example("6 whoever's it is", "red 18 / blue 16*", "4", "red 22 / blue 16*"),
    Example("6 landing captures", "red 4 / yellow 0", "4", "red 0 | red 8 / yellow 0"),
    Example("6 a fresh pawn goes back itself", "red 0*", "4", "red 4 | red 60"),
    Example("6 never inside the finish", "red F4", "4", ""),
    Example("6 back onto the start", "red 4", "4", "red 0 | red 8"),
    # 7: entering
    Example("7 an old pawn has the choice", "red 0", "3", "red 3 | red F3"),
    Example("7 by the option too", "red 0", "3", "red 3 | red F3", (PROTECTED,)),
    Example("7 a fresh pawn does not", "red 0*", "3", "red 3"),
    Example("7 in passing", "red 63", "2", "red 1 | red F1"),
    Example("7 stopping on the start", "red 62", "2", "red 0"),
    Example("7 not into another's", "red 15", "3", "red 18"),
    Example("7 only forwards", "red 0", "4", "red 4 | red F4 | red 60"),
    # 8: the finish
    Example("8 exactly", "red 60", "9", "red 5"),
    Example("8 to the end", "red 60", "8", "red 4 | red F4"),
    Example("8 nobody is overtaken", "red 62 F2", "4", "red 2 F2 | red 58 F2"),
    Example("8 nobody is landed on", "red F1 F3", "2", ""),
    Example("8 pawns go deeper", "red F1", "3", "red F4"),
    Example("8 the next space", "red F1 F2", "A", "red F1 F3 | red 0* F1 F2"),
    # 9: the seven
    Example("9 one pawn", "red 5", "7", "red 12"),
    Example("9 nobody starts with it", "red F1", "7", ""),
    Example("9 a fresh pawn goes past the finish", "red 0*", "7", "red 7"),
    Example("9 and an old one has to", "red 0", "7", "red 7"),
    Example("9 all that it comes onto go home", "red 5 / blue 12 / yellow 8", "7", "red 12"),
    Example("9 the partner's pawns too", "red 5 / green 8", "7", "red 12"),
    Example(
        "9 partly in the finish", "red 20 F1", "7", "red 27 F1 | red 26 F2 | red 25 F3 | red 24 F4"
    ),
    Example(
        "9 one behind the other",
        "red 5 10",
        "7",
        "red 5 17 | red 6 16 | red 7 15 | red 8 14 | red 9 13 | red 10 12 | red 11 | red 12",
    ),
    Example(
        "9 past an old pawn on the start",
        "red 0 62",
        "7",
        "red 62 7 | red 63 6 | red 0 5 | red 1 4 | red 4 F1 | red 1 F4 | red F1 F4 | "
        "red 2 3 | red 3 F2 | red 2 F3 | red F2 F3 | red 3 | red 4 | red 5",
    ),
    Example(
        "9 by the option it has to leave first",
        "red 0 62",
        "7",
        "red 62 7 | red 63 6 | red 0 5 | red 1 4 | red 4 F1 | red 1 F4 | red F1 F4 | "
        "red 2 3 | red 3 F2 | red 2 F3 | red F2 F3 | red 3 | red 4",
        (PROTECTED,),
    ),
    Example(
        "9 a fresh pawn has to leave first, along the track",
        "red 0* 62",
        "7",
        "red 62 7 | red 63 6 | red 0 5 | red 1 4 | red 4 F1 | red 1 F4 | red 2 3 | "
        "red 3 F2 | red 2 F3 | red 3 | red 4",
    ),
    Example(
        "9 pausing on the start",
        "red 61 63",
        "7",
        "red 61 6 | red 62 5 | red 63 4 | red 63 F4 | red 0 3 | red 0 F3 | red 1 2 | "
        "red 2 F1 | red 1 F2 | red F1 F2 | red 2 | red 4 | red F4 | red 3 | red F3",
    ),
    Example(
        "3 pausing there protects by the option",
        "red 61 63",
        "7",
        "red 61 6 | red 62 5 | red 63 4 | red 63 F4 | red 0 3 | red 0 F3 | red 1 2 | "
        "red 2 F1 | red 1 F2 | red F1 F2 | red 2 | red 4 | red F4",
        (PROTECTED,),
    ),
    Example("9 not the partner's pawns", "red 5 / green 20", "7", "red 12 / green 20"),
    Example(
        "9 the partner's from the fourth pawn on",
        "red 63 F2 F3 F4 / green 20",
        "7",
        "red 6 F2 F3 F4 / green 20 | red home / green 25",
    ),
    Example(
        "9 making room at home first",
        "red 63 F1 F2 F3 / green 20",
        "7",
        "red 6 F1 F2 F3 / green 20 | red 5 F1 F2 F4 / green 20 | "
        "red 4 F1 F3 F4 / green 20 | red 3 F2 F3 F4 / green 20 | red home / green 22",
    ),
    Example(
        "9 a partner's pawn on the way goes home",
        "red 62 F2 F3 F4 / green 63 20",
        "7",
        "red 5 F2 F3 F4 / green 20 | red home / green 24",
    ),
    Example("9 steps that nobody can make", "red 63 F2 F3 F4", "7", "red 6 F2 F3 F4"),
    Example(
        "9 all eight home with steps left",
        "red 63 F2 F3 F4 / green home",
        "7",
        "red 6 F2 F3 F4 / green home",
    ),
    Example(
        "9 all eight home with none left",
        "red 58 F2 F3 F4 / green home",
        "7",
        "red home / green home | red 1 F2 F3 F4 / green home",
    ),
    Example(
        "9 shared by the option",
        "red 5 / green 20",
        "7",
        "red 5 / green 27 | red 6 / green 26 | red 7 / green 25 | red 8 / green 24 | "
        "red 9 / green 23 | red 10 / green 22 | red 11 / green 21 | red 12 / green 20",
        (CANADIAN,),
    ),
    Example("9 a fresh partner blocks", "red 30 / green 32*", "7", ""),
    Example(
        "9 shared, it leaves first",
        "red 30 / green 32*",
        "7",
        "red 30 / green 39 | red 31 / green 38 | red 32 / green 37 | red 33 / green 36 | "
        "red 34 / green 35 | red 35 | red 36",
        (CANADIAN,),
    ),
    Example(
        "9 shared, and all eight home too early",
        "red 63 F2 F3 F4 / green 31 F2 F3 F4",
        "7",
        "red 63 F2 F3 F4 / green 38 F2 F3 F4 | red 0 F2 F3 F4 / green 37 F2 F3 F4 | "
        "red 1 F2 F3 F4 / green 36 F2 F3 F4 | red home / green 36 F2 F3 F4 | "
        "red 2 F2 F3 F4 / green 35 F2 F3 F4 | red 3 F2 F3 F4 / green 34 F2 F3 F4 | "
        "red 4 F2 F3 F4 / green 33 F2 F3 F4 | red 4 F2 F3 F4 / green home | "
        "red 5 F2 F3 F4 / green 32 F2 F3 F4 | red 6 F2 F3 F4 / green 31 F2 F3 F4",
        (CANADIAN,),
    ),
    # 10: the jack
    Example("10 with an opponent", "red 5 / blue 20", "J", "red 20 / blue 5"),
    Example("10 with the partner", "red 5 / green 20", "J", "red 20 / green 5"),
    Example(
        "10 with anybody",
        "red 5 / blue 20 / yellow 30",
        "J",
        "red 20 / blue 5 / yellow 30 | red 30 / blue 20 / yellow 5",
    ),
    Example("10 not with a fresh pawn", "red 5 / blue 16*", "J", ""),
    Example("10 nor for one", "red 0* / blue 20", "J", ""),
    Example("10 not in the finish", "red 5 F1 / blue 20 F1", "J", "red 20 F1 / blue 5 F1"),
    Example("10 an old pawn on the start", "red 0 / blue 20", "J", "red 20 / blue 0"),
    Example("10 by the option not", "red 0 / blue 20", "J", "", (PROTECTED,)),
    Example("10 nor with one", "red 5 / blue 16", "J", "", (PROTECTED,)),
    Example("10 onto the start, not fresh", "red 10 / blue 0", "J", "red 0 / blue 10"),
    Example(
        "10 both onto their starts, by the option too",
        "red 16 / blue 0",
        "J",
        "red 0 / blue 16",
        (PROTECTED,),
    ),
    Example(
        "10 for the partner",
        "red home / green 20 / yellow 30",
        "J",
        "red home / green 30 / yellow 20",
    ),
    # 12, 13: the partner's pawns, the end
    Example("12 a number", "red home / green 20", "5", "red home / green 25"),
    Example("12 a start", "red home", "A", "red home / green 32*"),
    Example(
        "12 the finish",
        "red home / green 30",
        "4",
        "red home / green 34 | red home / green F2 | red home / green 26",
    ),
    Example("12 a seven", "red home / green 20", "7", "red home / green 27"),
    Example(
        "12 all with a joker",
        "red home / green 32* F2 F3 F4",
        "X",
        "red home / green 28 F2 F3 F4 | red home / green 33 F2 F3 F4 | "
        "red home / green 34 F2 F3 F4 | red home / green 35 F2 F3 F4 | "
        "red home / green 36 F2 F3 F4 | red home / green 37 F2 F3 F4 | "
        "red home / green 38 F2 F3 F4 | red home / green 39 F2 F3 F4 | "
        "red home / green 40 F2 F3 F4 | red home / green 41 F2 F3 F4 | "
        "red home / green 42 F2 F3 F4 | red home / green 43 F2 F3 F4 | "
        "red home / green 44 F2 F3 F4 | red home / green 45 F2 F3 F4",
    ),
    Example(
        "12 not with three at home", "red 5 F1 F2 F3 / green 20", "2", "red 7 F1 F2 F3 / green 20"
    ),
    Example(
        "12 the partner at home changes nothing", "red 5 / green home", "5", "red 10 / green home"
    ),
    Example(
        "13 the eighth pawn",
        "red 60 F2 F3 F4 / green home",
        "5",
        "red home / green home | red 1 F2 F3 F4 / green home",
    ),
)
