"""Checks of an account before its first apply."""
