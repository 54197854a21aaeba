"""The tutor: chapters of small tasks on the board, judged by the rules of the games themselves."""
