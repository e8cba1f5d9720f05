"""Tools for a running system: `python -m ops <command>`."""
