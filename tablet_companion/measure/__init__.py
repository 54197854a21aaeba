"""Speed and accuracy: benchmarks, scores, tallies, random play."""
