"""A vandal who harms journals in ten thousand ways; what was confirmed must be there, or missed."""
