"""The camera’s thread, and what is chosen, learnt and kept of its pictures."""
