"""The reader's networks, as fitted by ``tools/fit``."""
