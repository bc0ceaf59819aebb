"""Measuring the models on photographs, scenes and the clock."""
