"""What pictures and labels of a board have wrong, and when a picture may be taken. Pure."""
