"""A spy at the table: random looks and touches, in two truths that nobody can tell apart.

``python -m tests.conformance.spy`` runs many of them.
"""
