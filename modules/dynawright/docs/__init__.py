"""Generated documentation: system pages and reference pages."""
