"""The simulated table playing by itself."""
