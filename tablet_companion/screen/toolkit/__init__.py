"""What pages are made of: layout, parts, drawing, painting."""
