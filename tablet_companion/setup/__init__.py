"""The pages before a game: first start, teaching and laying out boards, labelling pictures."""
