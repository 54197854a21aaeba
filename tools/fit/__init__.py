"""Trains the reader's networks on rendered pictures; see README.md."""
