"""The self-test at the console and on the screen, and the doctor."""
