"""The physical things, and what stands in for them."""
