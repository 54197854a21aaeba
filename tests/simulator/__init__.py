"""The simulated table as people use it."""
