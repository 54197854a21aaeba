"""Fits the networks of the reader to rendered pictures; see README.md."""
