"""The fixed artwork of the prints: boards, figures, emblems, furniture.

``python -m tools.artwork`` draws it into ``hardware/printing/artwork``, which is shipped; nothing
here runs where games are played.
"""
