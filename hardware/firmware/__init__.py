"""The board controller's own program, for MicroPython on an RP2040.

``controller.py`` and ``main.py`` are copied to the RP2040 unchanged. ``controller.py`` also runs on
CPython, where the simulated table uses it as its controller.
"""
