"""Convert rows to items: a file says which column fills which attribute, checked on both sides."""
