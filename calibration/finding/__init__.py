"""Finds the board in a picture: by markers, its printed art, the print of its places, corners."""
