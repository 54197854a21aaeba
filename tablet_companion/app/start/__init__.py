"""One run of the program, and one table put together from its parts."""
