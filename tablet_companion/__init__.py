"""A referee for real board games: rules, reading the table, judging, showing, remembering."""
