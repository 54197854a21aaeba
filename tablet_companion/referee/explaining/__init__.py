"""What a look at the table most likely means, judged by public knowledge alone."""
