"""The set-up's pages, at the real table or at a simulated one."""

from __future__ import annotations

from pathlib import Path

from hardware.cameras import SIMULATED
from hardware.clock import SystemClock
from tablet_companion.app.start.program import LoopCallbacks
from tablet_companion.config import Settings
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.setup.pages.desk import Desk, make_setup_platform
from tablet_companion.setup.pages.route import plan_steps
from tablet_companion.setup.pages.wizard import Wizard, run_wizard


def go_through(
    seed: int, game: AnyGame, settings: Settings, path: Path, callbacks: LoopCallbacks
) -> str:
    """Show the set-up's pages until the last; return the game that was chosen on them.

    It is empty if the window was closed before the end.

    ``seed`` is the simulated table's; ``callbacks`` are for ``run_wizard``.
    """
    clock = SystemClock()
    table = None
    if settings.camera == SIMULATED:
        # Renderer and printing are for trying out; a Pi at a real table does not need them.
        from tablet_companion.simulator.platforms import simulate_setup_platform  # noqa: PLC0415

        table, platform = simulate_setup_platform(game, seed, clock)
    else:
        platform = make_setup_platform(clock)
    desk = Desk(settings, path, game, printed.board(game.name), platform)
    through = run_wizard(Wizard(desk, plan_steps(desk)), table, *callbacks)
    return desk.game.name if through else ""
