"""Adversaries: people and tables that do what nobody planned for, and what they are owed."""
