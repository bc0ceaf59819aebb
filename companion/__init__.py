"""Table companion: watches a real card table and referees five trick-taking games."""

__version__ = "0.1.0"
