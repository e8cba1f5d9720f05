"""The modules that make a declaration safe: each file is one construct."""
