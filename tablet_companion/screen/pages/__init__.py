"""The pages: one file each, from what may be shown to a drawing list."""
