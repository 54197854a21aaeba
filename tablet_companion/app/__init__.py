"""The one loop: camera, touches and time in, screen, lamps and sounds out."""
