"""The touchscreen: panels become pages (pure), pages become pixels (``paint`` and ``window``)."""
