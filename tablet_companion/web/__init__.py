"""Telephones as screens: sends pages to browsers and takes touches from them, nothing else."""
