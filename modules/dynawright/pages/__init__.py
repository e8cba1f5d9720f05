"""HTML pages for people: what a system is, what a change does, what a demo showed."""
