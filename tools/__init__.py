"""Tools for those who build the reader; nothing that plays a game needs them."""
