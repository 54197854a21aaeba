"""The workbench for labelling pictures: what the reader proposes, and a person puts right."""
