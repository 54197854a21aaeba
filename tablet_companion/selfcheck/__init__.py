"""Whether a table's devices work: one list of checks, for the console and the touchscreen."""
