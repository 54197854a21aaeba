"""Lamps, sounds, buttons, voice, and the controller under the board."""
