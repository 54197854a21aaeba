"""From a picture and a calibration to a Reading. Decides nothing about rules."""
