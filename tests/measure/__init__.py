"""Tests of the room ``measure``."""
