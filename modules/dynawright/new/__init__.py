"""New projects from a template, and additions to them."""
