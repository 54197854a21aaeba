"""Errors between pictures and a calibration; each says one sentence to a person."""

from hardware.errors import CompanionError


class RegistrationError(CompanionError):
    """The board cannot be found in a picture."""


class CalibrationError(CompanionError):
    """A calibration, or the data to learn it from, cannot be used."""
