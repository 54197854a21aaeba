"""What is connected by a serial line."""
