"""The doctor's findings on machines of every kind."""
