"""The physical things, each behind a small port. Knows no rules of any game."""

import os

# pygame greets on standard output when it is imported, where our commands print JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
