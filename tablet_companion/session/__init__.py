"""One table in progress: its journal, its frames, recorded tables and scripts."""
