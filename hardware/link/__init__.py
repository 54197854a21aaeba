"""Devices on a serial line."""
