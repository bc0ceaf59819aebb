"""A simulated table: whole hands played before a simulated camera."""
