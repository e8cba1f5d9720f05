"""The systems: each folder is one, with its model, its stack and its functions."""
