"""Against labelled photographs."""
