"""What the bare board, pieces' sides and cards' faces look like, told apart from their light."""
