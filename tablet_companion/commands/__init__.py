"""The subcommands of ``tablet-companion``, one file each.

A file has ``add_arguments(parser)``, which declares the arguments, and ``run(arguments) -> exit
status``; ``cli.py`` lists them. Options that are not given come from the settings, if these have
them.
A command is a thin shell: it reads files, calls the rooms below and prints.
"""
