"""The workbench for labelling, with scripted touches."""
