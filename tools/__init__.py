"""Tools that build and measure the project, and are not shipped with it."""
