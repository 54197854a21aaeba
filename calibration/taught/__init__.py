"""All that is known of a board before a picture of it is read: the calibration as a file."""
