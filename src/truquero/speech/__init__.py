"""What is said at a table: table talk parsed into moves, events told in words, menus with stakes, and hints."""
