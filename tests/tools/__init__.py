"""The tools that measure and build the reader."""
