"""A second, slow reading of the rules, written from their text alone, to hold the engine against.

Nothing here may import from ``tablet_companion.games.agent_dog``: shared code would share mistakes.
"""
