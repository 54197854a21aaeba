"""What is shown: panels, dialogues and menus."""
