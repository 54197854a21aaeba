"""Every reader of what others wrote, fed with harmed files."""
