"""Telephones as screens: pages out to browsers, touches in; nothing else is told, or obeyed."""
