"""All that is known of a board before a picture of it is read: the calibration as a file.

Beside it are what was learnt while people played, and what is computed from both once, when a
table starts.
"""
