"""The session: keeper, recorded tables and scripts."""
