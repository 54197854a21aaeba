"""Making pictures of board-game tables with exact labels."""
