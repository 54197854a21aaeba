"""Tests of the workshop programs."""
