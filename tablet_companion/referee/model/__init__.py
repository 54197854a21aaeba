"""Frozen values: events, effects, panels and the table."""
