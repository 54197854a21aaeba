"""Reading tables of loose cards."""
