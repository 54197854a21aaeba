"""The journal keeps what it confirmed."""
