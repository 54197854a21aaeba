"""What every game promises, tested over all games by discovery."""
