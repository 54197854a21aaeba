"""From labelled pictures of a board to its calibration.

Every picture's camera is placed, then the bare board, the colours and shapes of pieces and the
faces of cards are learnt from all pictures together.
"""
