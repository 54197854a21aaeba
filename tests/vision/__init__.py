"""Reading the table."""
