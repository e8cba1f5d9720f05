"""Run access patterns through generated clients, as applications do."""
