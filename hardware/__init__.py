"""The physical things, each behind a small port. Knows no rules of any game."""

import os

# pygame prints a greeting to standard output, where our commands print JSON.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
