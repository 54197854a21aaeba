"""How a newcomer fares at every game."""
