"""The parts of the windows."""
