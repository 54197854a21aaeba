"""Whether a table's devices work: one list of checks, for the console and the touchscreen.

``checks`` lists the checks; ``console`` and ``screen`` run them. ``doctor`` examines the machine
instead, and activates nothing.
"""
