"""The games as researchers take them, tested over all games by discovery."""
