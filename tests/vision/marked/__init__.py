"""Reading tables of marked cards."""
