"""Weakenings of the stacks, generated from their JSON and their sources."""
