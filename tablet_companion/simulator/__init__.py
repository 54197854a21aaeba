"""The simulated table: hands, desk and live window."""
