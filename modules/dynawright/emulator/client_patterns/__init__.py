"""Access patterns through generated clients, as applications run them."""
