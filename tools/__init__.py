"""What builds and measures the project, and is not shipped with it."""
