"""Runs every declared access pattern on a real table and compares each answer with what it must be."""
