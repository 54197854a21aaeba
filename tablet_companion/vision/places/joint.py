"""Joins three readers: likelihoods of points, the network of whole windows, and examples.

The likelihoods know what was taught about this very board; the network knows boards, pieces and
lights in general; examples are this board's own pieces. None is right alone: their weights were
fitted on boards unknown to all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.relief import TUNING as RELIEF
from tablet_companion.vision.places.scores import (
    PlaceScores,
    find_best,
    measure_kinds,
    measure_margin,
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each reader's evidence.

    ``likelihood_nats`` limits the likelihoods' evidence, and how far apart it puts two pieces. It
    counts half if even the likeliest explanation leaves ``understood`` nats a point unexplained,
    and less beyond that. ``bias`` is
    added to every piece's log odds, ``turned`` to those of a face-down one. ``example`` weighs the
    gain of a labelled piece over bare board, limited to ``example_max``; ``details`` weighs that
    the board's details are hidden or seen, or new ones are; they raise a score by ``details_max``
    at most, and never above ``details_up_to`` (nats). Of the likelihoods' evidence for one colour
    of a kind rather than another ``stated_share`` counts where only the board's file states them: a
    camera may show all of them paler or darker, for which the network's colours allow. Chosen:
    nearly nothing. Of how far one kind of piece is behind another for the likelihoods, up to
    ``kind_nats``, ``kind`` counts: each network's window shows that something stands there, not
    whether it is wide or narrow. Chosen on a drawn map; 0.1 to 0.5 are as good.
    """

    network: float = 0.84
    likelihood: float = 0.238
    likelihood_nats: float = 14.8
    understood: float = 3.32
    bias: float = -1.26
    turned: float = 0.42
    example: float = 0.0
    example_max: float = 2.0
    details: float = 3.0
    details_up_to: float = 0.5
    details_max: float = 4.0
    stated_share: float = 0.1
    kind: float = 0.2
    kind_nats: float = 15.0


WEIGHTS: Final = Weights()
"""Fitted by ``tools/fit/joint.py`` to worlds that neither reader had seen."""
WITH_EXAMPLES: Final = Weights(0.44, 0.28, 5.2, 2.36, 1.05, 0.0, example=3.26)
"""For pieces that were compared with labelled ones; fitted in the same way."""
TURNING: Final = Weights(0.82, 0.07, 21.3, 5.16, 0.37, 0.21, example=1.84)
"""For places at which pieces turn over: no example shows that, so a high gain of an upright one
means less; fitted in the same way (``--turning``)."""
GUESSED: Final = Weights(0.4, 1.0, 12.0, bias=0.0, turned=0.0, stated_share=1.0, kind=0.0)
"""For a board whose bare look is guessed, which the network was not fitted to; not fitted."""
STEEP: Final = 6.0
"""How fast trust decreases, per nat."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When the likelihoods stop being believed."""

    covered_share_max: float = 0.5
    """Share. A place is covered if the network assigns more than this to covering objects. Chosen:
    more likely than not."""
    explained_nats: float = 25.0
    """Nats. Nothing covers a place at which a piece leads by this for the likelihoods, if it
    explains all points, and bare board those beside it. Chosen on simulated tables of DOG and Agent
    DOG: pawns in full nests that the network took for a cover led by 31 and more; of 490 places
    beneath cups, hands, dice and coins one led by 19, and all others by less."""
    strange_nats: float = 2.0
    """Nats. If a place's surroundings fit worse than this, the likelihoods count less and less.
    Chosen by hand on pictures in lights that were not taught."""
    glare_nats: float = 5.0
    """Nats. An empty place may differ from the bare board by this much because of print and noise.
    Chosen by hand on pictures with a lamp's image; held by tests/vision/test_glare.py."""
    blind_nats: float = 8.0
    """Nats. If they fit worse than this, nothing is sure there, neither a piece nor bare board."""
    unexplained_nats: float = 5.0
    """Nats a point. If even the likeliest explanation of a place leaves more, it is doubted,
    however many pieces are missing: a dark one in which a lamp mirrors may be as pale as a white
    one in shade."""
    plain_nats: float = 1.0
    """Nats. A piece that leads by less than this on a doubted place is not sure."""
    excess_min: float = 0.5
    """Nats a sample. Where the bare board explains a place worse than the ground beside it by less
    than this, though it explains neither, what changed the ground may have changed the place."""
    strange_nats_max: float = 2.0
    """Nats. On such doubted or changed ground a piece is no likelier than this (88 %). Chosen: the
    referee asks below 90 %. Nor is bare board where details are foreign: in lights that were not
    taught, of 74 such places that seemed bare above 90 % 19 held a piece."""
    contrary_share_max: float = 0.2
    """Share, as in ``board_scores``. If more of its points' evidence speaks against the likeliest
    piece, it is not of the stated shape, and the points do not tell its colour. That this matters
    was seen on the webcam's chess: the colour is right in 96 % of such places, in 70 % of all."""
    alone_factor: float = 1.5
    """If there are only the likelihoods, their evidence is multiplied by this. Chosen: alone, they
    are slightly too cautious."""


TUNING: Final = Tuning()


def join_scores(
    found: Sequence[PlaceScores],
    network_scores: Mapping[str, NetworkScores],
    weights: Weights = WEIGHTS,
) -> tuple[PlaceScores, ...]:
    """Return places with both readers' evidence for each piece; covered lower places stay."""
    joined = tuple(
        here
        if here.is_underneath
        else _join_place(here, network_scores[here.site.place.name], weights)
        for here in found
    )
    beneath = (*joined[1:], None)
    return tuple(_weigh_disc(here, under) for here, under in zip(joined, beneath, strict=True))


def _weigh_disc(here: PlaceScores, under: PlaceScores | None) -> PlaceScores:
    """Return a place whose pieces also have to explain more than a disc beneath does by itself.

    Against the bare board anything speaks for a piece, a disc that lies there alone, too.
    """
    if under is None or under.site.above is None or under.is_underneath or not under.scores:
        return here
    disc_nats = float(np.logaddexp(0.0, max(under.scores.values())))
    scores = {piece: score - disc_nats for piece, score in here.scores.items()}
    return replace(here, scores=scores, best=find_best(scores), disc_nats=disc_nats)


def _join_place(here: PlaceScores, network: NetworkScores, weights: Weights) -> PlaceScores:
    evidence = _contribute(here.scores, here, network, weights)
    scores = {piece: parts.total for piece, parts in evidence.items()}
    shaded = [(piece, each) for piece, each in network.shaded.items() if piece in evidence]
    blind = here.surroundings_misfit > TUNING.blind_nats
    strange = here.misfit > TUNING.unexplained_nats and measure_margin(scores) < TUNING.plain_nats
    best = find_best(scores)
    return replace(
        here,
        scores=scores,
        best=best,
        visible_share=0.0 if _is_covered(here, network, best, weights) else here.visible_share,
        likelihoods_alone=here.scores,
        compared=bool(network.gains),
        nats_max=_limit_if(
            blind
            or strange
            or network.excess < TUNING.excess_min
            or any(each.edge and evidence[piece].is_raised for piece, each in shaded)
            or any(each.flat for piece, each in shaded if piece == best)
        ),
        bare_nats_max=_limit_if(
            blind or network.foreign or any(each.doubts_bare for _, each in shaded)
        ),
    )


def _is_covered(
    here: PlaceScores, network: NetworkScores, best: Piece | None, weights: Weights
) -> bool:
    """Whether the network sees a cover where no piece explains everything that is seen."""
    explained = (
        best is not None
        and best == here.best
        and here.margin_nats > TUNING.explained_nats
        and here.misfit < weights.understood
        and here.surroundings_misfit < TUNING.strange_nats
        and here.contrary_share <= TUNING.contrary_share_max
    )
    return network.covered >= TUNING.covered_share_max and not explained


def _limit_if(strange: bool) -> float:
    return TUNING.strange_nats_max if strange else math.inf


class Contributions(NamedTuple):
    """The evidence for a piece at a place, negative if against it (nats).

    ``likelihoods`` is from single points, ``network`` from the window, ``hues`` from its colour,
    ``examples`` from labelled pieces, ``details`` from the board's own, which are hidden or seen,
    ``disc`` from a disc beneath that may lie there alone, ``relief`` from light and shade, and
    ``prior`` how common such pieces are.
    ``total``, the joined score, is their sum.
    """

    likelihoods: float
    network: float
    hues: float
    prior: float
    examples: float = 0.0
    details: float = 0.0
    disc: float = 0.0
    relief: float = 0.0

    @property
    def total(self) -> float:
        """The joined score (nats)."""
        return self.by_colour + self.examples + self.details + self.disc + self.relief

    @property
    def by_colour(self) -> float:
        """What readers say who tell a piece by its colour (nats)."""
        return self.likelihoods + self.network + self.hues + self.prior

    @property
    def is_raised(self) -> bool:
        """Whether light and shade alone tell a piece here from bare board."""
        return self.total - self.relief <= 0 < self.total


def contributions(
    here: PlaceScores, network: NetworkScores, weights: Weights
) -> dict[Piece, Contributions]:
    """Return what each reader said of a place that was joined."""
    if here.is_underneath or not here.likelihoods_alone:
        return {piece: Contributions(score, 0.0, 0.0, 0.0) for piece, score in here.scores.items()}
    evidence = _contribute(here.likelihoods_alone, here, network, weights)
    return {piece: parts._replace(disc=-here.disc_nats) for piece, parts in evidence.items()}


def _contribute(
    scores: Mapping[Piece, float], here: PlaceScores, network: NetworkScores, weights: Weights
) -> dict[Piece, Contributions]:
    """Return the evidence for each piece; ``scores`` are the likelihoods'."""
    behind, doubt = measure_kinds(scores, network.kinds), light_doubt(here)
    scores = _even_stated(scores, network, weights.stated_share)
    usual = weights, _likelihood_weight(here, weights)
    known, compared = set[Piece](), usual
    if network.gains:
        own = TURNING if HIDDEN in scores else WITH_EXAMPLES
        known, compared = {*network.gains, HIDDEN}, (own, _likelihood_weight(here, own))
    fitting = here.contrary_share <= TUNING.contrary_share_max
    taught = network.taught if fitting else frozenset()
    best = max([0.0, *(scores.get(piece, 0.0) for piece in taught)])
    evidence = {
        piece: _contribution(
            piece,
            (score, best if piece in taught else score),
            network,
            *(compared if piece in known else usual),
        )
        for piece, score in scores.items()
    }
    for piece, nats in behind.items():
        less = weights.kind * min(nats, weights.kind_nats) / doubt**2
        evidence[piece] = evidence[piece]._replace(likelihoods=evidence[piece].likelihoods - less)
    detailed = _add_details(evidence, network, weights, doubt)
    return _add_relief(detailed, network, weights)


def _even_stated(
    scores: Mapping[Piece, float], network: NetworkScores, share: float
) -> Mapping[Piece, float]:
    """Return the likelihoods' scores, nearly the best one for all colours that are only stated.

    ``share`` is how much of the difference remains.
    """
    even = dict(scores)
    for stated in network.stated:
        own = {piece: even[piece] for piece in stated if piece in even}
        best = max(own.values(), default=0.0)
        for piece, score in own.items():
            even[piece] = best - share * (best - score)
    return even


def _limit(score: float, best: float, most: float) -> float:
    """Return the likelihoods' evidence (nats) for a piece; ``best`` is the likeliest one's score.

    Far above ``most`` all pieces would be as likely, so how far one is behind is limited by itself.
    Of those less likely than bare board (``best`` is then 0) none is the likelier one.
    """
    behind = math.tanh(best / most) - math.tanh((best - score) / most)
    return most * min(math.tanh(score / most), behind)


def _contribution(
    piece: Piece,
    scored: tuple[float, float],
    network: NetworkScores,
    weights: Weights,
    trust: float,
) -> Contributions:
    """Return the evidence for one piece.

    ``scored`` are the likelihoods' scores for it and for the likeliest answer, a piece or none;
    ``trust`` is their weight.
    """
    own = _limit(*scored, weights.likelihood_nats)
    if piece not in network.scores:
        return Contributions(TUNING.alone_factor * own, 0.0, 0.0, 0.0)
    hue = network.hues.get(piece, 0.0)
    most = weights.example_max
    gain = min(max(network.gains.get(piece, 0.0), -most), most)
    return Contributions(
        trust * own,
        weights.network * (network.scores[piece] - hue),
        weights.network * hue,
        weights.bias + (weights.turned if piece == HIDDEN else 0.0),
        weights.example * gain - _fall_behind(piece, network.alike),
    )


def _fall_behind(piece: Piece, alike: Mapping[Piece, float]) -> float:
    """Return how much less a place looks like a labelled piece of one colour than of another."""
    if piece not in alike:
        return 0.0
    most = WITH_EXAMPLES.example_max
    highest, own = (min(max(gain, -most), most) for gain in (max(alike.values()), alike[piece]))
    return WITH_EXAMPLES.example * (highest - own)


def _add_details(
    evidence: Mapping[Piece, Contributions], network: NetworkScores, weights: Weights, doubt: float
) -> dict[Piece, Contributions]:
    """Return the evidence for the pieces at a place, with what details add.

    A coin or a die hides the board's and shows its own as a piece does: they raise a doubt, and
    leave the rest to others, as they do which colour of a kind it is. The edges of sun and shade
    are new details, too: where all others surely see bare board, or the light is not understood
    (``doubt``), they say less.
    """
    if not any(network.hidden.values()):
        return dict(evidence)
    best: dict[float, float] = {}
    for piece, parts in evidence.items():  # pieces of a kind share their evidence
        nats = network.hidden.get(piece, 0.0)
        best[nats] = max(parts.total, best.get(nats, -np.inf))
    most = {nats: max(weights.details_up_to - highest, 0.0) for nats, highest in best.items()}
    added = {
        nats: min(weights.details * nats / doubt, up, weights.details_max)
        for nats, up in most.items()
    }
    return {
        piece: parts._replace(details=added[network.hidden.get(piece, 0.0)])
        for piece, parts in evidence.items()
    }


def _add_relief(
    evidence: Mapping[Piece, Contributions], network: NetworkScores, weights: Weights
) -> dict[Piece, Contributions]:
    """Return the evidence for the pieces at a place, with what its light and shade add.

    They tell that a piece stands there, but not which one. If the place looks most like one of the
    spot's own colour, what readers of colour say against it is limited first: they are blind to it.
    What new details told already, or a comparison with labelled pieces, is not told again.
    """
    if not network.shaded:
        return dict(evidence)
    likeliest = max(evidence, key=lambda piece: evidence[piece].by_colour)
    shading = network.shaded.get(likeliest) or next(iter(network.shaded.values()))
    compared, blind, heard = bool(network.gains), 0.0, evidence[likeliest]
    if likeliest in network.shaded and shading.own and not compared:
        blind = max(-heard.by_colour - RELIEF.blind_nats, 0.0)
    elif likeliest in network.shaded and shading.clear:
        blind = max(-heard.by_colour - heard.examples - RELIEF.compared_blind_nats, 0.0)
    up_to = weights.details_up_to if compared and shading.edge else shading.up_to
    best = max(parts.total for parts in evidence.values()) + blind
    told = max(0.0, *(parts.details for parts in evidence.values()))
    halved = compared and not shading.clear
    even = min(shading.nats, 0.0) * (RELIEF.compared_share if halved else 1.0)
    added = max(even + max(shading.nats - told, 0.0), -RELIEF.bare_nats_max - blind)
    added = min(added, max(up_to - best, 0.0))
    meant = evidence if added > 0 else network.shaded
    return {
        piece: parts._replace(relief=blind + (added if piece in meant else 0.0))
        for piece, parts in evidence.items()
    }


def light_doubt(here: PlaceScores) -> float:
    """Return how badly the light at a place is understood: 1 if well, greater if not."""
    return max(
        here.surroundings_misfit / TUNING.strange_nats, here.glare_misfit / TUNING.glare_nats, 1.0
    )


def _likelihood_weight(here: PlaceScores, weights: Weights) -> float:
    """Return the weight of the likelihoods at a place."""
    unexplained = min(max(STEEP * (here.misfit - weights.understood), -50.0), 50.0)
    return weights.likelihood / (1 + math.exp(unexplained)) / light_doubt(here) ** 2
