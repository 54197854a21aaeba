"""Windows, opinions, and what they are made into."""
