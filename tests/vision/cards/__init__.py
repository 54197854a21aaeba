"""Cards on a pile, made up at random, to build the reader of the top card with and to measure it.

Decks of even numbers are for building and for fitting, decks of odd numbers for measuring only.
"""
