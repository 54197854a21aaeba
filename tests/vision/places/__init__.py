"""Tests of how places are read: windows, the network's scores, details, examples."""
