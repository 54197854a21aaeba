"""What a look at the table most likely means, worked out from what everybody may know."""
