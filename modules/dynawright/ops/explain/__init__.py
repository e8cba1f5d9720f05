"""Why AWS refused a request, and which line of the model or setting would allow it."""
