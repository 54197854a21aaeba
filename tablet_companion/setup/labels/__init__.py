"""Labelling pictures by touch: the label, the file of labels, and the workbench."""
