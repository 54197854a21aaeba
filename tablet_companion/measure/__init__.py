"""How quick and how right the house is: benchmarks, scores, tallies, random play."""
