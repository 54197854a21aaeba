"""What may be said for an action of Agent: merits that its player can check.

Nothing here depends on another player's stakes, except on what everybody knows of them.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent.reasons import asked, moving, staking
from tablet_companion.games.move import Reason

REASONS: Final[tuple[Reason, ...]] = (*moving.REASONS, *asked.REASONS, *staking.REASONS)
