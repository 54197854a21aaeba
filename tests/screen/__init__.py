"""The screen: pages of every panel, at every size, and what touches on them mean."""
