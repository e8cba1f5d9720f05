"""Weakenings of the stacks, generated from their JSON and from the sources they come from."""
