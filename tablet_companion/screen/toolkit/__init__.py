"""The toolkit of pages: layout, parts, drawing, painting."""
