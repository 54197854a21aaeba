"""Checks the packages that people install."""
