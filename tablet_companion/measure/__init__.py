"""Speed and accuracy: benchmarks, scores, tallies, drawings of readings, tournaments."""
