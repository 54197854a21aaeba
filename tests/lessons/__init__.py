"""The tutor and its chapters, one fault at a time; whole lessons are in ``tests/conformance``."""
