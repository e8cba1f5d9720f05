"""Generated plan changes, harmful and harmless, to measure the guard; start at `trial`."""
