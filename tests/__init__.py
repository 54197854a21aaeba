"""The tests; their folders mirror the rooms of the house."""

import os
import sys

# Bytecode is kept, even if the environment forbids it: compiling the tests again costs every worker
# eight seconds, and tests start the program many times.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
