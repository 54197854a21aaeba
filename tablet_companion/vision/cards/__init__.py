"""The top card of the pile, and loose cards on a bare table."""
