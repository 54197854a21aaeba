"""Measures a camera's lens once, from views of the printed sheet, and asks for the next view."""
