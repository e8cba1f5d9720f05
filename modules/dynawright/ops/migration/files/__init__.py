"""Files of JSON Lines and CSV as a source; lines may be appended while they are copied."""
