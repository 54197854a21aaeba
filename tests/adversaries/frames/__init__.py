"""Whole games, long evenings and clumsy families through rendered pictures and the whole eye."""
