"""Bad neighbours: cameras and controllers that do everything wrong, beneath the real drivers."""
