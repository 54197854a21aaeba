"""The services, as far as they can be tried without a machine of their own."""
