"""Takes over tables that are there already."""
