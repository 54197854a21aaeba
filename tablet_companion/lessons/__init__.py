"""The tutor: chapters of small tasks on the board, judged by the games' own rules."""
