"""Helpers that several games use: cards, options, teaching data, states as text."""
