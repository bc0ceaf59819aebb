"""Sessions on disk: recorded, opened again however they ended, gone on with, corrected, exported and learned from."""
