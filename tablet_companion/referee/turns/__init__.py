"""Handlers: one look, one touch, one tick."""
