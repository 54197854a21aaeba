"""What several games share by composition: cards, chances, options, states as text."""
