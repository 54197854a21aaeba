"""What the commands make of what they are given."""
