"""Finds the board in a picture: by markers, its printed art, the print of its places, corners.

Whatever is found is compared with the board's art before it is believed.
"""
