"""The building guide's drawings and tables, made from boards, pins and the controller's program.

``python -m tools.building docs BOARD.toml …`` writes them; nothing here runs at a table.
"""
