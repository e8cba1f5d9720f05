"""Explain why AWS denied a request, and which line of the model or setting would allow it."""
