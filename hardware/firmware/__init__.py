"""The board controller's own program, for MicroPython on an RP2040.

``controller.py`` and ``main.py`` are copied onto the RP2040 as they are. The first runs on CPython,
too, and is what the simulated table has for a controller.
"""
