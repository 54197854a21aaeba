"""Telephones as screens: who is let in, what they are shown, and what attackers get."""
