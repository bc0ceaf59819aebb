"""Training of the finder and the reader (needs the `train` extra)."""
