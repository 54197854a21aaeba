"""What stands on each place: features, scores and probabilities."""
