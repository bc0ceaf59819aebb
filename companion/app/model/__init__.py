"""What the windows show and what a person can do, as values and plain objects: no Qt, tested without a window."""
