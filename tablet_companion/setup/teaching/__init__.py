"""A board while it is taught: what is known of it, kept of it, and doubtful in its pictures."""
