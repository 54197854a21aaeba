"""What is tried in a userland of its own, because this machine's lacks it."""
