"""Measures the reader on boards that were not used to build it: one command, one table."""
