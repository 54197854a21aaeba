"""What stands on each place: features, scores, and what they make us believe."""
