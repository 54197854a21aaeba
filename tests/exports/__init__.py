"""Games that are kept as files."""
