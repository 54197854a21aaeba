"""Examples for researchers, run from a checkout: python -m tools.laboratory.learn."""
