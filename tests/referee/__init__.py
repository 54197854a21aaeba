"""The referee, shown readings made without a camera."""
