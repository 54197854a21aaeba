"""The subcommands of ``tablet-companion``, one file each.

A file has ``add_arguments(parser)`` and ``run(arguments) -> exit status``; ``cli.py`` lists them.
A command is a thin shell: it reads files, calls the rooms below and prints.
"""
