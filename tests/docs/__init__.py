"""The documents are true to the project."""
