"""Random board-game tables drawn fast, with exact labels: see README.md."""
