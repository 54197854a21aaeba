"""From labelled pictures of a board to its calibration: cameras first, then all that is learnt."""
