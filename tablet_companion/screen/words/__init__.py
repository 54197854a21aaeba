"""Words for people: translations, names of places, pieces and cards, troubles."""
