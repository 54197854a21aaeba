"""How right the reader is on boards that had no part in building it: one command, one table."""
