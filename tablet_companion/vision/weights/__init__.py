"""The networks of the reader, as ``tools/fit`` fitted them."""
