"""What leaves the table: telephones as screens, and what a club hears."""
