"""Whether the things of a table work: one list of checks, for the console and the touchscreen.

``checks`` lists what is tried; ``console`` and ``screen`` show it. ``doctor`` looks at the machine
instead, and touches nothing.
"""
