"""The referee: events in, table and effects out. Pure; it keeps the only copy of the State."""
