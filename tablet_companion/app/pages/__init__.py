"""The screen as the loop sees it, and the pages that are the table’s own."""
