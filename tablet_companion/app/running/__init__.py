"""The loop of one table, what it drives, and the threads and processes beside it."""
