"""The physical things, each behind a small port. Knows no rules of any game."""
