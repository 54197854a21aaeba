"""What several games share by composition: cards, chances, options."""
